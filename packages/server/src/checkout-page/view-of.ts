import type { Attempt, CheckoutSnapshot, Payment, ResentOtp } from '@guichet/core/payments';
import {
  amountReceived,
  askAgainAt,
  chargeOf,
  confirmationOf,
  dialFor,
  feeIn,
  hasExpired,
  isAvailable,
  isFailureReason,
  isOpen,
  isRefundReason,
  mayResend,
  needsNumber,
  paidSumOf,
  percentOf,
  referenceOf,
} from '@guichet/core/serving';
import type { Money } from '@guichet/kernel/money';
import type { CustomerAction, FailureReason } from '@guichet/kernel/outcome';
import { findOperator } from '@guichet/operators/catalogue';
import { scenarioFor } from '@guichet/operators/sandbox/scenarios';
import type { Offer, View } from './page.ts';
import { pickCountry } from './pick-country.ts';
import type { ViewOf } from './screen.ts';

/** The steps before anything is sent. `phone` shows how to continue on another device. */
export type Step = 'choose' | 'confirm' | 'phone';

/** `refused`: the input did not have the form of a code. */
export type OtpNote = 'refused' | ResentOtp;

/** The step that the visitor requested. It only selects among the steps before anything is sent. */
export interface Wish {
  readonly step: Step | null;
  /** Result of entering a code, or of requesting one, just now. */
  readonly otp: OtpNote | null;
  /** True if the operator has just said that it still has the request. */
  readonly is_still_open: boolean;
  /** True if the operator's page has sent the visitor back here. */
  readonly has_come_back: boolean;
  /** True if the customer has just cancelled here. */
  readonly is_leaving: boolean;
  readonly now: Date;
  /** URL for a customer who has paid. */
  readonly return_href: string;
  /** True if the customer goes to the receipt from there. */
  readonly to_receipt: boolean;
  /** True if the customer has been there, or has chosen to stay: the page does not go there by itself again. */
  readonly has_left: boolean;
  /** Instructions to continue on another device; null if not requested. */
  readonly hand_over: ViewOf<'hand_over'> | null;
}

/** Time after which the text changes from "check your phone" to "still checking". */
const slow_after_ms = 60_000;
/** Time after paying during which a customer is still redirected; later visitors only see that it is paid. */
const fresh_for_ms = 2 * 60_000;

/** The view of a checkout's current state. */
export function viewOf(snapshot: CheckoutSnapshot, wish: Wish): View {
  const { payment } = snapshot;
  switch (payment.status) {
    case 'success':
      return paidView(snapshot, wish);
    case 'reversed':
      return {
        kind: 'reversed',
        ...reversedSum(payment),
        reference: referenceOf(payment.id),
        back_href: backHref(snapshot),
      };
    case 'processing':
      return openView(snapshot, wish);
    case 'cancelled':
      return { kind: 'cancelled', back_href: backHref(snapshot), is_leaving: wish.is_leaving };
    case 'expired':
      return { kind: 'expired', back_href: backHref(snapshot) };
    case 'pending':
    case 'failed':
      if (isReturned(snapshot) && (wish.step === null || isOver(snapshot, wish.now)))
        return returnedView(snapshot, wish);
      return isOver(snapshot, wish.now)
        ? { kind: 'expired', back_href: backHref(snapshot) }
        : choiceView(snapshot, wish);
  }
}

/** True while the customer can choose, confirm and pay. */
export function isPayable(snapshot: CheckoutSnapshot, now: Date): boolean {
  const { status } = snapshot.payment;
  return (status === 'pending' || status === 'failed') && !isOver(snapshot, now);
}

function isOver({ session }: CheckoutSnapshot, now: Date): boolean {
  return session.status !== 'active' || hasExpired(session, now);
}

/** The URL for returning to the merchant without having paid. */
function backHref({ payment }: CheckoutSnapshot): string | null {
  return payment.cancel_url;
}

/** Whether the payment failed although money arrived, which is then refunded. */
function isReturned({ payment }: CheckoutSnapshot): boolean {
  return payment.status === 'failed' && isRefundReason(payment.failure_reason ?? '');
}

function returnedView(snapshot: CheckoutSnapshot, wish: Wish): View {
  const { payment } = snapshot;
  return {
    kind: 'returned',
    received: amountReceived(payment),
    reference: referenceOf(payment.id),
    can_retry: !isOver(snapshot, wish.now),
    back_href: backHref(snapshot),
  };
}

/** Returns what had arrived before the operator took it back, and the fee in it. */
function reversedSum(payment: Payment): { readonly total: Money; readonly fee: Money | null } {
  const total = amountReceived(payment);
  return { total, fee: feeIn(payment, total) };
}

function paidView({ payment, attempt }: CheckoutSnapshot, wish: Wish): View {
  const { total, fee, difference } = paidSumOf(payment, attempt);
  const sum = { total, fee };
  const reference = referenceOf(payment.id);
  const paid_at = payment.paid_at ?? wish.now;
  if (wish.now.getTime() - paid_at.getTime() > fresh_for_ms) {
    return { kind: 'already_paid', ...sum, difference, reference, return_href: wish.return_href };
  }
  const operator_name = operatorName(payment.operator ?? attempt?.operator ?? '');
  return {
    kind: 'success',
    operator_name,
    ...sum,
    difference,
    reference,
    paid_at,
    return_href: wish.return_href,
    to_receipt: wish.to_receipt,
    leaves: !wish.has_left,
  };
}

function openView(snapshot: CheckoutSnapshot, wish: Wish): View {
  const { payment, attempt, amount } = snapshot;
  if (!attempt) throw new Error(`payment ${payment.id} is processing without an attempt`);
  const operator_name = operatorName(attempt.operator);
  const total = charged(amount, attempt.charged_minor);
  // If its newest attempt has ended, a payment is open only because money is held.
  if (!isOpen(attempt.status)) {
    return { kind: 'held', received: amountReceived(payment), total, reference: referenceOf(payment.id) };
  }
  // Stored from a connector's result, and read back unchanged.
  const action = attempt.action as CustomerAction | null;
  // A customer who returns from the operator's page has probably approved there: the page then waits for the
  // outcome, and the link becomes secondary. Until then the link is shown even if an inquiry got no response.
  const operator_page = action?.kind === 'redirect' ? action.url : null;
  const session_ended = isOver(snapshot, wish.now);
  if (operator_page !== null && !session_ended && !wish.has_come_back) {
    return { kind: 'redirect', operator_name, total, url: operator_page };
  }
  // The operator's link may outlive the session: money that is paid there now would be late.
  if (attempt.status === 'unknown' || (operator_page !== null && session_ended)) {
    return {
      kind: 'unknown',
      operator_name,
      phone: attempt.phone,
      total,
      reference: referenceOf(payment.id),
      session_ended,
    };
  }
  const operator = findOperator(attempt.operator);
  // The account's provider may have its own code to dial if no prompt appears.
  const dial = (action?.kind === 'prompt' ? action.dial : undefined) ?? operator?.dial ?? null;
  // The operator is checking a code, perhaps from another tab: there is no field until it has responded.
  const isChecking = attempt.otp_until !== null && attempt.otp_until > wish.now;
  if (action?.kind === 'otp' && !isChecking) {
    const { otp } = wish;
    const resent = otp === 'refused' ? null : otp;
    const wrong = resent === null && (action.problem === 'wrong_otp' || otp === 'refused');
    const sends = action.can_resend === true;
    return {
      ...{ kind: 'otp', operator_name, total, wrong, resent },
      dial: sends ? null : dial,
      can_resend: mayResend(attempt),
    };
  }
  const hasPage = operator?.flow === 'redirect' || operator?.flow === 'qr';
  const is_prompted = action === null ? !hasPage : action.kind !== 'redirect';
  const isAsked = is_prompted && !isChecking;
  return {
    kind: 'waiting',
    is_prompted,
    operator_name,
    phone: attempt.phone,
    total,
    dial: isAsked ? dial : null,
    // The steps are those of the catalogue's code; a provider may have another one.
    dial_steps: isAsked && dial === operator?.dial ? (operator?.dial_steps ?? []) : [],
    again: isAsked && operator_page === null ? againOf(attempt, wish) : null,
    operator_page,
    ends_at: isAsked ? endsAt(attempt, wish.now) : null,
    slow: isChecking || wish.now.getTime() - attempt.created_at.getTime() > slow_after_ms,
    sandbox_decision: attempt.connector === 'sandbox' && scenarioFor(attempt.phone).decided_by === 'person',
  };
}

/** The end of the operator's own time limit; null once it has passed. */
function endsAt({ operator, created_at }: Attempt, now: Date): Date | null {
  const time_s = findOperator(operator)?.customer_time_s ?? null;
  const end_ms = time_s === null ? 0 : created_at.getTime() + time_s * 1000;
  return end_ms > now.getTime() ? new Date(end_ms) : null;
}

function againOf(attempt: Attempt, { now, is_still_open }: Wish): ViewOf<'waiting'>['again'] {
  if (now < askAgainAt(attempt)) return null;
  return is_still_open ? 'still_open' : 'offered';
}

function choiceView(snapshot: CheckoutSnapshot, wish: Wish): View {
  const { session, payment, attempt } = snapshot;
  const offers = offersOf(snapshot);
  if (offers.length === 0) return { kind: 'unavailable', back_href: backHref(snapshot) };
  if (wish.hand_over) return wish.hand_over;
  // A customer who only has to confirm: one who has already chosen operator and number, or for whom the merchant
  // has chosen both.
  const is_confirming = wish.step === 'confirm' || (wish.step === null && payment.status === 'pending');
  const confirming = is_confirming ? confirmView(snapshot, offers) : undefined;
  if (confirming) return confirming;
  if (payment.status === 'failed' && wish.step === null && attempt) {
    return {
      kind: 'failed',
      reason: failureOf(snapshot),
      operator_name: operatorName(attempt.operator),
      can_retry: true,
      back_href: backHref(snapshot),
    };
  }
  const operator = session.chosen_operator;
  const phone = session.chosen_phone ?? payment.customer_phone ?? '';
  return {
    kind: 'choose',
    offers,
    operator,
    phone,
    country: pickCountry(offers, { phone, operator, home: snapshot.merchant.country }),
    email: payment.customer_email,
    problems: {},
    failure: payment.status === 'failed' && !isReturned(snapshot) ? failureOf(snapshot) : null,
  };
}

/** The choice to confirm; undefined if there is none or it is no longer available. */
export function confirmView(
  snapshot: CheckoutSnapshot,
  offers: readonly Offer[] = offersOf(snapshot),
): ViewOf<'confirm'> | undefined {
  const { session } = snapshot;
  const offer = chosenOffer(snapshot, offers);
  if (!offer || session.chosen_phone === null) return undefined;
  const code_first = snapshot.offers.find(({ operator }) => operator.code === offer.code)?.code_first;
  return {
    kind: 'confirm',
    confirmation: confirmationOf(session, offer.total),
    offer,
    phone: session.chosen_phone,
    code: code_first ? { dial: dialFor(code_first.dial, offer.total), is_wrong: false } : null,
    wait_s: null,
  };
}

/** The offers as the page shows them. */
export function offersOf({ offers }: CheckoutSnapshot): Offer[] {
  return offers.map(({ operator, fee, total, routes }) => ({
    code: operator.code,
    name: operator.name,
    country: operator.country === 'ZZ' ? null : operator.country,
    calling_code: operator.calling_code,
    prefixes: operator.prefixes,
    fee,
    total,
    available: isAvailable(routes),
    needs_number: needsNumber({ routes }),
  }));
}

/** The chosen offer with the fee at the time of the choice, which is what will be charged. */
function chosenOffer(
  { session, amount, offers: given }: CheckoutSnapshot,
  offers: readonly Offer[],
): Offer | undefined {
  const offer = offers.find(({ code }) => code === session.chosen_operator);
  const operator = given.find((one) => one.operator.code === offer?.code)?.operator;
  if (!offer || !operator || session.chosen_fee_percent === null) return undefined;
  return { ...offer, ...chargeOf(amount, percentOf(session.chosen_fee_percent), operator.decimals) };
}

function failureOf({ payment }: CheckoutSnapshot): FailureReason {
  const reason = payment.failure_reason ?? 'other';
  return isFailureReason(reason) ? reason : 'other';
}

function charged(amount: Money, charged_minor: bigint | null): Money {
  return { ...amount, amount_minor: charged_minor ?? amount.amount_minor };
}

function operatorName(code: string): string {
  return findOperator(code)?.name ?? code;
}
