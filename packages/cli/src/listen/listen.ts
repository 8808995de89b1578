import { createHmac } from 'node:crypto';
import { waitFor } from '@guichet/kernel/wait';
import { followEvents } from './follow-events.ts';
import { type Forwarded, forward, type Target } from './forward.ts';
import { makeOrdered, type ReadEvent, readEvent } from './forward-in-order.ts';
import type { StreamSource } from './read-stream.ts';
import { isDelivered, type Report } from './report.ts';

export interface ListenOptions {
  readonly source: StreamSource;
  readonly target: Target;
  /** Id of the event to resume after; null to start now. */
  readonly after: string | null;
  /** Types that are forwarded; null for all. */
  readonly types: ReadonlySet<string> | null;
}

/**
 * Forwards the events of a merchant to a local server until the signal aborts; then it stops immediately.
 *
 * @throws AppError if the service refuses the request, for example because of the key
 */
export async function listen(options: ListenOptions, report: Report, signal: AbortSignal): Promise<void> {
  const { source, target, after, types } = options;
  let received = 0;
  let delivered = 0;
  let failed = 0;
  const note = (event: ReadEvent, result: Forwarded): void => {
    if (isDelivered(result)) delivered++;
    else failed++;
    report.forwarded(event, result);
  };
  const ordered = makeOrdered(async (event) => {
    if (signal.aborted) return false;
    const result = await forward(target, event, signal);
    // Requests that were cut off by the signal got no response.
    if (signal.aborted) return false;
    note(event, result);
    return true;
  });
  report.started({
    base_url: source.base_url,
    forward_to: target.url,
    mode: isLive(source.api_key) ? 'live' : 'test',
    secret: target.secret,
  });
  const news = { onConnected: report.connected, onLost: report.lost };
  let last_event_id = after;
  try {
    for await (const streamed of followEvents(source, after, news, signal)) {
      const event = readEvent(streamed);
      if (types && !types.has(event.type)) continue;
      received++;
      await waitFor(ordered.add(event), signal);
    }
  } finally {
    last_event_id = ordered.done_up_to() ?? last_event_id;
    report.ended({ received, delivered, failed, last_event_id });
  }
}

/**
 * Derives the same secret for a key each time, so that the local server is set up only once. The secret reveals
 * nothing about the key.
 */
export function secretOfKey(api_key: string): string {
  return `whsec_${createHmac('sha256', api_key).update('guichet listen').digest('base64')}`;
}

function isLive(api_key: string): boolean {
  return api_key.startsWith('svc_live_');
}
