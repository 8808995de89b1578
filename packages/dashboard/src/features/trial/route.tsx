import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { frameRoute } from '../../app/frame-route.tsx';
import { searchOf } from '../../app/search.ts';

export const trialRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: 'trial',
  validateSearch: searchOf(['payment', 'language']),
  // Play money exists in test mode only.
  beforeLoad: ({ params }) => {
    if (params.mode === 'test') return;
    throw redirect({ to: '/$merchant_id/$mode/trial', params: { ...params, mode: 'test' }, replace: true });
  },
  component: lazyRouteComponent(() => import('./trial-page.tsx'), 'TrialPage'),
});
