import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from '../../app/frame-route.tsx';
import { searchOf } from '../../app/search.ts';

export const paymentLinkRoutes = [
  createRoute({
    getParentRoute: () => frameRoute,
    path: 'payment-links',
    validateSearch: searchOf(['status']),
    component: lazyRouteComponent(() => import('./payment-links-page.tsx'), 'PaymentLinksPage'),
  }),
  createRoute({
    getParentRoute: () => frameRoute,
    path: 'payment-links/new',
    component: lazyRouteComponent(() => import('./new-link-page.tsx'), 'NewLinkPage'),
  }),
  createRoute({
    getParentRoute: () => frameRoute,
    path: 'payment-links/$payment_link_id',
    validateSearch: searchOf([]),
    component: lazyRouteComponent(() => import('./payment-link-page.tsx'), 'PaymentLinkPage'),
  }),
  createRoute({
    getParentRoute: () => frameRoute,
    path: 'payment-links/$payment_link_id/edit',
    component: lazyRouteComponent(() => import('./edit-link-page.tsx'), 'EditLinkPage'),
  }),
] as const;
