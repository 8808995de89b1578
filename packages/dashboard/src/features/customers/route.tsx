import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from '../../app/frame-route.tsx';
import { searchOf } from '../../app/search.ts';

export const customersRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: 'customers',
  validateSearch: searchOf(['text', 'country']),
  component: lazyRouteComponent(() => import('./customers-page.tsx'), 'CustomersPage'),
});

export const customerRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: 'customers/$customer_id',
  validateSearch: searchOf([]),
  component: lazyRouteComponent(() => import('./customer-page.tsx'), 'CustomerPage'),
});
