import { test_password } from '@guichet/server/dashboard/testing/test-password';
import { owner_email } from '../fill.ts';
import { after, answered } from './open.ts';
import { invite } from './team.ts';
import type { Visits } from './visit.ts';

const set_up = after('features/security/password-dialog.tsx', 'Set up two-factor authentication');

/**
 * Visits to the dialogs about sign-in, including those that appear if the last sign-in was long ago. Later visits
 * depend on earlier ones.
 */
export const security_visits: Visits = {
  security: [
    {
      name: 'security',
      at: 'security',
      openings: [
        set_up,
        after('features/security/passkeys.tsx', 'Add a passkey'),
        after('features/security/sessions.tsx', 'Sign out everywhere else'),
        answered(
          'features/security/set-up-second-factor.tsx',
          set_up,
          { 'Your password': test_password },
          'Continue',
        ),
      ],
    },
    {
      name: 'security, with a second factor',
      at: 'security',
      // Completes the set-up that was begun above, as if its first code had been correct.
      prepare: async ({ ctx }) => {
        await ctx.pool.query(`update staff set two_factor_enabled = true where email = $1`, [owner_email]);
        await ctx.pool.query('update staff_two_factors set verified = true');
      },
      openings: [
        after('features/security/password-dialog.tsx', 'Turn off'),
        answered(
          'features/security/recovery-codes.tsx',
          after('features/security/password-dialog.tsx', 'New recovery codes'),
          { 'Your password': test_password },
          'New recovery codes',
        ),
      ],
    },
    {
      name: 'the team, long after signing in',
      at: 'team',
      prepare: async ({ ctx }) => {
        await ctx.pool.query(`update staff_sessions set proven_at = now() - interval '1 day'`);
      },
      openings: [
        {
          ...invite,
          file: 'features/proof/proof-dialog.tsx',
          open: async (page) => {
            await invite.open(page);
            await page.getByLabel('E-mail').fill('proof@demo.test');
            await page.getByRole('dialog').getByRole('button', { name: 'Invite somebody' }).click();
            await page.getByRole('dialog', { name: 'Confirm it is you' }).waitFor();
          },
          stays: true,
        },
      ],
    },
  ],
};
