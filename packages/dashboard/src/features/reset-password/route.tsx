import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/frame-route.tsx';

/** The token follows `#`: that part of a URL is not sent to servers and not logged. */
export const resetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'reset-password',
  component: lazyRouteComponent(() => import('./reset-page.tsx'), 'ResetPage'),
});
