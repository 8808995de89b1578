import type { Connection } from '../../platform/database/connect.ts';
import { noteReceived, type Payment } from '../queries.ts';
import { type Attempt, listAttempts } from './queries.ts';
import { isOpen } from './states.ts';
import { isUndecided, nothing_received } from './taken.ts';

/**
 * Leaves a payment open after one of its attempts has ended without money, if another attempt is open or has money
 * that awaits a decision: until then the payment does not fail, and the customer must not pay again. Held money
 * that is gone is no longer shown with the payment.
 *
 * @returns false if there is no such attempt: the payment fails
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
