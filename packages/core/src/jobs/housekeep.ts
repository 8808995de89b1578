import { settleChanges } from '../approvals/changes/settle.ts';
import { forgetOldCallbacks } from '../callbacks/forget.ts';
import { forgetShortCodes } from '../checkouts/hand-over.ts';
import type { Context } from '../context.ts';
import { forgetOldKeys } from '../idempotency/forget.ts';
import { forgetOldBatches } from '../payout-batches/forget.ts';
import { forgetIdleCustomers, forgetOldCalls } from '../personal-data/forget.ts';
import { type Retention, usual_retention } from '../personal-data/retention.ts';
import { sweepBuckets } from '../rate-limits/sweep.ts';
import { forgetOldRequests } from '../request-log/forget.ts';
import { forgetExpired } from '../staff/forget.ts';
import { forgetOldDeliveries } from '../webhook-deliveries/forget.ts';
import { tidyEndpoints } from '../webhook-endpoints/housekeep.ts';

/** What grows and is of no use any more, and what only time settles. Each is small work, done by whichever node comes first. */
export async function housekeep(ctx: Context, retention: Retention = usual_retention): Promise<void> {
  await forgetOldKeys(ctx);
  await forgetShortCodes(ctx);
  await sweepBuckets(ctx);
  await forgetOldCallbacks(ctx, retention);
  await tidyEndpoints(ctx);
  await forgetOldDeliveries(ctx, retention);
  await forgetOldRequests(ctx, retention);
  await forgetExpired(ctx);
  await forgetOldBatches(ctx);
  await forgetOldCalls(ctx, retention);
  await forgetIdleCustomers(ctx, retention);
  await settleChanges(ctx);
}
