import { timestampText } from '@guichet/kernel/clock';
import { asCurrency } from '@guichet/kernel/currencies';
import { majorNumber } from '@guichet/kernel/money';
import { presentStake } from '../../operations/review/judge-held.ts';
import { verdictsOfTransfer } from '../../operations/review/verdicts-of.ts';
import {
  type Failed,
  failure_sentences,
  isFailureReason,
  isRefundReason,
} from '../../operator-calls/failures/sentences.ts';
import type { Attempt } from '../../payments/attempt/queries.ts';
import { takenBy } from '../../payments/attempt/taken.ts';
import { leftOf, refundSourceOf } from '../../transfers/refunds/funds.ts';
import { presentRefund } from '../../transfers/refunds/present.ts';
import type { Refund, ReturnedSums } from '../../transfers/refunds/queries.ts';
import { nameOperator } from '../payments/browse.ts';
import type { Change, FailureWords, PaymentDetail } from './schemas.ts';

type Try = PaymentDetail['attempts'][number];
type MadeRefund = PaymentDetail['refunds'][number];

/** Returns the explanation of a failure, in both languages of the dashboard; null without a reason. */
export function explainFailure(
  failed: Failed,
  reason: string | null,
  operator_code: string | null,
): FailureWords | null {
  if (reason === null) return null;
  if (failed === 'payment' && isRefundReason(reason)) {
    const { en, fr } = failure_sentences;
    return { code: reason, operator_code, en: en.payment[reason], fr: fr.payment[reason] };
  }
  const code = isFailureReason(reason) ? reason : 'other';
  return {
    code,
    operator_code,
    en: failure_sentences.en[failed][code],
    fr: failure_sentences.fr[failed][code],
  };
}

/** Presents a status change with its position in the timeline. */
export function presentChange(
  change: {
    readonly from_status: string;
    readonly event: string;
    readonly to_status: string;
    readonly via?: string;
    readonly raw?: unknown;
    readonly created_at: Date;
  },
  position: number,
): Change {
  const { from_status: from, event, to_status: to, via = null, raw = null, created_at } = change;
  return { from, event, to, via, raw, at: timestampText(created_at), position };
}

/** Amounts refunded, or being refunded, from the source of the attempt's next refund and from all sources. */
export type Returned = Omit<ReturnedSums, 'returned_fee_minor'>;

export function presentTry(
  attempt: Attempt,
  returned: Returned,
): Omit<Try, 'changes' | 'calls' | 'verdicts' | 'decision'> {
  const currency = asCurrency(attempt.currency);
  const major = (amount_minor: bigint): number => majorNumber({ amount_minor, currency });
  const { status, charged_minor, settled_at } = attempt;
  return {
    id: attempt.id,
    number: attempt.number,
    status,
    operator: nameOperator(attempt.operator),
    connector: attempt.connector,
    account_id: attempt.account_id,
    phone: attempt.phone,
    charged_amount: major(charged_minor),
    fee: major(attempt.fee_minor),
    reference: attempt.reference,
    provider_reference: attempt.provider_reference,
    receipt: attempt.receipt,
    failure: explainFailure('payment', attempt.failure_reason, attempt.operator_code),
    duplicate: attempt.duplicate,
    ...presentQuestion(attempt),
    ...presentTaken(attempt),
    stake: presentStake(attempt),
    refundable_amount: refundableOf(attempt, returned),
    created_at: timestampText(attempt.created_at),
    settled_at: settled_at === null ? null : timestampText(settled_at),
  };
}

/** Presents the money received and its accepted part, if it was not as requested. */
function presentTaken(attempt: Attempt): Pick<Try, 'received' | 'kept_amount'> {
  if (attempt.received_minor === null) return { received: null, kept_amount: null };
  const { amount_minor, currency: code } = takenBy(attempt);
  const currency = asCurrency(code);
  const { kept_minor } = attempt;
  return {
    received: { amount: majorNumber({ amount_minor, currency }), currency },
    kept_amount: kept_minor === null ? null : majorNumber({ amount_minor: kept_minor, currency }),
  };
}

function refundableOf(attempt: Attempt, returned: Returned): number | null {
  const source = refundSourceOf(attempt);
  if (source === null) return null;
  const currency = asCurrency(takenBy(attempt).currency);
  return majorNumber({ amount_minor: leftOf(attempt, source, returned), currency });
}

/** @param made_by the author, if the audit log contains it */
export function presentMadeRefund(
  refund: Refund,
  made_by: string | null,
): Omit<MadeRefund, 'changes' | 'calls'> {
  const { status, failure_reason, failure_operator_code, attempt_id, method } = refund;
  return {
    ...presentRefund(refund),
    attempt_id,
    method,
    failure: status === 'failed' ? explainFailure('refund', failure_reason, failure_operator_code) : null,
    ...presentQuestion(refund),
    verdicts: verdictsOfTransfer(refund),
    made_by,
  };
}

function presentQuestion({
  needs_review,
  unknown_cause,
  mismatch,
}: Pick<Attempt, 'needs_review' | 'unknown_cause' | 'mismatch'>): Pick<
  Try,
  'needs_review' | 'unknown_cause' | 'mismatch'
> {
  return { needs_review, unknown_cause, mismatch: readMismatch(mismatch) };
}

/**
 * Reads the amount that an operator reported, as stored by `payments/attempt/apply-outcome`; null if it was the
 * requested one.
 */
export function readMismatch(mismatch: unknown): Try['mismatch'] {
  if (typeof mismatch !== 'object' || mismatch === null) return null;
  const { amount_minor, currency: code } = mismatch as { amount_minor: string; currency: string };
  const currency = asCurrency(code);
  return { amount: majorNumber({ amount_minor: BigInt(amount_minor), currency }), currency };
}
