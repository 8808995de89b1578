import { readCountry } from '@guichet/kernel/countries';
import { currencies } from '@guichet/kernel/currencies';
import { percentText } from '@guichet/kernel/percent';
import { makeReadQuery } from '@guichet/kernel/query';
import { operators, sandboxStandIn } from '@guichet/operators/catalogue';
import type { MerchantActor } from '../platform/actor/actor.ts';
import { requireScope } from '../platform/actor/require-scope.ts';
import type { Context } from '../platform/context.ts';
import { currencyProblem } from '../platform/input/rules.ts';
import { makeReadAvailability, type OperatorAvailability } from './availability/read.ts';
import { type EligibleOperator, findEligibleOperators } from './find-eligible-operators.ts';
import { isAvailable } from './offers.ts';
import { getRouting } from './queries.ts';
import { type OperatorObject, type OperatorPage, OperatorQuery } from './schemas.ts';

const read = makeReadQuery(OperatorQuery);

/**
 * Lists the operators that the caller's merchant can use in the caller's mode, for any amount, in the order
 * of the catalogue. These are offered at checkout.
 *
 * @param query the query string's parameters, each a string
 * @throws AppError `invalid_fields`
 */
export type ListOperators = (
  actor: MerchantActor,
  query: Readonly<Record<string, unknown>>,
) => Promise<OperatorPage>;

/**
 * Makes a process's function that lists operators and measures the availability of a merchant's operators every 10
 * seconds at most.
 */
export function makeListOperators(ctx: Pick<Context, 'db' | 'connectors' | 'clock'>): ListOperators {
  const readAvailability = makeReadAvailability(ctx);
  return async (actor, query) => {
    requireScope(actor, 'operators:read');
    const { merchant_id, mode } = actor;
    const { country, currency } = read(query, {
      country: (code) =>
        readCountry(code) ? undefined : 'must be an ISO 3166-1 alpha-2 code, for example CI',
      currency: currencyProblem,
    });
    const routing = await getRouting(ctx.db, merchant_id, mode);
    const availability = await readAvailability(merchant_id, mode);
    // Rules apply to each currency separately, so an operator with two currencies may be offered in only one of
    // them.
    const find = (ability: 'collect' | 'payout') =>
      currencies.flatMap((code) =>
        findEligibleOperators(ctx, routing, { mode, currency: code, ability }).map((way) => ({
          way,
          currency: code,
        })),
      );
    const [ways, payouts] = [find('collect'), find('payout')];
    const items = [...operators, sandboxStandIn].flatMap(({ code }) => {
      const own = ways.filter(({ way }) => way.operator.code === code);
      const isAsked = (one: { readonly currency: string }) =>
        currency === undefined || one.currency === currency;
      return present(
        own.filter(isAsked).map(({ way }) => way),
        new Set(own.map((one) => one.currency)),
        payouts.some((one) => one.way.operator.code === code && isAsked(one)),
        availability(code),
      );
    });
    return {
      items: items.filter((item) => country === undefined || item.country === readCountry(country)),
      next_cursor: null,
    };
  };
}

/**
 * Presents an operator.
 *
 * @param ways one for each requested currency
 * @returns an empty list if there are none
 */
function present(
  ways: readonly EligibleOperator[],
  usable: ReadonlySet<string>,
  payout: boolean,
  { attempts, success_rate, median_seconds }: OperatorAvailability,
): [] | [OperatorObject] {
  const [first] = ways;
  if (!first) return [];
  const { operator, fee_percent } = first;
  const limitOf = (name: 'min_amount' | 'max_amount'): number | null =>
    ways.every((way) => way.operator[name] === operator[name]) ? operator[name] : null;
  const available = ways.some(({ routes }) => isAvailable(routes));
  return [
    {
      code: operator.code,
      name: operator.name,
      country: operator.country,
      currencies: operator.currencies.filter((code) => usable.has(code)),
      flow: operator.flow,
      collect: true,
      payout,
      min_amount: limitOf('min_amount'),
      max_amount: limitOf('max_amount'),
      fee_percent: Number(percentText(fee_percent)),
      availability: { attempts, success_rate, median_seconds, available },
    },
  ];
}
