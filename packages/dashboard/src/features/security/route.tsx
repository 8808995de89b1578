import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from '../../app/frame-route.tsx';

export const securityRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: 'security',
  component: lazyRouteComponent(() => import('./security-page.tsx'), 'SecurityPage'),
});
