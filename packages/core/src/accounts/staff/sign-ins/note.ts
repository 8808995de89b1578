import type { Person } from '../../../platform/actor/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { type Author, actAs, authorOf } from '../../audit/act-as.ts';
import { findStaff } from '../queries.ts';
import { countRefusal, recordSignIn, type Way } from './queries.ts';

type Ctx = Pick<Context, 'db' | 'pool' | 'clock'>;

/** From where, and with which request. */
export type From = Pick<Person, 'address' | 'request_id'>;

const hour_ms = 60 * 60 * 1000;
/** Of an hour's refusals each of the first ones is told, and then how many there are. */
const told_each = 5;
const told_then_every = 50;

/** Tells the audit log of a person's merchant that they have signed in. */
export async function noteSignIn(ctx: Ctx, user_id: string, way: Way, from: From): Promise<void> {
  const staff = await findStaff(ctx.db, user_id);
  if (!staff) return;
  const { merchant_id, name, email } = staff;
  const author = authorOf({ user_id, merchant_id, name, email, ...from });
  await recordSignIn(actAs(ctx, author).db, user_id, { outcome: 'signed_in', way });
}

/** The same of signing out. */
export async function noteSignOut(ctx: Ctx, person: Person): Promise<void> {
  await recordSignIn(actAs(ctx, authorOf(person)).db, person.user_id, { outcome: 'signed_out' });
}

/**
 * The same of a try that was refused. Of many tries within an hour not each is told: whoever guesses does not fill the
 * log. Where it may have been meant for a sign-in at another merchant, it is not told from where it came: nobody
 * learns from a namesake of their making where somebody else is.
 *
 * @param tried.user_ids whose password or code it was not
 */
export async function noteRefusal(
  ctx: Ctx,
  tried: From & { readonly user_ids: readonly string[]; readonly way: Way },
): Promise<void> {
  const { user_ids, way, address, request_id } = tried;
  const author: Author = { kind: 'service', ...(user_ids.length === 1 && { address, request_id }) };
  const hour = new Date(Math.floor(ctx.clock.now().getTime() / hour_ms) * hour_ms);
  for (const user_id of user_ids) {
    const tries = await countRefusal(ctx.db, user_id, hour);
    if (tries > told_each && tries % told_then_every !== 0) continue;
    await recordSignIn(actAs(ctx, author).db, user_id, { outcome: 'refused', way, tries });
  }
}
