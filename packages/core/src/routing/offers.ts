import { add, feeOf, fitsDecimals, type Money, majorNumber, moneyFromMajor } from '@guichet/kernel/money';
import type { Percent } from '@guichet/kernel/percent';
import type { Context } from '../platform/context.ts';
import type { Mode } from '../platform/database/columns.ts';
import { type EligibleOperator, findEligibleOperators, type Route } from './find-eligible-operators.ts';
import { getRouting } from './queries.ts';
import type { Routing } from './routing.ts';

/** An operator with which the customer can pay, and the price (interface section "What the service does", 9). */
export interface Offer extends EligibleOperator {
  readonly fee: Money;
  /** The amount plus the fee, which the customer is charged. */
  readonly total: Money;
}

/**
 * Lists the operators that a customer can choose for an amount, cheapest first, then in the order of {@link
 * findEligibleOperators}. Each has only the routes that accept the total.
 */
export async function listOffers(
  ctx: Pick<Context, 'db' | 'connectors' | 'clock'>,
  input: { merchant_id: string; mode: Mode; money: Money },
): Promise<Offer[]> {
  const { merchant_id, mode, money } = input;
  return makeOffers(ctx, await getRouting(ctx.db, merchant_id, mode), { mode, money });
}

/** Makes the offers from routing data that has already been read. */
export function makeOffers(
  ctx: Pick<Context, 'connectors' | 'clock'>,
  routing: Routing,
  { mode, money }: { mode: Mode; money: Money },
): Offer[] {
  return findEligibleOperators(ctx, routing, { mode, currency: money.currency, ability: 'collect' })
    .flatMap((way) => makeOffer(way, money))
    .sort(byFee);
}

/** Computes the fee and the total of an offer. @param decimals the number of decimals that the operator accepts */
export function chargeOf(money: Money, percent: Percent, decimals: number): Pick<Offer, 'fee' | 'total'> {
  const fee = feeOf(money, percent, decimals);
  return { fee, total: add(money, fee) };
}

/**
 * Whether at least one route is available; false while every account is paused because its provider does not
 * respond.
 */
export function isAvailable(routes: EligibleOperator['routes']): boolean {
  return routes.some(({ is_down }) => !is_down);
}

/**
 * Returns the text to dial for a one-time code. @param text the template, in which `{amount}` stands for the total
 */
export function dialFor(text: string, total: Money): string {
  return text.replaceAll('{amount}', String(majorNumber(total)));
}

function makeOffer(way: EligibleOperator, money: Money): [] | [Offer] {
  const { decimals } = way.operator;
  if (!fitsDecimals(money, decimals)) return [];
  const charge = chargeOf(money, way.fee_percent, decimals);
  const routes = way.routes.filter((route) => takes(route, charge.total));
  const [first] = routes;
  return first ? [{ ...way, ...charge, routes, code_first: first.code_first }] : [];
}

/** Whether the total is within a route's limits, which apply to the amount plus the fee. */
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

/** Compares offers so that the cheapest comes first and equal ones keep their order. */
function byFee(left: Offer, right: Offer): number {
  const difference = left.fee.amount_minor - right.fee.amount_minor;
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}
