import { AppError } from '@guichet/kernel/errors';
import { problem } from '@guichet/kernel/problem';
import { limitsOf } from '../../accounts/approvals/limits.ts';
import { requireSecondPerson } from '../../accounts/approvals/standing.ts';
import type { StaffActor } from '../../platform/actor/actor.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { findPayoutRule } from '../payouts/orders/queries.ts';
import { listReturners } from './queries.ts';

/** A payment that is being refunded. */
interface Refunded {
  readonly payment_id: string;
  readonly currency: string;
}

/**
 * If the merchant has a payout rule, requires that the person who refunds a payment again is neither the person who
 * reported that an earlier refund did not arrive or was reversed, nor tied to that person. Otherwise one person
 * alone could send a customer any amount. The caller has already reserved the refund, so the reports that made it
 * possible are committed and are found here.
 *
 * @throws AppError `forbidden`
 */
export async function requireAnother(
  tx: Connection,
  actor: StaffActor,
  { payment_id, currency }: Refunded,
): Promise<void> {
  const { merchant_id, user_id } = actor;
  if (limitsOf(await findPayoutRule(tx, actor, currency)) === null) return;
  for (const returner of await listReturners(tx, { merchant_id, payment_id })) {
    if (returner === user_id) {
      throw new AppError('forbidden', {
        reason: problem(
          'returned_by_you',
          'You reported that an earlier refund of this payment did not arrive: another person has to refund it again.',
        ),
      });
    }
    await requireSecondPerson(tx, actor, returner);
  }
}
