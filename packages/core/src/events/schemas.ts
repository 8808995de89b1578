import Type, { type Static } from 'typebox';
import { Limit, Page } from '../platform/lists/page.ts';
import { eventTypes } from './types.ts';

/** An event, which is also the body of a webhook (design section 10). */
export const EventObject = Type.Object(
  {
    id: Type.String({ description: 'Identifier of the event, `evt_...`. The same in feed and webhooks.' }),
    event: Type.Enum([...eventTypes], {
      description: 'Type of the event. New types may be added: ignore those that you do not know.',
    }),
    created_at: Type.String({ description: 'ISO 8601 with numeric offset.' }),
    livemode: Type.Boolean({ description: 'False in test mode.' }),
    sequence: Type.Integer({
      minimum: 1,
      description:
        'Orders the events of one payment, payout, refund or webhook endpoint: a later event has a higher number. Usually ' +
        'they count from 1, but numbers may be skipped. The highest one has the latest state.',
    }),
    data: Type.Record(Type.String(), Type.Unknown(), {
      description:
        'The Payment, Payout, Refund or WebhookEndpoint (see `data.object`) as it was at that moment.',
    }),
  },
  { description: 'Something that happened to a payment, payout, refund or webhook endpoint.' },
);
export type EventObject = Static<typeof EventObject>;

/** Query of GET /v1/events. */
export const EventQuery = Type.Object(
  {
    after: Type.Optional(
      Type.String({
        description:
          'Id of the last event that this list has given you, not of one that came by webhook: an older one may still ' +
          'be on its way. Starts with the first event when omitted.',
      }),
    ),
    limit: Type.Optional(Limit),
  },
  { additionalProperties: false },
);

export const EventPage = Page(
  EventObject,
  'Pass it as `after` to get the next page; null when there are no more events at the moment.',
);
export type EventPage = Static<typeof EventPage>;
