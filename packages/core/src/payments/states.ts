import type { PaymentStatus } from '../platform/database/tables/payments.ts';

export type PaymentEvent =
  | 'attempt_opened'
  | 'account_changed'
  | 'attempt_succeeded'
  | 'attempt_failed'
  | 'attempt_reversed'
  | 'money_held'
  | 'customer_cancelled'
  | 'session_expired';

/** Events that merchants can receive about payments. */
export type PaymentEventType =
  | 'payment.successful'
  | 'payment.failed'
  | 'payment.cancelled'
  | 'payment.expired'
  | 'payment.reversed';

interface Rule {
  readonly from: PaymentStatus;
  readonly event: PaymentEvent;
  readonly to: PaymentStatus;
  readonly emits: PaymentEventType | null;
}

/**
 * Every transition of a payment (design section 5). Anything else is refused, for example cancelling or expiring
 * while an attempt is open, a second attempt after a success, or leaving `success` for anything but `reversed`.
 */
export const paymentRules: readonly Rule[] = [
  { from: 'pending', event: 'attempt_opened', to: 'processing', emits: null },
  { from: 'failed', event: 'attempt_opened', to: 'processing', emits: null },
  // The customer was not asked to pay, so another attempt is opened with the next account, and the merchant is not
  // notified.
  { from: 'processing', event: 'account_changed', to: 'processing', emits: null },
  { from: 'processing', event: 'attempt_failed', to: 'failed', emits: 'payment.failed' },
  { from: 'processing', event: 'attempt_succeeded', to: 'success', emits: 'payment.successful' },
  // The operator's report overrides our status: a failed attempt may turn out to be paid.
  { from: 'failed', event: 'attempt_succeeded', to: 'success', emits: 'payment.successful' },
  { from: 'cancelled', event: 'attempt_succeeded', to: 'success', emits: 'payment.successful' },
  { from: 'expired', event: 'attempt_succeeded', to: 'success', emits: 'payment.successful' },
  // The operator has reversed the payment. There are no further attempts, but the merchant may create a new
  // payment.
  { from: 'success', event: 'attempt_reversed', to: 'reversed', emits: 'payment.reversed' },
  { from: 'reversed', event: 'attempt_succeeded', to: 'success', emits: 'payment.successful' },
  // Unexpected money arrived. Until someone decides about it, the customer must not pay again.
  { from: 'failed', event: 'money_held', to: 'processing', emits: null },
  { from: 'cancelled', event: 'money_held', to: 'processing', emits: null },
  { from: 'expired', event: 'money_held', to: 'processing', emits: null },
  { from: 'pending', event: 'customer_cancelled', to: 'cancelled', emits: 'payment.cancelled' },
  { from: 'failed', event: 'customer_cancelled', to: 'cancelled', emits: 'payment.cancelled' },
  { from: 'pending', event: 'session_expired', to: 'expired', emits: 'payment.expired' },
];

/** @returns the rule, or undefined when the event is refused in that status */
export function findPaymentRule(from: PaymentStatus, event: PaymentEvent): Rule | undefined {
  return paymentRules.find((rule) => rule.from === from && rule.event === event);
}
