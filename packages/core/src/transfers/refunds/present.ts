import { timestampText } from '@guichet/kernel/clock';
import { asCurrency } from '@guichet/kernel/currencies';
import { majorNumber } from '@guichet/kernel/money';
import { isFailureReason, sentences } from '../../operator-calls/failures/sentences.ts';
import { referenceOf } from '../../payments/reference.ts';
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
    failure: failureOf(refund),
    reference: referenceOf(refund.id),
    livemode: refund.mode === 'live',
    created_at: timestampText(refund.created_at),
    refunded_at: refunded_at === null ? null : timestampText(refunded_at),
  };
}

function failureOf({ status, failure_reason, failure_operator_code }: Refund): RefundObject['failure'] {
  if (status !== 'failed' || failure_reason === null) return null;
  const code = isFailureReason(failure_reason) ? failure_reason : 'other';
  return { code, message: sentences.en.refund[code], operator_code: failure_operator_code };
}
