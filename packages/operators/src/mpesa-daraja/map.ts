import { asCurrency } from '@guichet/kernel/currencies';
import { fitsDecimals, type Money, majorNumber, moneyFromMajor, moneyFromText } from '@guichet/kernel/money';
import type { FailureReason, Outcome } from '@guichet/kernel/outcome';
import type { Direction } from '../contract.ts';
import { outcomeWithoutAnswer, unknownFrom } from '../http/outcome-without.ts';
import type { ClientResult } from './client.ts';
import { finalRefusals, type Meaning, payoutCodes, pushCodes, reversalCodes } from './codes.ts';
import { type PushResult, type Result, readError, readQuery } from './wire.ts';

const shillings = asCurrency('KES');

/** Whole shillings as a number; undefined for an amount that M-PESA cannot move. */
export function writeAmount(money: Money): number | undefined {
  return money.currency === shillings && fitsDecimals(money, 0) ? majorNumber(money) : undefined;
}

/** `254712000001`; undefined for a number that is not Safaricom's. */
export function writePhone(phone: string): string | undefined {
  const digits = phone.replace('+', '');
  return /^254[17]\d{8}$/.test(digits) ? digits : undefined;
}

/** Nairobi time as `YYYYMMDDHHmmss`: three hours ahead of UTC, all year round. */
export function writeTimestamp(now: Date): string {
  const there = new Date(now.getTime() + 3 * 3_600_000);
  return there.toISOString().replace(/\D/g, '').slice(0, 14);
}

/** The account that the customer sees: the first 12 characters of our reference. */
export function writeAccountReference(reference: string): string {
  return reference.replaceAll('-', '').slice(0, 12).toUpperCase();
}

/** Parses an amount in shillings, a number or a text. */
export function readAmount(value: unknown): Money | undefined {
  const read =
    typeof value === 'number' ? moneyFromMajor(value, shillings) : moneyFromText(String(value), shillings);
  return 'money' in read ? read.money : undefined;
}

const unreadable: Outcome = { kind: 'unknown', cause: 'unreadable' };
const prompted: Outcome = { kind: 'pending', action: { kind: 'prompt' } };
const waiting: Outcome = { kind: 'pending', action: null };

function settledBy(amount: unknown): Outcome {
  const money = readAmount(amount);
  return money ? { kind: 'settled', money } : unreadable;
}

/** Maps the callback of a push. */
export function mapPushResult({ code, amount }: PushResult): Outcome {
  return code === '0' ? settledBy(amount) : mapPushCode(code);
}

function mapPushCode(code: string): Outcome {
  return endBy(pushCodes, code) ?? prompted;
}

/** The failure that a code means; undefined for a code without a failure, or an unknown code. */
function endBy(codes: ReadonlyMap<string, Meaning>, code: string): Outcome | undefined {
  const meaning = codes.get(code) ?? 'open';
  return meaning === 'open' ? undefined : { kind: 'failed', reason: meaning, operator_code: code };
}

/** The outcome of an inquiry that Daraja did not take: unknown. */
export function unknownBy(result: ClientResult): Outcome {
  return unknownFrom(result.kind === 'no_token' ? result.result : result);
}

/** Maps the inquiry about a push. @param money the requested amount: the response has none */
export function mapQuery(result: ClientResult, money: Money): Outcome {
  if (result.kind !== 'reply') return unknownBy(result);
  const query = result.status === 200 ? readQuery(result.text) : undefined;
  if (query) return query.code === '0' ? { kind: 'settled', money } : mapPushCode(query.code);
  const error = readError(result.text);
  const isOpen = error?.code === catch_all && /being processed/i.test(error.message);
  return isOpen ? prompted : unknownFrom(result);
}

/** Maps the callback of a payout. After an unknown code the payout remains open. */
export function mapPayoutResult({ code, parameters }: Result): Outcome {
  if (code === '0') return settledBy(parameters.get('TransactionAmount'));
  return endBy(payoutCodes, code) ?? waiting;
}

/**
 * Maps the callback of a reversal. A reversal with a completion time was made, whatever its code: an older page of
 * the portal shows a success with 21, which is a refusal everywhere else.
 */
export function mapReversalResult({ code, parameters }: Result): Outcome {
  if (code === '0' || parameters.has('TransCompletedTime')) return settledBy(parameters.get('Amount'));
  return endBy(reversalCodes, code) ?? waiting;
}

/**
 * Maps the response to a status inquiry about a payout. Its code concerns the inquiry and not the transaction: 0
 * does not mean that the transaction succeeded, and other codes do not mean that it failed.
 */
export function mapPayoutStatus(result: Result): Outcome {
  const { code, parameters } = result;
  const status = String(parameters.get('TransactionStatus'));
  if (code !== '0' || !finalRefusals.has(status)) return mapReversalStatus(result);
  return { kind: 'failed', reason: 'other', operator_code: status };
}

/**
 * Maps the response to a status inquiry about a reversal. It never reports a failure: a declined reversal may have
 * been made before (R000001). If the inquiry itself failed, nothing is known: the transaction may never have been
 * received.
 */
export function mapReversalStatus({ code, parameters }: Result): Outcome {
  if (code !== '0') return unreadable;
  const isDone = parameters.get('TransactionStatus') === 'Completed';
  return isDone ? settledBy(parameters.get('Amount')) : waiting;
}

/** A catch-all code: only its message is specific. */
const catch_all = '500.001.1001';
/** Messages of the catch-all that are definite refusals, whatever the surrounding text. */
const refusals: readonly (readonly [message: RegExp, reason: FailureReason])[] = [
  [/wrong credentials/i, 'operator_down'],
  [/merchant does not exist/i, 'operator_down'],
];
const locked = /unable to lock subscriber/i;
/** Codes of faults of the organization, not of the customer. */
const account_codes =
  /^(400\.002\.05|400\.003\.0[12]|401\.00[23]\.01|404\.001\.0[134]|404\.003\.01|405\.001|403)$/;
/** Refused by the gateway: too many requests at once, or in a day. */
const not_taken_codes = new Set(['500.003.02', '500.003.03']);

/** Maps a request for money that was not accepted. */
export function mapRefusal(result: ClientResult, direction: Direction): Outcome {
  if (result.kind === 'no_token') return refusedBy('operator_down', codeOf(result.result));
  if (result.kind !== 'reply') return outcomeWithoutAnswer(result);
  const { status } = result;
  const error = readError(result.text);
  // The id was used before, by this very request.
  if (direction === 'payout' && /duplicate/i.test(error?.message ?? '')) return waiting;
  if (error?.code === catch_all) return mapCatchAll(error.message, result);
  if (error && not_taken_codes.has(error.code)) return refusedBy('operator_down', error.code);
  // A 403 or 429 comes from the gateway, without a Daraja error body: the gateway did not let the request through.
  if (status === 403 || status === 429) return refusedBy('operator_down', error?.code ?? String(status));
  if (!error || status < 400 || status >= 500) return outcomeWithoutAnswer(result);
  return refusedBy(account_codes.test(error.code) ? 'operator_down' : 'other', error.code);
}

function mapCatchAll(message: string, result: ClientResult & { readonly kind: 'reply' }): Outcome {
  // The customer already has another prompt open. Trying another account would reach the same phone.
  if (locked.test(message)) return { kind: 'failed', reason: 'other', operator_code: catch_all };
  const [, reason] = refusals.find(([pattern]) => pattern.test(message)) ?? [];
  return reason === undefined ? outcomeWithoutAnswer(result) : refusedBy(reason, catch_all);
}

/** A refusal that proves that the customer was not asked. */
export function refusedBy(reason: FailureReason, operator_code: string): Outcome {
  return { kind: 'failed', reason, operator_code, reached_customer: false };
}

function codeOf(result: ClientResult): string {
  if (result.kind === 'no_token') return codeOf(result.result);
  return result.kind === 'reply' ? (readError(result.text)?.code ?? `token_${result.status}`) : 'no_token';
}
