import { forgetOldCallbacks } from '../callbacks/forget.ts';
import { forgetShortCodes } from '../checkouts/hand-over.ts';
import type { Context } from '../context.ts';
import { forgetOldKeys } from '../idempotency/forget.ts';
import { forgetOldBatches } from '../payout-batches/forget.ts';
import { sweepBuckets } from '../rate-limits/sweep.ts';
import { forgetOldRequests } from '../request-log/forget.ts';
import { forgetExpired } from '../staff/forget.ts';
import { forgetOldDeliveries } from '../webhook-deliveries/forget.ts';
import { tidyEndpoints } from '../webhook-endpoints/housekeep.ts';

/** What grows and is of no use any more. Each is small work, done by whichever node comes first. */
export async function housekeep(ctx: Context): Promise<void> {
  await forgetOldKeys(ctx);
  await forgetShortCodes(ctx);
  await sweepBuckets(ctx);
  await forgetOldCallbacks(ctx);
  await tidyEndpoints(ctx);
  await forgetOldDeliveries(ctx);
  await forgetOldRequests(ctx);
  await forgetExpired(ctx);
  await forgetOldBatches(ctx);
}
