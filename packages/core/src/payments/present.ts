import { timestampText } from '@guichet/kernel/clock';
import { asCurrency } from '@guichet/kernel/currencies';
import { type Money, majorNumber } from '@guichet/kernel/money';
import { parsePhone } from '@guichet/kernel/phone';
import { failure_sentences, isFailureReason, isRefundReason } from '../operator-calls/failures/sentences.ts';
import type { Context } from '../platform/context.ts';
import type { Payment } from './queries.ts';
import { referenceOf } from './reference.ts';
import type { PaymentObject } from './schemas.ts';
import type { Session } from './session/queries.ts';

/** A session with its token, or with the token's placeholder. */
export type ShownSession = Pick<Session, 'status' | 'expires_at'> & { readonly session_token: string };

/** Presents a session as its merchant sees it. */
export function showSession(
  { tokens }: Pick<Context, 'tokens'>,
  { token: handle, status, expires_at }: Pick<Session, 'token' | 'status' | 'expires_at'>,
): ShownSession {
  return { session_token: tokens.tokenOf(handle), status, expires_at };
}

/**
 * Presents a payment as merchants see it, in the API and in events (design section 7). Amounts are in major units.
 *
 * @param refunded_minor the amount refunded; zero when omitted, as for an unpaid payment
 */
export function presentPayment(
  payment: Omit<Payment, 'sequence' | 'session_token' | 'key_hash' | 'customer_is_payer'>,
  session: ShownSession,
  now: Date,
  refunded_minor = 0n,
): PaymentObject {
  const currency = asCurrency(payment.currency);
  const major = (amount_minor: bigint): number => majorNumber({ amount_minor, currency });
  return {
    id: payment.id,
    object: 'payment',
    status: payment.status,
    amount: major(payment.amount_minor),
    currency: payment.currency,
    fee: payment.fee_minor === null ? null : major(payment.fee_minor),
    charged_amount: payment.charged_minor === null ? null : major(payment.charged_minor),
    refunded_amount: major(refunded_minor),
    ...presentReceived(payment),
    operator: payment.operator,
    description: payment.description,
    customer: {
      id: payment.customer_id,
      email: payment.customer_email,
      first_name: payment.customer_first_name,
      last_name: payment.customer_last_name,
      phone: payment.customer_phone,
      country: payment.customer_phone === null ? null : (parsePhone(payment.customer_phone)?.country ?? null),
    },
    metadata: payment.metadata,
    payment_link: payment.payment_link_id,
    failure: failureOf(payment),
    reversal: reversalOf(payment),
    retryable: payment.status === 'failed' && session.status === 'active' && session.expires_at > now,
    late: payment.late,
    reference: referenceOf(payment.id),
    checkout: { session_token: session.session_token, expires_at: timestampText(session.expires_at) },
    return_url: payment.return_url,
    cancel_url: payment.cancel_url,
    livemode: payment.mode === 'live',
    created_at: timestampText(payment.created_at),
    paid_at: payment.paid_at === null ? null : timestampText(payment.paid_at),
  };
}

function reversalOf({ reversed_at, reversal_code }: Pick<Payment, 'reversed_at' | 'reversal_code'>) {
  if (reversed_at === null) return null;
  return { operator_code: reversal_code, reversed_at: timestampText(reversed_at) };
}

function presentReceived(payment: Parameters<typeof receivedOf>[0]) {
  const taken = receivedOf(payment);
  if (taken === null) return { received_amount: null, received_currency: null };
  return { received_amount: majorNumber(taken), received_currency: taken.currency };
}

/**
 * Returns the money that the operator has taken; null if none is known. For a paid payment without a recorded amount,
 * that is the requested amount.
 */
export function receivedOf({
  status,
  received_minor,
  received_currency,
  charged_minor,
  currency,
}: Pick<
  Payment,
  'status' | 'received_minor' | 'received_currency' | 'charged_minor' | 'currency'
>): Money | null {
  const wasPaid = status === 'success' || status === 'reversed';
  const amount_minor = received_minor ?? (wasPaid ? charged_minor : null);
  return amount_minor === null ? null : { amount_minor, currency: asCurrency(received_currency ?? currency) };
}

export function failureOf(
  payment: Pick<Payment, 'status' | 'failure_reason' | 'failure_operator_code'>,
): PaymentObject['failure'] {
  const { status, failure_reason } = payment;
  if (status !== 'failed' || failure_reason === null) return null;
  const isKnown = isFailureReason(failure_reason) || isRefundReason(failure_reason);
  const code = isKnown ? failure_reason : 'other';
  return { code, message: failure_sentences.en.payment[code], operator_code: payment.failure_operator_code };
}
