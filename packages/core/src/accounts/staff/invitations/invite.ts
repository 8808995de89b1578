import { timestampText } from '@guichet/kernel/clock';
import { AppError } from '@guichet/kernel/errors';
import { problem } from '@guichet/kernel/problem';
import { makeCheck } from '@guichet/kernel/validation';
import Type, { type Static } from 'typebox';
import type { CommandActor, StaffActor } from '../../../platform/actor/actor.ts';
import { requireScope } from '../../../platform/actor/require-scope.ts';
import { type Role, requireMayGive, roles } from '../../../platform/actor/roles.ts';
import type { Context } from '../../../platform/context.ts';
import { requireMerchant } from '../../merchants/find.ts';
import { Email, emailProblem, normalEmail } from '../fields.ts';
import { makeStaffId } from '../ids.ts';
import { makeLink } from '../links.ts';
import { mayStill } from '../makers.ts';
import { lockMembers } from '../members/queries.ts';
import { findStaffByEmail } from '../queries.ts';
import { type Invitation, insertInvitation, revokeInvitations } from './queries.ts';

const lifetime_ms = 7 * 24 * 60 * 60 * 1000;

export const InvitationInput = Type.Object(
  { email: Email, role: Type.Enum(roles) },
  { additionalProperties: false },
);
const check = makeCheck(InvitationInput);

/** An invitation that can still be accepted. */
export const InvitationObject = Type.Object({
  id: Type.String(),
  email: Type.String(),
  role: Type.Enum(roles),
  invited_by: Type.String({ description: 'Name and e-mail address of the person who invited them.' }),
  created_at: Type.String(),
  expires_at: Type.String(),
});
export type InvitationObject = Static<typeof InvitationObject>;

export function presentInvitation(invitation: Pick<Invitation, keyof InvitationObject>): InvitationObject {
  const { id, email, role, invited_by, created_at, expires_at } = invitation;
  return {
    id,
    email,
    role,
    invited_by,
    created_at: timestampText(created_at),
    expires_at: timestampText(expires_at),
  };
}

/** An invitation with its link, which is shown only once. */
export interface Invited {
  readonly invitation: InvitationObject;
  readonly link: string;
}

/**
 * Invites somebody by a link that is shown once, works once and expires after 7 days. It replaces an open
 * invitation to the same address.
 *
 * @throws AppError `forbidden`, `invalid_fields`, `conflict` for somebody who is already a member
 */
export async function inviteMember(ctx: Context, actor: StaffActor, input: unknown): Promise<Invited> {
  requireScope(actor, 'team:write');
  const { email, role } = check(input, { email: emailProblem });
  requireMayGive(actor, role);
  const { merchant_id, user_id: maker_id } = actor;
  const invited_by = `${actor.name} <${actor.email}>`;
  return makeInvitation(ctx, { merchant_id, email, role, invited_by, maker_id });
}

/**
 * Invites somebody with any role, for the person who runs the service.
 *
 * @throws AppError `forbidden`, `invalid_fields`, `merchant_not_found`, `conflict`
 */
export async function makeInvitationFor(
  ctx: Context,
  actor: CommandActor,
  { merchant_id, ...input }: { merchant_id: string; email: string; role: Role },
): Promise<Invited> {
  requireScope(actor, 'installation:write');
  const { name: invited_by } = actor;
  const { email, role } = check(input, { email: emailProblem });
  await requireMerchant(ctx, merchant_id);
  return makeInvitation(ctx, { merchant_id, email, role, invited_by, maker_id: null });
}

async function makeInvitation(
  ctx: Context,
  {
    merchant_id,
    role,
    invited_by,
    maker_id,
    ...given
  }: { merchant_id: string; email: string; role: Role; invited_by: string; maker_id: string | null },
): Promise<Invited> {
  const email = normalEmail(given.email);
  const link = makeLink(ctx, 'invitation');
  const created_at = ctx.clock.now();
  const invitation = {
    merchant_id,
    id: makeStaffId('inv'),
    email,
    role,
    token_hash: link.token_hash,
    invited_by,
    maker_id,
    by_command: maker_id === null,
    created_at,
    expires_at: new Date(created_at.getTime() + lifetime_ms),
  };
  await ctx.db.transaction().execute(async (tx) => {
    const held = await lockMembers(tx, merchant_id);
    if (!mayStill(invitation, role, held)) throw new AppError('forbidden');
    if (await findStaffByEmail(tx, merchant_id, email)) {
      throw new AppError('conflict', {
        reason: problem('works_here', 'This person already works for this merchant.'),
      });
    }
    await revokeInvitations(tx, merchant_id, { email }, created_at);
    await insertInvitation(tx, invitation);
  });
  return { invitation: presentInvitation(invitation), link: link.url };
}

/**
 * Revokes an invitation that has not been accepted yet.
 *
 * @throws AppError `forbidden`, `not_found`
 */
export async function revokeInvitation(ctx: Context, actor: StaffActor, id: string): Promise<{ id: string }> {
  requireScope(actor, 'team:write');
  const revoked = await revokeInvitations(ctx.db, actor.merchant_id, { id }, ctx.clock.now());
  if (revoked === 0n) {
    throw new AppError('not_found', { message: 'No open invitation has this id.' });
  }
  return { id };
}
