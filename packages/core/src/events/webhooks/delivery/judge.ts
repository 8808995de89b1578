import type { DisabledReason } from '../../../platform/database/tables/webhooks.ts';
import type { DueDelivery, Health, RecordedAttempt } from './queries.ts';
import { readRetryAfter, retryWait } from './retry-schedule.ts';
import type { SendResult } from './send.ts';

const second_ms = 1_000;
const day_ms = 24 * 60 * 60 * second_ms;
/**
 * After this many consecutive failures an endpoint is paused. Each further failure doubles the pause, up to a
 * maximum.
 */
const failures_until_open = 5;
const open_first_ms = 5 * second_ms;
const open_max_ms = 10 * 60 * second_ms;
/** An endpoint that has failed for this long is disabled (design section 10). */
const failing_max_ms = 5 * day_ms;
/**
 * An older failure no longer counts: nothing has been sent to the endpoint in the meantime, because no retry
 * waits that long.
 */
const failure_counts_ms = day_ms;
/** Standard Webhooks: the receiver wants no more events. */
const gone = 410;

/** The health of an endpoint that has never failed, or has succeeded since. */
export const good_health: Health = {
  failures: 0,
  failing_since: null,
  open_until: null,
  updated_at: null,
};

/** The consequences of an attempt for its delivery and its endpoint. */
export interface Verdict {
  readonly succeeded: boolean;
  readonly record: RecordedAttempt;
  readonly health: Health;
  /** The reason to disable the endpoint; null to keep it. */
  readonly switch_off: DisabledReason | null;
}

/**
 * Judges an attempt: only a 2xx is a success. Anything else is retried on schedule and counts against the
 * endpoint. A 410 disables the endpoint, and so do five days of nothing but failures, each within a day of
 * the previous one.
 *
 * @param before the endpoint's health until now
 * @param when.random from 0 to 1
 */
export function judge(
  delivery: DueDelivery,
  result: SendResult,
  before: Health,
  when: { readonly started_at: Date; readonly now: Date; readonly random: number },
): Verdict {
  const { started_at, now, random } = when;
  const { status_code } = result;
  const succeeded = status_code !== null && status_code >= 200 && status_code < 300;
  const number = delivery.attempts + 1;
  const health = succeeded ? good_health : afterFailure(before, now);
  const switch_off = succeeded ? null : reasonToSwitchOff(status_code, health, now);
  const wait_ms =
    succeeded || switch_off !== null
      ? null
      : retryWait(number - delivery.series_start, readRetryAfter(result.retry_after, now), random);
  return {
    succeeded,
    health,
    switch_off,
    record: {
      merchant_id: delivery.merchant_id,
      delivery_id: delivery.id,
      number,
      status_code,
      error: result.error,
      response_excerpt: result.response_excerpt,
      duration_ms: result.duration_ms,
      created_at: started_at,
      status: succeeded ? 'delivered' : wait_ms === null ? 'failed' : 'waiting',
      next_attempt_at: wait_ms === null ? null : new Date(now.getTime() + wait_ms),
      delivered_at: succeeded ? now : null,
    },
  };
}

function afterFailure(before: Health, now: Date): Health {
  // The results of requests that were in flight when the circuit opened change nothing.
  if (before.open_until !== null && before.open_until > now) return before;
  const is_stale =
    before.updated_at !== null && now.getTime() - before.updated_at.getTime() > failure_counts_ms;
  const { failures: counted, failing_since } = is_stale ? good_health : before;
  const failures = counted + 1;
  const times_opened = failures - failures_until_open;
  const open_ms = Math.min(open_max_ms, open_first_ms * 2 ** times_opened);
  return {
    failures,
    failing_since: failing_since ?? now,
    open_until: times_opened < 0 ? null : new Date(now.getTime() + open_ms),
    updated_at: now,
  };
}

function reasonToSwitchOff(
  status_code: number | null,
  { failing_since }: Health,
  now: Date,
): DisabledReason | null {
  if (status_code === gone) return 'gone';
  const failing_ms = failing_since === null ? 0 : now.getTime() - failing_since.getTime();
  return failing_ms >= failing_max_ms ? 'failing' : null;
}
