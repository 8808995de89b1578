import { timestampText } from '@guichet/kernel/clock';
import type { MerchantActor } from '../../../platform/actor/actor.ts';
import { requireScope } from '../../../platform/actor/require-scope.ts';
import type { Context } from '../../../platform/context.ts';
import { holdEndpoint, holdListening, keyOf } from './hold.ts';
import { forgetHealth, updateEndpoint } from './queries.ts';
import { type EndpointReport, showEndpoint } from './show.ts';
import { switchOff } from './switch-off.ts';

type Ctx = Pick<Context, 'db' | 'clock'>;

/** An endpoint that was enabled. */
export interface EnabledEndpoint extends EndpointReport {
  /**
   * Time since when it was disabled, ISO 8601; null when it was enabled already. Events of that time were not
   * scheduled: resend the range. Deliveries that failed before count in `health.failed`.
   */
  readonly was_off_since: string | null;
}

/**
 * Enables an endpoint with a clean record: what is committed from then on is sent to it.
 *
 * @throws AppError `forbidden`, `endpoint_not_found`, `unavailable` when an event has been written for 5 seconds
 */
export async function enableEndpoint(
  ctx: Ctx,
  actor: MerchantActor,
  endpoint_id: string,
): Promise<EnabledEndpoint> {
  requireScope(actor, 'developers:write');
  const key = keyOf(actor, endpoint_id);
  const off_since = await holdListening(ctx, key, async (tx, endpoint) => {
    const change = { enabled: true, disabled_reason: null, disabled_at: null, updated_at: ctx.clock.now() };
    if (!endpoint.enabled) await updateEndpoint(tx, endpoint, change);
    await forgetHealth(tx, key);
    return endpoint.disabled_at;
  });
  const was_off_since = off_since === null ? null : timestampText(off_since);
  return { ...(await showEndpoint(ctx, actor, endpoint_id)), was_off_since };
}

/**
 * Disables an endpoint: waiting deliveries fail, and new events are not scheduled. No effect on a disabled
 * one.
 *
 * @throws AppError `forbidden`, `endpoint_not_found`
 */
export async function disableEndpoint(
  ctx: Ctx,
  actor: MerchantActor,
  endpoint_id: string,
): Promise<EndpointReport> {
  requireScope(actor, 'developers:write');
  await holdEndpoint(ctx, keyOf(actor, endpoint_id), async (tx, endpoint) => {
    if (endpoint.enabled) await switchOff(tx, endpoint, 'by_hand', ctx.clock.now());
  });
  return showEndpoint(ctx, actor, endpoint_id);
}
