import type { Attempt } from '@guichet/core/payments';
import type { Context } from '@guichet/core/platform';
import { findAttempt, lockPayment, openAttempt } from '@guichet/core/testing';
import { type Percent, percentFromText } from '@guichet/kernel/percent';
import { type Checkout, phoneEnding } from './checkouts.ts';

/** Commits an attempt without calling the operator, like a process that dies in between. */
export async function commitAttempt(
  ctx: Context,
  { merchant_id, payment_id }: Checkout,
  choice: {
    digits?: string;
    fee?: string;
    operator?: string;
    /** The account, in live mode. */
    account?: { id: string; connector: string };
  } = {},
): Promise<Attempt> {
  const { digits = '00', fee = '2', operator = 'mtn_ci', account } = choice;
  const opened = await ctx.db.transaction().execute(async (tx) => {
    const payment = await lockPayment(tx, merchant_id, payment_id);
    return openAttempt(ctx, tx, payment, {
      operator,
      connector: account?.connector ?? 'sandbox',
      account_id: account?.id ?? null,
      phone: phoneEnding(digits),
      fee_percent: percent(fee),
    });
  });
  const attempt = opened && (await findAttempt(ctx.db, merchant_id, opened.id));
  if (!attempt) throw new Error('the payment takes no attempt now');
  return attempt;
}

/** The key of an attempt, in the form that verbs expect. */
export function keyOf({ merchant_id, payment_id, id }: Attempt) {
  return { merchant_id, payment_id, attempt_id: id };
}

function percent(text: string): Percent {
  const read = percentFromText(text);
  if (!read) throw new Error(`not a percentage: ${text}`);
  return read;
}
