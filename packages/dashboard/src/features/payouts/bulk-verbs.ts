import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { api, read } from '../../api/client.ts';
import type { paths } from '../../api/schema.d.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useRead } from '../../app/use-read.ts';

const batches = '/dashboard/api/{merchant_id}/{mode}/payout-batches' as const;
const one = `${batches}/{id}` as const;

type Detail = paths[typeof one]['get']['responses'][200]['content']['application/json']['data'];
export type PayoutBatch = Detail['batch'];
export type PayoutBatchDetail = Detail;
export type BatchFinding = Detail['findings'][number];

/** The server's limit, repeated here so that nobody waits for an upload that is refused. */
export const file_bytes_max = 5 * 1024 * 1024;

/** The files that were uploaded, newest first. */
export function useBatches(cursor: string | undefined) {
  return useRead(['payouts', 'batches', cursor], '/payout-batches', {
    query: { cursor },
    placeholderData: keepPreviousData,
  });
}

/** One file, with everything about it. */
export function useBatch(id: string) {
  return useRead(['payouts', 'batch', id], '/payout-batches/{id}', { path: { id } });
}

/**
 * The actions for files. Each action refreshes the payouts, even after a refusal, because somebody else may have
 * acted first.
 */
export function useBatchVerbs() {
  const { path, keyOf } = useFrame();
  const query_client = useQueryClient();
  const refresh = async <Data>(call: Promise<Data>): Promise<Data> => {
    try {
      return await call;
    } finally {
      await Promise.all(
        ['payouts', 'balances'].map((noun) => query_client.invalidateQueries({ queryKey: keyOf(noun) })),
      );
    }
  };
  const of = (id: string) => ({ path: { ...path, id } });
  return {
    upload: (file: File) =>
      refresh(
        read(
          api.POST(batches, {
            params: { path, query: { file_name: file.name } },
            body: '',
            bodySerializer: () => file,
            headers: { 'content-type': 'text/csv' },
          }),
        ),
      ),
    confirm: (id: string, again: string | undefined) =>
      refresh(
        read(api.POST(`${one}/confirmation`, { params: of(id), body: again === undefined ? {} : { again } })),
      ),
    decide: (id: string, body: { readonly decision: 'approve' | 'refuse'; readonly note?: string }) =>
      refresh(read(api.POST(`${one}/decision`, { params: of(id), body }))),
    discard: (id: string) => refresh(read(api.DELETE(one, { params: of(id) }))),
  };
}

/** Returns the URL of a file that the server generates for bulk payouts. */
export function useBatchFile(): (name: string) => string {
  const { path } = useFrame();
  return (name) => `/dashboard/api/${path.merchant_id}/${path.mode}/${name}`;
}
