import type { FailureReason } from '@guichet/kernel/outcome';
import type { Scenario, State } from '@guichet/operators/sandbox/scenarios';

/** The final state of a payment or payout. */
export interface End {
  readonly status: string;
  /** Suffixes of its events' names, in order: `failed`, `successful`. */
  readonly events: readonly string[];
  /** The reason of its failure; null if it succeeded. */
  readonly failure: string | null;
  /** Whether the money arrived after the session had ended. */
  readonly late: boolean;
  /** Whether the outcome is unknown, so that it needs review. */
  readonly needs_review: boolean;
}

/**
 * Computes the final state that the sandbox's table promises if the customer cooperates by entering the right code
 * and approving.
 *
 * @param scenario the scenario of the transaction; for a payout, one that needs no customer
 */
export function expectedEnd(scenario: Scenario, kind: 'payment' | 'payout'): End {
  const changes = scenario.changes.filter(({ at }) => at !== 'refused');
  const states: readonly State[] = [scenario.first, ...changes.map(({ state }) => state)];
  const end = states.at(-1) ?? scenario.first;
  const events = states.flatMap((state): string[] => {
    if (state.kind === 'failed') return ['failed'];
    return state.kind === 'settled' && state.amount === 'asked' ? ['successful'] : [];
  });
  const isOther = end.kind === 'settled' && end.amount === 'another';
  // The merchant may have sent the payout again meanwhile.
  const isPaidAfterAll = kind === 'payout' && events.length > 1;
  return {
    status: statusOf(end),
    events,
    failure: failureOf(end),
    // A payout has no session that could have ended.
    late: kind === 'payment' && end.kind === 'settled' && changes.at(-1)?.at === 'session_expired',
    needs_review: isOther || isPaidAfterAll,
  };
}

function statusOf(end: State): string {
  if (end.kind === 'failed') return 'failed';
  return end.kind === 'settled' && end.amount === 'asked' ? 'success' : 'processing';
}

function failureOf(end: State): FailureReason | null {
  return end.kind === 'failed' ? end.reason : null;
}
