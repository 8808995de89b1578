import { readCountry } from '@guichet/kernel/countries';
import { currencies } from '@guichet/kernel/currencies';
import { percentText } from '@guichet/kernel/percent';
import { makeReadQuery } from '@guichet/kernel/query';
import { operators, sandboxStandIn } from '@guichet/operators/catalogue';
import type { Caller } from '../api-keys/authenticate.ts';
import { currencyProblem } from '../checkouts/rules.ts';
import type { Context } from '../context.ts';
import { findWays, type Way } from './find-ways.ts';
import { listRules } from './queries.ts';
import { type OperatorObject, type OperatorPage, OperatorQuery } from './schemas.ts';

const read = makeReadQuery(OperatorQuery);

/**
 * The operators that the caller's merchant can use in the caller's mode, whatever the amount, in the order of the
 * catalogue. What stands here is on offer at checkout.
 *
 * @param query as it stands in the address, every value a text
 * @throws AppError `invalid_fields`
 */
export async function listOperators(
  ctx: Pick<Context, 'db' | 'connectors'>,
  { merchant_id, mode }: Caller,
  query: Readonly<Record<string, unknown>>,
): Promise<OperatorPage> {
  const { country, currency } = read(query, {
    country: (code) => (readCountry(code) ? undefined : 'must be an ISO 3166-1 alpha-2 code, for example CI'),
    currency: currencyProblem,
  });
  const rules = await listRules(ctx.db, merchant_id, mode);
  // The rules decide currency by currency, so an operator of two currencies may be on offer in one of them.
  const ways = currencies.flatMap((code) =>
    findWays(ctx, rules, { mode, currency: code }).map((way) => ({ way, currency: code })),
  );
  const items = [...operators, sandboxStandIn].flatMap((operator) => {
    const own = ways.filter(({ way }) => way.operator.code === operator.code);
    const [first] = own;
    return first ? [present(ctx, first.way, new Set(own.map((one) => one.currency)))] : [];
  });
  return {
    items: items.filter(
      (item) =>
        (country === undefined || item.country === readCountry(country)) &&
        (currency === undefined || item.currencies.includes(currency)),
    ),
    next_cursor: null,
  };
}

function present(
  { connectors }: Pick<Context, 'connectors'>,
  { operator, fee_percent, connector_id }: Way,
  usable: ReadonlySet<string>,
): OperatorObject {
  return {
    code: operator.code,
    name: operator.name,
    country: operator.country,
    currencies: operator.currencies.filter((currency) => usable.has(currency)),
    flow: operator.flow,
    collect: true,
    payout: connectors.get(connector_id)?.payout !== undefined,
    min_amount: operator.min_amount,
    max_amount: operator.max_amount,
    fee_percent: Number(percentText(fee_percent)),
  };
}
