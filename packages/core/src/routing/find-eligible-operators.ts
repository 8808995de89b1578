import { type Percent, zeroPercent } from '@guichet/kernel/percent';
import { operatorsForCurrency, sandboxStandIn } from '@guichet/operators/catalogue';
import type { Service } from '@guichet/operators/contract';
import type { Operator } from '@guichet/operators/operator';
import { circuitState } from '../operator-calls/circuits/states.ts';
import type { Context } from '../platform/context.ts';
import type { Mode } from '../platform/database/columns.ts';
import { percentOf } from './percent-of.ts';
import type { Routing, Rule } from './routing.ts';

/** Limits and decimals of an amount, as in the catalogue. */
type Bounds = Pick<Operator, 'min_amount' | 'max_amount' | 'decimals'>;

/** An account that can be used for a payment or payout, or the sandbox. */
export interface Route extends Bounds {
  readonly connector: string;
  /** null for the sandbox, which needs no account. */
  readonly account_id: string | null;
  readonly payout: boolean;
  readonly refund: boolean;
  readonly code_first: Service['code_first'];
  /** Whether the customer has to enter a number. */
  readonly needs_number: boolean;
  /** Whether its circuit is open, so that nothing is sent for now. */
  readonly is_down: boolean;
  /** Whether no recent call through this route failed, so that there is no circuit to check or to reset. */
  readonly is_clean: boolean;
}

/** An operator that a merchant can use, with its fee and the routes to it. */
export interface EligibleOperator {
  /** The operator, with the widest limits and the fewest decimals of all routes. */
  readonly operator: Operator;
  readonly fee_percent: Percent;
  /** The routes in order of preference, unavailable ones last; never empty. */
  readonly routes: readonly Route[];
  /**
   * The text to dial to get a one-time code, if the first route requires such a code with the request; otherwise
   * null.
   */
  readonly code_first: Service['code_first'];
}

/** The operation that the merchant's accounts have to support. */
export interface Wanted {
  readonly mode: Mode;
  readonly currency: string;
  readonly ability: 'collect' | 'payout';
}

type Ctx = Pick<Context, 'connectors' | 'clock'>;

/**
 * Finds the operators that a merchant can use for a currency.
 *
 * A rule decides about its operator. Of the operators without a rule, those of the merchant's own country are
 * available, without a fee, until the country has its first rule for the currency; those of other countries are not.
 * If the catalogue has no operator of the merchant's country for the currency, and no rule says otherwise, every
 * operator is available: a page without any way to pay would be worse than a long one (decision 0060).
 *
 * In live mode, an enabled account has to serve the operator. In test mode, everything goes to the sandbox, or to its
 * stand-in for a currency that the catalogue does not cover (design section 8). Operators with rules come first, in
 * the order of their codes; the others are in the order of the catalogue.
 */
export function findEligibleOperators(ctx: Ctx, routing: Routing, wanted: Wanted): EligibleOperator[] {
  const listed = operatorsForCurrency(wanted.currency);
  const candidates = listed.length > 0 ? listed : [sandboxStandIn];
  const rules = new Map(routing.rules.map((rule) => [rule.operator, rule]));
  const ruled = candidates
    .flatMap((operator) => {
      const rule = rules.get(operator.code);
      return rule ? [{ operator, rule }] : [];
    })
    .sort((left, right) => (left.operator.code < right.operator.code ? -1 : 1));
  const isOpen = opensWithoutRule(
    routing.country,
    candidates,
    ruled.map(({ operator }) => operator.country),
  );
  const unruled = candidates.filter((operator) => !rules.has(operator.code) && isOpen(operator));
  return [
    ...ruled.filter(({ rule }) => rule.enabled),
    ...unruled.map((operator) => ({ operator, rule: null })),
  ].flatMap(({ operator, rule }) => makeEligibleOperator(ctx, routing, wanted, operator, rule));
}

/**
 * Returns whether an operator without a rule is available.
 *
 * @param home the merchant's country
 * @param ruled the countries of the operators that have a rule for the currency
 */
function opensWithoutRule(
  home: string,
  candidates: readonly Operator[],
  ruled: readonly string[],
): (operator: Operator) => boolean {
  const hasHome = candidates.some(({ country }) => country === home);
  return ({ country }) => (hasHome ? country === home && !ruled.includes(home) : ruled.length === 0);
}

function makeEligibleOperator(
  ctx: Ctx,
  routing: Routing,
  wanted: Wanted,
  operator: Operator,
  rule: Rule | null,
): [] | [EligibleOperator] {
  const found =
    wanted.mode === 'test'
      ? sandboxRoutes(ctx, wanted, operator)
      : accountRoutes(ctx, routing, wanted, operator, rule);
  const routes = found
    .map((route) => ({ ...route, ...narrow(route, rule) }))
    .sort((left, right) => Number(left.is_down) - Number(right.is_down));
  const [first] = routes;
  if (!first) return [];
  const fee_percent = rule ? percentOf(rule.fee_percent) : zeroPercent;
  return [
    { operator: { ...operator, ...widest(routes) }, fee_percent, routes, code_first: first.code_first },
  ];
}

function sandboxRoutes({ connectors }: Ctx, { ability }: Wanted, operator: Operator): Route[] {
  const sandbox = connectors.get('sandbox');
  if (!sandbox?.[ability]) return [];
  return [
    {
      connector: 'sandbox',
      account_id: null,
      payout: sandbox.payout !== undefined,
      refund: sandbox.refund !== undefined,
      code_first: null,
      // As with the real operator: one with a page or a QR code of its own asks for the number there.
      needs_number: operator.flow === 'ussd_push' || operator.flow === 'otp',
      is_down: false,
      is_clean: true,
      ...boundsOf(operator),
    },
  ];
}

function accountRoutes(
  { clock }: Ctx,
  { accounts, circuits }: Routing,
  { currency, ability }: Wanted,
  operator: Operator,
  rule: Rule | null,
): Route[] {
  const ordered = rule?.accounts
    ? rule.accounts.flatMap((id) => accounts.find((account) => account.id === id) ?? [])
    : accounts;
  return ordered.flatMap(({ id, connector, services }) => {
    const service = services.find((one) => one.operator === operator.code && one.currency === currency);
    if (!service?.[ability]) return [];
    const circuit = circuits.find((one) => one.account_id === id && one.operator === operator.code);
    return [
      {
        connector,
        account_id: id,
        payout: service.payout,
        refund: service.refund,
        code_first: service.code_first,
        needs_number: service.needs_number !== false,
        is_down: circuitState(circuit, clock.now()) === 'open',
        is_clean: circuit === undefined,
        min_amount: service.min_amount ?? operator.min_amount,
        max_amount: service.max_amount ?? operator.max_amount,
        decimals: service.decimals ?? operator.decimals,
      },
    ];
  });
}

function boundsOf({ min_amount, max_amount, decimals }: Bounds): Bounds {
  return { min_amount, max_amount, decimals };
}

/** Applies the merchant's limits where they are narrower. */
function narrow(bounds: Bounds, rule: Rule | null): Bounds {
  const known = (limits: readonly (number | null)[]): number[] => limits.filter((limit) => limit !== null);
  const least = known([bounds.min_amount, rule?.min_amount == null ? null : Number(rule.min_amount)]);
  const most = known([bounds.max_amount, rule?.max_amount == null ? null : Number(rule.max_amount)]);
  return {
    min_amount: least.length > 0 ? Math.max(...least) : null,
    max_amount: most.length > 0 ? Math.min(...most) : null,
    decimals: bounds.decimals,
  };
}

function widest(routes: readonly Bounds[]): Bounds {
  const all = (limits: readonly (number | null)[], pick: (...limits: number[]) => number): number | null =>
    limits.every((limit) => limit !== null) ? pick(...limits) : null;
  return {
    min_amount: all(
      routes.map(({ min_amount }) => min_amount),
      Math.min,
    ),
    max_amount: all(
      routes.map(({ max_amount }) => max_amount),
      Math.max,
    ),
    decimals: Math.min(...routes.map(({ decimals }) => decimals)),
  };
}
