import { nextLookUp } from '../../payments/attempt/plan-look-up.ts';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { addJob } from '../../platform/jobs/queries.ts';
import type { Refund, RefundKey } from './queries.ts';

/**
 * Plans the next look-up of a refund that is processing, in the caller's transaction.
 *
 * @returns false when the time for asking is over
 */
export async function scheduleLookUp(
  ctx: Pick<Context, 'clock'>,
  tx: Connection,
  refund: Pick<Refund, 'merchant_id' | 'id' | 'look_ups' | 'sent_at' | 'created_at'>,
): Promise<boolean> {
  const at = nextLookUp(ctx, refund.look_ups, refund.sent_at ?? refund.created_at);
  if (at === null) return false;
  await addLookUpJob(tx, refund, at);
  return true;
}

/** One pending look-up a refund: a new time replaces the old one. */
export async function addLookUpJob(
  tx: Connection,
  { merchant_id, id }: RefundKey,
  run_at: Date,
): Promise<void> {
  await addJob(tx, {
    task: 'follow_refund',
    payload: { merchant_id, refund_id: id },
    run_at,
    key: `follow_refund:${id}`,
  });
}
