import { parsePhone } from '@guichet/kernel/phone';
import pg from 'pg';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { limitLockWaits } from '../../platform/groups/queries.ts';
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

/** Longer than the time from finding a payment's customer to inserting the payment. */
const stragglers_wait_ms = 60_000;

/** A merge that would wait longer than this for a lock is given up, because new sessions wait for it. */
const lock_max_ms = 200;
/** The maximum number of payments that a merge moves itself; its job moves the others. */
const moved_max = 100;

/** SQLSTATE. */
const unique_violation = '23505';
const lock_not_available = '55P03';

/**
 * Merges the two customers of a contact: the one with its number, and the one with its address and no number. If
 * there is none with the number, the customer with the address gets the number and keeps its id; otherwise its
 * payments and details move to the customer with the number, and its row is deleted. If there is none with only the
 * address, nothing happens. Events already sent keep their customer id.
 *
 * A merge never deletes a customer with a number, whose id may be in use at any time. The deleted customer's id may
 * belong to a payment that is just being inserted, so a job moves payments once more a minute later.
 *
 * If another transaction has locked one of them, nothing is merged: the next session of the contact merges them.
 */
export async function mergeByEmail(ctx: Ctx, { phone, email, ...owner }: Contact): Promise<void> {
  if (phone === null || email === null) return;
  const merge = () =>
    ctx.db.transaction().execute(async (tx) => {
      await limitLockWaits(tx, lock_max_ms);
      await mergeWithin(ctx, tx, { ...owner, phone, email });
    });
  for (let isAgain = false; ; isAgain = true) {
    try {
      return await merge();
    } catch (error) {
      const code = error instanceof pg.DatabaseError ? error.code : undefined;
      if (code === lock_not_available) return;
      // Another transaction was faster and created the number's customer, which exists now.
      if (isAgain || code !== unique_violation) throw error;
    }
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
 * Merges two customers in the caller's transaction. Payments that another transaction has locked are skipped,
 * because that transaction may be waiting for one of the customers. The job moves them later, and all beyond a limit.
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
  await moveFreePayments(tx, move, moved_max);
  await addJob(tx, {
    task: 'move_payments',
    payload: move,
    run_at: new Date(ctx.clock.now().getTime() + stragglers_wait_ms),
  });
}
