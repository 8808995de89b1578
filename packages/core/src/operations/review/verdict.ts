import { asCurrency } from '@guichet/kernel/currencies';
import { AppError, invalidFields } from '@guichet/kernel/errors';
import type { Money } from '@guichet/kernel/money';
import type { Outcome } from '@guichet/kernel/outcome';
import { type Problem, problem } from '@guichet/kernel/problem';
import type { PayoutResolutionInput, ResolutionInput } from './schemas.ts';

export type Verdict = PayoutResolutionInput['verdict'];

const notBlank = (text: string): Problem | undefined =>
  text.trim() === '' ? problem('empty', 'must not be empty') : undefined;

/** Rules for the texts of every verdict: they must not be blank. */
export const text_rules = { note: notBlank, proof: notBlank };

/** Requires evidence where money has moved. @throws AppError `invalid_fields` */
export function requireEvidence({ verdict, proof }: Pick<ResolutionInput, 'verdict' | 'proof'>): void {
  if (proof !== undefined) return;
  if (verdict === 'paid') {
    throw invalidFields({ proof: [problem('proof_missing', 'is required: evidence that it was paid')] });
  }
  if (verdict === 'reversed') {
    throw invalidFields({
      proof: [problem('reversal_proof_missing', 'is required: evidence that the money was reversed')],
    });
  }
}

/** @throws AppError `conflict` when no review is needed (any more) */
export function requireReviewNeeded({ needs_review }: { readonly needs_review: boolean }): void {
  if (needs_review) return;
  throw new AppError('conflict', {
    reason: problem(
      'nothing_to_resolve',
      'Nothing to resolve: the outcome is known, or another person has resolved it.',
    ),
  });
}

/** The properties of a status that verdicts depend on. */
interface State {
  readonly isOpen: boolean;
  readonly isPaid: boolean;
  readonly isReversed: boolean;
  /** An amount other than requested was reversed: the requested amount never arrived. */
  readonly cannotBePaid?: boolean;
}

/** @throws AppError `conflict` when the verdict does not fit the status */
export function requireVerdictFits(
  verdict: Verdict,
  { isOpen, isPaid, isReversed, cannotBePaid = false }: State,
): void {
  if (verdict === 'reversed' && !isPaid) {
    throw new AppError('conflict', {
      reason: isReversed
        ? problem('was_reversed', 'This was already reversed.')
        : problem(
            'was_not_paid',
            'Only money that was paid can be reversed: this was not paid, as far as is known.',
          ),
    });
  }
  if ((isReversed && verdict === 'not_paid') || (cannotBePaid && verdict === 'paid')) {
    throw new AppError('conflict', { reason: problem('was_reversed', 'This was already reversed.') });
  }
  if (isOpen && verdict === 'settled') {
    throw new AppError('conflict', {
      reason: problem('end_not_known', 'Outcome not known yet: choose whether it was paid.'),
    });
  }
  if (isPaid && verdict !== 'settled' && verdict !== 'reversed') {
    throw new AppError('conflict', {
      reason: problem(
        'was_paid',
        'This was paid: it can only be refunded, or marked as reversed or settled.',
      ),
    });
  }
}

/** Converts a person's verdict to an operator's outcome. */
export function answerOf(
  verdict: Verdict,
  { amount_minor, currency }: { readonly amount_minor: bigint; readonly currency: string },
): { outcome: Outcome; provider_reference: null; raw: unknown } {
  const money = { amount_minor, currency: asCurrency(currency) };
  return { outcome: outcomeOf(verdict, money), provider_reference: null, raw: { verdict } };
}

function outcomeOf(verdict: Verdict, money: Money): Outcome {
  const operator_code = 'said_by_a_person';
  if (verdict === 'paid') return { kind: 'settled', money };
  if (verdict === 'reversed') return { kind: 'reversed', operator_code, money };
  return { kind: 'failed', reason: 'other', operator_code };
}
