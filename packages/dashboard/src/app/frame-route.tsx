import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  notFound,
  redirect,
} from '@tanstack/react-router';
import { ApiProblem } from '../api/problem.ts';
import { type Me, type Merchant, type Mode, me_query } from './me.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { RootErrorPage } from './root-error-page.tsx';

export interface RouterContext {
  readonly query_client: QueryClient;
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  notFoundComponent: NotFoundPage,
  errorComponent: RootErrorPage,
});

/** Everything that requires signing in. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: async ({ context, location }): Promise<{ readonly me: Me }> => {
    try {
      return { me: await context.query_client.ensureQueryData(me_query) };
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.status !== 401) throw error;
      throw redirect({ to: '/sign-in', search: { next: location.href } });
    }
  },
});

/** The merchant in live mode, where permissions may require a second factor that test mode does not require. */
function inLive(merchant: Merchant): Merchant {
  return merchant.needs_second_factor_in_live
    ? { ...merchant, needs_second_factor: true, scopes: [] }
    : merchant;
}

/** A merchant in one mode: both are in the URL, so that links are unambiguous. */
export const frameRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '$merchant_id/$mode',
  params: {
    parse: ({ merchant_id, mode }): { merchant_id: string; mode: Mode } => {
      if (mode !== 'test' && mode !== 'live') throw notFound();
      return { merchant_id, mode };
    },
    stringify: ({ merchant_id, mode }) => ({ merchant_id, mode }),
  },
  beforeLoad: ({ context, params, location }) => {
    if (context.me.merchant.id !== params.merchant_id) throw notFound();
    const merchant = params.mode === 'live' ? inLive(context.me.merchant) : context.me.merchant;
    // Without the second factor, only the security page is available.
    if (merchant.needs_second_factor && !/\/(test|live)\/security$/.test(location.pathname)) {
      throw redirect({ to: '/$merchant_id/$mode/security', params, replace: true });
    }
    return { merchant };
  },
  component: lazyRouteComponent(() => import('./frame.tsx'), 'Frame'),
});
