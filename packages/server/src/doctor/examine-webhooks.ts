import { listTroubledEndpoints } from '@guichet/core/events';
import type { Context } from '@guichet/core/platform';
import type { Finding } from './finding.ts';

const hour_ms = 60 * 60 * 1000;
/** An endpoint that was disabled longer ago than this is assumed to be known, and is not reported. */
const off_known_ms = 7 * 24 * hour_ms;
/** Shorter failures and delays are not reported: a server may just be restarting. */
const late_min_ms = hour_ms;
/**
 * The maximum number of endpoints to list, because people fix them one by one; the count shows how many more there
 * are.
 */
const ids_max = 5;

/**
 * Finds endpoints that were switched off because they failed, that have failed for more than an hour, or that
 * have had a webhook due for more than an hour, for example because they are too slow for their events.
 */
export async function webhooks(ctx: Pick<Context, 'db' | 'clock'>): Promise<Finding> {
  const now_ms = ctx.clock.now().getTime();
  const troubled = await listTroubledEndpoints(ctx.db, {
    off_since: new Date(now_ms - off_known_ms),
    late_before: new Date(now_ms - late_min_ms),
  });
  const enabled = troubled.filter((one) => one.disabled_reason === null);
  const groups = [
    ['failed for 5 days and were switched off', troubled.filter((one) => one.disabled_reason === 'failing')],
    ['responded with 410 and were switched off', troubled.filter((one) => one.disabled_reason === 'gone')],
    ['have failed for over an hour', enabled.filter((one) => one.is_failing)],
    ['have had a webhook to send for over an hour', enabled.filter((one) => !one.is_failing)],
  ] as const;
  const name = 'webhooks';
  if (troubled.length === 0) return { name, ok: true, detail: 'no endpoint needs attention' };
  const found = groups.flatMap(([words, endpoints]) => {
    if (endpoints.length === 0) return [];
    const ids = endpoints.slice(0, ids_max).map(({ id }) => id);
    return [`${endpoints.length} ${words} (${ids.join(', ')}${endpoints.length > ids_max ? ', ...' : ''})`];
  });
  const advice = 'Run: guichet webhooks doctor <id>; then, if it is off: guichet webhooks enable <id>';
  return { name, ok: false, detail: `endpoints: ${found.join('; ')}. ${advice}` };
}
