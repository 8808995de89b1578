import type { SessionStatus } from '../../platform/database/tables/payments.ts';

export type SessionEvent = 'payment_succeeded' | 'customer_cancelled' | 'time_passed';

interface Rule {
  readonly from: SessionStatus;
  readonly event: SessionEvent;
  readonly to: SessionStatus;
}

/** Every transition of a checkout session (design section 5; interface section "Checkout session"). */
export const sessionRules: readonly Rule[] = [
  { from: 'active', event: 'payment_succeeded', to: 'completed' },
  { from: 'active', event: 'customer_cancelled', to: 'cancelled' },
  { from: 'active', event: 'time_passed', to: 'expired' },
];

/** @returns the rule, or undefined when the event changes nothing in that status */
export function findSessionRule(from: SessionStatus, event: SessionEvent): Rule | undefined {
  return sessionRules.find((rule) => rule.from === from && rule.event === event);
}
