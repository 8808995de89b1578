import { percentFromText, percentText } from '@guichet/kernel/percent';
import { makeCheck } from '@guichet/kernel/validation';
import { isOperatorCode } from '@guichet/operators/catalogue';
import Type, { type Static } from 'typebox';
import type { Context } from '../context.ts';
import { requireMerchant } from '../merchants/find.ts';
import { upsertRule } from './queries.ts';

const RuleInput = Type.Object(
  {
    mode: Type.Enum(['test', 'live']),
    operator: Type.String(),
    /** Decimal text from 0 to 100 with at most four decimals. */
    fee_percent: Type.String(),
    enabled: Type.Boolean(),
  },
  { additionalProperties: false },
);
const check = makeCheck(RuleInput);

/**
 * Sets how a merchant takes money with one operator in one mode: on or off, and the fee its customers bear.
 *
 * @throws AppError `merchant_not_found`, `invalid_fields`
 */
export async function setRule(
  ctx: Pick<Context, 'db' | 'clock'>,
  merchant_id: string,
  input: Static<typeof RuleInput>,
): Promise<{ operator: string; fee_percent: string; enabled: boolean }> {
  const rule = check(input, {
    operator: (code) => (isOperatorCode(code) ? undefined : 'is not in the operator catalogue'),
    fee_percent: (text) =>
      percentFromText(text) ? undefined : 'must be a number from 0 to 100 with at most four decimals',
  });
  await requireMerchant(ctx, merchant_id);
  const percent = percentFromText(rule.fee_percent);
  const fee_percent = percent ? percentText(percent) : rule.fee_percent;
  const { mode, operator, enabled } = rule;
  await upsertRule(ctx.db, {
    merchant_id,
    mode,
    operator,
    fee_percent,
    enabled,
    updated_at: ctx.clock.now(),
  });
  return { operator, fee_percent, enabled };
}
