import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from '../../app/frame-route.tsx';
import { searchOf } from '../../app/search.ts';

export const auditRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: 'audit',
  validateSearch: searchOf(['author', 'action', 'object_type', 'object_id', 'from', 'until']),
  component: lazyRouteComponent(() => import('./audit-page.tsx'), 'AuditPage'),
});
