import type { Context } from '@guichet/core/context';
import { listEvents } from '@guichet/core/events/list';
import { EventPage, EventQuery } from '@guichet/core/events/schemas';
import type { Operation } from './operation.ts';

/** What happened, for those who ask instead of being told. */
export function eventOperations(ctx: Context): readonly Operation[] {
  return [
    {
      access: 'key',
      method: 'GET',
      path: '/events',
      id: 'listEvents',
      tag: 'Events',
      summary: 'List events',
      description:
        'Oldest first: the same that webhooks carry, to catch up after an outage or to do without webhooks. Keep the ' +
        'id of the last event that you handled and ask for what came `after` it: none is ever missed. A 503 with ' +
        '`Retry-After: 1` says that an event is being written that comes before the next ones.',
      query: EventQuery,
      errors: ['invalid_fields'],
      success: { status: 200, message: 'Events found.', data: EventPage },
      handle: async ({ caller, query }) => ({ data: await listEvents(ctx, caller, query) }),
    },
  ];
}
