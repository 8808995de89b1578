import { inquiryWait } from '../../operator-calls/inquiry-schedule.ts';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { addJob } from '../../platform/jobs/queries.ts';
import { type Attempt, inquiryJobKey } from './queries.ts';

/** At this age most customers have left, so inquiries for customers who have just paid go first. */
const patient_from_ms = 40_000;

/**
 * Schedules the next inquiry about an open attempt in the caller's transaction.
 *
 * @returns false when the time for inquiries is over
 */
export async function scheduleInquiry(
  ctx: Pick<Context, 'clock'>,
  tx: Connection,
  attempt: Pick<Attempt, 'merchant_id' | 'id' | 'created_at'>,
): Promise<boolean> {
  const at = nextInquiry(ctx, attempt.created_at);
  if (at === null) return false;
  const age_ms = ctx.clock.now().getTime() - attempt.created_at.getTime();
  await addInquiryJob(tx, attempt, at, age_ms < patient_from_ms ? 0 : 1);
  return true;
}

/**
 * Returns the time of the next inquiry.
 *
 * @param since time of the request
 * @returns null when the time for inquiries is over
 */
export function nextInquiry(ctx: Pick<Context, 'clock'>, since: Date): Date | null {
  const now_ms = ctx.clock.now().getTime();
  // Jitter: after an outage the inquiries must not all run at once.
  const wait_ms = inquiryWait(now_ms - since.getTime(), Math.random());
  return wait_ms === null ? null : new Date(now_ms + wait_ms);
}

/** Adds the job for an inquiry, one for each attempt: a new time replaces the old one. */
export async function addInquiryJob(
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
    key: inquiryJobKey(attempt.id),
  });
}
