import type { StaffActor } from '../../platform/actor/actor.ts';
import { scopes_of } from '../../platform/actor/roles.ts';
import type { Context } from '../../platform/context.ts';
import { listStaffEmails } from './queries.ts';

/** Returns the e-mail address of a person by id; null if it is unknown, or hidden from the reader. */
export type EmailOf = (user_id: string | null) => string | null;

/** Finds the e-mail addresses that distinguish people of the same name, for readers who may see the team. */
export async function tellApart(
  ctx: Pick<Context, 'db'>,
  { role, merchant_id }: Pick<StaffActor, 'role' | 'merchant_id'>,
  user_ids: readonly (string | null)[],
): Promise<EmailOf> {
  const asked = scopes_of[role].includes('team:read') ? user_ids.filter((id) => id !== null) : [];
  const emails = await listStaffEmails(ctx.db, merchant_id, [...new Set(asked)]);
  return (user_id) => (user_id === null ? null : (emails.get(user_id) ?? null));
}
