import { asCurrency, exponentOf } from '@guichet/kernel/currencies';
import { invalidFields } from '@guichet/kernel/errors';
import { percent_form, positive_form } from '@guichet/kernel/forms';
import { moneyFromText } from '@guichet/kernel/money';
import { percentFromText, percentText } from '@guichet/kernel/percent';
import { type Problem, problem } from '@guichet/kernel/problem';
import { makeCheck } from '@guichet/kernel/validation';
import { findOperator, isOperatorCode } from '@guichet/operators/catalogue';
import Type, { type Static } from 'typebox';
import { requireMerchant } from '../accounts/merchants/find.ts';
import type { MerchantActor } from '../platform/actor/actor.ts';
import { requireScope } from '../platform/actor/require-scope.ts';
import type { Context } from '../platform/context.ts';
import { listAccounts } from './connector-accounts/queries.ts';
import { upsertRule } from './queries.ts';
import type { Rule } from './routing.ts';

export const RuleInput = Type.Object(
  {
    operator: Type.String(),
    /** A decimal from 0 to 100 with at most four decimals. */
    fee_percent: Type.String(percent_form),
    enabled: Type.Boolean(),
    /** Ids in order of preference; if omitted, all accounts that serve the operator, oldest first. */
    accounts: Type.Optional(Type.Array(Type.String(), { minItems: 1, uniqueItems: true })),
    /** A decimal in the major unit; when omitted, the operator's limit applies. */
    min_amount: Type.Optional(Type.String(positive_form)),
    max_amount: Type.Optional(Type.String(positive_form)),
  },
  { additionalProperties: false },
);
type RuleInput = Static<typeof RuleInput>;
const check = makeCheck(RuleInput);

/**
 * Sets how a merchant collects with one operator in one mode: whether it is enabled, the fee for customers, the
 * accounts, and the smallest and largest total. Omitted fields are reset to their defaults.
 *
 * @throws AppError `forbidden`, `merchant_not_found`, `invalid_fields`
 */
export async function setRule(
  ctx: Pick<Context, 'db' | 'clock'>,
  actor: MerchantActor,
  input: RuleInput,
): Promise<Rule> {
  requireScope(actor, 'settings:write');
  const { merchant_id, mode } = actor;
  const rule = check(input, {
    operator: (code) =>
      isOperatorCode(code) ? undefined : problem('not_an_operator', 'is not in the operator catalogue'),
    fee_percent: (text) =>
      percentFromText(text)
        ? undefined
        : problem('not_a_percentage', 'must be a number from 0 to 100 with at most four decimals'),
    min_amount: limitProblem,
    max_amount: (text, fields) => limitProblem(text, fields) ?? orderProblem(text, fields),
  });
  await requireMerchant(ctx, merchant_id);
  const problems = await accountProblems(ctx, actor, rule);
  if (problems.length > 0) throw invalidFields({ accounts: problems });
  const percent = percentFromText(rule.fee_percent);
  const { operator, enabled, accounts = null, min_amount = null, max_amount = null } = rule;
  const set = {
    operator,
    fee_percent: percent ? percentText(percent) : rule.fee_percent,
    enabled,
    accounts,
    min_amount,
    max_amount,
  };
  await upsertRule(ctx.db, { ...set, merchant_id, mode, updated_at: ctx.clock.now() });
  return set;
}

/**
 * Checks that a limit has no more decimals than the operator's currencies, zeros included: "500.000" in XOF is meant
 * as half a million, and would be stored as 500.
 */
function limitProblem(text: string, { operator }: Partial<RuleInput>): Problem | undefined {
  const decimals = text.split('.')[1]?.length ?? 0;
  for (const code of findOperator(operator ?? '')?.currencies ?? []) {
    const currency = asCurrency(code);
    const read = moneyFromText(text, currency);
    if ('problem' in read && read.problem.kind === 'not_finite') {
      return problem('not_an_amount', 'must be an amount in the major unit, for example 1000');
    }
    const max = exponentOf(currency);
    if (decimals > max) {
      return problem('too_many_decimals', `must have at most ${max} decimals, as ${code} has`, { max });
    }
    if ('money' in read && read.money.amount_minor <= 0n) {
      return problem('not_positive', 'must be more than zero');
    }
  }
  return undefined;
}

function orderProblem(text: string, { min_amount }: Partial<RuleInput>): Problem | undefined {
  return min_amount !== undefined && Number(min_amount) > Number(text)
    ? problem('less_than_least', 'must not be less than the minimum amount')
    : undefined;
}

/** Requires the merchant's own accounts, enabled or not, that serve the operator. */
async function accountProblems(
  ctx: Pick<Context, 'db'>,
  { merchant_id, mode }: MerchantActor,
  { operator, accounts }: RuleInput,
): Promise<Problem[]> {
  if (!accounts) return [];
  if (mode === 'test') {
    return [problem('accounts_for_live_only', 'are for live mode: test mode always uses the sandbox')];
  }
  const own = new Map((await listAccounts(ctx.db, merchant_id)).map((account) => [account.id, account]));
  return accounts.flatMap((id) => {
    const account = own.get(id);
    if (!account)
      return [problem('not_own_account', `${id} is not one of this merchant’s accounts`, { account: id })];
    const serves = account.services.some((one) => one.operator === operator && (one.collect || one.payout));
    return serves
      ? []
      : [problem('account_not_supported', `${id} does not support ${operator}`, { account: account.name })];
  });
}
