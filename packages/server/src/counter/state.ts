import type { CheckoutSnapshot } from '@guichet/core/payments';
import { hasExpired, type TakenPayment } from '@guichet/core/serving';
import type { CustomerAction } from '@guichet/kernel/outcome';

/** The state of a payment, as the till shows it. */
export type TakenState =
  | 'waiting'
  | 'asked'
  | 'otp'
  | 'checking'
  | 'held'
  | 'paid'
  | 'failed'
  | 'cancelled'
  | 'expired'
  | 'reversed';

/** Returns the state of a payment in the till's list. */
export function stateOf({
  status,
  attempt_status,
}: Pick<TakenPayment, 'status' | 'attempt_status'>): TakenState {
  switch (status) {
    case 'pending':
      return 'waiting';
    case 'processing':
      return attempt_status === 'held' ? 'held' : attempt_status === 'unknown' ? 'checking' : 'asked';
    case 'success':
      return 'paid';
    default:
      return status;
  }
}

/** Returns the state of a payment on its own page, where more is known. */
export function stateIn({ payment, session, attempt }: CheckoutSnapshot, now: Date): TakenState {
  const state = stateOf({ status: payment.status, attempt_status: attempt?.status ?? null });
  const isOver = session.status !== 'active' || hasExpired(session, now);
  if ((state === 'waiting' || state === 'failed') && isOver) return 'expired';
  if (state !== 'asked') return state;
  return actionOf(attempt)?.kind === 'otp' ? 'otp' : 'asked';
}

/** Returns what the customer has to do, once the operator has said so. */
export function actionOf(attempt: CheckoutSnapshot['attempt']): CustomerAction | null {
  // The service wrote it itself from a connector's result.
  return attempt?.status === 'submitted' ? (attempt.action as CustomerAction | null) : null;
}

/** Whether the customer can still be asked. */
export function isAskable(state: TakenState): boolean {
  return state === 'waiting' || state === 'failed';
}

/** Whether the till goes on listening for the outcome. */
export function isAwaited(state: TakenState): boolean {
  return isAskable(state) || state === 'asked' || state === 'otp' || state === 'checking' || state === 'held';
}
