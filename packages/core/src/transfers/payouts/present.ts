import { timestampText } from '@guichet/kernel/clock';
import { presentFailure, presentHead, presentReversal, presentTail } from '../present.ts';
import type { Payout } from './queries.ts';
import type { PayoutObject } from './schemas.ts';

/**
 * Presents the payout as merchants see it, in the API and in events (design section 7), with amounts in major
 * units.
 */
export function presentPayout(payout: Payout): PayoutObject {
  const { paid_at } = payout;
  return {
    ...presentHead('payout', payout),
    operator: payout.operator,
    recipient: {
      phone: payout.recipient_phone,
      first_name: payout.recipient_first_name,
      last_name: payout.recipient_last_name,
    },
    description: payout.description,
    failure: presentFailure('payout', payout),
    reversal: presentReversal(payout),
    needs_approval: payout.needs_approval,
    ...presentTail(payout),
    paid_at: paid_at === null ? null : timestampText(paid_at),
  };
}
