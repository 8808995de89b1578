import type { paths } from '../../api/schema.d.ts';
import { useRead } from '../../app/use-read.ts';

export type GoLive =
  paths['/dashboard/api/{merchant_id}/{mode}/go-live']['get']['responses'][200]['content']['application/json']['data'];
export type LiveAccount = GoLive['accounts'][number];
export type Way = LiveAccount['ways'][number];
export type Progress = 'none' | 'added' | 'paid' | 'proven';

/** The interval of reading: a payment or a refund can arrive at any time. */
const follow_ms = 5_000;

/** Reads how far the merchant is on its way to live payments. */
export function useGoLive() {
  return useRead(['accounts', 'go-live'], '/go-live', { refetchInterval: follow_ms });
}

/** Finds how far the accounts with one provider are: the farthest counts. */
export function progressOf(accounts: readonly LiveAccount[]): Progress {
  const ways = accounts.flatMap((account) => account.ways);
  if (ways.some(({ proven_at }) => proven_at !== null)) return 'proven';
  if (ways.some(({ payment }) => payment !== null)) return 'paid';
  return accounts.length > 0 ? 'added' : 'none';
}

/** Chooses the way to prove next: the named one, the first that is not proven, or the first. */
export function wayToProve(ways: readonly Way[], named: string | undefined): Way | undefined {
  return (
    ways.find((way) => nameOf(way) === named) ?? ways.find(({ proven_at }) => proven_at === null) ?? ways[0]
  );
}

/** Names a way in the page's address: an operator of two currencies has two. */
export function nameOf({ operator, currency }: Way): string {
  return `${operator.code}.${currency}`;
}
