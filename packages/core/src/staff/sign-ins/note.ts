import { type Author, actAs, authorOf } from '../../audit/act-as.ts';
import type { Context } from '../../context.ts';
import type { Person } from '../actor.ts';
import { findStaff, findStaffByEmail } from '../queries.ts';
import { countRefusal, recordSignIn, type Way } from './queries.ts';

type Ctx = Pick<Context, 'db' | 'pool' | 'clock'>;

/** From where, and with which request. */
export type From = Pick<Person, 'address' | 'request_id'>;

const hour_ms = 60 * 60 * 1000;
/** Of an hour's refusals each of the first ones is told, and then how many there are. */
const told_each = 5;
const told_then_every = 50;

/** Tells the audit log of each merchant of a person that they have signed in. */
export async function noteSignIn(ctx: Ctx, user_id: string, way: Way, from: From): Promise<void> {
  const staff = await findStaff(ctx.db, user_id);
  if (!staff) return;
  const author = authorOf({ user_id, name: staff.name, email: staff.email, ...from });
  await recordSignIn(actAs(ctx, author).db, user_id, { outcome: 'signed_in', way });
}

/** The same of signing out. */
export async function noteSignOut(ctx: Ctx, person: Person): Promise<void> {
  await recordSignIn(actAs(ctx, authorOf(person)).db, person.user_id, { outcome: 'signed_out' });
}

/**
 * The same of a try that was refused. Nothing is told of addresses that nobody has, and of many tries within an hour
 * not each: whoever guesses does not fill the log.
 */
export async function noteRefusal(
  ctx: Ctx,
  tried: From & { readonly email: string; readonly way: Way },
): Promise<void> {
  const { email, way, address, request_id } = tried;
  const staff = await findStaffByEmail(ctx.db, email.toLowerCase());
  if (!staff) return;
  const hour = new Date(Math.floor(ctx.clock.now().getTime() / hour_ms) * hour_ms);
  const tries = await countRefusal(ctx.db, staff.id, hour);
  if (tries > told_each && tries % told_then_every !== 0) return;
  const author: Author = { kind: 'service', address, request_id };
  await recordSignIn(actAs(ctx, author).db, staff.id, { outcome: 'refused', way, tries });
}
