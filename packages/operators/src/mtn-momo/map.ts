import { type Currency, isCurrency } from '@guichet/kernel/currencies';
import { type Money, majorText, moneyFromText } from '@guichet/kernel/money';
import type { FailureReason, Outcome } from '@guichet/kernel/outcome';
import { ageOf } from '../age-of.ts';
import type { CollectRequest, Direction, LookupRequest, PayoutRequest, RefundRequest } from '../contract.ts';
import type { HttpReply } from '../http/contract.ts';
import { unknownFrom } from '../http/outcome-without.ts';
import { writePlainText } from '../write-plain-text.ts';
import { readErrorCode, readTransaction, type WireOrder, type WireTransaction } from './wire.ts';

/** Formats a request. @param sandbox_currency sent instead of the currency, in MTN's sandbox only */
export function writeOrder(
  direction: Direction,
  request: CollectRequest | PayoutRequest | RefundRequest,
  sandbox_currency: Currency | undefined,
): WireOrder {
  const { reference, money, phone, description } = request;
  const message = writeMessage(description);
  const party = { partyIdType: 'MSISDN', partyId: phone.replace('+', '') } as const;
  return {
    amount: majorText(money),
    currency: sandbox_currency ?? money.currency,
    externalId: writeExternalId(reference),
    ...(direction === 'collect' && { payer: party }),
    ...(direction === 'payout' && { payee: party }),
    payerMessage: message,
    payeeNote: message,
    ...('collection' in request && { referenceIdToRefund: request.collection.reference }),
  };
}

const message_length_max = 160;

/** At most 160 letters, digits and spaces: with one apostrophe MTN refuses the whole request. */
export function writeMessage(description: string): string {
  return writePlainText(description, message_length_max);
}

/** Our reference without hyphens: every market accepts letters and digits. */
export function writeExternalId(reference: string): string {
  return reference.replaceAll('-', '');
}

/** The reference that {@link writeExternalId} wrote; null for any other text. */
export function readExternalId(text: string | null): string | null {
  const parts = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/i.exec(text ?? '');
  return parts ? parts.slice(1).join('-').toLowerCase() : null;
}

/** The pending outcome: a customer has a prompt on the phone, outgoing money requires no action. */
function pending(direction: Direction): Outcome {
  return { kind: 'pending', action: direction === 'collect' ? { kind: 'prompt' } : null };
}

/** MTN's own codes. Whether the payer or the payee is the customer depends on the direction. */
export const reasons = new Map<string, FailureReason | Readonly<Record<Direction, FailureReason>>>([
  ['PAYER_NOT_FOUND', { collect: 'not_registered', payout: 'other', refund: 'other' }],
  ['PAYEE_NOT_FOUND', { collect: 'other', payout: 'not_registered', refund: 'not_registered' }],
  ['NOT_ENOUGH_FUNDS', 'insufficient_funds'],
  ['LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED', 'insufficient_funds'],
  ['PAYER_LIMIT_REACHED', 'limit_exceeded'],
  ['PAYEE_LIMIT_REACHED', 'limit_exceeded'],
  ['PAYEE_NOT_ALLOWED_TO_RECEIVE', 'limit_exceeded'],
  ['APPROVAL_REJECTED', 'payer_cancelled'],
  ['PAYMENT_NOT_APPROVED', 'payer_cancelled'],
  ['TRANSACTION_CANCELED', 'payer_cancelled'],
  ['EXPIRED', { collect: 'payer_timeout', payout: 'other', refund: 'other' }],
  ['COULD_NOT_PERFORM_TRANSACTION', { collect: 'payer_timeout', payout: 'other', refund: 'other' }],
  ['SENDER_ACCOUNT_NOT_ACTIVE', 'account_blocked'],
  ['SERVICE_UNAVAILABLE', 'operator_down'],
  // Not the customer's fault: the account with MTN is misconfigured.
  ['NOT_ALLOWED', 'operator_down'],
  ['NOT_ALLOWED_TARGET_ENVIRONMENT', 'operator_down'],
  ['INVALID_CALLBACK_URL_HOST', 'operator_down'],
  ['INVALID_CURRENCY', 'operator_down'],
  ['ACCESS_DENIED_DUE_TO_INVALID_SUBSCRIPTION_KEY', 'operator_down'],
  ['FORBIDDEN_IP', 'operator_down'],
  // The failure concerns only this transaction, or MTN gives no specific reason for it.
  ['INTERNAL_PROCESSING_ERROR', 'other'],
  ['TRANSACTION_NOT_FOUND', 'other'],
  ['VALIDATION_ERROR', 'other'],
  ['RESOURCE_NOT_FOUND', 'other'],
  ['RESOURCE_ALREADY_EXIST', 'other'],
]);

/** The code that is assumed if a final status has no reason. */
const reason_of_status = { FAILED: '', REJECTED: 'APPROVAL_REJECTED', TIMEOUT: 'EXPIRED' };

/** Our reason for MTN's code; `other` for every unknown one. */
export function mapReason(code: string, direction: Direction): FailureReason {
  const reason = reasons.get(code) ?? 'other';
  return typeof reason === 'string' ? reason : reason[direction];
}

/**
 * Maps a transaction.
 *
 * @param asked.currency the requested currency: in the sandbox the response has a different one
 */
export function mapTransaction(
  wire: WireTransaction,
  asked: { readonly direction: Direction; readonly currency?: Currency },
  sandbox_currency: Currency | undefined,
): Outcome {
  switch (wire.status) {
    case 'PENDING':
    // Undocumented, seen between the request and its processing.
    case 'CREATED':
    case 'ONGOING':
    case 'DELAYED':
      return pending(asked.direction);
    case 'SUCCESSFUL': {
      const money = readMoney(wire, asked.currency, sandbox_currency);
      return money ? { kind: 'settled', money } : { kind: 'unknown', cause: 'unreadable' };
    }
    case 'FAILED':
    case 'REJECTED':
    case 'TIMEOUT': {
      const operator_code = wire.reason ?? wire.status;
      const reason = mapReason(wire.reason ?? reason_of_status[wire.status], asked.direction);
      return { kind: 'failed', reason, operator_code };
    }
    default:
      return { kind: 'unknown', cause: 'unreadable' };
  }
}

function readMoney(
  { amount, currency }: WireTransaction,
  asked: Currency | undefined,
  sandbox_currency: Currency | undefined,
): Money | undefined {
  if (amount === null || currency === null || !isCurrency(currency)) return undefined;
  const meant = currency === sandbox_currency ? (asked ?? currency) : currency;
  const read = moneyFromText(amount, meant);
  return 'money' in read ? read.money : undefined;
}

/** Codes that leave the result of the request open: a catch-all, and an outage (sheet, ambiguity 5). */
const says_nothing = new Set([
  'INTERNAL_PROCESSING_ERROR',
  'SERVICE_UNAVAILABLE',
  'COULD_NOT_PERFORM_TRANSACTION',
]);

/**
 * Codes that are failures whatever the HTTP status; misconfiguration is reported with 500 (sheet, error
 * codes).
 */
const refusals = new Set([
  'NOT_ALLOWED',
  'NOT_ALLOWED_TARGET_ENVIRONMENT',
  'INVALID_CALLBACK_URL_HOST',
  'INVALID_CURRENCY',
  'PAYER_NOT_FOUND',
  'PAYEE_NOT_FOUND',
  'NOT_ENOUGH_FUNDS',
  'PAYER_LIMIT_REACHED',
  'PAYEE_LIMIT_REACHED',
  'PAYEE_NOT_ALLOWED_TO_RECEIVE',
  'RESOURCE_NOT_FOUND',
  'VALIDATION_ERROR',
]);

/** HTTP statuses that are failures, whatever the body. */
const refusing = new Set([400, 401, 403]);

/**
 * Maps the response to a creating call. Only 202 accepts a request, so a refusal means that the customer was not
 * reached.
 */
export function mapCreated({ status, text }: HttpReply, direction: Direction): Outcome {
  // 409: the reference was used, by this very request.
  if (status === 202 || status === 409) return pending(direction);
  const code = readErrorCode(text) ?? '';
  const isRefused =
    status >= 400 && (refusals.has(code) || (refusing.has(status) && !says_nothing.has(code)));
  if (!isRefused) return unknownFrom({ kind: 'reply', status, headers: {}, text });
  const operator_code = code || `HTTP_${status}`;
  const isAccount = status === 401 || status === 403;
  const reason = isAccount ? 'operator_down' : mapReason(operator_code, direction);
  return { kind: 'failed', reason, operator_code, reached_customer: false };
}

/** The time for which a request may be in progress at MTN, before "not found" means that it was never accepted. */
export const never_received_after_ms = 15 * 60_000;

/** Maps the response to an inquiry. */
export function mapLookup(
  { status, text }: HttpReply,
  request: Pick<LookupRequest, 'direction' | 'money' | 'created_at' | 'is_unsent'>,
  now: Date,
  sandbox_currency: Currency | undefined,
): { readonly outcome: Outcome; readonly provider_reference: string | null } {
  const wire = status === 200 ? readTransaction(text) : undefined;
  if (wire) {
    const { direction, money } = request;
    return {
      outcome: mapTransaction(wire, { direction, currency: money.currency }, sandbox_currency),
      provider_reference: wire.financial_transaction_id,
    };
  }
  // From MTN itself; a gateway that does not know the path sends 404 as well, without that meaning.
  if (status !== 404 || readErrorCode(text) !== 'RESOURCE_NOT_FOUND') {
    return { outcome: unknownFrom({ kind: 'reply', status, headers: {}, text }), provider_reference: null };
  }
  const isOld = ageOf(request, now) >= never_received_after_ms;
  return {
    outcome: isOld
      ? { kind: 'failed', reason: 'operator_down', operator_code: 'never_received' }
      : { kind: 'unknown', cause: 'not_found' },
    provider_reference: null,
  };
}
