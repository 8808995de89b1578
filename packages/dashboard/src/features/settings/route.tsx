import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { frameRoute } from '../../app/frame-route.tsx';
import { searchOf } from '../../app/search.ts';

const settingsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: 'settings',
  component: lazyRouteComponent(() => import('./settings-frame.tsx'), 'SettingsFrame'),
});
const getParentRoute = () => settingsRoute;

export const settingsRoutes = settingsRoute.addChildren([
  createRoute({
    getParentRoute,
    path: '/',
    beforeLoad: ({ params }) => {
      throw redirect({ to: '/$merchant_id/$mode/settings/brand', params, replace: true });
    },
  }),
  createRoute({
    getParentRoute,
    path: 'brand',
    component: lazyRouteComponent(() => import('./brand-page.tsx'), 'BrandPage'),
  }),
  createRoute({
    getParentRoute,
    path: 'routing',
    validateSearch: searchOf(['text', 'country', 'offered']),
    component: lazyRouteComponent(() => import('./routing-page.tsx'), 'RoutingPage'),
  }),
  createRoute({
    getParentRoute,
    path: 'accounts',
    component: lazyRouteComponent(() => import('./accounts-page.tsx'), 'AccountsPage'),
  }),
  createRoute({
    getParentRoute,
    path: 'accounts/$account_id',
    component: lazyRouteComponent(() => import('./account-page.tsx'), 'AccountPage'),
  }),
  createRoute({
    getParentRoute,
    path: 'profile',
    component: lazyRouteComponent(() => import('./profile-page.tsx'), 'ProfilePage'),
  }),
  createRoute({
    getParentRoute,
    path: 'money',
    component: lazyRouteComponent(() => import('./money-page.tsx'), 'MoneyPage'),
  }),
  createRoute({
    getParentRoute,
    path: 'security',
    component: lazyRouteComponent(() => import('./security-page.tsx'), 'MerchantSecurityPage'),
  }),
]);
