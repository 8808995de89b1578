import { isOpen } from '../operator-calls/circuits/is-open.ts';
import type { Context } from '../platform/context.ts';
import type { Connection } from '../platform/database/connect.ts';
import type { Route } from './find-eligible-operators.ts';

/**
 * Picks the first route that may be used for a payment now.
 *
 * @param tx the transaction that records the request to send; it may also claim a circuit's only probe
 * @returns undefined when every circuit is open
 */
export async function pickRoute(
  ctx: Pick<Context, 'clock'>,
  tx: Connection,
  { merchant_id, operator }: { readonly merchant_id: string; readonly operator: string },
  routes: readonly Route[],
): Promise<Route | undefined> {
  for (const route of routes) {
    if (route.is_clean) return route;
    if (!(await isOpen(ctx, tx, { merchant_id, account_id: route.account_id, operator }))) return route;
  }
  return undefined;
}
