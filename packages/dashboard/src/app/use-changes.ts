import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Mode } from './me.ts';

/** What the server says of a change: the nouns whose rows are no longer what they were. */
interface Changes {
  readonly nouns: readonly string[];
}

/** Browsers come back by themselves to a line that broke, but not after an answer such as a proxy's 503. */
const retry_ms = 10_000;

/**
 * Keeps what is shown true without a reload: the server says which nouns have changed, and what was read of them is
 * read again. After a break of the line everything is.
 */
export function useChanges({
  merchant_id,
  mode,
}: {
  readonly merchant_id: string;
  readonly mode: Mode;
}): void {
  const query_client = useQueryClient();
  useEffect(() => {
    const invalidate = (...rest: readonly string[]): void =>
      void query_client.invalidateQueries({ queryKey: [merchant_id, mode, ...rest] });
    let source: EventSource | undefined;
    let timer: number | undefined;
    const listen = (): void => {
      const line = new EventSource(`/dashboard/api/${merchant_id}/${mode}/changes`);
      source = line;
      line.addEventListener('changes', ({ data }) => {
        const { nouns }: Changes = JSON.parse(data);
        // The first word: what was read before may have changed unnoticed.
        if (nouns.length === 0) invalidate();
        for (const noun of nouns) invalidate(noun);
      });
      line.addEventListener('error', () => {
        if (line.readyState === EventSource.CLOSED) timer = window.setTimeout(listen, retry_ms);
      });
    };
    listen();
    return () => {
      window.clearTimeout(timer);
      source?.close();
    };
  }, [query_client, merchant_id, mode]);
}
