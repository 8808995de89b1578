import { timestampText } from '@guichet/kernel/clock';
import { asCurrency } from '@guichet/kernel/currencies';
import { majorNumber } from '@guichet/kernel/money';
import { referenceOf } from '../../payments/reference.ts';
import { presentFailure } from '../present.ts';
import type { Refund } from './queries.ts';
import type { RefundObject } from './schemas.ts';

/** The refund as merchants see it in events. Amounts in major units. */
export function presentRefund(refund: Refund): RefundObject {
  const { amount_minor, refunded_at } = refund;
  const currency = asCurrency(refund.currency);
  return {
    id: refund.id,
    object: 'refund',
    status: refund.status,
    amount: majorNumber({ amount_minor, currency }),
    currency,
    payment_id: refund.payment_id,
    duplicate: refund.duplicate,
    reason: refund.reason,
    failure: presentFailure('refund', refund),
    reference: referenceOf(refund.id),
    livemode: refund.mode === 'live',
    created_at: timestampText(refund.created_at),
    refunded_at: refunded_at === null ? null : timestampText(refunded_at),
  };
}
