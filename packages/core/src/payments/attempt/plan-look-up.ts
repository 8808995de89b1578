import { lookUpWait } from '../../operator-calls/look-up-schedule.ts';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { addJob } from '../../platform/jobs/queries.ts';
import { type Attempt, lookUpJobKey } from './queries.ts';

/** After so many look-ups, 40 s, the customer has mostly left: who has just paid is asked about first. */
const patient_from = 5;

/**
 * Plans the next look-up of an open attempt in the caller's transaction.
 *
 * @returns false when the time for asking is over
 */
export async function scheduleLookUp(
  ctx: Pick<Context, 'clock'>,
  tx: Connection,
  attempt: Pick<Attempt, 'merchant_id' | 'id' | 'look_ups' | 'created_at'>,
): Promise<boolean> {
  const at = nextLookUp(ctx, attempt.look_ups, attempt.created_at);
  if (at === null) return false;
  await addLookUpJob(tx, attempt, at, attempt.look_ups < patient_from ? 0 : 1);
  return true;
}

/**
 * When to ask the operator next.
 *
 * @param look_ups how often it was asked so far
 * @param since when the request was made
 * @returns null when the time for asking is over
 */
export function nextLookUp(ctx: Pick<Context, 'clock'>, look_ups: number, since: Date): Date | null {
  const now_ms = ctx.clock.now().getTime();
  // Jitter: after an outage the look-ups must not all come at once.
  const wait_ms = lookUpWait(look_ups, now_ms - since.getTime(), Math.random());
  return wait_ms === null ? null : new Date(now_ms + wait_ms);
}

/** One pending look-up an attempt: a new time replaces the old one. */
export async function addLookUpJob(
  tx: Connection,
  attempt: Pick<Attempt, 'merchant_id' | 'id'>,
  run_at: Date,
  priority = 0,
): Promise<void> {
  await addJob(tx, {
    task: 'follow_attempt',
    payload: { merchant_id: attempt.merchant_id, attempt_id: attempt.id },
    run_at,
    priority,
    key: lookUpJobKey(attempt.id),
  });
}
