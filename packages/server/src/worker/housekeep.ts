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

type Step = (ctx: Context, retention: Retention) => Promise<unknown>;

const steps: Readonly<Record<string, Step>> = {
  'idempotency keys': (ctx) => forgetOldKeys(ctx),
  'short codes': (ctx) => forgetShortCodes(ctx, service_actor),
  'rate limits': (ctx) => sweepBuckets(ctx),
  callbacks: (ctx, retention) => forgetOldCallbacks(ctx, service_actor, retention),
  'webhook endpoints': (ctx) => tidyEndpoints(ctx, service_actor),
  deliveries: (ctx, retention) => forgetOldDeliveries(ctx, service_actor, retention),
  'logged requests': (ctx, retention) => forgetOldRequests(ctx, retention),
  'sessions of staff': (ctx) => forgetExpired(ctx, service_actor),
  'payout batches': (ctx) => forgetOldBatches(ctx, service_actor),
  'calls to operators': (ctx, retention) => forgetOldCalls(ctx, service_actor, retention),
  'waiting changes': (ctx) => settleChanges(ctx, service_actor),
  // Last, because each customer requires a search of many tables.
  'idle customers': (ctx, retention) => forgetIdleCustomers(ctx, service_actor, retention),
};

/**
 * Deletes data that is no longer needed, and applies changes that take effect after a waiting period. Each step is
 * small, and done by the first node that reaches it; a step that fails is logged, and keeps no other from being done.
 */
export async function housekeep(ctx: Context, retention: Retention = usual_retention): Promise<void> {
  for (const [name, step] of Object.entries(steps)) {
    try {
      await step(ctx, retention);
    } catch (error) {
      ctx.log.error({ err: error }, `housekeeping of ${name} failed, the next round will try again`);
    }
  }
}
