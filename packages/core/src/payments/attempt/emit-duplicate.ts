import { timestampText } from '@guichet/kernel/clock';
import { asCurrency } from '@guichet/kernel/currencies';
import { majorNumber } from '@guichet/kernel/money';
import { emitEvent } from '../../events/emit.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { keptToken } from '../../platform/secrets/checkout-tokens.ts';
import { presentPayment } from '../present.ts';
import { type Payment, sumRefunded } from '../queries.ts';
import type { DuplicatePayment } from '../schemas.ts';
import { getSession } from '../session/queries.ts';
import type { Attempt } from './queries.ts';
import { takenBy } from './taken.ts';

/**
 * Notifies the merchant that a payment was paid again, in the caller's transaction, which has locked the payment.
 */
export async function emitDuplicate(
  tx: Connection,
  payment: Payment,
  attempt: Attempt,
  at: Date,
): Promise<void> {
  const { merchant_id, mode, id: object_id } = payment;
  const session = await getSession(tx, merchant_id, payment.session_token);
  const refunded_minor = await sumRefunded(tx, payment);
  const { amount_minor, currency } = takenBy(attempt);
  const data: DuplicatePayment = {
    ...presentPayment(payment, { ...session, session_token: keptToken(session.token) }, at, refunded_minor),
    duplicate: {
      attempt_id: attempt.id,
      operator: attempt.operator,
      amount: majorNumber({ amount_minor, currency: asCurrency(currency) }),
      currency,
      paid_at: timestampText(at),
    },
  };
  await emitEvent(tx, { merchant_id, mode, type: 'payment.duplicate', object_id, data, at });
}
