import { type Currency, isCurrency } from '@guichet/kernel/currencies';
import { type Money, majorText, moneyFromMajor, moneyFromText } from '@guichet/kernel/money';
import type { FailureReason, Outcome } from '@guichet/kernel/outcome';
import { parsePhone } from '@guichet/kernel/phone';
import type { CollectRequest, PayoutRequest } from '../contract.ts';
import type { Kind, WireRecord } from './wire.ts';

/** The settings of an account that affect how requests are built and how responses are parsed. */
export interface Reading {
  /** The account's currency: many responses omit it. */
  readonly currency: Currency;
  readonly expired_is_final: boolean;
}

/**
 * If a payment was partly refunded in FedaPay itself, the response has no amount of the refund, so the payment
 * counts as paid.
 */
const paid = new Set([
  'approved',
  'transferred',
  'approved_partially_refunded',
  'transferred_partially_refunded',
]);

/** Refusals: the customer cancelled (`declined`), or the operator could not take the money (`canceled`). */
const refused: ReadonlyMap<string, FailureReason> = new Map(
  Object.entries<FailureReason>({ declined: 'payer_cancelled', canceled: 'other' }),
);

/** The operator's reason in addition to the status. Other reasons exist, but are not documented. */
const reasons: ReadonlyMap<string, FailureReason> = new Map(
  Object.entries<FailureReason>({ INSUFFICIENT_FUND_ERROR: 'insufficient_funds' }),
);

const in_progress: Readonly<Record<Kind, ReadonlySet<string>>> = {
  transaction: new Set(),
  payout: new Set(['started', 'processing']),
};

/** Maps a transaction or a payout. An undocumented status is unknown. */
export function outcomeOf(kind: Kind, record: WireRecord, reading: Reading): Outcome {
  const { status, error_code } = record;
  // This status includes a transaction that was never started, so it does not mean that a refused one is in
  // progress again.
  if (status === 'pending') return { ...pendingOf(kind), is_old: true };
  if (in_progress[kind].has(status)) return pendingOf(kind);
  if (kind === 'payout') {
    if (status === 'sent') return settledWith(record.amount_transferred ?? record.amount, record, reading);
    if (status === 'failed') return failed('other', error_code ?? status);
    return { kind: 'unknown', cause: 'unreadable' };
  }
  // The transaction was paid first. This service makes no refunds through FedaPay, so the whole amount was refunded
  // elsewhere.
  if (status === 'refunded') return { kind: 'reversed', operator_code: status, money: null };
  if (paid.has(status)) return settledWith(record.amount, record, reading);
  // A refused transaction may expire too.
  if (status === 'expired') {
    return reading.expired_is_final ? failed('payer_timeout', status) : { ...pendingOf(kind), is_old: true };
  }
  const reason = refused.get(status);
  if (reason === undefined) return { kind: 'unknown', cause: 'unreadable' };
  return failed((error_code === null ? undefined : reasons.get(error_code)) ?? reason, error_code ?? status);
}

/** The pending outcome, with the customer's action. */
export function pendingOf(kind: Kind): Extract<Outcome, { kind: 'pending' }> {
  return { kind: 'pending', action: kind === 'transaction' ? { kind: 'prompt' } : null };
}

function failed(reason: FailureReason, operator_code: string): Outcome {
  return { kind: 'failed', reason, operator_code };
}

function settledWith(amount: WireRecord['amount'], { currency }: WireRecord, reading: Reading): Outcome {
  if (currency !== null && !isCurrency(currency)) return { kind: 'unknown', cause: 'unreadable' };
  const money = moneyOf(amount, currency ?? reading.currency);
  return money === undefined ? { kind: 'unknown', cause: 'unreadable' } : { kind: 'settled', money };
}

/** Parses an amount of FedaPay: an integer, sometimes as text or with `.0`. */
export function moneyOf(amount: WireRecord['amount'], currency: Currency): Money | undefined {
  if (amount === null) return undefined;
  const read =
    typeof amount === 'number' ? moneyFromMajor(amount, currency) : moneyFromText(amount, currency);
  return 'money' in read && read.money.amount_minor >= 0n ? read.money : undefined;
}

/** The amount for FedaPay, which only accepts integers; null for any other amount. */
export function wholeAmountOf(money: Money): number | null {
  const amount = Number(majorText(money));
  return Number.isSafeInteger(amount) && amount > 0 ? amount : null;
}

/** A number in FedaPay's form. */
export interface WirePhone {
  readonly number: string;
  /** ISO 3166-1 alpha-2 in lowercase. */
  readonly country: string;
}

/** Formats a number for FedaPay; undefined for a number without a country. */
export function wirePhoneOf(e164: string, format: 'national' | 'international'): WirePhone | undefined {
  const phone = parsePhone(e164);
  if (!phone?.country) return undefined;
  return {
    number: format === 'national' ? phone.national : phone.e164,
    country: phone.country.toLowerCase(),
  };
}

/** The request to FedaPay for a collection; the customer's number follows in a later request. */
export function wireTransactionOf(request: CollectRequest, amount: number, customer: object | null): object {
  const { reference, money, description, return_url } = request;
  return {
    // Must not be empty.
    description: description || reference,
    amount,
    currency: { iso: money.currency },
    // FedaPay's own page would redirect the customer to this URL. A request to it is never taken as evidence of a
    // payment.
    callback_url: return_url,
    merchant_reference: reference,
    custom_metadata: { reference },
    ...(customer && { customer }),
  };
}

/** The request to FedaPay for a payout. */
export function wirePayoutOf(
  request: PayoutRequest,
  amount: number,
  mode: string,
  customer: object | null,
): object {
  const { reference, money, description } = request;
  return {
    amount,
    currency: { iso: money.currency },
    mode,
    description: description || reference,
    merchant_reference: reference,
    custom_metadata: { reference },
    ...(customer && { customer }),
  };
}
