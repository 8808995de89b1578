import type { FailureReason } from '@guichet/kernel/outcome';
import type { Connection } from '../platform/database/connect.ts';
import { addJob } from '../platform/jobs/queries.ts';

/** The kinds of refused objects. */
export type Refused = 'attempt' | 'payout' | 'refund';

export interface Recheck {
  readonly merchant_id: string;
  readonly refused: Refused;
  readonly id: string;
  /** Number of earlier rechecks. */
  readonly round: number;
}

const minute_ms = 60_000;

/**
 * Waits before each recheck of a refusal. Operators do reverse refusals, and then money has moved: their
 * callback reports it, but callbacks get lost.
 */
const recheck_waits_ms: readonly number[] = [10 * minute_ms, 2 * 60 * minute_ms, 24 * 60 * minute_ms];

/**
 * Schedules a recheck of a refusal in the caller's transaction. Not if nothing was ever sent, nor for the
 * sandbox, whose callbacks are never lost.
 *
 * @param said the outcome: proof that the request reached nobody leaves nothing to recheck
 * @returns whether another recheck will follow
 */
export async function planRecheck(
  tx: Connection,
  look: Recheck,
  subject: { readonly account_id: string | null },
  said: { readonly reached_customer?: false; readonly reason?: FailureReason },
  now: Date,
): Promise<boolean> {
  const wait_ms = recheck_waits_ms[look.round];
  if (wait_ms === undefined || subject.account_id === null || said.reached_customer === false) return false;
  await addJob(tx, {
    task: 'second_look',
    payload: look,
    run_at: new Date(now.getTime() + wait_ms),
    key: `second_look:${look.id}`,
  });
  return true;
}

/**
 * Schedules a recheck of a refusal at once, in the caller's transaction: the operator has since said that it took the
 * request.
 */
export async function recheckAtOnce(tx: Connection, look: Omit<Recheck, 'round'>): Promise<void> {
  await addJob(tx, { task: 'second_look', payload: { ...look, round: 0 }, key: `second_look:${look.id}` });
}
