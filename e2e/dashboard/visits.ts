import type { Filled } from './fill.ts';
import { counterVisits } from './visits/counter.ts';
import { developerVisits } from './visits/developers.ts';
import { after } from './visits/open.ts';
import { paymentLinkVisits } from './visits/payment-links.ts';
import { paymentVisits } from './visits/payments.ts';
import { payoutVisits } from './visits/payouts.ts';
import { security_visits } from './visits/security.ts';
import { settingVisits } from './visits/settings.ts';
import { signInVisits } from './visits/sign-in.ts';
import { team_visits } from './visits/team.ts';
import type { Opening, Visit, Visits } from './visits/visit.ts';

const frame: readonly Opening[] = [
  after('app/account-list.tsx', /Your account/),
  after('app/merchant-list.tsx', /^Merchant:/),
  { ...after('app/side-drawer.tsx', 'Menu'), is_narrow: true },
];

/**
 * Lists every page by its route, with the objects created for it. A page without a visit, or a dialog without an
 * opening, fails a test.
 */
export function visitsOf(filled: Filled): Visits {
  return byRoute({
    overview: [
      {
        name: 'the overview',
        at: 'overview',
        openings: [...frame, after('features/payment-links/request-dialog.tsx', 'Request a payment')],
      },
      { name: 'the overview of a week', at: 'overview?days=7' },
    ],
    ...paymentVisits(filled),
    ...paymentLinkVisits(filled),
    ...counterVisits(filled),
    trial: [
      { name: 'trying the page', at: 'trial' },
      { name: 'a page that was tried', at: `trial?payment=${filled.payments.paid}` },
    ],
    customers: [
      { name: 'customers', at: 'customers' },
      { name: 'customers, narrowed to none', at: 'customers?country=KE' },
    ],
    'customers/$customer_id': [
      {
        name: 'a customer',
        at: `customers/${filled.customer_id}`,
        openings: [after('features/customers/customer-actions.tsx', 'Erase')],
      },
    ],
    balances: [
      {
        name: 'balances',
        at: 'balances',
        openings: [after('features/balances/movement-form.tsx', 'Record a movement')],
      },
    ],
    ...payoutVisits(filled),
    ...developerVisits(filled),
    ...settingVisits(filled),
    ...team_visits,
    audit: [
      { name: 'the audit log', at: 'audit' },
      {
        name: 'the audit log, narrowed to none',
        at: 'audit?action=deleted&from=2020-01-01&until=2020-01-02',
      },
    ],
    ...security_visits,
    ...signInVisits(filled),
  });
}

/** Dialogs that are opened in their own tests: they need a second person, or a session with a second factor. */
export const opened_elsewhere = [
  'features/balances/movement-dialog.tsx',
  'features/payments/waiting-decision.tsx',
  'features/payouts/approval-changes.tsx',
  'features/payouts/batch-decision.tsx',
  'features/recovery/open-dialog.tsx',
  'features/settings/security-page.tsx',
];

/** Lists the pages whose address needs only a merchant, for a merchant that has no data yet. */
export function emptyVisits(routes: readonly string[]): readonly Visit[] {
  return routes
    .filter((route) => route.startsWith(merchant_route) && !route.includes('$', merchant_route.length))
    .map((route) => route.slice(merchant_route.length))
    .map((at) => ({ name: `${at}, with nothing yet`, at }));
}

const merchant_route = '/$merchant_id/$mode/';

function byRoute(visits: Visits): Visits {
  return Object.fromEntries(
    Object.entries(visits).map(([route, those]) => [
      route.startsWith('/') ? route : `${merchant_route}${route}`,
      those,
    ]),
  );
}
