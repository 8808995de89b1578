import { type Money, majorNumber } from '@guichet/kernel/money';
import type { FailureReason, Outcome } from '@guichet/kernel/outcome';
import { ageOf } from '../../age-of.ts';
import type { CollectRequest, LookupRequest, PayoutRequest } from '../../contract.ts';
import type { HttpResult } from '../../http/contract.ts';
import { lease_ms } from '../../http/lease.ts';
import { outcomeWithoutAnswer } from '../../http/outcome-without.ts';
import { isTaken, notAsked, refusedWith, settledWith, wordOf } from '../answer.ts';
import type { ApiResult } from '../api.ts';
import { nationalOf } from '../national.ts';
import { orderIdOf } from '../order-id.ts';
import type { SettingsOf } from '../settings.ts';
import { readAmount, readCode, readLinks, readTransaction, type SonatelTransaction } from './wire.ts';

type Settings = SettingsOf<'sonatel'>;

const usual_qr_validity_s = 900;
const qr_validity_min_s = 60;
/** "A final state is reached within 24 hours." */
const usual_unpaid_final_after_s = 86_400;
/**
 * If we do not know the QR code of a request, no customer was shown one. After this time such a request counts as
 * never received.
 */
const never_shown_after_ms = 15 * 60_000;

/** Stored as Orange's reference until there is a transaction: a QR code, and its expiry. */
const qr_reference = /^qr:(\d+)$/;

const reasons: ReadonlyMap<string, FailureReason> = new Map(
  Object.entries<FailureReason>({
    '2000': 'not_registered',
    '2001': 'not_registered',
    '2013': 'account_blocked',
    '2020': 'insufficient_funds',
    '2021': 'insufficient_funds',
    '2022': 'insufficient_funds',
    '4004': 'payer_timeout',
  }),
);
/** Orange's internal errors and timeouts: the money may have moved. */
const undecided = new Set(['1', '2', '5', '50', '51']);
const bad_credentials = '10';
/** The PIN was encrypted with an outdated key. */
export const key_revoked = '4003';

export function qrOf(request: CollectRequest, settings: Settings, validity_s: number): unknown {
  const { money, reference, return_url } = request;
  return {
    code: settings.merchant_code,
    name: settings.shop_name,
    amount: amountOf(money),
    validity: validity_s,
    reference: orderIdOf(reference),
    callbackSuccessUrl: return_url,
    callbackCancelUrl: return_url,
    restrictions: { isSingleUse: true },
  };
}

/**
 * The validity of a QR code, in seconds: that of the setting, but not past the session, and at least the minimum.
 */
export function validityOf(request: CollectRequest, { qr_validity_s }: Settings, now: Date): number {
  const left_s = Math.floor((request.session_expires_at.getTime() - now.getTime()) / 1000);
  return Math.max(qr_validity_min_s, Math.min(qr_validity_s ?? usual_qr_validity_s, left_s));
}

export function qrReferenceOf(now: Date, validity_s: number): string {
  return `qr:${Math.floor(now.getTime() / 1000) + validity_s}`;
}

export function cashInOf(
  request: PayoutRequest,
  partner: { readonly msisdn: string; readonly encrypted_pin: string },
): unknown {
  return {
    partner: { idType: 'MSISDN', id: partner.msisdn, encryptedPinCode: partner.encrypted_pin },
    customer: { idType: 'MSISDN', id: nationalOf(request.phone, request.operator) },
    amount: amountOf(request.money),
    reference: orderIdOf(request.reference),
    receiveNotification: true,
  };
}

function amountOf(money: Money): unknown {
  return { value: majorNumber(money), unit: money.currency };
}

/** Maps the response to requesting a QR code. Without a link no customer can pay, as in the web payment. */
export function readQr({ sent, result }: ApiResult): Outcome {
  if (!sent) return notAsked(`no_token_${wordOf(result)}`);
  const [url] = (isTaken(result) && result.kind === 'reply' && readLinks(result.text)?.links) || [];
  if (url !== undefined) return { kind: 'pending', action: { kind: 'redirect', url } };
  const code = result.kind === 'reply' ? readCode(result.text) : undefined;
  const status = refusedWith(result);
  const isAccount = status === 401 || status === 403 || code === bad_credentials;
  const isRefused = status !== undefined && code !== undefined && !isAccount;
  return notAsked(code ?? wordOf(result), isRefused ? 'other' : 'operator_down');
}

/** Maps the response to a payout. */
export function readCashIn(
  result: HttpResult,
  asked: Money,
): { outcome: Outcome; transaction_id: string | null } {
  const said = isTaken(result) && result.kind === 'reply' ? readTransaction(result.text) : undefined;
  if (said) return { outcome: outcomeOf(said, asked), transaction_id: said.transactionId };
  return { outcome: withoutTransaction(result), transaction_id: null };
}

function withoutTransaction(result: HttpResult): Outcome {
  const status = refusedWith(result);
  const code = result.kind === 'reply' ? readCode(result.text) : undefined;
  if (status === 401 || status === 429 || code === bad_credentials) return notAsked(code ?? wordOf(result));
  if (status === undefined || code === undefined || undecided.has(code)) return outcomeWithoutAnswer(result);
  return { kind: 'failed', reason: reasons.get(code) ?? 'other', operator_code: code };
}

/** Maps a transaction's status. If the transaction has no amount, the requested amount counts. */
export function outcomeOf(
  { status, amount, code }: Pick<SonatelTransaction, 'status' | 'amount' | 'code'>,
  asked: Money,
): Outcome {
  const operator_code = typeof code === 'number' || typeof code === 'string' ? String(code) : status;
  switch (status) {
    case 'SUCCESS':
      return settled(amount, asked);
    case 'CANCELLED':
      return { kind: 'failed', reason: reasons.get(operator_code) ?? 'payer_cancelled', operator_code };
    case 'FAILED':
    case 'REJECTED':
      return { kind: 'failed', reason: reasons.get(operator_code) ?? 'other', operator_code };
    case 'PRE_INITIATED':
    case 'INITIATED':
    case 'PENDING':
    case 'ACCEPTED':
      return { kind: 'pending', action: null };
    default:
      return { kind: 'unknown', cause: 'unreadable' };
  }
}

function settled(amount: unknown, asked: Money): Outcome {
  const told = readAmount(amount);
  return told === null ? { kind: 'unknown', cause: 'unreadable' } : settledWith(told, asked);
}

/**
 * Picks the most conclusive of several transactions with one reference: one that is paid, else one in progress,
 * else the last. null if there is none; undefined if that is unknown, because some transactions in the list have no
 * reference.
 */
export function pickTransaction(
  list: readonly SonatelTransaction[],
  reference: string,
): SonatelTransaction | null | undefined {
  const own = list.filter((one) => one.reference === orderIdOf(reference));
  const isUnclear = own.length === 0 && list.some((one) => typeof one.reference !== 'string');
  if (isUnclear) return undefined;
  const underWay = ['PRE_INITIATED', 'INITIATED', 'PENDING', 'ACCEPTED'];
  return (
    own.find(({ status }) => status === 'SUCCESS') ??
    own.find(({ status }) => underWay.includes(status)) ??
    own.at(-1) ??
    null
  );
}

/** The outcome when no transaction has our reference. */
export function notFound(request: LookupRequest, settings: Settings, now: Date): Outcome {
  const final_after_ms = (settings.unpaid_final_after_s ?? usual_unpaid_final_after_s) * 1000;
  const never: Outcome = { kind: 'failed', reason: 'operator_down', operator_code: 'never_received' };
  const unknown: Outcome = { kind: 'unknown', cause: 'not_found' };
  const age_ms = ageOf(request, now);
  if (request.direction !== 'collect') return age_ms >= lease_ms + final_after_ms ? never : unknown;
  const [, until_s] = qr_reference.exec(request.provider_reference ?? '') ?? [];
  // We know of no QR code, so no customer was shown one, unless the database was restored in the meantime.
  if (until_s === undefined) {
    const validity_s = settings.qr_validity_s ?? usual_qr_validity_s;
    const shown_ms = lease_ms + Math.max(validity_s, qr_validity_min_s) * 1000 + final_after_ms;
    return age_ms >= (request.is_restored ? shown_ms : never_shown_after_ms) ? never : unknown;
  }
  return now.getTime() >= Number(until_s) * 1000 + final_after_ms
    ? { kind: 'failed', reason: 'payer_timeout', operator_code: 'qr_expired' }
    : { kind: 'pending', action: null };
}

/** The id of an attempt's transaction, if known; null while there is only a QR code, or nothing. */
export function transactionIdOf({ provider_reference }: LookupRequest): string | null {
  return provider_reference === null || qr_reference.test(provider_reference) ? null : provider_reference;
}
