import {
  InvitationInput,
  InvitationObject,
  invite,
  revokeInvitation,
} from '@guichet/core/accounts/staff/invitations/invite';
import {
  changeRole,
  listTeam,
  RoleInput,
  removeMember,
  Team,
} from '@guichet/core/accounts/staff/members/change';
import { makePasswordLink, PasswordLink } from '@guichet/core/accounts/staff/password-links';
import { EndedSessions, endMemberSessions } from '@guichet/core/accounts/staff/sessions/end';
import { roles } from '@guichet/core/platform/actor/roles';
import Type from 'typebox';
import type { MerchantOperation } from './operation.ts';

const tag = 'Team';

/** Who works for a merchant. */
export const team_operations: readonly MerchantOperation[] = [
  {
    access: 'merchant',
    method: 'GET',
    path: '/team',
    id: 'listTeam',
    tag,
    scope: 'team:read',
    summary: 'Members, and invitations that are still open',
    errors: [],
    success: { status: 200, message: 'The team.', data: Team },
    handle: async ({ ctx, actor }) => ({ data: await listTeam(ctx, actor) }),
  },
  {
    access: 'merchant',
    method: 'POST',
    path: '/team/invitations',
    id: 'invite',
    tag,
    scope: 'team:write',
    summary: 'Invite somebody by a link',
    needs_proof: 'always',
    body: InvitationInput,
    errors: ['conflict'],
    success: {
      status: 201,
      message: 'Invited. Send the link yourself: it is shown only once.',
      data: Type.Object({
        invitation: InvitationObject,
        link: Type.String({ description: 'Works for 7 days and once.' }),
      }),
    },
    handle: async ({ ctx, actor, body }) => ({ data: await invite(ctx, actor, body) }),
  },
  {
    access: 'merchant',
    method: 'DELETE',
    path: '/team/invitations/{id}',
    id: 'revokeInvitation',
    tag,
    scope: 'team:write',
    summary: 'Take an invitation back',
    errors: [],
    success: {
      status: 200,
      message: 'The link no longer works.',
      data: Type.Object({ id: Type.String() }),
    },
    handle: async ({ ctx, actor, params: { id = '' } }) => ({ data: await revokeInvitation(ctx, actor, id) }),
  },
  {
    access: 'merchant',
    method: 'PATCH',
    path: '/team/members/{user_id}',
    id: 'changeRole',
    tag,
    scope: 'team:write',
    summary: 'Give a member another role',
    needs_proof: 'always',
    body: RoleInput,
    errors: ['conflict'],
    success: {
      status: 200,
      message: 'Saved.',
      data: Type.Object({ user_id: Type.String(), role: Type.Enum(roles) }),
    },
    handle: async ({ ctx, actor, params: { user_id = '' }, body }) => ({
      data: await changeRole(ctx, actor, { user_id, body }),
    }),
  },
  {
    access: 'merchant',
    method: 'DELETE',
    path: '/team/members/{user_id}',
    id: 'removeMember',
    tag,
    scope: 'team:write',
    summary: 'Take a member out of the team; yourself whatever your role',
    needs_proof: 'always',
    errors: ['conflict'],
    success: {
      status: 200,
      message: 'No longer a member.',
      data: Type.Object({ user_id: Type.String() }),
    },
    handle: async ({ ctx, actor, params: { user_id = '' } }) => ({
      data: await removeMember(ctx, actor, user_id),
    }),
  },
  {
    access: 'merchant',
    method: 'DELETE',
    path: '/team/members/{user_id}/sessions',
    id: 'endMemberSessions',
    tag,
    scope: 'team:write',
    summary: 'Sign a member out everywhere; they stay in the team',
    needs_proof: 'always',
    errors: [],
    success: { status: 200, message: 'Signed out everywhere.', data: EndedSessions },
    handle: async ({ ctx, actor, params: { user_id = '' } }) => ({
      data: await endMemberSessions(ctx, actor, user_id),
    }),
  },
  {
    access: 'merchant',
    method: 'POST',
    path: '/team/members/{user_id}/password-link',
    id: 'makePasswordLink',
    tag,
    scope: 'team:write',
    summary: 'Make a link with which a member chooses a new password',
    needs_proof: 'always',
    errors: [],
    success: {
      status: 201,
      message: 'Send the link yourself: it is shown only once, and works once, within a day.',
      data: PasswordLink,
    },
    handle: async ({ ctx, actor, params: { user_id = '' } }) => ({
      data: await makePasswordLink(ctx, actor, user_id),
    }),
  },
];
