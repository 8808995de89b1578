import {
  browseOwnEvents,
  DeliveryObject,
  EventObject,
  EventResend,
  EventsQuery,
  ResentObject,
  resendOwnEvent,
  showOwnEvent,
} from '@guichet/core/events';
import { Page } from '@guichet/core/platform';
import Type from 'typebox';
import { withPath, withPathAndBody, withQuery } from './handle.ts';
import { merchantOperations } from './list-operations.ts';

/** Operations on events of payments, payouts, refunds and webhook endpoints. */
export const event_operations = merchantOperations('Events', {
  listEvents: {
    route: 'GET /events',
    scope: 'developers:read',
    summary: 'Events, newest first',
    query: EventsQuery,
    errors: [],
    success: {
      status: 200,
      message: 'The events.',
      data: Page(EventObject, 'Pass it as `cursor`; null on the last page.'),
    },
    handle: withQuery(browseOwnEvents),
  },
  showEvent: {
    route: 'GET /events/{id}',
    scope: 'developers:read',
    summary: 'An event as it is sent, with its deliveries',
    errors: ['event_not_found'],
    success: {
      status: 200,
      message: 'The event.',
      data: Type.Object({ event: EventObject, deliveries: Type.Array(DeliveryObject) }),
    },
    handle: withPath('id', showOwnEvent),
  },
  resendEvent: {
    route: 'POST /events/{id}/resend',
    scope: 'developers:write',
    summary: 'Send an event again',
    body: EventResend,
    errors: ['event_not_found', 'endpoint_not_found', 'conflict'],
    success: {
      status: 200,
      message: 'Scheduled.',
      data: Type.Object({ items: Type.Array(ResentObject) }),
    },
    handle: withPathAndBody('id', resendOwnEvent),
  },
});
