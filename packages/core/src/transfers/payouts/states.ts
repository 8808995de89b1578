import type { PayoutStatus } from '../../platform/database/tables/payouts.ts';

/** What happens to a payout: we are about to call the operator, or the operator has spoken. */
export type PayoutEvent = 'sending' | 'settled' | 'refused';

/** Events merchants are told about. */
export type PayoutEventType = 'payout.successful' | 'payout.failed';

interface Rule {
  readonly from: PayoutStatus;
  readonly event: PayoutEvent;
  readonly to: PayoutStatus;
  readonly tells: PayoutEventType | null;
}

/**
 * All that can happen to a payout (design section 5). No timer is here: only the operator's word ends a payout. What
 * is unknown stays `processing`, so that nothing is sent, and nothing given back, that may have been paid.
 */
export const payoutRules: readonly Rule[] = [
  { from: 'pending', event: 'sending', to: 'processing', tells: null },
  // Not sent as far as we know, and yet the operator speaks of it: a database that was restored does not know.
  { from: 'pending', event: 'settled', to: 'success', tells: 'payout.successful' },
  { from: 'pending', event: 'refused', to: 'failed', tells: 'payout.failed' },
  { from: 'processing', event: 'settled', to: 'success', tells: 'payout.successful' },
  { from: 'processing', event: 'refused', to: 'failed', tells: 'payout.failed' },
  // Operators do say no first and pay later: the money is gone, so that is the truth.
  { from: 'failed', event: 'settled', to: 'success', tells: 'payout.successful' },
];

/** @returns the rule, or undefined when the event changes nothing in that status. */
export function findPayoutRule(from: PayoutStatus, event: PayoutEvent): Rule | undefined {
  return payoutRules.find((rule) => rule.from === from && rule.event === event);
}
