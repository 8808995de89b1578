import { asCurrency } from '@guichet/kernel/currencies';
import { invalidFields } from '@guichet/kernel/errors';
import { limits } from '@guichet/kernel/limits';
import { majorNumber, moneyFromMajor } from '@guichet/kernel/money';
import { makeCheck } from '@guichet/kernel/validation';
import Type, { type Static } from 'typebox';
import { amountProblem, currencyProblem } from '../checkouts/rules.ts';
import type { Context } from '../context.ts';
import type { Actor } from '../staff/actor.ts';
import { requireScope } from '../staff/roles.ts';
import { listRules, putRule } from './queries.ts';

const Amount = (description: string, minimum: number) =>
  Type.Union([Type.Number({ minimum, maximum: limits.amount_max * 1_000 }), Type.Null()], { description });

/** What a merchant has set for its payouts in one currency. */
export const PayoutRuleObject = Type.Object({
  currency: Type.String({ description: 'ISO 4217 code.' }),
  approval_above: Amount(
    'Major unit: what people pay out above it waits for a second person. Null: nothing does.',
    0,
  ),
  low_balance: Amount('Major unit: a balance below it is pointed out. Null: none is.', 0),
});
export type PayoutRuleObject = Static<typeof PayoutRuleObject>;

export const PayoutRuleList = Type.Object({ items: Type.Array(PayoutRuleObject) });

export const PayoutRuleInput = Type.Omit(PayoutRuleObject, ['currency'], { additionalProperties: false });

const check = makeCheck(PayoutRuleInput);

/** The rules of the actor's merchant and mode, by currency code. @throws AppError `forbidden` */
export async function listPayoutRules(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
): Promise<{ items: PayoutRuleObject[] }> {
  requireScope(actor, 'payouts:read');
  const rules = await listRules(ctx.db, actor);
  return {
    items: rules.map(({ currency, approval_above_minor, low_balance_minor }) => ({
      currency,
      approval_above: major(approval_above_minor, currency),
      low_balance: major(low_balance_minor, currency),
    })),
  };
}

/**
 * Sets from which amount on two people are needed, and which balance is low. What waits already goes on waiting.
 *
 * @throws AppError `forbidden`, `invalid_fields`
 */
export async function setPayoutRule(
  ctx: Pick<Context, 'db' | 'clock'>,
  actor: Actor,
  currency: string,
  body: unknown,
): Promise<PayoutRuleObject> {
  requireScope(actor, 'settings:write');
  const problem = currencyProblem(currency);
  if (problem !== undefined) throw invalidFields({ currency: [problem] });
  const { approval_above, low_balance } = check(body, {
    approval_above: (amount) => amountProblem(amount, currency),
    low_balance: (amount) => amountProblem(amount, currency),
  });
  const { merchant_id, mode } = actor;
  await putRule(ctx.db, {
    ...{ merchant_id, mode, currency },
    approval_above_minor: minor(approval_above, currency),
    // No balance is below nothing: the same as none set.
    low_balance_minor: minor(low_balance, currency) || null,
    updated_at: ctx.clock.now(),
  });
  return { currency, approval_above, low_balance: low_balance || null };
}

function minor(amount: number | null, currency: string): bigint | null {
  if (amount === null) return null;
  const read = moneyFromMajor(amount, asCurrency(currency));
  if (!('money' in read)) throw new Error('the amount was checked before');
  return read.money.amount_minor;
}

function major(amount_minor: bigint | null, currency: string): number | null {
  return amount_minor === null ? null : majorNumber({ amount_minor, currency: asCurrency(currency) });
}
