import type { Caller } from '@guichet/core/accounts';
import type { Context } from '@guichet/core/platform';
import {
  listAttempts,
  listObjectEvents,
  listTransferEntries,
  lockTransfer,
  type Refund,
  type TransferKey,
} from '@guichet/core/testing';
import { createRefund, type RefundObject, refunds } from '@guichet/core/transfers';
import { type Checkout, chooseAndPay, makeCaller, makeCheckout, phoneEnding, setFees } from './checkouts.ts';

/** A merchant in test mode whose customers pay 2 % with `mtn_ci` and 1 % with `wave_ci`. */
export async function makeSeller(ctx: Context): Promise<Caller & { key: string }> {
  const caller = await makeCaller(ctx);
  await setFees(ctx, caller, { mtn_ci: '2', wave_ci: '1' });
  return caller;
}

/**
 * A payment of 5,000 XOF, charged 5,100, whose refunds follow the scenario of these two digits: it was paid
 * with a number that pays at once, which is then replaced.
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

/** The attempt of a payment that became a duplicate. */
export async function duplicateOf(ctx: Context, { merchant_id, payment_id }: Checkout): Promise<string> {
  const attempts = await listAttempts(ctx.db, merchant_id, payment_id);
  const duplicate = attempts.find((attempt) => attempt.duplicate);
  if (!duplicate) throw new Error('the payment was paid once');
  return duplicate.id;
}

/** Creates a refund; the job that sends it waits in the queue. */
export async function makeRefund(
  ctx: Context,
  { merchant_id, payment_id }: Checkout,
  fields: object = {},
): Promise<TransferKey> {
  const { id } = await createRefund(ctx, { payment_id, ...fields });
  return { merchant_id, id };
}

/** The row of a refund as it is now. */
export function readRefund(ctx: Context, key: TransferKey): Promise<Refund> {
  return lockTransfer(ctx.db, refunds, key);
}

/** The key of a refund, as jobs take it. */
export function refundJob({ merchant_id, id }: TransferKey) {
  return { merchant_id, refund_id: id };
}

export interface RefundTold {
  readonly event: string;
  readonly sequence: number;
  readonly data: RefundObject;
}

/** The events of a refund as its endpoints receive them. */
export async function listRefundEvents(
  ctx: Context,
  { merchant_id, id }: TransferKey,
): Promise<RefundTold[]> {
  const events = await listObjectEvents(ctx.db, merchant_id, id);
  return events.map(({ body }) => JSON.parse(body) as RefundTold);
}

/** Summarizes a refund's result, short enough for a table. */
export async function summarizeRefund(ctx: Context, key: TransferKey) {
  const { status, needs_person, unknown_cause } = await readRefund(ctx, key);
  const entries = await listTransferEntries(ctx.db, key.merchant_id, 'refund', key.id);
  const events = await listRefundEvents(ctx, key);
  return {
    refund: status,
    needs_person,
    unknown_cause,
    /** In order, as `1 refund.failed`. */
    events: events.map(({ sequence, event }) => `${sequence} ${event}`),
    /** In order of booking, as `refund_reserved merchant_balance 5000`. */
    entries: entries.map(({ kind, account, amount_minor }) => `${kind} ${account} ${amount_minor}`),
  };
}
