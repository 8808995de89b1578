import { after, answered } from './open.ts';
import type { Visits } from './visit.ts';

export const invite = after('features/team/invite-dialog.tsx', 'Invite somebody');

/** Visits to the dialogs about the members of a team. */
export const team_visits: Visits = {
  team: [
    {
      name: 'the team',
      at: 'team',
      openings: [
        invite,
        answered(
          'features/team/link-dialog.tsx',
          invite,
          { 'E-mail': 'caisse@demo.test' },
          'Invite somebody',
        ),
        after('features/team/member-menu.tsx', 'Actions for Finance'),
        after('features/team/member-dialogs.tsx', 'Actions for Finance', 'Change role'),
        after('features/team/member-dialogs.tsx', 'Actions for Finance', 'Password reset link'),
        after('features/team/member-dialogs.tsx', 'Actions for Finance', 'Remove'),
        after('features/team/invitation-list.tsx', 'Revoke: comptable@demo.test'),
      ],
    },
  ],
};
