import { timestampText } from '@guichet/kernel/clock';
import type { Context } from '../../../platform/context.ts';
import { holdEndpoint } from './hold.ts';
import { type EndpointKey, forgetHealth, updateEndpoint } from './queries.ts';
import { type EndpointReport, showEndpoint } from './show.ts';
import { switchOff } from './switch-off.ts';

type Ctx = Pick<Context, 'db' | 'clock'>;

/** An endpoint that was switched on. */
export interface EnabledEndpoint extends EndpointReport {
  /**
   * Since when it was off, ISO 8601; null when it was on already. What happened meanwhile was not planned for it:
   * resend the range. What was given up before counts in `health.failed`.
   */
  readonly was_off_since: string | null;
}

/**
 * Switches an endpoint on, as one that has never failed.
 *
 * @throws AppError `endpoint_not_found`
 */
export async function enableEndpoint(ctx: Ctx, key: EndpointKey): Promise<EnabledEndpoint> {
  const off_since = await holdEndpoint(ctx, key, async (tx, endpoint) => {
    const change = { enabled: true, disabled_reason: null, disabled_at: null, updated_at: ctx.clock.now() };
    if (!endpoint.enabled) await updateEndpoint(tx, endpoint, change);
    await forgetHealth(tx, key);
    return endpoint.disabled_at;
  });
  const was_off_since = off_since === null ? null : timestampText(off_since);
  return { ...(await showEndpoint(ctx, key)), was_off_since };
}

/**
 * Switches an endpoint off: what it had yet to get ends as failed, what happens from now on is not planned for it. One
 * that is off already stays as it is.
 *
 * @throws AppError `endpoint_not_found`
 */
export async function disableEndpoint(ctx: Ctx, key: EndpointKey): Promise<EndpointReport> {
  await holdEndpoint(ctx, key, async (tx, endpoint) => {
    if (endpoint.enabled) await switchOff(tx, endpoint, 'by_hand', ctx.clock.now());
  });
  return showEndpoint(ctx, key);
}
