import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from '../../app/frame-route.tsx';
import { searchOf } from '../../app/search.ts';

export const payoutRoutes = [
  createRoute({
    getParentRoute: () => frameRoute,
    path: 'payouts',
    validateSearch: searchOf(['state', 'operator', 'from', 'until', 'text', 'batch']),
    component: lazyRouteComponent(() => import('./payouts-page.tsx'), 'PayoutsPage'),
  }),
  createRoute({
    getParentRoute: () => frameRoute,
    path: 'payouts/new',
    component: lazyRouteComponent(() => import('./new-payout-page.tsx'), 'NewPayoutPage'),
  }),
  createRoute({
    getParentRoute: () => frameRoute,
    path: 'payouts/bulk',
    validateSearch: searchOf([]),
    component: lazyRouteComponent(() => import('./bulk-page.tsx'), 'BulkPage'),
  }),
  createRoute({
    getParentRoute: () => frameRoute,
    path: 'payouts/bulk/$batch_id',
    component: lazyRouteComponent(() => import('./batch-page.tsx'), 'BatchPage'),
  }),
  createRoute({
    getParentRoute: () => frameRoute,
    path: 'payouts/$payout_id',
    component: lazyRouteComponent(() => import('./payout-page.tsx'), 'PayoutPage'),
  }),
] as const;
