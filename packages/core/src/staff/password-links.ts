import { timestampText } from '@guichet/kernel/clock';
import { AppError } from '@guichet/kernel/errors';
import { problem } from '@guichet/kernel/problem';
import { makeCheck } from '@guichet/kernel/validation';
import Type, { type Static } from 'typebox';
import { actAs } from '../audit/act-as.ts';
import type { Context } from '../context.ts';
import type { Actor } from './actor.ts';
import { normalEmail } from './fields.ts';
import { type Passwords, Token } from './invitations/accept.ts';
import { hashToken, makeLink } from './links.ts';
import {
  countMemberships,
  deleteFactors,
  deleteSessions,
  findOpenPasswordLink,
  findRole,
  findStaff,
  findStaffByEmail,
  insertPasswordLink,
  putPassword,
  usePasswordLink,
} from './queries.ts';
import { requireMayGive, requireScope } from './roles.ts';

const lifetime_ms = 24 * 60 * 60 * 1000;

export const PasswordLink = Type.Object({
  link: Type.String({ description: 'Shown this once.' }),
  expires_at: Type.String(),
});
export type PasswordLink = Static<typeof PasswordLink>;

/**
 * Makes a link with which a member chooses a new password, for who lost theirs; it works for a day and once. Their
 * second factor stays. Only for somebody who works nowhere else: a merchant's staff must not get at another merchant.
 *
 * @throws AppError `forbidden`, `not_found`, `conflict` for somebody who works for another merchant too
 */
export async function makePasswordLink(ctx: Context, actor: Actor, user_id: string): Promise<PasswordLink> {
  requireScope(actor, 'team:write');
  const role = await findRole(ctx.db, actor.merchant_id, user_id);
  if (!role) throw new AppError('not_found', { message: 'Nobody with this id works for this merchant.' });
  requireMayGive(actor, role);
  if ((await countMemberships(ctx.db, user_id)) > 1n) {
    throw new AppError('conflict', {
      message:
        'This person works for another merchant too. Whoever runs this service can make the link: ' +
        'guichet staff reset-password.',
    });
  }
  return keepLink(ctx, { user_id, clears_factors: false, made_by: `${actor.name} <${actor.email}>` });
}

/**
 * The same for the person who runs the service.
 *
 * @param input.clears_factors also takes the second factor and the passkeys away
 * @throws AppError `not_found`
 */
export async function makePasswordLinkFor(
  ctx: Context,
  input: { readonly email: string; readonly clears_factors: boolean; readonly made_by: string },
): Promise<PasswordLink> {
  const staff = await findStaffByEmail(ctx.db, normalEmail(input.email));
  if (!staff) throw new AppError('not_found', { message: 'Nobody has this e-mail address.' });
  const { clears_factors, made_by } = input;
  return keepLink(ctx, { user_id: staff.id, clears_factors, made_by });
}

async function keepLink(
  ctx: Context,
  link: { readonly user_id: string; readonly clears_factors: boolean; readonly made_by: string },
): Promise<PasswordLink> {
  const { url, token_hash } = makeLink(ctx, 'reset-password');
  const created_at = ctx.clock.now();
  const expires_at = new Date(created_at.getTime() + lifetime_ms);
  await insertPasswordLink(ctx.db, { ...link, token_hash, created_at, expires_at, used_at: null });
  return { link: url, expires_at: timestampText(expires_at) };
}

export const NewPasswordInput = Type.Object(
  { token: Token, new_password: Type.String({ maxLength: 1000 }) },
  { additionalProperties: false },
);
const check = makeCheck(NewPasswordInput);

/**
 * Sets a new password by a link. Every session of the person ends, and every other link to do so.
 *
 * @throws AppError `invalid_fields`, `not_found` when the link was used or is too old
 */
export async function setPasswordByLink(
  ctx: Context,
  passwords: Passwords,
  input: unknown,
  from: { readonly address: string; readonly request_id: string },
): Promise<{ email: string }> {
  const { token, new_password } = check(input);
  const at = ctx.clock.now();
  const token_hash = hashToken(token);
  const found = await findOpenPasswordLink(ctx.db, token_hash, at);
  const staff = found && (await findStaff(ctx.db, found.user_id));
  if (!staff) throw gone();
  const wrong = await passwords.problem(new_password, staff);
  if (wrong !== undefined) throw new AppError('invalid_fields', { fields: { new_password: [wrong] } });
  const password_hash = await passwords.hash(new_password);
  const { id, name, email } = staff;
  const acting = actAs(ctx, { kind: 'staff', id, name: `${name} <${email}>`, ...from });
  await acting.db.transaction().execute(async (tx) => {
    if (!(await usePasswordLink(tx, { token_hash, user_id: id, at }))) throw gone();
    await putPassword(tx, { user_id: id, password_hash, at });
    if (found.clears_factors) await deleteFactors(tx, id, at);
    await deleteSessions(tx, id);
  });
  return { email };
}

function gone(): AppError {
  return new AppError('not_found', {
    reason: problem('link_gone', 'This link was used, or is older than a day. Ask for a new one.'),
  });
}
