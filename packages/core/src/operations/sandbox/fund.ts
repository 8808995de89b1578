import { asCurrency } from '@guichet/kernel/currencies';
import { currency_form } from '@guichet/kernel/forms';
import { limits } from '@guichet/kernel/limits';
import { amountProblem, majorNumber, moneyFromMajor } from '@guichet/kernel/money';
import { makeCheck } from '@guichet/kernel/validation';
import Type, { type Static } from 'typebox';
import { requireMerchant } from '../../accounts/merchants/find.ts';
import { accounts } from '../../ledger/accounts.ts';
import { sumAccount } from '../../ledger/balances/queries.ts';
import { post } from '../../ledger/post.ts';
import { hasBooking } from '../../ledger/queries.ts';
import type { MerchantActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { currencyProblem } from '../../platform/input/rules.ts';

/**
 * Maximum amount of one call, in the major unit: enough for any test, and small enough that a typo does not produce
 * an unreadable balance.
 */
export const amount_max = 1_000_000_000;

const FundInput = Type.Object(
  {
    currency: Type.String(currency_form),
    /** Major unit. */
    amount: Type.Number({ minimum: limits.amount_min, maximum: amount_max }),
  },
  { additionalProperties: false },
);
const check = makeCheck(FundInput);

/**
 * Adds play money to a merchant's test-mode balance. Play money does not exist in live mode.
 *
 * @returns the added and the available amount, in major units
 * @throws AppError `forbidden`, `merchant_not_found`, `invalid_fields`
 */
export async function fundSandbox(
  ctx: Pick<Context, 'db' | 'clock'>,
  actor: MerchantActor,
  input: Static<typeof FundInput>,
): Promise<{ merchant_id: string; currency: string; amount: number; available: number }> {
  requireScope(actor, 'sandbox:write');
  const { merchant_id } = actor;
  const { amount, currency: code } = check(input, {
    currency: currencyProblem,
    amount: (value, { currency }) => amountProblem(value, currency),
  });
  const currency = asCurrency(code);
  const read = moneyFromMajor(amount, currency);
  if (!('money' in read)) throw new Error('the amount was checked before');
  await requireMerchant(ctx, merchant_id);
  const { amount_minor } = read.money;
  const mode = 'test';
  await ctx.db.transaction().execute((tx) =>
    post(tx, {
      merchant_id,
      mode,
      kind: 'sandbox_funding',
      currency,
      payment_id: null,
      attempt_id: null,
      payout_id: null,
      lines: [
        { account: accounts.sandboxFunding, amount_minor },
        { account: accounts.merchantBalance, amount_minor: -amount_minor },
      ],
      at: ctx.clock.now(),
    }),
  );
  const owed = await sumAccount(ctx.db, { merchant_id, mode, currency, account: accounts.merchantBalance });
  return { merchant_id, currency, amount, available: majorNumber({ amount_minor: -owed, currency }) };
}

/**
 * Adds play money to a merchant who never had any. Concurrent calls would each add it, so the caller serializes
 * them.
 */
export async function fundSandboxOnce(
  ctx: Pick<Context, 'db' | 'clock'>,
  actor: MerchantActor,
  input: Static<typeof FundInput>,
): Promise<void> {
  requireScope(actor, 'sandbox:write');
  const { merchant_id } = actor;
  if (await hasBooking(ctx.db, merchant_id, 'sandbox_funding')) return;
  await fundSandbox(ctx, actor, input);
}
