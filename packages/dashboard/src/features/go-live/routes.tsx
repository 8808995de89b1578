import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { frameRoute } from '../../app/frame-route.tsx';
import type { Mode } from '../../app/me.ts';
import { searchOf } from '../../app/search.ts';

type Place = { readonly params: { readonly merchant_id: string; readonly mode: Mode } };

/** Accounts exist in live mode only: in test mode, the way leads there. */
const toLive = ({ params }: Place): void => {
  if (params.mode === 'live') return;
  throw redirect({ to: '/$merchant_id/$mode/go-live', params: { ...params, mode: 'live' }, replace: true });
};

export const goLiveRoutes = [
  createRoute({
    getParentRoute: () => frameRoute,
    path: 'go-live',
    validateSearch: searchOf([]),
    beforeLoad: toLive,
    component: lazyRouteComponent(() => import('./go-live-page.tsx'), 'GoLivePage'),
  }),
  createRoute({
    getParentRoute: () => frameRoute,
    path: 'go-live/$connector',
    validateSearch: searchOf(['account', 'way', 'payment']),
    beforeLoad: toLive,
    component: lazyRouteComponent(() => import('./provider-page.tsx'), 'ProviderPage'),
  }),
] as const;
