import type { PaymentObject } from '@guichet/core/payments';
import type { Context } from '@guichet/core/platform';
import {
  getPayment,
  getSession,
  listAttempts,
  listObjectEvents,
  listPaymentEntries,
  readEvent,
} from '@guichet/core/testing';
import type { Checkout } from './checkouts.ts';

export interface Told {
  readonly event: string;
  readonly sequence: number;
  readonly data: PaymentObject;
}

/** Summarizes the state of a payment, in a form short enough for a table. */
export async function summarize(ctx: Context, { merchant_id, payment_id }: Checkout) {
  const payment = await getPayment(ctx.db, merchant_id, payment_id);
  const session = await getSession(ctx.db, merchant_id, payment.session_token);
  const attempts = await listAttempts(ctx.db, merchant_id, payment_id);
  const entries = await listPaymentEntries(ctx.db, merchant_id, payment_id);
  const events = await listEvents(ctx, { merchant_id, payment_id });
  return {
    payment: payment.status,
    late: payment.late,
    session: session.status,
    attempts: attempts.map(({ status }) => status),
    /** In order, such as `1 payment.failed`. */
    events: events.map(({ sequence, event }) => `${sequence} ${event}`),
    /** In order of booking, such as `collection fees -100`. */
    entries: entries.map(({ kind, account, amount_minor }) => `${kind} ${account} ${amount_minor}`),
  };
}

/** The events of a payment as its endpoints receive them. */
export async function listEvents(
  ctx: Context,
  { merchant_id, payment_id }: Pick<Checkout, 'merchant_id' | 'payment_id'>,
): Promise<Told[]> {
  const events = await listObjectEvents(ctx.db, merchant_id, payment_id);
  return events.map((event) => readEvent(ctx, event) as unknown as Told);
}
