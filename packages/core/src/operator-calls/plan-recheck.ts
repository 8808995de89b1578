import type { FailureReason } from '@guichet/kernel/outcome';
import type { Connection } from '../platform/database/connect.ts';
import { addJob } from '../platform/jobs/queries.ts';

/** What an operator has refused. */
export type Refused = 'attempt' | 'payout' | 'refund';

export interface SecondLook {
  readonly merchant_id: string;
  readonly refused: Refused;
  readonly id: string;
  /** How many looks came before. */
  readonly round: number;
}

const minute_ms = 60_000;

/**
 * Waits before each look at what was refused. Operators do take a refusal back, and then money has moved: their
 * callback says so, but callbacks are lost.
 */
export const second_look_waits_ms: readonly number[] = [
  10 * minute_ms,
  2 * 60 * minute_ms,
  24 * 60 * minute_ms,
];

/**
 * Plans to ask again about what was refused, in the caller's transaction. Not where nothing was ever sent, nor of the
 * sandbox, whose callbacks are never lost.
 *
 * @param said proof that nobody was reached leaves nothing to look at
 * @returns whether there is another look to come
 */
export async function planSecondLook(
  tx: Connection,
  look: SecondLook,
  subject: { readonly account_id: string | null },
  said: { readonly reached_customer?: false; readonly reason?: FailureReason },
  now: Date,
): Promise<boolean> {
  const wait_ms = second_look_waits_ms[look.round];
  if (wait_ms === undefined || subject.account_id === null || said.reached_customer === false) return false;
  await addJob(tx, {
    task: 'second_look',
    payload: look,
    run_at: new Date(now.getTime() + wait_ms),
    key: `second_look:${look.id}`,
  });
  return true;
}
