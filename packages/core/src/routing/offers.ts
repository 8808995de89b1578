import { add, feeOf, fitsDecimals, type Money, majorNumber, moneyFromMajor } from '@guichet/kernel/money';
import type { Percent } from '@guichet/kernel/percent';
import type { Context } from '../platform/context.ts';
import type { Mode } from '../platform/database/columns.ts';
import { findWays, type Route, type Way } from './find-ways.ts';
import { getRouting } from './queries.ts';
import type { Routing } from './routing.ts';

/** One way for the customer to pay, with what it costs (interface section "What the service does", 9). */
export interface Offer extends Way {
  readonly fee: Money;
  /** Amount plus fee: what the customer is charged. */
  readonly total: Money;
}

/**
 * The operators a customer can pick for an amount, the cheapest first, then as {@link findWays} orders them. Each with
 * the routes that take the total.
 */
export async function listOffers(
  ctx: Pick<Context, 'db' | 'connectors' | 'clock'>,
  input: { merchant_id: string; mode: Mode; money: Money },
): Promise<Offer[]> {
  const { merchant_id, mode, money } = input;
  return makeOffers(ctx, await getRouting(ctx.db, merchant_id, mode), { mode, money });
}

/** The same, with the routing at hand. */
export function makeOffers(
  ctx: Pick<Context, 'connectors' | 'clock'>,
  routing: Routing,
  { mode, money }: { mode: Mode; money: Money },
): Offer[] {
  return findWays(ctx, routing, { mode, currency: money.currency, ability: 'collect' })
    .flatMap((way) => makeOffer(way, money))
    .sort(byFee);
}

/** The fee of an offer, and what is charged with it. @param decimals that its operator takes */
export function chargeOf(money: Money, percent: Percent, decimals: number): Pick<Offer, 'fee' | 'total'> {
  const fee = feeOf(money, percent, decimals);
  return { fee, total: add(money, fee) };
}

/** False while every account that could be asked is left alone because its provider does not answer. */
export function isAvailable(routes: Way['routes']): boolean {
  return routes.some(({ is_down }) => !is_down);
}

/** What to dial for a one-time code. @param text where `{amount}` stands for the total */
export function dialFor(text: string, total: Money): string {
  return text.replaceAll('{amount}', String(majorNumber(total)));
}

function makeOffer(way: Way, money: Money): [] | [Offer] {
  const { decimals } = way.operator;
  if (!fitsDecimals(money, decimals)) return [];
  const charge = chargeOf(money, way.fee_percent, decimals);
  const routes = way.routes.filter((route) => takes(route, charge.total));
  const [first] = routes;
  return first ? [{ ...way, ...charge, routes, code_first: first.code_first }] : [];
}

/** The limits are on what the operator is asked to collect: amount and fee. */
export function takes({ min_amount, max_amount }: Route, total: Money): boolean {
  const isBeyond = (limit: number | null, compare: (limit_minor: bigint) => boolean): boolean => {
    if (limit === null) return false;
    const read = moneyFromMajor(limit, total.currency);
    return 'money' in read && compare(read.money.amount_minor);
  };
  return !(
    isBeyond(min_amount, (minor) => total.amount_minor < minor) ||
    isBeyond(max_amount, (minor) => total.amount_minor > minor)
  );
}

/** Cheapest first; what costs the same stays in its order. */
function byFee(left: Offer, right: Offer): number {
  const difference = left.fee.amount_minor - right.fee.amount_minor;
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}
