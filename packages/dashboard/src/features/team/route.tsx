import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from '../../app/frame-route.tsx';

export const teamRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: 'team',
  component: lazyRouteComponent(() => import('./team-page.tsx'), 'TeamPage'),
});
