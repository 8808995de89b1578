import type { EventStream } from '@guichet/core/events';
import type { Context } from '@guichet/core/platform';
import {
  EventObject,
  EventPage,
  EventQuery,
  eventTypes,
  listEvents,
  makeEventStream,
  readEventText,
  StreamQuery,
} from '@guichet/core/serving';
import type { Operation, ServerSentEvent } from './operation.ts';

const tag = 'Events';

/** Operations to read events instead of receiving webhooks. */
export function eventOperations(ctx: Context): readonly Operation[] {
  return [list(ctx), stream(ctx)];
}

function list(ctx: Context): Operation {
  return {
    access: 'key',
    method: 'GET',
    path: '/events',
    scope: 'events:read',
    id: 'listEvents',
    tag,
    summary: 'List events',
    description:
      'Oldest first: the same events as in webhooks, to catch up after an outage or to replace webhooks. Keep the id ' +
      'of the last event that this list has given you (not of one that came by webhook) and request those `after` ' +
      'it: you never miss one. If the service was restored from a backup that lacks that event, you get those of the ' +
      'hour before it again. A 503 with `Retry-After: 1` means that an earlier event is still being written.',
    query: EventQuery,
    errors: ['invalid_fields'],
    success: { status: 200, message: 'Events found.', data: EventPage },
    handle: async ({ caller, query }) => ({ data_text: await listEvents(ctx, caller, query) }),
  };
}

function stream(ctx: Context): Operation {
  const open = makeEventStream(ctx);
  return {
    access: 'key_stream',
    method: 'GET',
    path: '/events/stream',
    scope: 'events:read',
    id: 'streamEvents',
    tag,
    summary: 'Stream events',
    description:
      'Server-sent events, each within a second, in the order of the list: `id` is the id of the event, ' +
      '`event` its name, and `data` exactly the text that webhooks carry and sign. No event is skipped, and none is ' +
      'repeated unless the service was restored from a backup: ' +
      'to resume, send the last `id` in `Last-Event-ID`, as browsers do, or in `after`. The stream starts with an ' +
      '`id` without an event, so that you can resume even if the connection breaks before the first one. A line ' +
      'starting with a colon is sent every 15 seconds, so a connection that is silent for longer is broken. The ' +
      'stream ends when the key is revoked or the service stops. Each key can have 20 open streams. ' +
      '`guichet listen` uses this operation.',
    query: StreamQuery,
    errors: ['invalid_fields'],
    event_names: eventTypes,
    events: EventObject,
    open: async ({ caller, query, last_event_id }, signal) =>
      sentEvents(ctx, await open(caller, { query, last_event_id }, signal)),
  };
}

async function* sentEvents(
  ctx: Pick<Context, 'tokens'>,
  { start_id, events }: EventStream,
): AsyncGenerator<ServerSentEvent> {
  yield { id: start_id, event: null };
  for await (const event of events)
    yield { id: event.id, event: event.type, text: readEventText(ctx, event) };
}
