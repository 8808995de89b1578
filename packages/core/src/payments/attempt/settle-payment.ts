import type { Posting } from '../../ledger/post.ts';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { erased } from '../../platform/input/spellings.ts';
import { settlePayer } from '../customer/settle-payer.ts';
import type { Payment } from '../queries.ts';
import type { Session } from '../session/queries.ts';
import { transitionSession } from '../session/transition.ts';
import { transitionPayment } from '../transition.ts';
import type { Attempt } from './queries.ts';

/** A payment that the caller has locked, and the attempt whose money pays it. */
export interface Paying {
  readonly payment: Payment;
  readonly session: Session;
  readonly attempt: Attempt;
  readonly at: Date;
}

/** Marks a payment as paid by an attempt, in the caller's transaction: status, entries, event, session, customer. */
export async function settlePayment(
  ctx: Pick<Context, 'clock' | 'log'>,
  tx: Connection,
  { payment, session, attempt, at }: Paying,
  posting: Posting,
): Promise<void> {
  await transitionPayment(ctx, tx, payment, {
    event: 'attempt_succeeded',
    at,
    attempt_id: attempt.id,
    facts: {
      operator: attempt.operator,
      fee_minor: attempt.fee_minor,
      charged_minor: attempt.charged_minor,
      received_minor: attempt.received_minor,
      received_currency: attempt.received_currency,
      failure_reason: null,
      failure_operator_code: null,
      paid_at: at,
      reversal_code: null,
      reversed_at: null,
      // The session of a reversed payment ended because the payment was paid.
      late: payment.status === 'reversed' ? payment.late : isOver(session, at),
      ...(await payerFacts(ctx, tx, payment, attempt)),
    },
    session,
    posting,
  });
  await transitionSession(tx, session, 'payment_succeeded', at);
}

/** Whether the customer can no longer pay in this session. */
export function isOver(session: Session, at: Date): boolean {
  return session.status !== 'active' || session.expires_at <= at;
}

/**
 * Determines the customer of the payment, now that a number has paid. A number provided by the merchant is kept, and
 * so is everything if the number was erased or never entered.
 */
async function payerFacts(
  ctx: Pick<Context, 'clock' | 'log'>,
  tx: Connection,
  payment: Payment,
  { number, phone }: Attempt,
) {
  if (!payment.customer_is_payer || phone === erased || phone === '') return {};
  // The payment already has the customer of the only number entered.
  if (payment.customer_email === null && number === 1 && payment.customer_phone === phone) return {};
  return { customer_phone: phone, customer_id: await settlePayer(ctx, tx, payment, phone) };
}
