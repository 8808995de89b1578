import { createRoute } from '@tanstack/react-router';
import { rootRoute } from '../../app/frame-route.tsx';
import { SignInPage } from './sign-in-page.tsx';

interface SignInSearch {
  readonly next?: string | undefined;
  /** Id of the only merchant to sign in to. */
  readonly merchant?: string | undefined;
}

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'sign-in',
  // Said to be undefined, as what is left out here is taken from the address as it stands.
  validateSearch: ({ next, merchant }: Record<string, unknown>): SignInSearch => ({
    // Only an address of ours: a link must not lead a person who signs in elsewhere.
    next: typeof next === 'string' && /^\/(?![/\\])/.test(next) ? next : undefined,
    merchant: typeof merchant === 'string' ? merchant : undefined,
  }),
  component: SignInPage,
});
