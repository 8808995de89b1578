import { isCurrency } from '@guichet/kernel/currencies';
import { type Money, majorText, moneyFromMajor, moneyFromText } from '@guichet/kernel/money';
import type { CustomerAction, FailureReason, Outcome } from '@guichet/kernel/outcome';
import type { CollectRequest, Direction, PayoutRequest, RefundRequest } from '../contract.ts';
import { findProvider, type Place } from './operators.ts';
import type { Initiation, WireTransaction } from './wire.ts';

/** The settings for the format of requests. */
export interface Writing {
  /** Whether numbers of Benin have 8 digits, as before November 2024 and in pawaPay's own test numbers. */
  readonly old_benin_numbers: boolean;
}

/** Body of `POST /v2/deposits`. */
export function depositOf(request: CollectRequest, place: Place, writing: Writing): object {
  const { otp, return_url } = request;
  return {
    depositId: request.reference,
    ...orderOf(request),
    payer: partyOf(request.phone, place, writing),
    ...(place.auth === 'code_first' && otp !== null && { preAuthorisationCode: otp }),
    ...(place.auth === 'redirect' && { successfulUrl: return_url, failedUrl: return_url }),
  };
}

/** Body of `POST /v2/payouts`. */
export function payoutOf(request: PayoutRequest, place: Place, writing: Writing): object {
  return {
    payoutId: request.reference,
    ...orderOf(request),
    recipient: partyOf(request.phone, place, writing),
  };
}

/** Body of `POST /v2/refunds`: always with its amount, so that we request the amount that we book. */
export function refundOf({ reference, collection, money }: RefundRequest): object {
  return {
    refundId: reference,
    depositId: collection.reference,
    amount: amountText(money),
    currency: money.currency,
  };
}

function orderOf({ money, description }: { readonly money: Money; readonly description: string }): object {
  return {
    amount: amountText(money),
    currency: money.currency,
    customerMessage: customerMessage(description),
  };
}

function partyOf(phone: string, { provider }: Place, { old_benin_numbers }: Writing): object {
  const phoneNumber = old_benin_numbers ? phone.replace(/^\+22901(\d{8})$/, '229$1') : phone.replace('+', '');
  return { type: 'MMO', accountDetails: { phoneNumber, provider } };
}

/** Formats an amount without trailing zeros, because pawaPay refuses `12.50`. */
export function amountText(money: Money): string {
  const [whole = '', decimals = ''] = majorText(money).split('.');
  const significant = decimals.replace(/(?<!0)0+$/, '');
  return significant === '' ? whole : `${whole}.${significant}`;
}

const message_length_max = 22;
const message_length_min = 4;

/**
 * Makes the message that the customer sees with the prompt: 4 to 22 letters, digits and spaces, without accents.
 */
export function customerMessage(description: string): string {
  const plain = description
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .slice(0, message_length_max)
    .trim();
  return plain.length < message_length_min ? 'Payment' : plain;
}

/**
 * Failure reasons by code, from pawaPay's lists of technical and transaction failures. An unlisted code is `other`.
 */
export const reasons: ReadonlyMap<string, FailureReason> = new Map(
  Object.entries<FailureReason>({
    PAYMENT_NOT_APPROVED: 'payer_cancelled',
    INSUFFICIENT_BALANCE: 'insufficient_funds',
    PAYER_NOT_FOUND: 'not_registered',
    RECIPIENT_NOT_FOUND: 'not_registered',
    INVALID_PHONE_NUMBER: 'not_registered',
    PAYER_LIMIT_REACHED: 'limit_exceeded',
    RECIPIENT_LIMIT_REACHED: 'limit_exceeded',
    WALLET_LIMIT_REACHED: 'limit_exceeded',
    AMOUNT_OUT_OF_BOUNDS: 'limit_exceeded',
    AMOUNT_TOO_LARGE: 'limit_exceeded',
    PROVIDER_TEMPORARILY_UNAVAILABLE: 'operator_down',
    NO_AUTHENTICATION: 'operator_down',
    AUTHENTICATION_ERROR: 'operator_down',
    AUTHORISATION_ERROR: 'operator_down',
    HTTP_SIGNATURE_ERROR: 'operator_down',
    DEPOSITS_NOT_ALLOWED: 'operator_down',
    PAYOUTS_NOT_ALLOWED: 'operator_down',
    REFUNDS_NOT_ALLOWED: 'operator_down',
    // Refers to our own wallet at pawaPay, which funds only payouts and refunds.
    PAWAPAY_WALLET_OUT_OF_FUNDS: 'insufficient_funds',
    // Another payment of the same customer is in progress: pawaPay blocks the next one for about ten minutes.
    PAYMENT_IN_PROGRESS: 'other',
    TRANSACTION_ALREADY_IN_PROCESS: 'other',
    // These concern only this request.
    INVALID_AMOUNT: 'other',
    INVALID_CURRENCY: 'other',
    INVALID_PROVIDER: 'other',
    INVALID_INPUT: 'other',
    MISSING_PARAMETER: 'other',
    INVALID_PARAMETER: 'other',
    UNSUPPORTED_PARAMETER: 'other',
    DUPLICATE_METADATA_FIELD: 'other',
    NOT_FOUND: 'other',
    INVALID_STATE: 'other',
    DEPOSIT_ALREADY_REFUNDED: 'other',
    REFUND_IN_PROGRESS: 'other',
    MANUALLY_CANCELLED: 'other',
    UNSPECIFIED_FAILURE: 'other',
    UNKNOWN_ERROR: 'other',
  }),
);

export function reasonOf(code: string): FailureReason {
  return reasons.get(code) ?? 'other';
}

/** The failure codes of responses with status 400, 401 or 403: pawaPay read the request and did not accept it. */
const refusals = new Set([
  'NO_AUTHENTICATION',
  'AUTHENTICATION_ERROR',
  'AUTHORISATION_ERROR',
  'HTTP_SIGNATURE_ERROR',
  'INVALID_INPUT',
  'MISSING_PARAMETER',
  'UNSUPPORTED_PARAMETER',
  'INVALID_PARAMETER',
  'DUPLICATE_METADATA_FIELD',
  'DEPOSITS_NOT_ALLOWED',
  'PAYOUTS_NOT_ALLOWED',
  'REFUNDS_NOT_ALLOWED',
]);

const unreadable: Outcome = { kind: 'unknown', cause: 'unreadable' };

/** Maps the response to a request that moves money. */
export function outcomeOfInitiation(
  http_status: number,
  answer: Initiation,
  asked: { readonly direction: Direction; readonly reference: string; readonly place?: Place | undefined },
): Outcome {
  const { status, failure_code } = answer;
  if (http_status === 400 || http_status === 401 || http_status === 403) {
    return failure_code !== null && refusals.has(failure_code) ? refused(failure_code) : unreadable;
  }
  // Some refusals contain no id (null for AMOUNT_OUT_OF_BOUNDS), but still refer to this request.
  const isOurs = answer.reference === asked.reference || (answer.reference === null && status === 'REJECTED');
  if (http_status !== 200 || !isOurs) return unreadable;
  switch (status) {
    case 'ACCEPTED':
    // The request was accepted earlier; an inquiry finds its outcome.
    case 'DUPLICATE_IGNORED':
      return { kind: 'pending', action: asked.direction === 'collect' ? actionOf(asked.place, null) : null };
    case 'REJECTED':
      return refused(failure_code ?? 'REJECTED');
    default:
      return unreadable;
  }
}

function refused(code: string): Outcome {
  return { kind: 'failed', reason: reasonOf(code), operator_code: code, reached_customer: false };
}

/** Maps a transaction in pawaPay's books. */
export function outcomeOf(transaction: WireTransaction): Outcome {
  switch (transaction.status) {
    case 'COMPLETED': {
      const money = readMoney(transaction.amount, transaction.currency);
      return money ? { kind: 'settled', money } : unreadable;
    }
    case 'FAILED': {
      const operator_code = transaction.failure_code ?? 'FAILED';
      return { kind: 'failed', reason: reasonOf(operator_code), operator_code };
    }
    case 'ACCEPTED':
    case 'PROCESSING':
    // A status of API version 1, which is still in the table of test numbers.
    case 'SUBMITTED': {
      const place = findProvider(transaction.provider ?? '');
      const action =
        transaction.direction === 'collect' ? actionOf(place, transaction.authorization_url) : null;
      return { kind: 'pending', action };
    }
    case 'ENQUEUED':
    case 'IN_RECONCILIATION':
      return { kind: 'pending', action: null };
    default:
      return unreadable;
  }
}

/**
 * Returns the customer's next action; null if the customer created a code in advance, or if the operator's page has
 * no URL yet.
 */
function actionOf(place: Place | undefined, authorization_url: string | null): CustomerAction | null {
  if (authorization_url !== null) {
    const isPage = URL.canParse(authorization_url) && /^https?:/.test(authorization_url);
    return isPage ? { kind: 'redirect', url: authorization_url } : null;
  }
  if (place && place.auth !== 'prompt') return null;
  return place?.dial === undefined ? { kind: 'prompt' } : { kind: 'prompt', dial: place.dial };
}

/** @returns undefined for an invalid amount, or an unknown currency */
export function readMoney(amount: string | number | null, currency: string | null): Money | undefined {
  if (amount === null || currency === null || !isCurrency(currency)) return undefined;
  const read =
    typeof amount === 'string' ? moneyFromText(amount, currency) : moneyFromMajor(amount, currency);
  return 'money' in read && read.money.amount_minor >= 0n ? read.money : undefined;
}
