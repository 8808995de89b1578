import type { RefundStatus } from '../../platform/database/tables/refunds.ts';

/** What happens to a refund: we are about to call the operator, or the operator has spoken. */
export type RefundEvent = 'sending' | 'settled' | 'refused';

/** Events merchants are told about. */
export type RefundEventType = 'refund.successful' | 'refund.failed';

interface Rule {
  readonly from: RefundStatus;
  readonly event: RefundEvent;
  readonly to: RefundStatus;
  readonly tells: RefundEventType | null;
}

/**
 * All that can happen to a refund (design section 5). No timer is here: only the operator's word ends a refund. What is
 * unknown stays `processing`, so that nothing is sent twice, and nothing booked back, that the customer may have.
 */
export const refundRules: readonly Rule[] = [
  { from: 'pending', event: 'sending', to: 'processing', tells: null },
  // Not sent as far as we know, and yet the operator speaks of it: a database that was restored does not know.
  { from: 'pending', event: 'settled', to: 'success', tells: 'refund.successful' },
  { from: 'pending', event: 'refused', to: 'failed', tells: 'refund.failed' },
  { from: 'processing', event: 'settled', to: 'success', tells: 'refund.successful' },
  { from: 'processing', event: 'refused', to: 'failed', tells: 'refund.failed' },
  // Operators do say no first and pay later: the money is gone, so that is the truth.
  { from: 'failed', event: 'settled', to: 'success', tells: 'refund.successful' },
];

/** @returns the rule, or undefined when the event changes nothing in that status. */
export function findRefundRule(from: RefundStatus, event: RefundEvent): Rule | undefined {
  return refundRules.find((rule) => rule.from === from && rule.event === event);
}
