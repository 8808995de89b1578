import type { Outcome } from '@guichet/kernel/outcome';
import type { HttpResult } from './contract.ts';

/**
 * The outcome of a request for money without a readable response: unknown, unless the request was provably
 * never sent (models.md, connector rule 3).
 */
export function outcomeWithoutAnswer(result: HttpResult): Outcome {
  if (result.kind === 'not_sent') {
    return { kind: 'failed', reason: 'operator_down', operator_code: 'not_sent', reached_customer: false };
  }
  return unknownFrom(result);
}

/** The codes of failures that only mean that the provider does not know a request, long after it was sent. */
const absent_codes: ReadonlySet<string> = new Set(['never_received', 'qr_expired']);

/** Whether a failure only means that the provider does not know the request. */
export function isAbsence(outcome: Outcome): boolean {
  return outcome.kind === 'failed' && absent_codes.has(outcome.operator_code);
}

/** The outcome of an inquiry without a readable response: unknown. */
export function unknownFrom(result: HttpResult): Extract<Outcome, { kind: 'unknown' }> {
  if (result.kind === 'not_sent') return { kind: 'unknown', cause: 'unreachable' };
  if (result.kind === 'lost') return { kind: 'unknown', cause: result.cause };
  return { kind: 'unknown', cause: result.status >= 500 ? 'server_error' : 'unreadable' };
}
