import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from '../../app/frame-route.tsx';
import { searchOf } from '../../app/search.ts';

export const balancesRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: 'balances',
  validateSearch: searchOf(['currency', 'from', 'until']),
  component: lazyRouteComponent(() => import('./balances-page.tsx'), 'BalancesPage'),
});
