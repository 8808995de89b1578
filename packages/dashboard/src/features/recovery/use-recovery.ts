import { useQuery } from '@tanstack/react-query';
import { api, read } from '../../api/client.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useRefreshMe } from '../../app/use-refresh-me.ts';

const again_ms = 10_000;

type Answer = Awaited<ReturnType<typeof readRecovery>>;
export type Recovery = NonNullable<Answer['recovery']>;
export type FoundOutcome = Recovery['found'][number];

function readRecovery(path: ReturnType<typeof useFrame>['path'], signal: AbortSignal) {
  return read(api.GET('/dashboard/api/{merchant_id}/{mode}/recovery', { params: { path }, signal }));
}

/** The findings so far, polled: they change with every inquiry, until somebody opens the service. */
export function useRecovery() {
  const { path, keyOf } = useFrame();
  const refreshMe = useRefreshMe();
  return useQuery({
    queryKey: keyOf('recovery'),
    queryFn: async ({ signal }) => {
      const answer = await readRecovery(path, signal);
      // Somebody has opened the service: the notice disappears with the next refresh.
      if (answer.recovery === null) await refreshMe();
      return answer;
    },
    refetchInterval: again_ms,
  });
}

/** Opens the service; the notice disappears. */
export function useOpenService() {
  const { path } = useFrame();
  const refreshMe = useRefreshMe();
  return async (body: { readonly anyway: boolean }): Promise<void> => {
    await read(api.POST('/dashboard/api/{merchant_id}/{mode}/recovery/open', { params: { path }, body }));
    await refreshMe();
  };
}
