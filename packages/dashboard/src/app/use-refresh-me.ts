import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type Me, me_query } from './me.ts';

/** Fetches the person and their permissions again, and updates the page. */
export function useRefreshMe(): () => Promise<Me> {
  const query_client = useQueryClient();
  const router = useRouter();
  return async () => {
    const me = await query_client.fetchQuery({ ...me_query, staleTime: 0 });
    await router.invalidate();
    return me;
  };
}
