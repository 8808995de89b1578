import type { Caller } from '@guichet/core/accounts';
import type { Context } from '@guichet/core/platform';
import { listAttempts, type Refund, type TransferKey } from '@guichet/core/testing';
import { createRefund, type RefundObject, refunds, type TransferJob } from '@guichet/core/transfers';
import { command } from './actors.ts';
import { type Checkout, chooseAndPay, makeCaller, makeCheckout, phoneEnding, setFees } from './checkouts.ts';
import {
  jobOf,
  listTransferEvents,
  readTransfer,
  summarizeTransfer,
  type TransferTold,
} from './transfers.ts';

/** Makes a merchant in test mode whose customers pay a fee of 2 % with `mtn_ci` and 1 % with `wave_ci`. */
export async function makeSeller(ctx: Context): Promise<Caller & { key: string }> {
  const caller = await makeCaller(ctx);
  await setFees(ctx, caller, { mtn_ci: '2', wave_ci: '1' });
  return caller;
}

/**
 * Makes a paid payment of 5,000 XOF, charged 5,100, whose refunds follow the scenario of these two digits. The
 * payment is paid with a number that pays immediately; the number is then replaced by one with these digits.
 */
export async function makePaid(ctx: Context, caller: Caller, digits = '00'): Promise<Checkout> {
  const checkout = await makeCheckout(ctx, caller);
  await chooseAndPay(ctx, checkout, '00');
  await ctx.db
    .updateTable('attempts')
    .set({ phone: phoneEnding(digits) })
    .where('payment_id', '=', checkout.payment_id)
    .execute();
  return checkout;
}

/** Returns the id of the duplicate attempt of a payment that was paid twice. */
export async function duplicateOf(ctx: Context, { merchant_id, payment_id }: Checkout): Promise<string> {
  const attempts = await listAttempts(ctx.db, merchant_id, payment_id);
  const duplicate = attempts.find((attempt) => attempt.duplicate);
  if (!duplicate) throw new Error('the payment has no duplicate');
  return duplicate.id;
}

/** Creates a refund; the job that sends it waits in the queue. */
export async function makeRefund(
  ctx: Context,
  { merchant_id, payment_id }: Checkout,
  fields: object = {},
): Promise<TransferKey> {
  const { id } = await createRefund(ctx, command, { payment_id, ...fields });
  return { merchant_id, id };
}

/** Reads the current row of a refund. */
export function readRefund(ctx: Context, key: TransferKey): Promise<Refund> {
  return readTransfer(ctx, refunds, key);
}

/** The key of a refund in the form used by jobs. */
export function refundJob(key: TransferKey): TransferJob {
  return jobOf(refunds, key);
}

/** The events of a refund as its endpoints receive them. */
export function listRefundEvents(ctx: Context, key: TransferKey): Promise<TransferTold<RefundObject>[]> {
  return listTransferEvents(ctx, key);
}

/** Summarizes the state of a refund, in a form short enough for a table. */
export async function summarizeRefund(ctx: Context, key: TransferKey) {
  const { status: refund, ...rest } = await summarizeTransfer(ctx, refunds, key);
  return { refund, ...rest };
}
