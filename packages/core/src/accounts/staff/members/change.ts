import { timestampText } from '@guichet/kernel/clock';
import { AppError } from '@guichet/kernel/errors';
import { problem } from '@guichet/kernel/problem';
import { makeCheck } from '@guichet/kernel/validation';
import Type, { type Static } from 'typebox';
import type { StaffActor } from '../../../platform/actor/actor.ts';
import { requireScope } from '../../../platform/actor/require-scope.ts';
import { type Role, requireMayGive, roles } from '../../../platform/actor/roles.ts';
import type { Context } from '../../../platform/context.ts';
import type { Connection } from '../../../platform/database/connect.ts';
import { replaceChange, sponsor } from '../../approvals/changes/propose.ts';
import { mayApprove } from '../../approvals/standing.ts';
import { InvitationObject, presentInvitation } from '../invitations/invite.ts';
import { listOpenInvitations } from '../invitations/queries.ts';
import { mayStill } from '../makers.ts';
import { deleteStaff, findStaff, noteLeaving } from '../queries.ts';
import { deleteMember, listMembers, lockMembers, setRole } from './queries.ts';

export const Member = Type.Object({
  user_id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  role: Type.Enum(roles),
  two_factor_enabled: Type.Boolean(),
  is_you: Type.Boolean(),
  created_at: Type.String(),
});

/** A merchant's members and open invitations. */
export const Team = Type.Object({
  members: Type.Array(Member),
  invitations: Type.Array(InvitationObject, {
    description: 'Those that can still be accepted.',
  }),
});
export type Team = Static<typeof Team>;

/** Lists the merchant's team. @throws AppError `forbidden` */
export async function listTeam(ctx: Pick<Context, 'db' | 'clock'>, actor: StaffActor): Promise<Team> {
  requireScope(actor, 'team:read');
  const { merchant_id, user_id } = actor;
  const members = await listMembers(ctx.db, merchant_id);
  const invitations = await listOpenInvitations(ctx.db, merchant_id, ctx.clock.now());
  return {
    members: members.map((member) => ({
      ...member,
      is_you: member.user_id === user_id,
      created_at: timestampText(member.created_at),
    })),
    invitations: invitations
      .filter((invitation) => mayStill(invitation, invitation.role, members))
      .map(presentInvitation),
  };
}

export const RoleInput = Type.Object({ role: Type.Enum(roles) }, { additionalProperties: false });
const check = makeCheck(RoleInput);

/**
 * Changes a member's role. Only owners grant or remove the owner role; one owner always remains.
 *
 * @throws AppError `forbidden`, `invalid_fields`, `not_found`, `conflict` for the last owner
 */
export async function changeRole(
  ctx: Context,
  actor: StaffActor,
  { user_id, body }: { readonly user_id: string; readonly body: unknown },
): Promise<{ user_id: string; role: Role }> {
  requireScope(actor, 'team:write');
  const { role } = check(body);
  await withMember(ctx, actor, user_id, async (tx, member) => {
    requireMayGive(member.actor, role);
    requireMayGive(member.actor, member.role);
    if (role !== 'owner') member.mustNotBeLastOwner();
    const { merchant_id } = actor;
    await setRole(tx, { merchant_id, user_id, role, at: ctx.clock.now() });
    if (!mayApprove(role)) await replaceChange(tx, merchant_id, { user_id });
    const name = (await findStaff(tx, user_id))?.name ?? user_id;
    await sponsor(
      tx,
      actor,
      { merchant_id, user_id, name, way: 'raised' },
      { before: member.role, now: role },
    );
  });
  return { user_id, role };
}

/**
 * Removes a member immediately, with all their credentials: they can return only with a new invitation. Members may
 * remove themselves, except the last owner.
 *
 * @throws AppError `forbidden`, `not_found`, `conflict` for the last owner
 */
export async function removeMember(
  ctx: Context,
  actor: StaffActor,
  user_id: string,
): Promise<{ user_id: string }> {
  requireScope(actor, user_id === actor.user_id ? 'own:write' : 'team:write');
  const isLeaving = user_id === actor.user_id;
  await withMember(ctx, actor, user_id, async (tx, member) => {
    if (!isLeaving) requireMayGive(member.actor, member.role);
    member.mustNotBeLastOwner();
    // Done before the deletion, because the audit log can no longer name a deleted member.
    await replaceChange(tx, actor.merchant_id, { user_id });
    await noteLeaving(tx, { merchant_id: actor.merchant_id, user_id, at: ctx.clock.now() });
    await deleteMember(tx, actor.merchant_id, user_id);
    await deleteStaff(tx, user_id);
  });
  return { user_id };
}

interface Held {
  readonly role: Role;
  /** The actor with their current role, which is locked. */
  readonly actor: { readonly role: Role };
  /** @throws AppError `conflict` */
  mustNotBeLastOwner(): void;
}

/**
 * Changes a member while all memberships are locked. Without the lock, two owners could leave at the same time,
 * because each would still see the other as an owner.
 */
async function withMember(
  ctx: Context,
  { merchant_id, user_id: actor_id }: StaffActor,
  user_id: string,
  change: (tx: Connection, member: Held) => Promise<void>,
): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const members = await lockMembers(tx, merchant_id);
    const member = members.find((one) => one.user_id === user_id);
    if (!member) throw new AppError('not_found', { message: 'No member of this merchant has this id.' });
    const actor = members.find((one) => one.user_id === actor_id);
    if (!actor) throw new AppError('forbidden');
    const { role } = member;
    await change(tx, {
      role,
      actor,
      mustNotBeLastOwner: () => {
        if (role !== 'owner' || members.some((one) => one.role === 'owner' && one.user_id !== user_id))
          return;
        throw new AppError('conflict', {
          reason: problem('last_owner', 'This is the last owner. Appoint another owner first.'),
        });
      },
    });
  });
}
