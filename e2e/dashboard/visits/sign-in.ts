import { signIn } from '@guichet/dashboard/testing/open-dashboard';
import { type Filled, owner_email } from '../fill.ts';
import type { Visits } from './visit.ts';

/** Visits to the pages for visitors who are not signed in. */
export function signInVisits({ invitation_url }: Filled): Visits {
  return {
    '/sign-in': [
      { name: 'the sign-in', at: '/sign-in' },
      {
        name: 'the sign-in, refused',
        at: '/sign-in',
        act: async (page) => {
          await signIn(page, owner_email, 'not this one at all');
          await page.getByRole('alert').waitFor();
        },
      },
      {
        name: 'the second factor of the sign-in',
        at: '/sign-in',
        act: async (page) => {
          await signIn(page, owner_email);
          await page.getByLabel('Code').waitFor();
        },
      },
    ],
    '/reset-password': [{ name: 'a new password', at: '/reset-password#none' }],
    '/invitation': [
      { name: 'an invitation', at: new URL(invitation_url).href.split('/dashboard')[1] ?? '' },
      { name: 'an invitation that is gone', at: '/invitation#none' },
    ],
  };
}
