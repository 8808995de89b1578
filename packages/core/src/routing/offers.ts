import { add, feeOf, type Money, moneyFromMajor } from '@guichet/kernel/money';
import { type Percent, zeroPercent } from '@guichet/kernel/percent';
import { findOperator, operatorsForCurrency, sandboxStandIn } from '@guichet/operators/catalogue';
import type { Operator } from '@guichet/operators/operator';
import type { Context } from '../context.ts';
import type { Mode, RoutingRuleTable } from '../database/schema.ts';
import { percentOf } from './percent-of.ts';
import { listRules } from './queries.ts';

/** One way for the customer to pay, with what it costs (interface section "What the service does", 9). */
export interface Offer {
  readonly operator: Operator;
  readonly fee_percent: Percent;
  readonly fee: Money;
  /** Amount plus fee: what the customer is charged. */
  readonly total: Money;
  readonly connector_id: string;
}

/**
 * The operators a customer can pick for an amount.
 *
 * The merchant's rules decide. In test mode everything goes to the sandbox, and a currency for which the merchant has
 * no rule yet is open to every operator of the catalogue without a fee, or to the sandbox's stand-in where the
 * catalogue has none (design section 8).
 */
export async function listOffers(
  ctx: Pick<Context, 'db' | 'connectors'>,
  input: { merchant_id: string; mode: Mode; money: Money },
): Promise<Offer[]> {
  const { merchant_id, mode, money } = input;
  const rules = (await listRules(ctx.db, merchant_id, mode)).filter((rule) =>
    findOperator(rule.operator)?.currencies.includes(money.currency),
  );
  const connector_id = mode === 'test' ? 'sandbox' : undefined;
  if (connector_id === undefined || !ctx.connectors.has(connector_id)) return [];
  if (rules.length === 0) {
    const listed = operatorsForCurrency(money.currency);
    const open = listed.length > 0 ? listed : [sandboxStandIn];
    return open
      .map((operator) => makeOffer(operator, zeroPercent, money, connector_id))
      .filter(isWithinLimits);
  }
  return rules
    .flatMap((rule) => offerOf(rule, money, connector_id))
    .filter(isWithinLimits)
    .sort(byFee);
}

function offerOf(rule: RoutingRuleTable, money: Money, connector_id: string): Offer[] {
  const operator = findOperator(rule.operator);
  if (!rule.enabled || !operator) return [];
  return [makeOffer(operator, percentOf(rule.fee_percent), money, connector_id)];
}

function makeOffer(operator: Operator, fee_percent: Percent, money: Money, connector_id: string): Offer {
  const fee = feeOf(money, fee_percent);
  return { operator, fee_percent, fee, total: add(money, fee), connector_id };
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

/** Cheapest first, then by code, so that the order is the same on every page. */
function byFee(left: Offer, right: Offer): number {
  const difference = left.fee.amount_minor - right.fee.amount_minor;
  if (difference !== 0n) return difference < 0n ? -1 : 1;
  return left.operator.code < right.operator.code ? -1 : 1;
}
