import type { Context } from '../../platform/context.ts';
import { addJob, type NewJob } from '../../platform/jobs/queries.ts';
import { findStranded, type Stranded } from './queries.ts';

/** Long after every transaction that creates something has committed its job too. */
const age_min_ms = 60_000;
const at_once_max = 500;

/**
 * Gives everything open that has no job one again: a job is spent when it failed for three days, and a repair by hand may
 * lose one. The jobs look at the state of their row first, so one too many does nothing twice.
 *
 * @returns what was mended
 */
export async function mendStranded(ctx: Pick<Context, 'db' | 'clock' | 'log'>): Promise<readonly Stranded[]> {
  const before = new Date(ctx.clock.now().getTime() - age_min_ms);
  const found = await findStranded(ctx.db, before, at_once_max);
  for (const one of found) {
    await addJob(ctx.db, jobOf(one));
    ctx.log.error(
      { id: one.id, merchant_id: one.merchant_id, task: one.next_task },
      'something open had no job any more, and has one again',
    );
  }
  return found;
}

/** By the same key as the job that is missing, where it has one. */
function jobOf({ next_task: task, merchant_id, id, account_id }: Stranded): NewJob {
  switch (task) {
    case 'follow_attempt':
      return { task, payload: { merchant_id, attempt_id: id }, key: `${task}:${id}` };
    case 'send_payout':
      return { task, payload: { merchant_id, payout_id: id } };
    case 'follow_payout':
      return { task, payload: { merchant_id, payout_id: id }, key: `${task}:${id}` };
    case 'send_refund':
      return { task, payload: { merchant_id, refund_id: id } };
    case 'follow_refund':
      return { task, payload: { merchant_id, refund_id: id }, key: `${task}:${id}` };
    case 'take_callback':
      return { task, payload: { merchant_id, account_id, id }, key: `${task}:${id}` };
  }
}
