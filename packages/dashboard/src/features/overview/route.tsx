import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from '../../app/frame-route.tsx';
import { searchOf } from '../../app/search.ts';

export const overviewRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: 'overview',
  validateSearch: searchOf(['days', 'currency']),
  component: lazyRouteComponent(() => import('./overview-page.tsx'), 'OverviewPage'),
});
