import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { api, read } from '../../api/client.ts';
import type { paths } from '../../api/schema.d.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useRead } from '../../app/use-read.ts';

const base = '/dashboard/api/{merchant_id}/{mode}' as const;

type Body<Path extends keyof paths> = paths[Path] extends {
  readonly post: { requestBody: { content: { 'application/json': infer Sent } } };
}
  ? Sent
  : never;

export type MovementInput = Body<`${typeof base}/ledger/movements`>;
export type Movement =
  paths[`${typeof base}/ledger/movements`]['get']['responses'][200]['content']['application/json']['data']['items'][number];

/** The movements that people recorded, newest first, a page at a time. */
export function useMovements(cursor: string | undefined) {
  return useRead(['movements', { cursor }], '/ledger/movements', {
    query: { cursor },
    placeholderData: keepPreviousData,
  });
}

/** The merchant's accounts with providers, with their ids. In test mode, only the sandbox holds money. */
export function useHolders(): readonly { readonly id: string; readonly name: string | null }[] | undefined {
  const { mode } = useFrame();
  const is_live = mode === 'live';
  const { data } = useRead(['accounts'], '/accounts', { enabled: is_live });
  return is_live ? data?.items : [{ id: 'sandbox', name: null }];
}

/** The actions for movements; each action refreshes the movements and the balances. */
export function useMovementVerbs() {
  const { path, keyOf } = useFrame();
  const query_client = useQueryClient();
  const refresh = async <Data>(call: Promise<Data>): Promise<Data> => {
    const data = await call;
    await Promise.all(
      ['movements', 'balances'].map((noun) => query_client.invalidateQueries({ queryKey: keyOf(noun) })),
    );
    return data;
  };
  const of = (id: string) => ({ path: { ...path, id } });
  return {
    record: (body: MovementInput) =>
      refresh(read(api.POST(`${base}/ledger/movements`, { params: { path }, body }))),
    decide: (id: string, decision: 'approve' | 'refuse') =>
      refresh(
        read(api.POST(`${base}/ledger/movements/{id}/decision`, { params: of(id), body: { decision } })),
      ),
    correct: (id: string, note: string) =>
      refresh(read(api.POST(`${base}/ledger/movements/{id}/correction`, { params: of(id), body: { note } }))),
  };
}
