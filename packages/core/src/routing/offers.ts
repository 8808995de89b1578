import { add, feeOf, type Money, moneyFromMajor } from '@guichet/kernel/money';
import type { Context } from '../context.ts';
import type { Mode } from '../database/schema.ts';
import { findWays, type Rule, type Way } from './find-ways.ts';
import { listRules } from './queries.ts';

/** One way for the customer to pay, with what it costs (interface section "What the service does", 9). */
export interface Offer extends Way {
  readonly fee: Money;
  /** Amount plus fee: what the customer is charged. */
  readonly total: Money;
}

/** The operators a customer can pick for an amount, the cheapest first, then as {@link findWays} orders them. */
export async function listOffers(
  ctx: Pick<Context, 'db' | 'connectors'>,
  input: { merchant_id: string; mode: Mode; money: Money },
): Promise<Offer[]> {
  const { merchant_id, mode, money } = input;
  return makeOffers(ctx, await listRules(ctx.db, merchant_id, mode), { mode, money });
}

/** The same, with the rules at hand. @param rules all of the merchant's in this mode */
export function makeOffers(
  ctx: Pick<Context, 'connectors'>,
  rules: readonly Rule[],
  { mode, money }: { mode: Mode; money: Money },
): Offer[] {
  return findWays(ctx, rules, { mode, currency: money.currency })
    .map((way) => makeOffer(way, money))
    .filter(isWithinLimits)
    .sort(byFee);
}

function makeOffer(way: Way, money: Money): Offer {
  const fee = feeOf(money, way.fee_percent);
  return { ...way, fee, total: add(money, fee) };
}

/** The operator's limits are on what it is asked to collect: amount and fee. */
function isWithinLimits({ operator, total }: Offer): boolean {
  const isBeyond = (limit: number | null, compare: (limit_minor: bigint) => boolean): boolean => {
    if (limit === null) return false;
    const read = moneyFromMajor(limit, total.currency);
    return 'money' in read && compare(read.money.amount_minor);
  };
  return !(
    isBeyond(operator.min_amount, (minor) => total.amount_minor < minor) ||
    isBeyond(operator.max_amount, (minor) => total.amount_minor > minor)
  );
}

/** Cheapest first; what costs the same stays in its order. */
function byFee(left: Offer, right: Offer): number {
  const difference = left.fee.amount_minor - right.fee.amount_minor;
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}
