import { nextLookUp } from '../../payments/attempt/plan-look-up.ts';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { addJob } from '../../platform/jobs/queries.ts';
import type { Payout, PayoutKey } from './queries.ts';

/**
 * Plans the next look-up of a payout that is processing, in the caller's transaction.
 *
 * @returns false when the time for asking is over
 */
export async function scheduleLookUp(
  ctx: Pick<Context, 'clock'>,
  tx: Connection,
  payout: Pick<Payout, 'merchant_id' | 'id' | 'look_ups' | 'sent_at' | 'created_at'>,
): Promise<boolean> {
  const at = nextLookUp(ctx, payout.look_ups, payout.sent_at ?? payout.created_at);
  if (at === null) return false;
  await addLookUpJob(tx, payout, at);
  return true;
}

/** One pending look-up a payout: a new time replaces the old one. */
export async function addLookUpJob(
  tx: Connection,
  { merchant_id, id }: PayoutKey,
  run_at: Date,
): Promise<void> {
  await addJob(tx, {
    task: 'follow_payout',
    payload: { merchant_id, payout_id: id },
    run_at,
    key: `follow_payout:${id}`,
  });
}
