import {
  changeRole,
  EndedSessions,
  endMemberSessions,
  InvitationInput,
  InvitationObject,
  inviteMember,
  listTeam,
  makePasswordLink,
  PasswordLink,
  RoleInput,
  removeMember,
  revokeInvitation,
  Team,
} from '@guichet/core/accounts';
import { roles } from '@guichet/core/platform';
import Type from 'typebox';
import { withActor, withBody, withPath, withPathAndBody } from './handle.ts';
import { merchantOperations } from './list-operations.ts';

/** Operations on the team of a merchant. */
export const team_operations = merchantOperations('Team', {
  listTeam: {
    route: 'GET /team',
    scope: 'team:read',
    summary: 'Members, and invitations that are still open',
    errors: [],
    success: { status: 200, message: 'The team.', data: Team },
    handle: withActor(listTeam),
  },
  invite: {
    route: 'POST /team/invitations',
    scope: 'team:write',
    summary: 'Invite a person by a link',
    needs_proof: 'always',
    body: InvitationInput,
    errors: ['conflict'],
    success: {
      status: 201,
      message: 'Invited. Send the link yourself: it is shown only once.',
      data: Type.Object({
        invitation: InvitationObject,
        link: Type.String({ description: 'Works once, within 7 days.' }),
      }),
    },
    handle: withBody(inviteMember),
  },
  revokeInvitation: {
    route: 'DELETE /team/invitations/{id}',
    scope: 'team:write',
    summary: 'Revoke an invitation',
    errors: [],
    success: {
      status: 200,
      message: 'The link no longer works.',
      data: Type.Object({ id: Type.String() }),
    },
    handle: withPath('id', revokeInvitation),
  },
  changeRole: {
    route: 'PATCH /team/members/{user_id}',
    scope: 'team:write',
    summary: 'Change the role of a member',
    needs_proof: 'always',
    body: RoleInput,
    errors: ['conflict'],
    success: {
      status: 200,
      message: 'Saved.',
      data: Type.Object({ user_id: Type.String(), role: Type.Enum(roles) }),
    },
    handle: withPathAndBody('user_id', changeRole),
  },
  removeMember: {
    route: 'DELETE /team/members/{user_id}',
    scope: 'team:write',
    summary: 'Remove a member from the team; yourself whatever your role',
    needs_proof: 'always',
    errors: ['conflict'],
    success: {
      status: 200,
      message: 'No longer a member.',
      data: Type.Object({ user_id: Type.String() }),
    },
    handle: withPath('user_id', removeMember),
  },
  endMemberSessions: {
    route: 'DELETE /team/members/{user_id}/sessions',
    scope: 'team:write',
    summary: 'Sign a member out everywhere; they stay in the team',
    needs_proof: 'always',
    errors: [],
    success: { status: 200, message: 'Signed out everywhere.', data: EndedSessions },
    handle: withPath('user_id', endMemberSessions),
  },
  makePasswordLink: {
    route: 'POST /team/members/{user_id}/password-link',
    scope: 'team:write',
    summary: 'Create a link for a member to choose a new password',
    needs_proof: 'always',
    errors: [],
    success: {
      status: 201,
      message: 'Send the link yourself: it is shown only once, and works once, within a day.',
      data: PasswordLink,
    },
    handle: withPath('user_id', makePasswordLink),
  },
});
