import type { ConnectorAnswer } from '@guichet/operators/contract';
import type { Attempt } from './queries.ts';
import type { Via } from './transition.ts';

/** Wrong codes allowed for an attempt: the last one ends it. */
const otp_attempts_max = 5;

type Answer = Pick<ConnectorAnswer, 'outcome' | 'provider_reference' | 'raw'>;

/**
 * Counts the one-time codes that an operator has rejected. After too many, the rejection counts as a failure:
 * every code was rejected, no other will be sent, and without a valid one no money moves. If money moves anyway,
 * the attempt still becomes a success, as after any failure.
 *
 * Codes without a response do not count, nor do reports of an inquiry or a callback about the last code.
 */
export function countCode(
  attempt: Pick<Attempt, 'otp_attempts'>,
  answer: Answer,
  via: Via,
): { answer: Answer; otp_attempts: number } {
  const { outcome } = answer;
  const isRefused =
    via === 'answer' &&
    outcome.kind === 'pending' &&
    outcome.action?.kind === 'otp' &&
    outcome.action.problem === 'wrong_otp';
  if (!isRefused) return { answer, otp_attempts: attempt.otp_attempts };
  const otp_attempts = attempt.otp_attempts + 1;
  if (otp_attempts < otp_attempts_max) return { answer, otp_attempts };
  const given_up = { kind: 'failed', reason: 'wrong_otp', operator_code: 'wrong_otp' } as const;
  return { answer: { ...answer, outcome: given_up }, otp_attempts };
}
