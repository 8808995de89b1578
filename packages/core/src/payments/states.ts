import type { PaymentStatus } from '../platform/database/tables/payments.ts';

export type PaymentEvent =
  | 'attempt_opened'
  | 'account_changed'
  | 'attempt_succeeded'
  | 'attempt_failed'
  | 'customer_cancelled'
  | 'session_expired';

/** Events merchants are told about. */
export type PaymentEventType =
  | 'payment.successful'
  | 'payment.failed'
  | 'payment.cancelled'
  | 'payment.expired';

interface Rule {
  readonly from: PaymentStatus;
  readonly event: PaymentEvent;
  readonly to: PaymentStatus;
  readonly tells: PaymentEventType | null;
}

/**
 * All that can happen to a payment (design section 5). What is not here is refused: cancelling or expiring while an
 * attempt is open, a second attempt after a success, leaving `success`.
 */
export const paymentRules: readonly Rule[] = [
  { from: 'pending', event: 'attempt_opened', to: 'processing', tells: null },
  { from: 'failed', event: 'attempt_opened', to: 'processing', tells: null },
  // Nobody was asked to pay: another attempt goes through the next account, and nobody needs to know.
  { from: 'processing', event: 'account_changed', to: 'processing', tells: null },
  { from: 'processing', event: 'attempt_failed', to: 'failed', tells: 'payment.failed' },
  { from: 'processing', event: 'attempt_succeeded', to: 'success', tells: 'payment.successful' },
  // The operator's truth beats what we believed: a "failed" attempt may turn out paid.
  { from: 'failed', event: 'attempt_succeeded', to: 'success', tells: 'payment.successful' },
  { from: 'cancelled', event: 'attempt_succeeded', to: 'success', tells: 'payment.successful' },
  { from: 'expired', event: 'attempt_succeeded', to: 'success', tells: 'payment.successful' },
  { from: 'pending', event: 'customer_cancelled', to: 'cancelled', tells: 'payment.cancelled' },
  { from: 'failed', event: 'customer_cancelled', to: 'cancelled', tells: 'payment.cancelled' },
  { from: 'pending', event: 'session_expired', to: 'expired', tells: 'payment.expired' },
];

/** @returns the rule, or undefined when the event is refused in that status. */
export function findPaymentRule(from: PaymentStatus, event: PaymentEvent): Rule | undefined {
  return paymentRules.find((rule) => rule.from === from && rule.event === event);
}
