import { limitsOf } from '../../accounts/approvals/limits.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { findPayoutRule } from '../../transfers/payouts/orders/queries.ts';
import { type Movement, sumLoneMovements } from './queries.ts';

/**
 * Whether the merchant's payout rule requires a second person for a movement: because of its own amount, or because
 * of its amount together with the movements recorded without a second person in the last 24 hours, so that a series
 * of small movements cannot evade the rule. The caller has locked the movements, so each of several concurrent
 * calls sees the movements of the calls before it.
 */
export async function needsSecondPerson(
  tx: Connection,
  movement: Pick<Movement, 'merchant_id' | 'mode' | 'currency' | 'amount_minor'>,
): Promise<boolean> {
  const limits = limitsOf(await findPayoutRule(tx, movement, movement.currency));
  if (limits === null) return false;
  if (movement.amount_minor > limits.single_minor) return true;
  return (await sumLoneMovements(tx, movement)) + movement.amount_minor > limits.day_minor;
}
