import { isCurrency } from '@guichet/kernel/currencies';
import { majorText, moneyFromText } from '@guichet/kernel/money';
import type { FailureReason, Outcome } from '@guichet/kernel/outcome';
import { ageOf } from '@guichet/operators/age-of';
import type {
  CollectRequest,
  Direction,
  LookupRequest,
  PayoutRequest,
  RefundRequest,
} from '@guichet/operators/contract';
import type { HttpReply, HttpResult } from '@guichet/operators/http/contract';
import { unknownFrom } from '@guichet/operators/http/outcome-without';
import { readErrorCode, readState, type WireState, type WireTransfer } from './wire.ts';

interface Mapped {
  readonly outcome: Outcome;
  readonly provider_reference: string | null;
}

export function writeTransfer(
  kind: WireTransfer['kind'],
  request: CollectRequest | PayoutRequest | RefundRequest,
  callback_url: string,
): WireTransfer {
  const { reference, money, phone, description } = request;
  return {
    id: reference,
    kind,
    amount: majorText(money),
    currency: money.currency,
    phone,
    note: description,
    ...('collection' in request && { original: request.collection.reference }),
    callback_url,
  };
}

/**
 * The failure reasons for Acme Pay's codes. Any other code becomes `other`; the outcome contains the code as well.
 */
const reasons = new Map<string, FailureReason>([
  ['no_funds', 'insufficient_funds'],
  ['declined', 'payer_cancelled'],
  ['no_answer', 'payer_timeout'],
  ['over_limit', 'limit_exceeded'],
  ['no_wallet', 'not_registered'],
  ['operator_offline', 'operator_down'],
]);

export function mapReason(code: string): FailureReason {
  return reasons.get(code) ?? 'other';
}

/**
 * Maps a state to an outcome: only an explicit success settles, and only an explicit refusal fails; any other
 * status is pending or unknown.
 */
export function mapState(state: WireState, direction: Direction): Outcome {
  switch (state.status) {
    case 'pending':
      return { kind: 'pending', action: direction === 'collect' ? { kind: 'prompt' } : null };
    case 'paid': {
      const { amount, currency } = state;
      const read = amount !== null && isCurrency(currency ?? '') && moneyFromText(amount, currency as never);
      return read && 'money' in read
        ? { kind: 'settled', money: read.money }
        : { kind: 'unknown', cause: 'unreadable' };
    }
    case 'refused': {
      const operator_code = state.code ?? 'refused';
      return { kind: 'failed', reason: mapReason(operator_code), operator_code };
    }
    default:
      return { kind: 'unknown', cause: 'unreadable' };
  }
}

/** Maps the response to a request. A 4xx with a code is a refusal before the customer was prompted. */
export function mapCreated(reply: HttpReply, direction: Direction): Mapped {
  const { status, text } = reply;
  const state = status === 200 || status === 202 || status === 409 ? readState(text) : undefined;
  if (state) return { outcome: mapState(state, direction), provider_reference: state.number };
  const operator_code = readErrorCode(text);
  const isRefused = status >= 400 && status < 500 && status !== 429 && operator_code !== null;
  return {
    outcome: isRefused
      ? { kind: 'failed', reason: mapReason(operator_code), operator_code, reached_customer: false }
      : unknownFrom(reply),
    provider_reference: null,
  };
}

/** A request may be in flight this long before "unknown transfer" means that it never arrived. */
export const never_received_after_ms = 15 * 60_000;

export function mapLookup(
  result: HttpResult,
  request: Pick<LookupRequest, 'direction' | 'created_at' | 'is_unsent'>,
  now: Date,
): Mapped {
  const state = result.kind === 'reply' && result.status === 200 ? readState(result.text) : undefined;
  if (state) return { outcome: mapState(state, request.direction), provider_reference: state.number };
  const isUnknown =
    result.kind === 'reply' && result.status === 404 && readErrorCode(result.text) === 'unknown_transfer';
  if (!isUnknown) return { outcome: unknownFrom(result), provider_reference: null };
  const isOld = ageOf(request, now) >= never_received_after_ms;
  return {
    outcome: isOld
      ? { kind: 'failed', reason: 'operator_down', operator_code: 'never_received' }
      : { kind: 'unknown', cause: 'not_found' },
    provider_reference: null,
  };
}
