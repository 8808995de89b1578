import { createRoute } from '@tanstack/react-router';
import { rootRoute } from '../../app/frame-route.tsx';
import { SignInPage } from './sign-in-page.tsx';

interface SignInSearch {
  readonly next?: string | undefined;
  /** Id of the merchant to which sign-in is restricted. */
  readonly merchant?: string | undefined;
}

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'sign-in',
  // Set to undefined, because an omitted parameter would keep its value from the current URL.
  validateSearch: ({ next, merchant }: Record<string, unknown>): SignInSearch => ({
    // Only a path on this site: a link must not redirect elsewhere after signing in.
    next: typeof next === 'string' && /^\/(?![/\\])/.test(next) ? next : undefined,
    merchant: typeof merchant === 'string' ? merchant : undefined,
  }),
  component: SignInPage,
});
