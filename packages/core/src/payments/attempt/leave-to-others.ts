import type { Connection } from '../../platform/database/connect.ts';
import { noteReceived, type Payment } from '../queries.ts';
import { type Attempt, listAttempts } from './queries.ts';
import { isOpen } from './states.ts';
import { isUndecided, nothing_received } from './taken.ts';

/**
 * Keeps a payment open after one of its attempts has ended without money, if another attempt is open or holds money
 * that awaits a decision. Until that attempt ends or the decision is made, the payment does not fail, and the
 * customer must not pay again. If the ended attempt was the last one with held money, the payment no longer shows
 * any.
 *
 * @returns false if there is no such other attempt: the payment fails
 */
export async function leaveToOthers(tx: Connection, payment: Payment, ended: Attempt): Promise<boolean> {
  const others = (await listAttempts(tx, payment.merchant_id, payment.id)).filter(
    ({ id }) => id !== ended.id,
  );
  const isHeld = others.some(isUndecided);
  if (!isHeld && !others.some(({ status }) => isOpen(status))) return false;
  const { received_minor, received_currency } = nothing_received;
  if (ended.status === 'held' && !isHeld)
    await noteReceived(tx, payment, { received_minor, received_currency });
  return true;
}
