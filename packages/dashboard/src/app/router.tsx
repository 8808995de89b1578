import type { QueryClient } from '@tanstack/react-query';
import { createRoute, createRouter, redirect } from '@tanstack/react-router';
import { auditRoute } from '../features/audit/route.tsx';
import { balancesRoute } from '../features/balances/route.tsx';
import { counterRoutes } from '../features/counter/routes.tsx';
import { customerRoute, customersRoute } from '../features/customers/route.tsx';
import { developersRoutes } from '../features/developers/route.tsx';
import { goLiveRoutes } from '../features/go-live/routes.tsx';
import { invitationRoute } from '../features/invitation/route.tsx';
import { overviewRoute } from '../features/overview/route.tsx';
import { paymentLinkRoutes } from '../features/payment-links/routes.tsx';
import { paymentRoute, paymentsRoute } from '../features/payments/route.tsx';
import { payoutRoutes } from '../features/payouts/routes.tsx';
import { resetRoute } from '../features/reset-password/route.tsx';
import { securityRoute } from '../features/security/route.tsx';
import { settingsRoutes } from '../features/settings/route.tsx';
import { signInRoute } from '../features/sign-in/route.tsx';
import { teamRoute } from '../features/team/route.tsx';
import { trialRoute } from '../features/trial/route.tsx';
import { frameRoute, rootRoute, signedInRoute } from './frame-route.tsx';
import { readPlace } from './last-place.ts';
import { type Merchant, mayDo } from './me.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { RootErrorPage } from './root-error-page.tsx';
import { parseSearch, stringifySearch } from './search.ts';
import { sections } from './sections.ts';

/** Redirects to the person's merchant, in the last mode used. */
const startRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/',
  beforeLoad: ({ context: { me } }) => {
    const place = readPlace();
    const mode = place?.merchant_id === me.merchant.id ? place.mode : ('test' as const);
    throw redirect({ to: '/$merchant_id/$mode', params: { merchant_id: me.merchant.id, mode } });
  },
});

const firstSectionRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/',
  beforeLoad: ({ context, params }) => {
    throw redirect({ to: firstSection(context.merchant), params });
  },
});

const routeTree = rootRoute.addChildren([
  signInRoute,
  resetRoute,
  invitationRoute,
  signedInRoute.addChildren([
    startRoute,
    frameRoute.addChildren([
      firstSectionRoute,
      paymentsRoute,
      paymentRoute,
      ...paymentLinkRoutes,
      ...counterRoutes,
      trialRoute,
      customersRoute,
      customerRoute,
      balancesRoute,
      overviewRoute,
      ...payoutRoutes,
      developersRoutes,
      settingsRoutes,
      ...goLiveRoutes,
      teamRoute,
      auditRoute,
      securityRoute,
    ]),
  ]),
]);

export function makeRouter(query_client: QueryClient) {
  return createRouter({
    routeTree,
    basepath: '/dashboard',
    context: { query_client },
    defaultPreload: 'intent',
    defaultNotFoundComponent: NotFoundPage,
    defaultErrorComponent: RootErrorPage,
    scrollRestoration: true,
    // Unknown parameters are dropped from the URL.
    search: { strict: true },
    ...{ parseSearch, stringifySearch },
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}

function firstSection(merchant: Merchant) {
  const seen = sections.find(({ scope }) => scope === undefined || mayDo(merchant, scope));
  return seen?.to ?? '/$merchant_id/$mode/security';
}
