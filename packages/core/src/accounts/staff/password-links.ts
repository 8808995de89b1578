import { timestampText } from '@guichet/kernel/clock';
import { AppError, invalidFields } from '@guichet/kernel/errors';
import { problem } from '@guichet/kernel/problem';
import { makeCheck } from '@guichet/kernel/validation';
import Type, { type Static } from 'typebox';
import type { CommandActor, StaffActor, VisitorActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import { requireMayGive } from '../../platform/actor/roles.ts';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { sponsor } from '../approvals/changes/propose.ts';
import { actAs } from '../audit/act-as.ts';
import { normalEmail } from './fields.ts';
import { type Passwords, Token } from './invitations/accept.ts';
import { hashToken, makeLink } from './links.ts';
import { mayStill } from './makers.ts';
import { listMembers, lockMembers } from './members/queries.ts';
import {
  deleteFactors,
  deleteSessions,
  findOpenPasswordLink,
  findStaff,
  insertPasswordLink,
  listStaffByEmail,
  putPassword,
  usePasswordLink,
} from './queries.ts';
import { forgetDevices } from './sessions/queries.ts';

const lifetime_ms = 24 * 60 * 60 * 1000;

export const PasswordLink = Type.Object({
  link: Type.String({ description: 'Shown only once.' }),
  expires_at: Type.String(),
});
export type PasswordLink = Static<typeof PasswordLink>;

/**
 * Makes a link with which a member who lost their password sets a new one. The link works once and expires after a
 * day. The member's second factor remains.
 *
 * @throws AppError `forbidden`, `not_found`
 */
export async function makePasswordLink(
  ctx: Context,
  actor: StaffActor,
  user_id: string,
): Promise<PasswordLink> {
  requireScope(actor, 'team:write');
  const { merchant_id, user_id: maker_id } = actor;
  return ctx.db.transaction().execute(async (tx) => {
    const members = await lockMembers(tx, merchant_id);
    const member = members.find((one) => one.user_id === user_id);
    if (!member) throw new AppError('not_found', { message: 'No member of this merchant has this id.' });
    requireMayGive(actor, member.role);
    if (!mayStill({ maker_id, by_command: false }, member.role, members)) throw new AppError('forbidden');
    const made_by = `${actor.name} <${actor.email}>`;
    return keepLink({ ...ctx, db: tx }, { user_id, clears_factors: false, made_by, maker_id });
  });
}

/**
 * Makes a password link for the person who runs the service.
 *
 * @param input.merchant_id required if people at several merchants have the address
 * @param input.clears_factors also removes the second factor and the passkeys
 * @throws AppError `forbidden`, `not_found`, `invalid_fields` if the merchant is missing and required
 */
export async function makePasswordLinkFor(
  ctx: Context,
  actor: CommandActor,
  input: {
    readonly email: string;
    readonly merchant_id?: string | undefined;
    readonly clears_factors: boolean;
  },
): Promise<PasswordLink & { readonly merchant_id: string }> {
  requireScope(actor, 'installation:write');
  const everywhere = await listStaffByEmail(ctx.db, normalEmail(input.email));
  const [staff, ...others] = everywhere.filter(
    ({ merchant_id }) => input.merchant_id === undefined || merchant_id === input.merchant_id,
  );
  if (!staff) throw new AppError('not_found', { message: 'No member has this e-mail address.' });
  if (others.length > 0) {
    const ids = everywhere.map(({ merchant_id }) => merchant_id).join(', ');
    throw invalidFields({ merchant: [`must be one of ${ids}: each has a separate sign-in`] });
  }
  const { clears_factors } = input;
  const { id: user_id, merchant_id } = staff;
  const made = await keepLink(ctx, { user_id, clears_factors, made_by: actor.name, maker_id: null });
  return { ...made, merchant_id };
}

async function keepLink(
  ctx: Pick<Context, 'clock' | 'public_url'> & { readonly db: Connection },
  link: {
    readonly user_id: string;
    readonly clears_factors: boolean;
    readonly made_by: string;
    readonly maker_id: string | null;
  },
): Promise<PasswordLink> {
  const { url, token_hash } = makeLink(ctx, 'reset-password');
  const created_at = ctx.clock.now();
  const expires_at = new Date(created_at.getTime() + lifetime_ms);
  const by_command = link.maker_id === null;
  await insertPasswordLink(ctx.db, {
    ...link,
    by_command,
    token_hash,
    created_at,
    expires_at,
    used_at: null,
  });
  return { link: url, expires_at: timestampText(expires_at) };
}

export const NewPasswordInput = Type.Object(
  { token: Token, new_password: Type.String({ maxLength: 1000 }) },
  { additionalProperties: false },
);
const check = makeCheck(NewPasswordInput);

/**
 * Sets a new password by a link. All sessions of the person end, and their other password links stop working. The
 * link's author must still be allowed to create it, given the current roles of the author and the person.
 *
 * @throws AppError `forbidden`, `invalid_fields`, `not_found` when the link was used, has expired, or its author
 * could no longer create it
 */
export async function setPasswordByLink(
  ctx: Context,
  actor: VisitorActor,
  { passwords, body }: { readonly passwords: Passwords; readonly body: unknown },
): Promise<{ email: string; merchant_id: string }> {
  requireScope(actor, 'links:use');
  const { address, request_id } = actor;
  const from = { address, request_id };
  const { token, new_password } = check(body);
  const at = ctx.clock.now();
  const token_hash = hashToken(token);
  const { staff } = await find(ctx.db, token_hash, at);
  const wrong = await passwords.problem(new_password, staff);
  if (wrong !== undefined) throw invalidFields({ new_password: [wrong] });
  const password_hash = await passwords.hash(new_password);
  const { id, name, email, merchant_id } = staff;
  const acting = actAs(ctx, { kind: 'staff', id, name: `${name} <${email}>`, ...from });
  await acting.db.transaction().execute(async (tx) => {
    await lockMembers(tx, merchant_id);
    const { clears_factors, role, ...link } = await find(tx, token_hash, at);
    if (!(await usePasswordLink(tx, { token_hash, user_id: id, at }))) throw gone();
    await putPassword(tx, { user_id: id, password_hash, at });
    if (clears_factors) await deleteFactors(tx, id, at);
    await deleteSessions(tx, id);
    await forgetDevices(tx, id);
    if (link.maker_id === null) return;
    const by = { user_id: link.maker_id, name: link.made_by };
    await sponsor(
      tx,
      by,
      { merchant_id, user_id: id, name, way: 'password_link' },
      { before: role, now: role },
    );
  });
  return { email, merchant_id };
}

async function find(db: Connection, token_hash: Buffer, at: Date) {
  const link = await findOpenPasswordLink(db, token_hash, at);
  const staff = link && (await findStaff(db, link.user_id));
  if (!staff) throw gone();
  const members = await listMembers(db, staff.merchant_id);
  const role = members.find(({ user_id }) => user_id === staff.id)?.role;
  if (role === undefined || !mayStill(link, role, members)) throw gone();
  return { ...link, staff, role };
}

function gone(): AppError {
  return new AppError('not_found', {
    reason: problem(
      'link_gone',
      'This link was used, is older than a day, or its author may no longer create links. Ask for a new one.',
    ),
  });
}
