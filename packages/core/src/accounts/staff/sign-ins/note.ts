import type { Person } from '../../../platform/actor/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { type Author, actAs, authorOf } from '../../audit/act-as.ts';
import { findStaff } from '../queries.ts';
import { countRefusal, recordSignIn, type SignInMethod } from './queries.ts';

type Ctx = Pick<Context, 'db' | 'pool' | 'clock'>;

/** The address and request of a sign-in. */
export type From = Pick<Person, 'address' | 'request_id'>;

const hour_ms = 60 * 60 * 1000;
/**
 * The number of refusals in an hour that are logged one by one; after those only every 50th is logged, with
 * the count so far.
 */
const told_each = 5;
const told_then_every = 50;

/** Records a sign-in in the audit log of the person's merchant. */
export async function noteSignIn(ctx: Ctx, user_id: string, way: SignInMethod, from: From): Promise<void> {
  const staff = await findStaff(ctx.db, user_id);
  if (!staff) return;
  const { merchant_id, name, email } = staff;
  const author = authorOf({ user_id, merchant_id, name, email, ...from });
  await recordSignIn(actAs(ctx, author).db, user_id, { outcome: 'signed_in', way });
}

/** Records a sign-out in the audit log of the person's merchant. */
export async function noteSignOut(ctx: Ctx, person: Person): Promise<void> {
  await recordSignIn(actAs(ctx, authorOf(person)).db, person.user_id, { outcome: 'signed_out' });
}

/**
 * Records a refused sign-in. Not every refusal within an hour is logged, so that guessing cannot fill the
 * log. If the attempt may have been meant for a sign-in at a different merchant, the IP address is left out:
 * otherwise, creating a sign-in with a person's e-mail address would reveal where that person is. If a
 * different merchant accepted the password, the first few refusals in an hour are not logged either: they
 * would reveal when that person signs in.
 *
 * @param tried.user_ids the people whose password or code was wrong
 * @param tried.is_accepted_elsewhere whether a sign-in at a different merchant has this password
 */
export async function noteRefusal(
  ctx: Ctx,
  tried: From & {
    readonly user_ids: readonly string[];
    readonly way: SignInMethod;
    readonly is_accepted_elsewhere?: boolean;
  },
): Promise<void> {
  const { user_ids, way, address, request_id, is_accepted_elsewhere = false } = tried;
  const is_meant = user_ids.length === 1 && !is_accepted_elsewhere;
  const author: Author = { kind: 'service', ...(is_meant && { address, request_id }) };
  const hour = new Date(Math.floor(ctx.clock.now().getTime() / hour_ms) * hour_ms);
  for (const user_id of user_ids) {
    const tries = await countRefusal(ctx.db, user_id, hour);
    if (tries > told_each && tries % told_then_every !== 0) continue;
    if (tries < told_each && is_accepted_elsewhere) continue;
    await recordSignIn(actAs(ctx, author).db, user_id, { outcome: 'refused', way, tries });
  }
}
