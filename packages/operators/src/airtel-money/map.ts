import { type Money, majorNumber } from '@guichet/kernel/money';
import type { Outcome } from '@guichet/kernel/outcome';
import { parsePhone } from '@guichet/kernel/phone';
import { ageOf } from '../age-of.ts';
import type { CollectRequest, Direction, LookupRequest, PayoutRequest } from '../contract.ts';
import { isDisputed, isGatewayCode, meaningOf } from './codes.ts';
import type { Settings } from './settings.ts';
import type { WireAnswer } from './wire.ts';

export interface Reading {
  readonly direction: Direction;
  /** The requested amount: no response of Airtel contains one. */
  readonly money: Money;
  readonly codes_decide: boolean;
}

/**
 * After this time, "not found" means that a request never arrived: Airtel asks to wait three minutes before
 * the first inquiry.
 */
const never_received_after_ms = 15 * 60_000;

const unreadable: Outcome = { kind: 'unknown', cause: 'unreadable' };

/** Maps the transaction that an inquiry found. Its status decides or, if it has none, its code. */
export function outcomeOfBooks(answer: WireAnswer, reading: Reading): Outcome {
  const { meaning } = meaningOf(codesOf(answer, reading));
  switch (answer.status) {
    case 'TS':
      return answer.success === false ? unreadable : { kind: 'settled', money: reading.money };
    case 'TF':
      return failed(meaning.kind === 'failed' ? meaning.reason : 'other', answer);
    case 'TE':
      return failed('payer_timeout', answer);
    case 'TIP':
    // Airtel does not know yet.
    case 'TA':
      return pendingOf(reading.direction);
    case null:
      return outcomeOfCode(answer, reading);
    default:
      return unreadable;
  }
}

/** Maps the response to a push: a success only means that the customer is being asked. */
export function outcomeOfPush(answer: WireAnswer, reading: Reading): Outcome {
  return answer.success === true ? pendingOf('collect') : outcomeOfCode(answer, reading);
}

/** Maps the response to a refund: its `SUCCESS` is final. */
export function outcomeOfRefund(answer: WireAnswer, reading: Reading): Outcome {
  const isDone = answer.success === true && answer.status === 'SUCCESS' && answer.airtel_money_id !== null;
  return outcomeOfBooks(isDone ? { ...answer, status: 'TS' } : answer, reading);
}

/** Maps a response without a status: only a failure or "in progress" is conclusive. */
function outcomeOfCode(answer: WireAnswer, reading: Reading): Outcome {
  const { meaning } = meaningOf(codesOf(answer, reading));
  switch (meaning.kind) {
    case 'failed':
      if (answer.success === true) return unreadable;
      return failed(meaning.reason, answer, meaning.at_the_door);
    case 'pending':
      return pendingOf(reading.direction);
    case 'not_found':
      return { kind: 'unknown', cause: 'not_found' };
    default:
      return unreadable;
  }
}

/**
 * Turns "not found" into a failure once the request is old enough, unless Airtel has accepted it: then the inquiry is
 * wrong, for instance its version.
 */
export function outcomeWhenOld(
  outcome: Outcome,
  request: Pick<LookupRequest, 'created_at' | 'is_unsent' | 'provider_reference'>,
  now: Date,
): Outcome {
  const isMissing = outcome.kind === 'unknown' && outcome.cause === 'not_found';
  const isOld = ageOf(request, now) >= never_received_after_ms;
  return isMissing && isOld && request.provider_reference === null
    ? { kind: 'failed', reason: 'operator_down', operator_code: 'never_received' }
    : outcome;
}

/** Whether a response has neither a transaction code nor a documented one, and so concerns the request. */
export function isAboutRequest({ codes }: WireAnswer): boolean {
  return meaningOf(codes).code === null && codes.every(isGatewayCode);
}

/** Whether the id was used before. */
export function isDuplicate({ codes }: WireAnswer): boolean {
  return meaningOf(codes).meaning.kind === 'duplicate';
}

function codesOf({ codes }: WireAnswer, { codes_decide }: Reading): readonly string[] {
  return codes_decide ? codes : codes.filter((code) => !isDisputed(code));
}

function failed(
  reason: Extract<Outcome, { kind: 'failed' }>['reason'],
  { codes, status }: WireAnswer,
  at_the_door?: true,
): Outcome {
  const operator_code = codes[0] ?? status ?? 'TF';
  return { kind: 'failed', reason, operator_code, ...(at_the_door && { reached_customer: false as const }) };
}

function pendingOf(direction: Direction): Outcome {
  return { kind: 'pending', action: direction === 'collect' ? { kind: 'prompt' } : null };
}

/** Our reference without its hyphens: letters and digits only. */
export function wireIdOf(reference: string): string {
  return reference.replaceAll('-', '');
}

/** Restores our reference; null for anything else. */
export function referenceOf(id: string): string | null {
  const [, ...parts] = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/i.exec(id) ?? [];
  return parts.length === 5 ? parts.join('-').toLowerCase() : null;
}

/** The number without the country code; undefined for a number of a different country. */
export function msisdnOf(e164: string, { country, keep_leading_zero }: Settings): string | undefined {
  const phone = parsePhone(e164);
  if (phone?.country !== country) return undefined;
  return keep_leading_zero ? phone.national : phone.national.replace(/^0/, '');
}

/** 4 to 64 letters and digits, from the description if it has that many. */
function wireReferenceOf({ description, reference }: CollectRequest | PayoutRequest): string {
  const plain = description
    .normalize('NFD')
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, 64);
  return plain.length >= 4 ? plain : wireIdOf(reference);
}

export function wirePaymentOf(
  request: CollectRequest,
  msisdn: string,
  { country, currency }: Settings,
): object {
  const { reference, money } = request;
  return {
    reference: wireReferenceOf(request),
    subscriber: { country, currency, msisdn },
    transaction: { amount: majorNumber(money), country, currency, id: wireIdOf(reference) },
  };
}

/** @param pin encrypted */
export function wireDisbursementOf(
  request: PayoutRequest,
  msisdn: string,
  pin: string,
  { payee_wallet_type, currency }: Settings,
): object {
  const { reference, money, first_name, last_name } = request;
  const name = [first_name, last_name].filter((part) => part !== null).join(' ');
  return {
    payee: {
      msisdn,
      ...(name !== '' && { name }),
      ...(payee_wallet_type !== null && { wallet_type: payee_wallet_type, currency }),
    },
    reference: wireReferenceOf(request),
    pin,
    transaction: { amount: majorNumber(money), id: wireIdOf(reference), type: 'B2C' },
  };
}
