import { settleChanges } from '@guichet/core/accounts/approvals/changes/settle';
import { forgetExpired } from '@guichet/core/accounts/staff/forget';
import { forgetOldDeliveries } from '@guichet/core/events/webhooks/deliveries/forget';
import { tidyEndpoints } from '@guichet/core/events/webhooks/endpoints/housekeep';
import { forgetOldCallbacks } from '@guichet/core/operations/callbacks/forget';
import { forgetIdleCustomers, forgetOldCalls } from '@guichet/core/operations/personal-data/forget';
import { forgetShortCodes } from '@guichet/core/payments/session/hand-over';
import type { Context } from '@guichet/core/platform/context';
import { forgetOldKeys } from '@guichet/core/platform/idempotency/forget';
import { sweepBuckets } from '@guichet/core/platform/rate-limits/sweep';
import { forgetOldRequests } from '@guichet/core/platform/request-log/forget';
import { type Retention, usual_retention } from '@guichet/core/platform/retention';
import { forgetOldBatches } from '@guichet/core/transfers/payouts/batches/forget';

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
