import { createRoute } from '@tanstack/react-router';
import { rootRoute } from '../../app/frame-route.tsx';
import { SignInPage } from './sign-in-page.tsx';

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'sign-in',
  validateSearch: ({ next }: Record<string, unknown>): { readonly next?: string | undefined } =>
    // Only an address of ours: a link must not lead a person who signs in elsewhere.
    // Said to be undefined, as what is left out here is taken from the address as it stands.
    ({ next: typeof next === 'string' && /^\/(?![/\\])/.test(next) ? next : undefined }),
  component: SignInPage,
});
