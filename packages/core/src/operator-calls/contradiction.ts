import type { Outcome } from '@guichet/kernel/outcome';

/**
 * A contradiction between two reports of an operator, where neither alone justifies moving money:
 * - `failed_after_success`: the operator now reports a success as a failure, but not as a reversal;
 * - `accepted_after_failure`: the operator now reports a failure as pending;
 * - `paid_after_reversal`: the operator reports a success again after it has reversed it;
 * - `reversed_in_part`: the operator has reversed an amount other than the one that moved;
 * - `reversed_after_refund`: the operator reports a reversal of money that we have refunded, and may mean our
 *   refund.
 */
export type Contradiction =
  | 'failed_after_success'
  | 'accepted_after_failure'
  | 'paid_after_reversal'
  | 'reversed_in_part'
  | 'reversed_after_refund';

/** The causes of a review in which the operator contradicts itself, also about an amount that is already booked. */
const contradictions: Readonly<Record<Contradiction | 'amount_changed', true>> = {
  failed_after_success: true,
  accepted_after_failure: true,
  paid_after_reversal: true,
  reversed_in_part: true,
  reversed_after_refund: true,
  amount_changed: true,
};

/** Whether a review is due to a contradiction, which only an inquiry or a person can resolve. */
export function isContradicted({ unknown_cause }: Pick<Standing, 'unknown_cause'>): boolean {
  return unknown_cause !== null && Object.hasOwn(contradictions, unknown_cause);
}

/** The current status, and the contradiction already recorded, if any. */
export interface Standing {
  readonly status: string;
  readonly unknown_cause: string | null;
}

/** A contradiction, and whether it needs review immediately or only an inquiry. */
export interface Doubt {
  readonly contradiction: Contradiction;
  readonly needs_review: boolean;
}

/**
 * Compares an outcome with the current status.
 *
 * @param via the source of the outcome: the response to our own request precedes every other report, so it
 * contradicts nothing
 * @returns null when the two agree, or when the contradiction is already recorded
 */
export function contradictionOf(outcome: Outcome, standing: Standing, via: string): Doubt | null {
  if (via !== 'callback' && via !== 'inquiry') return null;
  const contradiction = contradictionWith(outcome, standing.status);
  if (contradiction === null || contradiction === standing.unknown_cause) return null;
  // After a reversal, a callback that reports the success may be a repeat or late: an inquiry decides which of the
  // two reports is true.
  return { contradiction, needs_review: contradiction !== 'paid_after_reversal' || via === 'inquiry' };
}

function contradictionWith(outcome: Outcome, status: string): Contradiction | null {
  if (status === 'success' && outcome.kind === 'failed' && outcome.reached_customer !== false) {
    return 'failed_after_success';
  }
  if (status === 'reversed' && outcome.kind === 'settled') return 'paid_after_reversal';
  const isWorking = outcome.kind === 'pending' && !outcome.is_old;
  return status === 'failed' && isWorking ? 'accepted_after_failure' : null;
}

/** The outcome of an inquiry that resolves the doubt about the status. */
const confirmed_by: Readonly<Record<string, Outcome['kind']>> = {
  accepted_after_failure: 'failed',
  failed_after_success: 'settled',
  paid_after_reversal: 'reversed',
} satisfies Partial<Record<Contradiction, Outcome['kind']>>;

/** True when an inquiry confirms the current status after the operator had contradicted it. */
export function confirms(outcome: Outcome, { unknown_cause }: Standing, via: string): boolean {
  return via === 'inquiry' && unknown_cause !== null && confirmed_by[unknown_cause] === outcome.kind;
}

/** True when a review is due to a contradiction that only a person can resolve: a later one must not replace it. */
export function needsPerson({
  needs_review,
  mismatch,
  unknown_cause,
}: Pick<Standing, 'unknown_cause'> & {
  readonly needs_review: boolean;
  readonly mismatch: unknown;
}): boolean {
  if (!needs_review) return false;
  return (
    mismatch !== null ||
    (isContradicted({ unknown_cause }) && !Object.hasOwn(confirmed_by, unknown_cause ?? ''))
  );
}

/** The source of a report; of an inquiry, with the time at which it began, if it is known. */
interface Source {
  readonly via: string;
  readonly asked_at?: Date | undefined;
}

/**
 * Whether a report is certainly about what happened after a time. A callback may be a repeat, and the response to an
 * inquiry that began earlier may be older.
 */
export function isSince(time: Date | null, { via, asked_at }: Source): boolean {
  return via === 'inquiry' && (asked_at === undefined || time === null || asked_at > time);
}

/** True when the reversed amount differs from the one that moved. */
export function isInPart(
  { money }: Extract<Outcome, { kind: 'reversed' }>,
  moved: { readonly amount_minor: bigint; readonly currency: string },
): boolean {
  return money !== null && (money.amount_minor !== moved.amount_minor || money.currency !== moved.currency);
}
