import { retry_waits_ms } from '@guichet/core/testing';
import type pg from 'pg';
import type { Arrival, Shop } from './shop.ts';
import type { Stage } from './stage.ts';

/** An event that an endpoint should get, with its delivery, if it has one. */
interface Told {
  readonly endpoint_id: string;
  readonly event_id: string;
  readonly type: string;
  readonly sequence: number;
  /** Null if it was never scheduled. */
  readonly delivery_id: string | null;
  readonly status: 'waiting' | 'delivered' | 'failed' | null;
  readonly attempts: number;
  readonly series_start: number;
  /** The time of the next attempt; null if there is none. */
  readonly due_at: Date | null;
  readonly is_on: boolean;
  /** Whether the endpoint was switched off, by a person or by a 410. */
  readonly was_off: boolean;
  /** The recorded statuses in order, null for an attempt without a response. */
  readonly recorded: readonly (number | null)[];
  /** The start of each attempt, in milliseconds since the epoch. */
  readonly began_ms: readonly number[];
}

const told_sql = `
select endpoint.id as endpoint_id, event.id as event_id, event.type, event.sequence, delivery.id as delivery_id,
  delivery.status, delivery.attempts, delivery.series_start,
  greatest(delivery.next_attempt_at, health.open_until) as due_at, endpoint.enabled as is_on,
  exists (
    select from events as switched
    where switched.merchant_id = $1 and switched.object_id = endpoint.id and switched.type = 'webhook_endpoint.disabled'
  ) as was_off,
  tries.recorded, tries.began_ms
from webhook_endpoints as endpoint
join events as event on event.merchant_id = endpoint.merchant_id and event.mode = endpoint.mode
  and (endpoint.event_types is null or event.type = any (endpoint.event_types))
left join webhook_deliveries as delivery
  on delivery.merchant_id = $1 and delivery.event_id = event.id and delivery.endpoint_id = endpoint.id
left join webhook_endpoint_health as health
  on health.merchant_id = $1 and health.endpoint_id = endpoint.id and delivery.status = 'waiting'
cross join lateral (
  select coalesce(array_agg(status_code order by number), '{}') as recorded,
    coalesce(array_agg((extract(epoch from created_at) * 1000)::float8 order by number), '{}') as began_ms
  from webhook_attempts where merchant_id = $1 and webhook_attempts.delivery_id = delivery.id
) as tries
where endpoint.merchant_id = $1
order by endpoint.id, event.id`;

/**
 * The longest time that a due delivery may wait: for the next poll, and after a process died while sending
 * it.
 */
const wait_max_ms = 60_000;
/** The minimum share of a wait that passes before a retry: jitter makes retries a little earlier or later. */
const earliest = 0.8;

/** Finds webhooks that were lost, sent out of order, or wrongly counted as delivered. */
export async function deliveryBreaches(pool: pg.Pool, stage: Stage): Promise<string[]> {
  const { shops, caller, timeline } = stage;
  if (shops.length === 0) return [];
  const { rows } = await pool.query<Told>(told_sql, [caller.merchant_id]);
  const now_ms = timeline.now().getTime();
  return shops.flatMap((shop) => {
    const own = rows.filter(({ endpoint_id }) => endpoint_id === shop.endpoint_id);
    const byEvent = Map.groupBy(shop.arrivals, ({ event_id }) => event_id);
    for (const { status } of own) stage.count(`webhook: ${status}`);
    const was_off = own.some((told) => told.was_off);
    return [
      ...own.flatMap((told) => {
        const found = judge(told, byEvent.get(told.event_id) ?? [], now_ms);
        return found === null ? [] : [`${told.event_id} (${told.type}) ${found}: ${shop.url}`];
      }),
      ...own.flatMap(tooSoon),
      ...foreign(shop, own),
      // Events that an endpoint missed while it was off arrive later.
      ...(was_off ? [] : overtaken(shop)),
    ];
  });
}

/** @returns the fault of a delivery; null if there is none */
function judge(told: Told, arrivals: readonly Arrival[], now_ms: number): string | null {
  const { type, status, attempts, series_start, due_at, is_on, recorded } = told;
  if (status === null) return type.startsWith('webhook_endpoint.') ? null : 'was never scheduled';
  const heard = arrivals.filter(({ is_heard }) => is_heard).map((one) => one.status);
  const isAcknowledged = heard.some((code) => code !== null && code >= 200 && code < 300);
  if (status === 'delivered' && !isAcknowledged) return 'counts as delivered, and nobody has acknowledged it';
  for (const code of new Set(recorded)) {
    if (code === null) continue;
    const times = (of: readonly (number | null)[]): number => of.filter((one) => one === code).length;
    if (times(recorded) > times(heard)) return `was answered ${code} less often than is recorded`;
  }
  if (recorded.length !== attempts) return `has ${recorded.length} attempts recorded instead of ${attempts}`;
  if (status === 'delivered') return null;
  if (status === 'waiting') {
    if (!is_on) return 'waits for an endpoint that is off';
    if (due_at === null) return 'has no next step';
    return due_at.getTime() < now_ms - wait_max_ms ? 'is due, and nobody sends it' : null;
  }
  const series = attempts - series_start;
  // Once switched on again, the endpoint gets everything that it has missed.
  return is_on && series <= retry_waits_ms.length ? `was given up after ${series} attempts` : null;
}

/** Finds retries that were too early. */
function tooSoon({ event_id, series_start, began_ms }: Told): string[] {
  // A resend begins a new series at any time. The starts of earlier series are not recorded, so only the last
  // is checked.
  const own = began_ms.slice(series_start);
  return own.flatMap((at_ms, index) => {
    const before_ms = own[index - 1];
    const wait_ms = retry_waits_ms[index - 1] ?? 0;
    return before_ms !== undefined && at_ms - before_ms < earliest * wait_ms
      ? [`${event_id} was sent again ${at_ms - before_ms} ms after its attempt ${index}`]
      : [];
  });
}

/**
 * Finds events that were sent to a shop although it did not subscribe to them, or although they never
 * happened.
 */
function foreign({ arrivals, url }: Shop, own: readonly Told[]): string[] {
  const known = new Map(own.map(({ event_id, sequence }) => [event_id, sequence]));
  return arrivals
    .filter(({ event_id, sequence }) => known.get(event_id) !== sequence)
    .map(({ event_id }) => `${event_id} is none that ${url} should get`);
}

/** Finds events that were first sent after a later one of the same object. */
function overtaken({ arrivals, url }: Shop): string[] {
  const last = new Map<string, number>();
  const seen = new Set<string>();
  const breaches: string[] = [];
  for (const { event_id, object_id, sequence } of arrivals) {
    if (seen.has(event_id)) continue;
    seen.add(event_id);
    const before = last.get(object_id) ?? 0;
    if (sequence < before) breaches.push(`${object_id}'s event ${sequence} came after ${before}: ${url}`);
    last.set(object_id, Math.max(before, sequence));
  }
  return breaches;
}
