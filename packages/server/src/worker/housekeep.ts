import type { Context, Retention } from '@guichet/core/platform';
import {
  forgetExpired,
  forgetIdleCustomers,
  forgetOldBatches,
  forgetOldCallbacks,
  forgetOldCalls,
  forgetOldDeliveries,
  forgetOldKeys,
  forgetOldRequests,
  forgetShortCodes,
  settleChanges,
  sweepBuckets,
  tidyEndpoints,
  usual_retention,
} from '@guichet/core/serving';

/**
 * Deletes data that is no longer needed and settles what only time settles. Each task is small and done by whichever node
 * gets to it first.
 */
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
