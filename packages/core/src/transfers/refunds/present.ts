import { timestampText } from '@guichet/kernel/clock';
import { presentFailure, presentHead, presentReversal, presentTail } from '../present.ts';
import type { Refund } from './queries.ts';
import type { RefundObject } from './schemas.ts';

/** Presents the refund as merchants see it in events, with amounts in major units. */
export function presentRefund(refund: Refund): RefundObject {
  const { payment_id, source, reason, refunded_at } = refund;
  return {
    ...presentHead('refund', refund),
    ...{ payment_id, duplicate: source === 'duplicates', source, reason },
    failure: presentFailure('refund', refund),
    reversal: presentReversal(refund),
    ...presentTail(refund),
    refunded_at: refunded_at === null ? null : timestampText(refunded_at),
  };
}
