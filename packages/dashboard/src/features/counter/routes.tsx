import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from '../../app/frame-route.tsx';
import { searchOf } from '../../app/search.ts';

export const counterRoutes = [
  createRoute({
    getParentRoute: () => frameRoute,
    path: 'counter',
    validateSearch: searchOf([]),
    component: lazyRouteComponent(() => import('./counter-page.tsx'), 'CounterPage'),
  }),
  createRoute({
    getParentRoute: () => frameRoute,
    path: 'counter/shifts/$shift_id',
    validateSearch: searchOf([]),
    component: lazyRouteComponent(() => import('./shift-page.tsx'), 'ShiftPage'),
  }),
] as const;
