import { asCurrency } from '@guichet/kernel/currencies';
import { makeId } from '@guichet/kernel/ids';
import { add, feeOf } from '@guichet/kernel/money';
import { type Percent, percentText } from '@guichet/kernel/percent';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { attachPayer, payerOf } from '../customer/attach-payer.ts';
import type { Payment } from '../queries.ts';
import { transitionPayment } from '../transition.ts';
import { insertNext } from './insert-next.ts';
import { addInquiryJob } from './plan-inquiry.ts';
import type { Attempt } from './queries.ts';
import { nothing_received } from './taken.ts';

/** Longer than any call to an operator: no inquiry is made while its response may still arrive. */
export const answer_wait_ms = 15_000;

/** The customer's choice, as shown to them. */
export interface AttemptChoice {
  readonly operator: string;
  readonly connector: string;
  /** The account with the connector's provider; null for the sandbox, which needs none. */
  readonly account_id: string | null;
  /** E.164; empty if the customer entered none. */
  readonly phone: string;
  readonly fee_percent: Percent;
  /** The number of decimals that the operator accepts; that of the currency when omitted. */
  readonly decimals?: number;
}

/**
 * Opens an attempt in the caller's transaction, which has locked the payment: stores the reference, moves the
 * payment to `processing` and adds the job that inquires if the process dies before the response is stored.
 *
 * @returns the attempt, or undefined when the payment's status does not allow one
 */
export async function openAttempt(
  ctx: Pick<Context, 'clock' | 'log' | 'references'>,
  tx: Connection,
  payment: Payment,
  choice: AttemptChoice,
): Promise<Omit<Attempt, 'action' | 'mismatch'> | undefined> {
  const at = ctx.clock.now();
  const id = makeId('attempt');
  const currency = asCurrency(payment.currency);
  const amount = { amount_minor: payment.amount_minor, currency };
  const fee = feeOf(amount, choice.fee_percent, choice.decimals);
  const charged = add(amount, fee);
  const changed = await transitionPayment(ctx, tx, payment, {
    event: 'attempt_opened',
    at,
    attempt_id: id,
    facts: {
      operator: choice.operator,
      fee_minor: fee.amount_minor,
      charged_minor: charged.amount_minor,
      ...(choice.phone !== '' && (await payerFacts(ctx, tx, payment, choice.phone))),
      failure_reason: null,
      failure_operator_code: null,
      received_minor: null,
      received_currency: null,
    },
  });
  if (!changed) return undefined;
  const attempt = {
    merchant_id: payment.merchant_id,
    id,
    payment_id: payment.id,
    mode: payment.mode,
    status: 'created' as const,
    operator: choice.operator,
    connector: choice.connector,
    account_id: choice.account_id,
    phone: choice.phone,
    currency,
    amount_minor: amount.amount_minor,
    fee_minor: fee.amount_minor,
    charged_minor: charged.amount_minor,
    fee_percent: percentText(choice.fee_percent),
    provider_reference: null,
    receipt: null,
    failure_reason: null,
    operator_code: null,
    unknown_cause: null,
    duplicate: false,
    ...nothing_received,
    inquiries: 0,
    inquired_at: null,
    needs_review: false,
    otp_attempts: 0,
    otp_until: null,
    otp_resends: 0,
    otp_resent_at: null,
    created_at: at,
    settled_at: null,
  };
  const assigned = await insertNext(ctx, tx, changed, attempt);
  await addInquiryJob(tx, attempt, new Date(at.getTime() + answer_wait_ms));
  return { ...attempt, ...assigned };
}

/** Returns the customer of a payment for which a number was entered. A number given by the merchant is kept. */
async function payerFacts(
  ctx: Pick<Context, 'clock'>,
  tx: Connection,
  payment: Payment,
  phone: string,
): Promise<Pick<Payment, 'customer_phone' | 'customer_is_payer' | 'customer_id'>> {
  const customer_is_payer = payment.customer_is_payer || payment.customer_phone === null;
  return {
    customer_is_payer,
    customer_phone: customer_is_payer ? phone : payment.customer_phone,
    customer_id: payment.customer_id ?? (await attachPayer(ctx, tx, payerOf(payment, phone))),
  };
}
