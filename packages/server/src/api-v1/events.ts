import { listEvents } from '@guichet/core/events/list';
import { readEventText } from '@guichet/core/events/read';
import { EventObject, EventPage, EventQuery } from '@guichet/core/events/schemas';
import { type EventStream, makeEventStream, StreamQuery } from '@guichet/core/events/stream';
import { eventTypes } from '@guichet/core/events/types';
import type { Context } from '@guichet/core/platform/context';
import type { Operation, ServerSentEvent } from './operation.ts';

const tag = 'Events';

/** What happened, for those who ask instead of being told. */
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
      'Oldest first: the same that webhooks carry, to catch up after an outage or to do without webhooks. Keep the ' +
      'id of the last event that you handled and ask for what came `after` it: none is ever missed. A 503 with ' +
      '`Retry-After: 1` says that an event is being written that comes before the next ones.',
    query: EventQuery,
    errors: ['invalid_fields'],
    success: { status: 200, message: 'Events found.', data: EventPage },
    handle: async ({ caller, query }) => ({ data: await listEvents(ctx, caller, query) }),
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
      'Server-sent events, within a second of what happened, in the order of the list: `id` is the id of the event, ' +
      '`event` its name, `data` the very text that webhooks carry and sign. None is skipped and none comes twice: ' +
      'after a break come back with the last `id` in `Last-Event-ID`, as browsers do by themselves, or in `after`. An ' +
      '`id` comes first, without an event, so that nothing is missed by whoever breaks off before any. A line that ' +
      'begins with a colon comes every 15 seconds, so that a silent connection is a broken one. The stream ends when ' +
      'the key is revoked or the service stops. At most 20 at once a key. `guichet listen` is made of this.',
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
