import { type Percent, zeroPercent } from '@guichet/kernel/percent';
import { findOperator, operatorsForCurrency, sandboxStandIn } from '@guichet/operators/catalogue';
import type { Operator } from '@guichet/operators/operator';
import type { Context } from '../context.ts';
import type { Mode, RoutingRuleTable } from '../database/schema.ts';
import { percentOf } from './percent-of.ts';

/** An operator that a merchant can use, what its customers bear for it, and who does the work. */
export interface Way {
  readonly operator: Operator;
  readonly fee_percent: Percent;
  readonly connector_id: string;
}

/** What a routing rule says of an operator. */
export type Rule = Pick<RoutingRuleTable, 'operator' | 'fee_percent' | 'enabled'>;

/**
 * The operators that a merchant can use for a currency.
 *
 * The merchant's rules decide. In test mode everything goes to the sandbox, and a currency for which the merchant has
 * no rule yet is open to every operator of the catalogue without a fee, or to the sandbox's stand-in where the
 * catalogue has none (design section 8). Rules give them in the order of their codes, the catalogue in its own.
 *
 * @param rules all of the merchant's in this mode
 */
export function findWays(
  { connectors }: Pick<Context, 'connectors'>,
  rules: readonly Rule[],
  { mode, currency }: { mode: Mode; currency: string },
): Way[] {
  const connector_id = mode === 'test' ? 'sandbox' : undefined;
  if (connector_id === undefined || !connectors.has(connector_id)) return [];
  const ruled = rules.flatMap((rule) => {
    const operator = findOperator(rule.operator);
    return operator?.currencies.includes(currency) ? [{ operator, rule }] : [];
  });
  if (ruled.length > 0) {
    return ruled
      .filter(({ rule }) => rule.enabled)
      .map(({ operator, rule }) => ({ operator, fee_percent: percentOf(rule.fee_percent), connector_id }))
      .sort((left, right) => (left.operator.code < right.operator.code ? -1 : 1));
  }
  const listed = operatorsForCurrency(currency);
  const open = listed.length > 0 ? listed : [sandboxStandIn];
  return open.map((operator) => ({ operator, fee_percent: zeroPercent, connector_id }));
}
