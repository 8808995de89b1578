import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/frame-route.tsx';

/** The token stands after `#`: what stands there is sent to no server and kept in no log. */
export const resetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'reset-password',
  component: lazyRouteComponent(() => import('./reset-page.tsx'), 'ResetPage'),
});
