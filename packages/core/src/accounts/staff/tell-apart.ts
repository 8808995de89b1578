import type { Actor } from '../../platform/actor/actor.ts';
import { scopes_of } from '../../platform/actor/roles.ts';
import type { Context } from '../../platform/context.ts';
import { listStaffEmails } from './queries.ts';

/** The address of somebody by their id; null where it is not known, or not theirs to know who ask. */
export type EmailOf = (user_id: string | null) => string | null;

/** Finds what tells people of one name apart, for those who may see the team. */
export async function tellApart(
  ctx: Pick<Context, 'db'>,
  { role, merchant_id }: Pick<Actor, 'role' | 'merchant_id'>,
  user_ids: readonly (string | null)[],
): Promise<EmailOf> {
  const asked = scopes_of[role].includes('team:read') ? user_ids.filter((id) => id !== null) : [];
  const emails = await listStaffEmails(ctx.db, merchant_id, [...new Set(asked)]);
  return (user_id) => (user_id === null ? null : (emails.get(user_id) ?? null));
}
