import type { Connection } from '../../platform/database/connect.ts';
import { claimInGroup } from '../../platform/groups/for-many.ts';
import type { Payment } from '../queries.ts';
import { findLink, lockLink, type PaymentLink, readUse } from './queries.ts';
import { dueOf, isLimited, refusalOf, unavailable } from './refusal.ts';

type LinkPayment = Pick<Payment, 'merchant_id' | 'id' | 'payment_link_id' | 'amount_minor'>;

/**
 * Requires that a payment may still be made through its link, before the customer is asked to pay. Payments through
 * a link with a limit are decided one after the other, and one in progress has its place, so that a stock of ten is
 * never sold eleven times. A session that was opened before its link expired can be paid to its end.
 *
 * @throws AppError `payment_link_unavailable`
 */
export async function requirePlace(tx: Connection, payment: LinkPayment, now: Date): Promise<void> {
  const link = await linkOf(tx, payment);
  if (!link) return;
  if (!isLimited(link)) {
    if (link.status !== 'active') throw unavailable(link.status);
    return;
  }
  // Once everything is sold, no one waits for the lock to be told so.
  await refuse(tx, link, payment, now);
  await refuse(tx, await lockPlaces(tx, link), payment, now);
}

/** @throws AppError `payment_link_unavailable` if there is no place at the moment */
async function refuse(tx: Connection, link: PaymentLink, payment: LinkPayment, now: Date): Promise<void> {
  const used = await readUse(tx, link, payment.id);
  const reason = refusalOf({ ...link, expires_at: null }, used, now);
  if (reason !== null) throw unavailable(reason);
  if (link.in_parts && payment.amount_minor > dueOf(link, used)) throw unavailable('paid');
}

/**
 * Whether there is a place for a payment whose money arrives after it had ended. Then another customer may have got
 * its place.
 */
export async function hasPlace(tx: Connection, payment: LinkPayment): Promise<boolean> {
  const link = await linkOf(tx, payment);
  if (!link || !isLimited(link)) return true;
  const locked = await lockPlaces(tx, link);
  const used = await readUse(tx, locked, payment.id);
  if (locked.in_parts) return payment.amount_minor <= dueOf(locked, used);
  return locked.payments_max === null || used.taken < locked.payments_max;
}

async function linkOf(tx: Connection, { merchant_id, payment_link_id }: LinkPayment) {
  if (payment_link_id === null) return undefined;
  const link = await findLink(tx, { merchant_id, id: payment_link_id });
  if (!link) throw new Error(`payment link ${payment_link_id} is gone`);
  return link;
}

/** Locks a link. Members of one group share a transaction, so the lock alone would not keep them apart. */
async function lockPlaces(tx: Connection, link: PaymentLink): Promise<PaymentLink> {
  claimInGroup(tx, `places of ${link.id}`);
  const locked = await lockLink(tx, link);
  if (!locked) throw new Error(`payment link ${link.id} is gone`);
  return locked;
}
