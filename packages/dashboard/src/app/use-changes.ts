import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type Mode, me_query } from './me.ts';
import { whenIdle } from './when-idle.ts';

/** The server's message about a change: the nouns whose rows have changed. */
interface Changes {
  readonly nouns: readonly string[];
}

/** Browsers reconnect a broken stream by themselves, but not after a response such as a proxy's 503. */
const retry_ms = 10_000;

/** The time after which the connection counts as lost: a stream that ends normally is reopened sooner. */
const lost_after_ms = 8_000;

/**
 * Keeps the page up to date without a reload: the server reports which nouns have changed, and their data is
 * fetched again. After a lost connection, all data is fetched again. This includes permissions: a changed or
 * removed role takes effect immediately.
 *
 * @returns whether the connection has been lost for so long that the page may be out of date
 */
export function useChanges({ merchant_id, mode }: { readonly merchant_id: string; readonly mode: Mode }): {
  readonly is_lost: boolean;
} {
  const query_client = useQueryClient();
  const router = useRouter();
  const [is_lost, setLost] = useState(false);
  useEffect(() => {
    const askWhoOneIs = async (): Promise<void> => {
      const before = query_client.getQueryData(me_query.queryKey);
      const me = await query_client.fetchQuery({ ...me_query, staleTime: 0 }).catch(() => before);
      if (me !== before) await router.invalidate();
    };
    const invalidate = (...rest: readonly string[]): void =>
      void query_client.invalidateQueries({ queryKey: [merchant_id, mode, ...rest] });
    let source: EventSource | undefined;
    let timer: number | undefined;
    let lost_timer: number | undefined;
    const miss = (): void => {
      lost_timer ??= window.setTimeout(() => setLost(true), lost_after_ms);
    };
    const meet = (): void => {
      window.clearTimeout(lost_timer);
      lost_timer = undefined;
      setLost(false);
    };
    const listen = (): void => {
      const line = new EventSource(`/dashboard/api/${merchant_id}/${mode}/changes`);
      source = line;
      miss();
      line.addEventListener('open', meet);
      line.addEventListener('changes', ({ data }) => {
        const { nouns }: Changes = JSON.parse(data);
        // On the first message: data loaded earlier may have changed unnoticed.
        const is_first = nouns.length === 0;
        if (is_first) invalidate();
        for (const noun of nouns) invalidate(noun);
        if (is_first || nouns.includes('team')) void askWhoOneIs();
      });
      line.addEventListener('error', () => {
        miss();
        if (line.readyState !== EventSource.CLOSED) return;
        timer = window.setTimeout(listen, retry_ms);
        void askWhoOneIs();
      });
    };
    // Changes are followed only once the page is idle, so that the page's first data loads first.
    const stopWaiting = whenIdle(listen);
    return () => {
      stopWaiting();
      window.clearTimeout(timer);
      source?.close();
      meet();
    };
  }, [query_client, router, merchant_id, mode]);
  return { is_lost };
}
