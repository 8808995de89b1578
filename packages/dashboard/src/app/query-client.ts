import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiProblem } from '../api/problem.ts';

const tries_max = 2;

/**
 * Caches data from the server.
 *
 * @param onSignedOut called when the server no longer recognizes the session
 */
export function makeQueryClient(onSignedOut: () => void): QueryClient {
  const watch = (error: unknown): void => {
    if (error instanceof ApiProblem && error.code === 'authentication_required') onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError: watch }),
    mutationCache: new MutationCache({ onError: watch }),
    defaultOptions: {
      queries: {
        // The server reports changes; refetching on reconnect covers what was missed meanwhile.
        staleTime: 30_000,
        retry: (tries, error) => {
          const may_help = error instanceof ApiProblem && (error.status === 0 || error.status >= 500);
          return may_help && tries < tries_max;
        },
      },
      // Without a network an action fails at once: it must not wait for the connection, and then be carried out after
      // the person has left the page.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
