import { parsePhone } from '@guichet/kernel/phone';
import pg from 'pg';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { addJob } from '../../platform/jobs/queries.ts';
import type { Contact } from './contact.ts';
import { complete } from './draft-newcomers.ts';
import {
  type Customer,
  deleteCustomer,
  lockByPhoneAndEmail,
  moveFreePayments,
  updateCustomer,
} from './queries.ts';

type Ctx = Pick<Context, 'db' | 'clock'>;

/** Longer than a payment can be on its way into the database with a customer that was found before. */
const stragglers_wait_ms = 60_000;

/** SQLSTATE unique_violation. */
const unique_violation = '23505';

/**
 * Makes one of the two customers of a contact: of its number, and of its address where no number came with that.
 * Without the first the second gets the number and keeps its id; with it, the second's payments and what it knows go
 * over, and its row goes. Nothing happens where there is no second. Events that were sent keep the id they had.
 *
 * Customers with a number never go away: their ids can be handed out at any time. The other's id may just have been
 * handed out for a payment that is not written yet, so a job moves payments once more a minute later.
 */
export async function mergeByEmail(ctx: Ctx, { phone, email, ...owner }: Contact): Promise<void> {
  if (phone === null || email === null) return;
  const merge = () => ctx.db.transaction().execute((tx) => mergeWithin(ctx, tx, { ...owner, phone, email }));
  try {
    await merge();
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === unique_violation)) throw error;
    // Somebody was faster and made the number's customer; it is there now.
    await merge();
  }
}

async function mergeWithin(
  ctx: Ctx,
  tx: Connection,
  contact: Contact & { readonly phone: string; readonly email: string },
): Promise<void> {
  const found = await lockByPhoneAndEmail(tx, contact);
  const of_number = found.find(({ phone }) => phone !== null);
  const of_address = found.find(({ phone }) => phone === null);
  if (!of_address) return;
  if (of_number) return mergeInto(ctx, tx, of_number, of_address);
  const { phone } = contact;
  await updateCustomer(tx, of_address, { phone, country: parsePhone(phone)?.country ?? null });
}

/**
 * Makes one of two customers in the caller's transaction. Payments that somebody else holds just now are not waited for,
 * because their holder may wait for one of the customers: those follow with the job.
 */
export async function mergeInto(
  ctx: Pick<Context, 'clock'>,
  tx: Connection,
  kept: Customer,
  gone: Customer,
): Promise<void> {
  const { email, first_name, last_name } = complete(kept, gone);
  await updateCustomer(tx, kept, { email, first_name, last_name });
  await deleteCustomer(tx, gone);
  const move = { merchant_id: kept.merchant_id, from: gone.id, into: kept.id };
  await moveFreePayments(tx, move);
  await addJob(tx, {
    task: 'move_payments',
    payload: move,
    run_at: new Date(ctx.clock.now().getTime() + stragglers_wait_ms),
  });
}
