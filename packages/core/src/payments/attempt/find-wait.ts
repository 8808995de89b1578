import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import type { Route } from '../../routing/find-eligible-operators.ts';
import { type Attempt, findSamePayment } from './queries.ts';

/**
 * Finds the remaining time in which the route's provider would refuse the same amount from the same number.
 *
 * @returns seconds; 0 if the provider accepts the payment now
 */
export async function findWait(
  ctx: Pick<Context, 'clock' | 'accounts'>,
  tx: Connection,
  { connector, account_id }: Route,
  same: Pick<Attempt, 'merchant_id' | 'mode' | 'operator' | 'phone' | 'currency' | 'charged_minor'>,
): Promise<number> {
  // Without a number, nothing says that an earlier payment was by the same customer.
  if (account_id === null || same.phone === '') return 0;
  const apart_ms = ctx.accounts.provider(connector).same_payment_apart_s * 1000;
  if (apart_ms === 0) return 0;
  const now_ms = ctx.clock.now().getTime();
  const last = await findSamePayment(tx, { ...same, account_id }, new Date(now_ms - apart_ms));
  if (!last) return 0;
  return Math.max(1, Math.ceil((last.getTime() + apart_ms - now_ms) / 1000));
}
