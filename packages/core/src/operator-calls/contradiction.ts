import type { Outcome } from '@guichet/kernel/outcome';

/**
 * What an operator says against what it said before. The state tables refuse it, since money is not moved on one word
 * against another, but somebody has to look: `reversed` of a success that it now calls a failure, and
 * `accepted_after_failure` of a failure that it is now working on.
 */
export type Contradiction = 'reversed' | 'accepted_after_failure';

/**
 * Compares an outcome with the status that stands.
 *
 * @param via the response to our own request comes before everything else that is heard, and contradicts nothing
 * @returns null when the two agree, or when it is known already
 */
export function contradictionOf(
  outcome: Outcome,
  standing: { readonly status: string; readonly unknown_cause: string | null },
  via: string,
): Contradiction | null {
  if (via !== 'callback' && via !== 'inquiry') return null;
  const said = contradictionWith(outcome, standing.status);
  return said === standing.unknown_cause ? null : said;
}

function contradictionWith(outcome: Outcome, status: string): Contradiction | null {
  if (status === 'success' && outcome.kind === 'failed' && outcome.reached_customer !== false) {
    return 'reversed';
  }
  return status === 'failed' && outcome.kind === 'pending' ? 'accepted_after_failure' : null;
}
