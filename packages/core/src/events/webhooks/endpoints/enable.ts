import { timestampText } from '@guichet/kernel/clock';
import type { MerchantActor } from '../../../platform/actor/actor.ts';
import { requireScope } from '../../../platform/actor/require-scope.ts';
import type { Context } from '../../../platform/context.ts';
import { findFirstMissed } from '../deliveries/resends/queries.ts';
import { holdEndpoint, holdListening, keyOf } from './hold.ts';
import { announceChange, type Endpoint, forgetHealth, updateEndpoint } from './queries.ts';
import { type EndpointReport, showEndpoint } from './show.ts';
import { switchOff } from './switch-off.ts';

type Ctx = Pick<Context, 'db' | 'clock'>;

/** Longer than any transaction, and than any difference between clocks. */
const written_within_ms = 5 * 60_000;

/** An endpoint that was enabled. */
export interface EnabledEndpoint extends EndpointReport {
  /**
   * The time from which events were not scheduled, ISO 8601: the time at which the endpoint was disabled or, if
   * earlier, the time of an event that was being written at that moment. Null when the endpoint was already
   * enabled. The events since then can be resent. Deliveries that failed before that time count in `health.failed`.
   */
  readonly was_off_since: string | null;
}

/**
 * Enables an endpoint with a clean record: events committed from then on are sent to it.
 *
 * @throws AppError `forbidden`, `endpoint_not_found`, `unavailable` when transactions have been writing events for
 * 5 seconds
 */
export async function enableEndpoint(
  ctx: Ctx,
  actor: MerchantActor,
  endpoint_id: string,
): Promise<EnabledEndpoint> {
  requireScope(actor, 'developers:write');
  const key = keyOf(actor, endpoint_id);
  const before = await holdListening(ctx, key, async (tx, endpoint) => {
    const change = { enabled: true, disabled_reason: null, disabled_at: null, updated_at: ctx.clock.now() };
    if (!endpoint.enabled) await updateEndpoint(tx, endpoint, change);
    await forgetHealth(tx, key);
    await announceChange(tx, endpoint_id);
    return endpoint;
  });
  const off_since = await findOffSince(ctx, before);
  const was_off_since = off_since === null ? null : timestampText(off_since);
  return { ...(await showEndpoint(ctx, actor, endpoint_id)), was_off_since };
}

/**
 * Finds the time from which events were not scheduled. An event has the time at which its transaction began, by the
 * clock of that machine, but it is written later, so events from just before the endpoint was disabled may not have
 * been scheduled either.
 */
async function findOffSince({ db }: Ctx, endpoint: Endpoint): Promise<Date | null> {
  const { disabled_at, created_at } = endpoint;
  if (disabled_at === null) return null;
  const earliest_ms = Math.max(disabled_at.getTime() - written_within_ms, created_at.getTime());
  const moments = { since: new Date(earliest_ms), until: disabled_at };
  return (await findFirstMissed(db, endpoint, moments)) ?? disabled_at;
}

/**
 * Disables an endpoint: waiting deliveries fail, and new events are not scheduled. Has no effect on a disabled
 * endpoint.
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
