import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { frameRoute } from '../../app/frame-route.tsx';
import { searchOf } from '../../app/search.ts';

const developersRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: 'developers',
  component: lazyRouteComponent(() => import('./developers-frame.tsx'), 'DevelopersFrame'),
});
const getParentRoute = () => developersRoute;

const firstPageRoute = createRoute({
  getParentRoute,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/$merchant_id/$mode/developers/keys', params, replace: true });
  },
});

export const developersRoutes = developersRoute.addChildren([
  firstPageRoute,
  createRoute({
    getParentRoute,
    path: 'keys',
    component: lazyRouteComponent(() => import('./keys-page.tsx'), 'KeysPage'),
  }),
  createRoute({
    getParentRoute,
    path: 'webhooks',
    validateSearch: searchOf(['state']),
    component: lazyRouteComponent(() => import('./webhooks-page.tsx'), 'WebhooksPage'),
  }),
  createRoute({
    getParentRoute,
    path: 'webhooks/$endpoint_id',
    component: lazyRouteComponent(() => import('./webhook-page.tsx'), 'WebhookPage'),
  }),
  createRoute({
    getParentRoute,
    path: 'deliveries',
    validateSearch: searchOf(['endpoint_id', 'status', 'event', 'from', 'until']),
    component: lazyRouteComponent(() => import('./deliveries-page.tsx'), 'DeliveriesPage'),
  }),
  createRoute({
    getParentRoute,
    path: 'deliveries/$delivery_id',
    component: lazyRouteComponent(() => import('./delivery-page.tsx'), 'DeliveryPage'),
  }),
  createRoute({
    getParentRoute,
    path: 'events',
    validateSearch: searchOf(['event', 'object_id']),
    component: lazyRouteComponent(() => import('./events-page.tsx'), 'EventsPage'),
  }),
  createRoute({
    getParentRoute,
    path: 'events/$event_id',
    component: lazyRouteComponent(() => import('./event-page.tsx'), 'EventPage'),
  }),
  createRoute({
    getParentRoute,
    path: 'requests',
    validateSearch: searchOf(['result', 'status', 'method', 'path', 'id', 'key_id']),
    component: lazyRouteComponent(() => import('./requests-page.tsx'), 'RequestsPage'),
  }),
  createRoute({
    getParentRoute,
    path: 'sandbox',
    component: lazyRouteComponent(() => import('./sandbox-page.tsx'), 'SandboxPage'),
  }),
]);
