import { type AppError, invalidFields } from '@guichet/kernel/errors';
import { fitsDecimals, type Money } from '@guichet/kernel/money';
import { problem } from '@guichet/kernel/problem';
import type { Context } from '../../platform/context.ts';
import type { Mode } from '../../platform/database/columns.ts';
import type { Connection } from '../../platform/database/connect.ts';
import {
  type EligibleOperator,
  findEligibleOperators,
  type Route,
} from '../../routing/find-eligible-operators.ts';
import { getRouting } from '../../routing/queries.ts';
import type { Routing } from '../../routing/routing.ts';

/**
 * Finds the account for a merchant's payouts with an operator: the first one that can pay out and whose circuit is not
 * open, or else the first one that can pay out. The merchant's routing rules decide, as for payments.
 *
 * @param db the transaction that writes the payout
 * @throws AppError `invalid_fields` naming the operator, when the merchant cannot pay out with it, or the amount,
 * when the operator accepts fewer decimals
 */
export async function findPayoutRoute(
  ctx: Pick<Context, 'connectors' | 'clock'>,
  db: Connection,
  input: { merchant_id: string; mode: Mode; operator: string; money: Money },
): Promise<Pick<Route, 'connector' | 'account_id'>> {
  return (await readPayoutRoutes(ctx, db, input))(input);
}

/** Finds the accounts for many payouts like {@link findPayoutRoute}, but reads the routing only once. */
export async function readPayoutRoutes(
  ctx: Pick<Context, 'connectors' | 'clock'>,
  db: Connection,
  { merchant_id, mode }: { readonly merchant_id: string; readonly mode: Mode },
): Promise<
  (wanted: { readonly operator: string; readonly money: Money }) => Pick<Route, 'connector' | 'account_id'>
> {
  const routing = await getRouting(db, merchant_id, mode);
  const waysOf = (currency: string, of: Routing = routing) =>
    findEligibleOperators(ctx, of, { mode, currency, ability: 'payout' });
  const known = new Map<string, readonly EligibleOperator[]>();
  return ({ operator, money }) => {
    const { currency } = money;
    const ways = known.get(currency) ?? waysOf(currency);
    known.set(currency, ways);
    const routes = routesOf(ways, operator);
    if (routes.length > 0) return pickPayoutRoute(routes, { operator, money });
    const isOn = routing.rules.some((rule) => rule.operator === operator && rule.enabled);
    const isTurnedOff =
      !isOn && routesOf(waysOf(currency, switchedOn(routing, operator)), operator).length > 0;
    throw isTurnedOff ? turnedOff(currency, mode) : notSupported(currency, mode);
  };
}

/** The routing as if the operator had been switched on. */
function switchedOn(routing: Routing, operator: string): Routing {
  const facts = { fee_percent: '0', enabled: true, accounts: null, min_amount: null, max_amount: null };
  return { ...routing, rules: [{ operator, ...facts }] };
}

/** Returns the routes that can pay out with an operator. */
function routesOf(ways: readonly EligibleOperator[], operator: string): readonly Route[] {
  const routes = ways.find((way) => way.operator.code === operator)?.routes ?? [];
  return routes.filter(({ payout }) => payout);
}

function pickPayoutRoute(
  routes: readonly Route[],
  { operator, money }: { readonly operator: string; readonly money: Money },
): Pick<Route, 'connector' | 'account_id'> {
  const able = routes.filter(({ decimals }) => fitsDecimals(money, decimals));
  // If the circuits of all accounts are open, the first one is used: its refusal returns the money immediately.
  const route = able.find(({ is_down }) => !is_down) ?? able[0];
  if (route) return { connector: route.connector, account_id: route.account_id };
  const max = Math.max(...routes.map(({ decimals }) => decimals));
  throw invalidFields({
    amount: [
      problem('too_many_decimals', `must have at most ${max} decimals: ${operator} supports no more`, {
        max,
      }),
    ],
  });
}

function turnedOff(currency: string, mode: Mode): AppError {
  return invalidFields({
    operator: [
      problem(
        'operator_turned_off',
        `is off for ${currency} in ${mode} mode, for payouts too: it can be switched on under Settings, Operators`,
        { currency },
      ),
    ],
  });
}

function notSupported(currency: string, mode: Mode): AppError {
  return invalidFields({
    operator: [
      problem(
        'payouts_not_supported',
        `does not support payouts in ${currency} in ${mode} mode: GET /v1/operators shows which operators at checkout do`,
        { currency },
      ),
    ],
  });
}
