import { type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { api, read } from '../api/client.ts';
import type { paths } from '../api/schema.d.ts';
import { useFrame } from './use-frame.ts';

type Base = '/dashboard/api/{merchant_id}/{mode}';
const base: Base = '/dashboard/api/{merchant_id}/{mode}';

/** The GET operations below merchant and mode, by the rest of their path. */
type Reads = {
  [Path in keyof paths as Path extends `${Base}${infer Rest}` ? Rest : never]: paths[Path] extends {
    get: infer Get;
  }
    ? Get
    : never;
};
/** The data of an operation that responds with JSON; `never` for a download. */
type Data<Get> = Get extends {
  responses: { 200: { content: { 'application/json': { data: infer Data } } } };
}
  ? Data
  : never;
type Query<Get> = Get extends { parameters: { query?: infer Query } } ? Query : never;

interface ReadOptions<Get>
  extends Pick<UseQueryOptions<Data<Get>>, 'enabled' | 'placeholderData' | 'refetchInterval' | 'staleTime'> {
  /** The path parameters other than merchant and mode. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Query<Get>;
}

/**
 * Reads from the API of the page's merchant, in its mode.
 *
 * @param key the noun, so that changed data is read again, and the values that distinguish the query
 * @param address path below merchant and mode
 */
export function useRead<Address extends keyof Reads & string>(
  key: readonly [noun: string, ...rest: unknown[]],
  address: Address,
  { path: more, query, ...options }: ReadOptions<Reads[Address]> = {},
): UseQueryResult<Data<Reads[Address]>> {
  const { path, keyOf } = useFrame();
  const params = { path: { ...path, ...more }, query };
  return useQuery({
    ...options,
    queryKey: keyOf(...key),
    queryFn: ({ signal }) =>
      read<Data<Reads[Address]>>(api.GET(`${base}${address}` as never, { params, signal } as never)),
  });
}
