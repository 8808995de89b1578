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
import type { MerchantOperation } from './operation.ts';

const tag = 'Events';

/** Operations on events of payments, payouts, refunds and webhook endpoints. */
export const event_operations: readonly MerchantOperation[] = [
  {
    access: 'merchant',
    method: 'GET',
    path: '/events',
    id: 'listEvents',
    tag,
    scope: 'developers:read',
    summary: 'Events, newest first',
    query: EventsQuery,
    errors: [],
    success: {
      status: 200,
      message: 'The events.',
      data: Page(EventObject, 'Give it as `cursor`; null on the last page.'),
    },
    handle: async ({ ctx, actor, query }) => ({ data: await browseOwnEvents(ctx, actor, query) }),
  },
  {
    access: 'merchant',
    method: 'GET',
    path: '/events/{id}',
    id: 'showEvent',
    tag,
    scope: 'developers:read',
    summary: 'An event as it is sent, with its deliveries',
    errors: ['event_not_found'],
    success: {
      status: 200,
      message: 'The event.',
      data: Type.Object({ event: EventObject, deliveries: Type.Array(DeliveryObject) }),
    },
    handle: async ({ ctx, actor, params: { id = '' } }) => ({ data: await showOwnEvent(ctx, actor, id) }),
  },
  {
    access: 'merchant',
    method: 'POST',
    path: '/events/{id}/resend',
    id: 'resendEvent',
    tag,
    scope: 'developers:write',
    summary: 'Send an event again',
    body: EventResend,
    errors: ['event_not_found', 'endpoint_not_found', 'conflict'],
    success: {
      status: 200,
      message: 'Scheduled.',
      data: Type.Object({ items: Type.Array(ResentObject) }),
    },
    handle: async ({ ctx, actor, params: { id = '' }, body }) => ({
      data: await resendOwnEvent(ctx, actor, { id, body }),
    }),
  },
];
