import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/frame-route.tsx';

/** The token stands after `#`: what stands there is sent to no server and kept in no log. */
export const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'invitation',
  component: lazyRouteComponent(() => import('./invitation-page.tsx'), 'InvitationPage'),
});
