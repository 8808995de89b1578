import { useQueryClient } from '@tanstack/react-query';
import { api, read } from '../../api/client.ts';
import type { paths } from '../../api/schema.d.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useRead } from '../../app/use-read.ts';

const base = '/dashboard/api/{merchant_id}/{mode}' as const;
type Data<Answer> = Answer extends { content: { 'application/json': { data: infer Found } } } ? Found : never;
type Tills = paths[`${typeof base}/tills`];

export type Till = Data<Tills['get']['responses'][200]>['items'][number];
export type TillInput = NonNullable<Tills['post']>['requestBody']['content']['application/json'];
export type Pairing = Data<NonNullable<Tills['post']>['responses'][201]>;
export type Cashier = Data<paths[`${typeof base}/cashiers`]['get']['responses'][200]>['items'][number];
export type ShiftSheet = Data<paths[`${typeof base}/shifts/{id}`]['get']['responses'][200]>;

/** Reads the tills. @param refetchInterval reads them again and again, in milliseconds */
export function useTills({ refetchInterval }: { readonly refetchInterval?: number } = {}) {
  return useRead(['tills'], '/tills', refetchInterval === undefined ? {} : { refetchInterval });
}

/** Reads the cashiers. A wrong PIN is no change that the server reports, so they are read again now and then. */
export function useCashiers() {
  return useRead(['cashiers'], '/cashiers', { refetchInterval: 30_000 });
}

/** The actions at the counter; each refreshes all of it. */
export function useCounterVerbs() {
  const { path, keyOf } = useFrame();
  const query_client = useQueryClient();
  const refresh = async <Found>(call: Promise<Found>): Promise<Found> => {
    const data = await call;
    const nouns = ['tills', 'cashiers', 'shifts'];
    await Promise.all(nouns.map((noun) => query_client.invalidateQueries({ queryKey: keyOf(noun) })));
    return data;
  };
  const at = (id: string) => ({ params: { path: { ...path, id } } });
  return {
    createTill: (body: TillInput): Promise<Pairing> =>
      refresh(read(api.POST(`${base}/tills`, { params: { path }, body }))),
    renewCode: (id: string): Promise<Pairing> =>
      refresh(read(api.POST(`${base}/tills/{id}/pairing-code`, at(id)))),
    disconnect: (id: string) => refresh(read(api.POST(`${base}/tills/{id}/disconnect`, at(id)))),
    removeTill: (id: string) => refresh(read(api.DELETE(`${base}/tills/{id}`, at(id)))),
    addCashier: (name: string) =>
      refresh(read(api.POST(`${base}/cashiers`, { params: { path }, body: { name } }))),
    renewPin: (id: string) => refresh(read(api.POST(`${base}/cashiers/{id}/pin`, at(id)))),
    removeCashier: (id: string) => refresh(read(api.DELETE(`${base}/cashiers/{id}`, at(id)))),
    closeShift: (id: string) => refresh(read(api.POST(`${base}/shifts/{id}/close`, at(id)))),
  };
}
