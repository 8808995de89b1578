import type { Filled } from '../fill.ts';
import { after } from './open.ts';
import type { Visits } from './visit.ts';

/** Visits to the brand, operators, accounts and profile of a merchant. */
export function settingVisits(filled: Filled): Visits {
  return {
    'settings/brand': [{ name: 'the brand', at: 'settings/brand' }],
    'settings/routing': [
      {
        name: 'operators',
        at: 'settings/routing',
        openings: [
          after('features/settings/rule-dialog.tsx', /^Change: MTN/),
          after('features/settings/remove-rule-dialog.tsx', /^Remove.*: MTN/),
        ],
      },
    ],
    'settings/accounts': [
      {
        name: 'accounts',
        at: 'settings/accounts',
        openings: [after('features/settings/account-dialog.tsx', 'Add an account')],
      },
    ],
    'settings/accounts/$account_id': [
      {
        name: 'an account',
        at: `settings/accounts/${filled.account_id}`,
        openings: [
          after('features/settings/account-dialog.tsx', 'Change'),
          after('features/settings/account-page.tsx', 'Switch off'),
        ],
      },
    ],
    'go-live': [{ name: 'the way to live payments', at: 'go-live' }],
    'go-live/$connector': [{ name: 'the way with one provider', at: 'go-live/mtn-momo' }],
    'settings/security': [{ name: 'how members sign in', at: 'settings/security' }],
    'settings/money': [{ name: 'choices about unexpected money', at: 'settings/money' }],
    'settings/profile': [{ name: 'the profile', at: 'settings/profile' }],
  };
}
