import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/frame-route.tsx';

/** The token follows `#`: that part of a URL is not sent to servers and not logged. */
export const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'invitation',
  component: lazyRouteComponent(() => import('./invitation-page.tsx'), 'InvitationPage'),
});
