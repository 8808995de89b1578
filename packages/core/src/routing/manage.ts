import { currencies } from '@guichet/kernel/currencies';
import { invalidFields } from '@guichet/kernel/errors';
import { percentText } from '@guichet/kernel/percent';
import { problem } from '@guichet/kernel/problem';
import { makeCheck } from '@guichet/kernel/validation';
import { isOperatorCode, operators } from '@guichet/operators/catalogue';
import Type, { type Static } from 'typebox';
import type { StaffActor } from '../platform/actor/actor.ts';
import { requireScope } from '../platform/actor/require-scope.ts';
import type { Context } from '../platform/context.ts';
import { type Account, listAccounts } from './connector-accounts/queries.ts';
import { findEligibleOperators } from './find-eligible-operators.ts';
import { percentOf } from './percent-of.ts';
import { deleteRule, getRouting } from './queries.ts';
import type { Rule } from './routing.ts';
import { RuleInput, setRule } from './set-rule.ts';

const number_or_null = Type.Union([Type.Number(), Type.Null()]);
const text_or_null = Type.Union([Type.String(), Type.Null()]);

/** A merchant's rule for one operator in one mode. Amounts are decimals in the major unit. */
export const RuleObject = Type.Object({
  enabled: Type.Boolean(),
  fee_percent: Type.String({ description: 'Decimal text from 0 to 100: the fee that customers pay on top.' }),
  accounts: Type.Union([Type.Array(Type.String()), Type.Null()], {
    description: 'Ids of connector accounts in the order in which they are tried; null for oldest first.',
  }),
  min_amount: text_or_null,
  max_amount: text_or_null,
});

/** An operator with the merchant's rule for it. */
export const OperatorRoute = Type.Object({
  operator: Type.String(),
  name: Type.String(),
  country: Type.String({ description: 'ISO 3166-1 alpha-2.' }),
  currencies: Type.Array(Type.String(), { description: 'ISO 4217.' }),
  min_amount: number_or_null,
  max_amount: number_or_null,
  is_offered: Type.Boolean({ description: 'Customers can choose it at this moment.' }),
  rule: Type.Union([RuleObject, Type.Null()], {
    description:
      'Null if there is none. Operators of the merchant’s country are offered without a rule, without a fee, until one of them has a rule for the currency; operators of other countries only with one. In a currency that no operator of that country takes, all are offered until the first rule.',
  }),
  accounts: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      connector: Type.String(),
      enabled: Type.Boolean(),
    }),
    { description: 'Live mode only: those that serve the operator, oldest first.' },
  ),
});
export type OperatorRoute = Static<typeof OperatorRoute>;

const { operator: _operator, ...own_fields } = RuleInput.properties;
/** A change of a rule. Omitted fields are reset to their defaults. */
export const RuleChange = Type.Object(own_fields, { additionalProperties: false });
const check = makeCheck(RuleChange);

/** Lists every operator of the catalogue, in its order. @throws AppError `forbidden` */
export async function listRoutes(
  ctx: Pick<Context, 'db' | 'connectors' | 'clock'>,
  actor: StaffActor,
): Promise<{ items: OperatorRoute[] }> {
  requireScope(actor, 'settings:read');
  const { merchant_id, mode } = actor;
  const routing = await getRouting(ctx.db, merchant_id, mode);
  const accounts = mode === 'live' ? await listAccounts(ctx.db, merchant_id) : [];
  const offered = new Set(
    currencies.flatMap((currency) =>
      findEligibleOperators(ctx, routing, { mode, currency, ability: 'collect' }).map(
        (way) => way.operator.code,
      ),
    ),
  );
  const items = operators.map(({ code, name, country, currencies: taken, min_amount, max_amount }) => ({
    operator: code,
    name,
    country,
    currencies: [...taken],
    min_amount,
    max_amount,
    is_offered: offered.has(code),
    rule: presentRule(routing.rules.find((rule) => rule.operator === code)),
    accounts: accounts.filter((account) => serves(account, code)).map(presentAccount),
  }));
  return { items };
}

/** Sets a rule, like {@link setRule}. @throws AppError `forbidden`, `invalid_fields` */
export async function changeRule(
  ctx: Pick<Context, 'db' | 'clock'>,
  actor: StaffActor,
  { operator, body }: { readonly operator: string; readonly body: unknown },
): Promise<NonNullable<OperatorRoute['rule']>> {
  requireScope(actor, 'settings:write');
  const rule = await setRule(ctx, actor, { ...check(body), operator });
  return presentSaid(rule);
}

/**
 * Removes the rule for an operator, if any.
 *
 * @throws AppError `forbidden`, `invalid_fields` for an operator that the catalogue does not have
 */
export async function removeRule(
  ctx: Pick<Context, 'db'>,
  actor: StaffActor,
  operator: string,
): Promise<{ operator: string; was_there: boolean }> {
  requireScope(actor, 'settings:write');
  if (!isOperatorCode(operator)) {
    throw invalidFields({ operator: [problem('not_an_operator', 'is not in the operator catalogue')] });
  }
  const { merchant_id, mode } = actor;
  return { operator, was_there: await deleteRule(ctx.db, { merchant_id, mode, operator }) };
}

function presentRule(rule: Rule | undefined): OperatorRoute['rule'] {
  return rule ? presentSaid(rule) : null;
}

function presentSaid({ enabled, fee_percent, accounts, min_amount, max_amount }: Rule) {
  return {
    enabled,
    fee_percent: percentText(percentOf(fee_percent)),
    accounts: accounts && [...accounts],
    min_amount,
    max_amount,
  };
}

function serves({ services }: Account, operator: string): boolean {
  return services.some((service) => service.operator === operator && (service.collect || service.payout));
}

function presentAccount({ id, name, connector, enabled }: Account): OperatorRoute['accounts'][number] {
  return { id, name, connector, enabled };
}
