import { asCurrency } from '@guichet/kernel/currencies';
import { documented } from '@guichet/kernel/documented';
import { invalidFields } from '@guichet/kernel/errors';
import { beside } from '@guichet/kernel/forms';
import { limits } from '@guichet/kernel/limits';
import { amountProblem, majorNumber, moneyFromMajor } from '@guichet/kernel/money';
import { type Problem, problem } from '@guichet/kernel/problem';
import { makeCheck } from '@guichet/kernel/validation';
import Type, { type Static } from 'typebox';
import { proposeRule, replaceChange } from '../../../accounts/approvals/changes/propose.ts';
import { isWeaker, strictestOf } from '../../../accounts/approvals/limits.ts';
import { lockMembers } from '../../../accounts/staff/members/queries.ts';
import type { StaffActor } from '../../../platform/actor/actor.ts';
import { requireScope } from '../../../platform/actor/require-scope.ts';
import type { Context } from '../../../platform/context.ts';
import { currencyProblem } from '../../../platform/input/rules.ts';
import { findPayoutRule, listRules, type PayoutRule, putRule } from './queries.ts';

const Amount = (description: string, minimum: number) =>
  Type.Union([Type.Number({ minimum, maximum: limits.amount_max * 1_000 }), Type.Null()], { description });

/** The rule that a merchant has set for its payouts in one currency. */
export const PayoutRuleObject = Type.Object({
  currency: Type.String({ description: 'ISO 4217 code.' }),
  approval_above: Amount(
    'Major unit: a payout or a file of payouts above this amount requires a second person. Null: none does.',
    0,
  ),
  approval_day_above: Amount(
    'Major unit: above this sum within 24 hours without a second person, one is required. Null: as `approval_above`.',
    0,
  ),
  approval_recipient_above: Amount(
    'Major unit: the same for the sum that one recipient gets. Null: as `approval_above`.',
    0,
  ),
  low_balance: Amount('Major unit: a balance below this amount is pointed out. Null: none is.', 0),
});
export type PayoutRuleObject = Static<typeof PayoutRuleObject>;

export const PayoutRuleList = Type.Object({ items: Type.Array(PayoutRuleObject) });

const { approval_above, approval_day_above, approval_recipient_above, low_balance } =
  PayoutRuleObject.properties;
export const PayoutRuleInput = Type.Object(
  {
    ...{ approval_above, low_balance },
    approval_day_above: Type.Optional(approval_day_above),
    approval_recipient_above: Type.Optional(approval_recipient_above),
  },
  {
    additionalProperties: false,
    ...documented({
      if: beside({ approval_above: { type: 'null' } }),
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
      then: beside({ approval_day_above: { type: 'null' }, approval_recipient_above: { type: 'null' } }),
    }),
  },
);
type PayoutRuleInput = Static<typeof PayoutRuleInput>;

const check = makeCheck(PayoutRuleInput);

/** Lists the rules of the actor's merchant and mode, by currency code. @throws AppError `forbidden` */
export async function listPayoutRules(
  ctx: Pick<Context, 'db'>,
  actor: StaffActor,
): Promise<{ items: PayoutRuleObject[] }> {
  requireScope(actor, 'payouts:read');
  const rules = await listRules(ctx.db, actor);
  return { items: rules.map(presentRule) };
}

function presentRule({ currency, ...rule }: Omit<PayoutRule, 'updated_at'>): PayoutRuleObject {
  return {
    currency,
    approval_above: major(rule.approval_above_minor, currency),
    approval_day_above: major(rule.approval_day_above_minor, currency),
    approval_recipient_above: major(rule.approval_recipient_above_minor, currency),
    low_balance: major(rule.low_balance_minor, currency),
  };
}

export const SavedPayoutRule = Type.Object({
  ...PayoutRuleObject.properties,
  change_id: Type.Union([Type.String(), Type.Null()], {
    description:
      'The pending change, if the new rule is weaker and awaits a second person; null if the rule applies already.',
  }),
});
export type SavedPayoutRule = Static<typeof SavedPayoutRule>;

/**
 * Sets the amounts above which a second person is required, and below which a balance is low. A stricter limit
 * applies immediately; a looser one applies once a second person has agreed. Payouts that await approval keep
 * waiting.
 *
 * @returns the rule that is now in force
 * @throws AppError `forbidden`, `invalid_fields`
 */
export async function setPayoutRule(
  ctx: Pick<Context, 'db' | 'clock'>,
  actor: StaffActor,
  { currency, body }: { readonly currency: string; readonly body: unknown },
): Promise<SavedPayoutRule> {
  requireScope(actor, 'settings:write');
  const wrong = currencyProblem(currency);
  if (wrong !== undefined) throw invalidFields({ currency: [wrong] });
  const input = check(body, {
    approval_above: (amount) => amountProblem(amount, currency),
    approval_day_above: (amount, all) => amountProblem(amount, currency) ?? sumProblem(amount, all),
    approval_recipient_above: (amount, all) => amountProblem(amount, currency) ?? sumProblem(amount, all),
    low_balance: (amount) => amountProblem(amount, currency),
  });
  const { merchant_id, mode } = actor;
  const wanted = {
    ...{ merchant_id, mode, currency },
    approval_above_minor: minor(input.approval_above, currency),
    approval_day_above_minor: minor(input.approval_day_above ?? null, currency),
    approval_recipient_above_minor: minor(input.approval_recipient_above ?? null, currency),
    // A limit of 0 means no limit.
    low_balance_minor: minor(input.low_balance, currency) || null,
    updated_at: ctx.clock.now(),
  };
  return ctx.db.transaction().execute(async (tx) => {
    // Serializes changes of the rule, even if no rule exists yet.
    await lockMembers(tx, merchant_id);
    const current = await findPayoutRule(tx, actor, currency);
    await replaceChange(tx, merchant_id, { mode, currency });
    if (current === undefined || !isWeaker(wanted, current)) {
      await putRule(tx, wanted);
      return { ...presentRule(wanted), change_id: null };
    }
    const held = { ...wanted, ...strictestOf(wanted, current) };
    await putRule(tx, held);
    const change = await proposeRule(tx, actor, wanted);
    return { ...presentRule(held), change_id: change.id };
  });
}

/**
 * Checks a limit on a sum: it must not be below the limit for a single payout, or else it would apply to each
 * single payout as well.
 */
function sumProblem(
  sum: number | null,
  { approval_above }: Partial<Pick<PayoutRuleInput, 'approval_above'>>,
): Problem | undefined {
  if (sum === null || approval_above === undefined) return undefined;
  if (approval_above === null) {
    return problem('sum_without_single', 'must be null where approval_above is null');
  }
  return sum < approval_above ? problem('sum_below_single', 'must be at least approval_above') : undefined;
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
