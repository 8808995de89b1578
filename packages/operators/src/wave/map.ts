import { isCurrency } from '@guichet/kernel/currencies';
import { type Money, majorText, moneyFromMajor, moneyFromText } from '@guichet/kernel/money';
import type { FailureReason, Outcome } from '@guichet/kernel/outcome';
import { ageOf } from '../age-of.ts';
import type { CollectRequest, LookupRequest, PayoutRequest } from '../contract.ts';
import type { HttpResult } from '../http/contract.ts';
import { outcomeWithoutAnswer } from '../http/outcome-without.ts';
import { type Payout, readErrorCode, type Session } from './wire.ts';

/**
 * Makes the request for a link. @param restrict_payer whether only the customer's own number can pay it, if one was
 * entered
 */
export function writeSession(
  request: CollectRequest,
  restrict_payer: boolean,
): Readonly<Record<string, string>> {
  const { reference, phone, money, return_url } = request;
  return {
    amount: majorText(money),
    currency: money.currency,
    success_url: return_url,
    error_url: return_url,
    client_reference: reference,
    ...(restrict_payer && phone !== '' && { restrict_payer_mobile: phone }),
  };
}

/** Wave shows the reason to the recipient; its maximum length is not documented. */
const reason_length_max = 40;

export function writePayout(request: PayoutRequest): Readonly<Record<string, string>> {
  const { reference, phone, money, first_name, last_name, description } = request;
  const name = [first_name, last_name].filter((part) => part !== null).join(' ');
  const payment_reason = description.slice(0, reason_length_max).trim();
  return {
    currency: money.currency,
    receive_amount: majorText(money),
    mobile: phone,
    ...(name !== '' && { name }),
    ...(payment_reason !== '' && { payment_reason }),
    client_reference: reference,
  };
}

/** Failure reasons by Wave's code, for attempts to pay a link, payouts and refused requests. */
const reasons: ReadonlyMap<string, FailureReason> = new Map(
  Object.entries<FailureReason>({
    'insufficient-funds': 'insufficient_funds',
    'blocked-account': 'account_blocked',
    'kyb-limits-exceeded': 'limit_exceeded',
    'recipient-account-blocked': 'account_blocked',
    'recipient-account-inactive': 'not_registered',
    'recipient-limit-exceeded': 'limit_exceeded',
    // Not the customer's fault: the account with Wave is misconfigured.
    'missing-auth-header': 'operator_down',
    'invalid-auth': 'operator_down',
    'api-key-not-provided': 'operator_down',
    'no-matching-api-key': 'operator_down',
    'api-key-revoked': 'operator_down',
    'invalid-wallet': 'operator_down',
    'disabled-wallet': 'operator_down',
    'unauthorized-wallet': 'operator_down',
    'authorization-error': 'operator_down',
  }),
);

/** Maps Wave's code to our failure reason; `other` for an unknown code. */
export function mapReason(code: string): FailureReason {
  return reasons.get(code) ?? 'other';
}

/**
 * Parses an amount, which is a string according to the documentation. @returns undefined for anything but an amount
 * of that currency
 */
export function readMoney(amount: unknown, currency: string | null): Money | undefined {
  if (currency === null || !isCurrency(currency)) return undefined;
  const read =
    typeof amount === 'number' ? moneyFromMajor(amount, currency) : moneyFromText(String(amount), currency);
  return 'money' in read ? read.money : undefined;
}

const unreadable: Outcome = { kind: 'unknown', cause: 'unreadable' };

function settled(amount: unknown, currency: string | null): Outcome {
  const money = readMoney(amount, currency);
  return money ? { kind: 'settled', money } : unreadable;
}

/**
 * Maps a link. A failed attempt is not final: the customer can pay until the link expires. A link that is neither
 * paid nor closed, or has an unknown status, is pending.
 */
export function mapSession(session: Session): Outcome {
  const { checkout_status, payment_status, wave_launch_url, last_error } = session;
  if (checkout_status === 'complete' && payment_status === 'succeeded') {
    return settled(session.amount, session.currency);
  }
  if (checkout_status === 'expired' && payment_status === 'cancelled') {
    // The failure of the last attempt is more specific than the expiry.
    return last_error === null
      ? { kind: 'failed', reason: 'payer_timeout', operator_code: 'expired' }
      : { kind: 'failed', reason: mapReason(last_error), operator_code: last_error };
  }
  const isOpen = checkout_status === 'open' && isAddress(wave_launch_url);
  return { kind: 'pending', action: isOpen ? { kind: 'redirect', url: wave_launch_url } : null };
}

function isAddress(url: string | null): url is string {
  return url !== null && /^https?:\/\//.test(url) && URL.canParse(url);
}

/** Maps a payout. Wave reverses payouts only in full. */
export function mapPayout(payout: Payout): Outcome {
  switch (payout.status) {
    case 'succeeded':
      return settled(payout.receive_amount, payout.currency);
    case 'failed': {
      const operator_code = payout.error_code ?? payout.status;
      return { kind: 'failed', reason: mapReason(operator_code), operator_code };
    }
    case 'reversed':
      return {
        kind: 'reversed',
        operator_code: payout.error_code ?? payout.status,
        money: readMoney(payout.receive_amount, payout.currency) ?? null,
      };
    default:
      return { kind: 'pending', action: null };
  }
}

/**
 * The HTTP statuses that mean that no money moved, provided that the response contains Wave's own error code
 * (sheet, "Rule to adopt").
 */
const refusing = new Set([400, 401, 403, 404, 422]);
/** The key was used with a different body: the first request exists, and may have paid. */
const already_there = 'idempotency-mismatch';

/** Maps the result of a request for money whose response was not the expected one. */
export function mapRefusal(result: HttpResult): Outcome {
  const operator_code = result.kind === 'reply' ? readErrorCode(result.text) : null;
  const isRefused = result.kind === 'reply' && refusing.has(result.status) && operator_code !== already_there;
  if (!isRefused || operator_code === null) return outcomeWithoutAnswer(result);
  const isAccount = result.status === 401 || result.status === 403;
  const reason = isAccount ? 'operator_down' : mapReason(operator_code);
  return { kind: 'failed', reason, operator_code, reached_customer: false };
}

/** The time after which a request that a search does not find cannot still be in flight. */
const never_received_after_ms = 15 * 60_000;

/** Returns the outcome of a reference that is unknown to Wave. */
export function mapNotFound(request: Pick<LookupRequest, 'created_at' | 'is_unsent'>, now: Date): Outcome {
  return ageOf(request, now) >= never_received_after_ms
    ? { kind: 'failed', reason: 'operator_down', operator_code: 'never_received' }
    : { kind: 'unknown', cause: 'not_found' };
}
