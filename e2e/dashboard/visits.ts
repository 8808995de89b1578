import { signIn } from '@guichet/dashboard/testing/open-dashboard';
import { test_password } from '@guichet/server/dashboard/testing/visit';
import type { Page } from 'playwright-core';
import type { TestService } from '../../test-support/service.ts';
import { type Filled, owner_email } from './fill.ts';

/** A menu, dialog or drawer of a page. */
export interface Opening {
  readonly name: string;
  /** Where in `packages/dashboard/src` it is. */
  readonly file: string;
  /** Opens it on the page in English. */
  readonly open: (page: Page) => Promise<void>;
  /** It has to be answered, and Escape does not close it. */
  readonly stays?: boolean;
  /** What opens it is on narrow screens alone. */
  readonly is_narrow?: boolean;
}

/** A page with something on it. */
export interface Visit {
  readonly name: string;
  /** Below `/dashboard/<merchant>/test/`; with a slash before it, below `/dashboard`. */
  readonly at: string;
  /** Makes the service such that the page shows it, before it is loaded anew. */
  readonly prepare?: (service: TestService) => Promise<void>;
  /** Brings the page, in English, to what is to be seen. */
  readonly act?: (page: Page) => Promise<void>;
  readonly openings?: readonly Opening[];
}

const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .or(page.getByRole('menuitem', { name, exact: typeof name === 'string' }))
    .first()
    .click();

/** What opens after buttons with these names are pressed, one after the other. */
function after(file: string, ...names: readonly (string | RegExp)[]): Opening {
  return {
    name: names.map(String).join(', '),
    file,
    open: async (page) => {
      for (const name of names) await press(page, name);
    },
  };
}

/** The same, where fields are filled in before the dialog's own button is pressed. */
function answered(
  file: string,
  opening: Opening,
  fields: Readonly<Record<string, string>>,
  button: string,
): Opening {
  return {
    name: `${opening.name}, ${button}`,
    file,
    stays: true,
    open: async (page) => {
      await opening.open(page);
      const dialog = page.getByRole('dialog');
      for (const [label, text] of Object.entries(fields)) await dialog.getByLabel(label).fill(text);
      await dialog.getByRole('button', { name: button, exact: true }).click();
      await dialog.getByRole('button', { name: button, exact: true }).waitFor({ state: 'detached' });
    },
  };
}

const frame: readonly Opening[] = [
  after('app/account-menu.tsx', /Your account/),
  after('app/merchant-menu.tsx', /^Merchant:/),
  { ...after('app/frame.tsx', 'Menu'), is_narrow: true },
];

const add_key = after('features/developers/add-key.tsx', 'Make a key');
const invite = after('features/team/invite-dialog.tsx', 'Invite somebody');
const set_up = after('features/security/password-dialog.tsx', 'Set up the second step');

/**
 * By the router's addresses, every page with what was made for it. A page without a visit, and a dialog without an
 * opening, fails its test.
 */
export function visitsOf(filled: Filled): Readonly<Record<string, readonly Visit[]>> {
  const { payments, payouts } = filled;
  return byRoute({
    overview: [
      { name: 'the overview', at: 'overview', openings: frame },
      { name: 'the overview of a week', at: 'overview?days=7' },
    ],
    payments: [
      { name: 'payments', at: 'payments' },
      { name: 'payments, narrowed to none', at: 'payments?status=failed&country=KE&currency=KES' },
    ],
    'payments/$payment_id': [
      {
        name: 'a paid payment',
        at: `payments/${payments.paid}`,
        openings: [
          after('features/payments/refund-dialog.tsx', 'Refund'),
          {
            ...after('features/payments/refund-dialog.tsx', 'Refund'),
            name: 'Refund, Go on',
            open: async (page) => {
              await press(page, 'Refund');
              await page.getByLabel('Reason').fill('Article épuisé');
              await press(page, 'Go on');
            },
          },
        ],
      },
      {
        name: 'a payment that was paid twice',
        at: `payments/${payments.duplicate}`,
        openings: [after('features/payments/refund-dialog.tsx', 'Refund the second payment')],
      },
      {
        name: 'a payment that needs a person',
        at: `payments/${payments.mismatch}`,
        openings: [after('features/payments/resolve-dialog.tsx', 'Say what you found')],
      },
      ...(['pending', 'failed', 'processing', 'expired', 'refunded', 'refund_failed'] as const).map(
        (state) => ({
          name: `a payment: ${state}`,
          at: `payments/${payments[state]}`,
        }),
      ),
    ],
    customers: [
      { name: 'customers', at: 'customers' },
      { name: 'customers, narrowed to none', at: 'customers?country=KE' },
    ],
    'customers/$customer_id': [{ name: 'a customer', at: `customers/${filled.customer_id}` }],
    balances: [{ name: 'balances', at: 'balances' }],
    payouts: [
      {
        name: 'payouts',
        at: 'payouts',
        openings: [after('features/payouts/rules-dialog.tsx', 'Rules')],
      },
    ],
    'payouts/new': [
      {
        name: 'a new payout',
        at: 'payouts/new',
        openings: [
          {
            ...after('features/payouts/payout-confirm.tsx', 'Continue'),
            open: async (page) => {
              await page.getByLabel('Recipient’s operator').selectOption('mtn_ci');
              await page.getByLabel('Recipient’s mobile money number').fill('+2250504030200');
              await page.getByLabel('Amount').fill('150000');
              await press(page, 'Continue');
            },
          },
        ],
      },
    ],
    'payouts/bulk': [{ name: 'many payouts', at: 'payouts/bulk' }],
    'payouts/bulk/$batch_id': [
      {
        name: 'a file of payouts',
        at: `payouts/bulk/${filled.batch_id}`,
        openings: [after('features/payouts/batch-confirm.tsx', 'Discard')],
      },
      { name: 'a file with an error', at: `payouts/bulk/${filled.wrong_batch_id}` },
    ],
    'payouts/$payout_id': [
      {
        name: 'a payout that waits',
        at: `payouts/${payouts.waiting}`,
        openings: [
          after('features/payouts/decision-note.tsx', 'Approve'),
          after('features/payouts/decision-note.tsx', 'Refuse'),
        ],
      },
      ...(['success', 'failed', 'processing', 'mismatch', 'refused'] as const).map((state) => ({
        name: `a payout: ${state}`,
        at: `payouts/${payouts[state]}`,
      })),
    ],
    'developers/keys': [
      {
        name: 'keys',
        at: 'developers/keys',
        openings: [
          add_key,
          after('features/developers/keys-page.tsx', 'Revoke: Caisse 1'),
          answered('features/developers/shown-once.tsx', add_key, { Name: 'Caisse 3' }, 'Make a key'),
        ],
      },
    ],
    'developers/webhooks': [
      {
        name: 'endpoints',
        at: 'developers/webhooks',
        openings: [after('features/developers/endpoint-dialog.tsx', 'Add an endpoint')],
      },
    ],
    'developers/webhooks/$endpoint_id': [
      {
        name: 'an endpoint',
        at: `developers/webhooks/${filled.endpoint_id}`,
        openings: [
          after('features/developers/endpoint-dialog.tsx', 'Change'),
          after('features/developers/rotate-dialog.tsx', 'New secret'),
          after('features/developers/endpoint-actions.tsx', 'Switch off'),
          after('features/developers/endpoint-actions.tsx', 'Delete'),
        ],
      },
      { name: 'a failing endpoint', at: `developers/webhooks/${filled.failing_endpoint_id}` },
    ],
    'developers/deliveries': [{ name: 'deliveries', at: 'developers/deliveries' }],
    'developers/deliveries/$delivery_id': [
      { name: 'a delivery', at: `developers/deliveries/${filled.delivery_id}` },
      { name: 'a failing delivery', at: `developers/deliveries/${filled.failing_delivery_id}` },
    ],
    'developers/events': [{ name: 'events', at: 'developers/events' }],
    'developers/events/$event_id': [{ name: 'an event', at: `developers/events/${filled.event_id}` }],
    'developers/requests': [{ name: 'requests', at: 'developers/requests' }],
    'developers/sandbox': [{ name: 'the sandbox', at: 'developers/sandbox' }],
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
    'settings/security': [{ name: 'how members sign in', at: 'settings/security' }],
    'settings/profile': [{ name: 'the profile', at: 'settings/profile' }],
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
          after('features/team/member-dialogs.tsx', 'Actions for Finance', 'Change the role'),
          after('features/team/member-dialogs.tsx', 'Actions for Finance', 'Link for a new password'),
          after('features/team/member-dialogs.tsx', 'Actions for Finance', 'Remove'),
          after('features/team/invitation-list.tsx', 'Take back: comptable@demo.test'),
        ],
      },
    ],
    audit: [
      { name: 'the audit log', at: 'audit' },
      {
        name: 'the audit log, narrowed to none',
        at: 'audit?action=deleted&from=2020-01-01&until=2020-01-02',
      },
    ],
    security: [
      {
        name: 'security',
        at: 'security',
        openings: [
          set_up,
          after('features/security/passkeys.tsx', 'Add a passkey'),
          after('features/security/sessions.tsx', 'Sign out everywhere else'),
          answered(
            'features/security/set-up-second-step.tsx',
            set_up,
            { 'Your password': test_password },
            'Go on',
          ),
        ],
      },
      {
        name: 'security, with a second step',
        at: 'security',
        // What was begun above, as if its first code had been right.
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
              await page.getByRole('dialog', { name: 'Is it still you?' }).waitFor();
            },
            stays: true,
          },
        ],
      },
    ],
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
        name: 'the second step of the sign-in',
        at: '/sign-in',
        act: async (page) => {
          await signIn(page, owner_email);
          await page.getByLabel('Code').waitFor();
        },
      },
    ],
    '/reset-password': [{ name: 'a new password', at: '/reset-password#none' }],
    '/invitation': [
      { name: 'an invitation', at: new URL(filled.invitation_url).href.split('/dashboard')[1] ?? '' },
      { name: 'an invitation that is gone', at: '/invitation#none' },
    ],
    '/': [],
  });
}

/** Dialogs that are opened by tests of their own: they take a second person, or a session with a second step. */
export const opened_elsewhere = [
  'features/payouts/batch-decision.tsx',
  'features/settings/security-page.tsx',
];

/** Pages that need nothing but their merchant: the lists of a merchant that has just begun. */
export function emptyVisits(routes: readonly string[]): readonly Visit[] {
  return routes
    .filter((route) => route.startsWith(merchant_route) && !route.includes('$', merchant_route.length))
    .map((route) => route.slice(merchant_route.length))
    .map((at) => ({ name: `${at}, with nothing yet`, at }));
}

const merchant_route = '/$merchant_id/$mode/';

function byRoute(visits: Readonly<Record<string, readonly Visit[]>>): Record<string, readonly Visit[]> {
  return Object.fromEntries(
    Object.entries(visits).map(([route, those]) => [
      route.startsWith('/') ? route : `${merchant_route}${route}`,
      those,
    ]),
  );
}
