import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from '../../app/frame-route.tsx';
import { searchOf } from '../../app/search.ts';

export const paymentsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: 'payments',
  validateSearch: searchOf([
    'text',
    'status',
    'needs_review',
    'operator',
    'country',
    'currency',
    'amount_min',
    'amount_max',
    'from',
    'until',
  ]),
  component: lazyRouteComponent(() => import('./payments-page.tsx'), 'PaymentsPage'),
});

export const paymentRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: 'payments/$payment_id',
  component: lazyRouteComponent(() => import('./payment-page.tsx'), 'PaymentPage'),
});
