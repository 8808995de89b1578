import { timestampText } from '@guichet/kernel/clock';
import { percentText } from '@guichet/kernel/percent';
import { requireMerchant } from '../accounts/merchants/find.ts';
import { circuitState } from '../operator-calls/circuits/states.ts';
import type { MerchantActor } from '../platform/actor/actor.ts';
import { requireScope } from '../platform/actor/require-scope.ts';
import type { Context } from '../platform/context.ts';
import { listAccounts } from './connector-accounts/queries.ts';
import { percentOf } from './percent-of.ts';
import { getRouting } from './queries.ts';

/**
 * Lists a merchant's routing in one mode, for the operator of the service: each rule with its accounts, in
 * order, and their circuits.
 *
 * @throws AppError `forbidden`, `merchant_not_found`
 */
export async function listRules(ctx: Pick<Context, 'db' | 'clock'>, actor: MerchantActor) {
  requireScope(actor, 'settings:read');
  const { merchant_id, mode } = actor;
  await requireMerchant(ctx, merchant_id);
  const { rules, circuits } = await getRouting(ctx.db, merchant_id, mode);
  const accounts = mode === 'live' ? await listAccounts(ctx.db, merchant_id) : [];
  const now = ctx.clock.now();
  const serves = (operator: string) =>
    accounts.filter(({ services }) => services.some((service) => service.operator === operator));
  const describe = (id: string, operator: string) => {
    const account = accounts.find((one) => one.id === id);
    const circuit = circuits.find((one) => one.account_id === id && one.operator === operator);
    return {
      id,
      connector: account?.connector ?? null,
      name: account?.name ?? null,
      enabled: account?.enabled ?? false,
      circuit: circuitState(circuit, now),
      open_until: circuit?.open_until ? timestampText(circuit.open_until) : null,
    };
  };
  const ruled = rules.map(({ accounts: ordered, ...rule }) => ({
    ...rule,
    fee_percent: percentText(percentOf(rule.fee_percent)),
    order: ordered ? ('given' as const) : ('oldest_first' as const),
    accounts: (ordered ?? serves(rule.operator).map(({ id }) => id)).map((id) => describe(id, rule.operator)),
  }));
  return { merchant_id, mode, rules: ruled };
}
