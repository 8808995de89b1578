import { refundSoon } from '../../payments/attempt/keep.ts';
import { addInquiryJob as addAttemptInquiry } from '../../payments/attempt/plan-inquiry.ts';
import type { ServiceActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { payouts } from '../../transfers/payouts/kind.ts';
import { addInquiryJob } from '../../transfers/plan-inquiry.ts';
import { refunds } from '../../transfers/refunds/kind.ts';
import { addSendJob } from '../../transfers/send-job.ts';
import { addTakeJob } from '../callbacks/take-job.ts';
import { findStranded, type Stranded } from './queries.ts';

/** Minimum age: long after the transaction that creates an object has committed its job too. */
const age_min_ms = 60_000;
const at_once_max = 500;

/**
 * Adds the missing job of every open object without one: a job is given up after failing for three days, and a
 * manual repair may lose one. Jobs check the state of their row first, so an extra job does nothing.
 *
 * @returns the objects that got a job
 */
export async function mendStranded(
  ctx: Pick<Context, 'db' | 'clock' | 'log'>,
  actor: ServiceActor,
): Promise<readonly Stranded[]> {
  requireScope(actor, 'jobs:run');
  const now = ctx.clock.now();
  const found = await findStranded(ctx.db, new Date(now.getTime() - age_min_ms), at_once_max);
  for (const one of found) {
    await addNextJob(ctx.db, one, now);
    ctx.log.error(
      { id: one.id, merchant_id: one.merchant_id, task: one.next_task },
      'a missing job was added',
    );
  }
  return found;
}

/** Adds a job with the function that is used elsewhere for the same task, so that the job has the same key. */
function addNextJob(db: Connection, stranded: Stranded, at: Date): Promise<void> {
  switch (stranded.next_task) {
    case 'follow_attempt':
      return addAttemptInquiry(db, stranded, at);
    case 'send_payout':
      return addSendJob(db, payouts, stranded);
    case 'follow_payout':
      return addInquiryJob(db, payouts, stranded, at);
    case 'send_refund':
      return addSendJob(db, refunds, stranded);
    case 'follow_refund':
      return addInquiryJob(db, refunds, stranded, at);
    case 'take_callback':
      return addTakeJob(db, stranded);
    case 'refund_held':
      return refundSoon(db, { merchant_id: stranded.merchant_id, id: stranded.id });
  }
}
