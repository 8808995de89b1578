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
  service_actor,
  settleChanges,
  sweepBuckets,
  tidyEndpoints,
  usual_retention,
} from '@guichet/core/serving';

/**
 * Deletes data that is no longer needed, and applies changes that take effect after a waiting period. Each task is
 * small, and done by the first node that reaches it.
 */
export async function housekeep(ctx: Context, retention: Retention = usual_retention): Promise<void> {
  await forgetOldKeys(ctx);
  await forgetShortCodes(ctx, service_actor);
  await sweepBuckets(ctx);
  await forgetOldCallbacks(ctx, service_actor, retention);
  await tidyEndpoints(ctx, service_actor);
  await forgetOldDeliveries(ctx, service_actor, retention);
  await forgetOldRequests(ctx, retention);
  await forgetExpired(ctx, service_actor);
  await forgetOldBatches(ctx, service_actor);
  await forgetOldCalls(ctx, service_actor, retention);
  await forgetIdleCustomers(ctx, service_actor, retention);
  await settleChanges(ctx, service_actor);
}
