import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type Me, me_query } from './me.ts';

/** Fetches the person and their permissions again, and updates the page. */
export function useRefreshMe(): () => Promise<Me> {
  const query_client = useQueryClient();
  const router = useRouter();
  return async () => {
    // Without a network this fails at once, because actions wait for it.
    const me = await query_client.fetchQuery({ ...me_query, staleTime: 0, networkMode: 'always' });
    await router.invalidate();
    return me;
  };
}
