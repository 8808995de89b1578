import Type from 'typebox';
import { Page } from '../../../platform/lists/page.ts';

const text_or_null = Type.Union([Type.String(), Type.Null()]);
const integer_or_null = Type.Union([Type.Integer(), Type.Null()]);

/** A delivery of an event to an endpoint, as staff see it. Times are ISO 8601 with an offset. */
export const DeliveryObject = Type.Object({
  id: Type.String(),
  endpoint_id: Type.String(),
  event_id: Type.String(),
  event: Type.String(),
  object_id: Type.String(),
  livemode: Type.Boolean(),
  status: Type.Enum(['waiting', 'delivered', 'failed']),
  created_at: Type.String({ description: 'Time of the event.' }),
  delivered_at: text_or_null,
  attempts: Type.Integer(),
  last_attempt: Type.Union([
    Type.Object({
      created_at: Type.String(),
      status_code: integer_or_null,
      error: text_or_null,
      duration_ms: Type.Integer(),
    }),
    Type.Null(),
  ]),
  next_attempt_at: text_or_null,
});
export const DeliveryPage = Page(DeliveryObject, 'Pass it as `cursor`; null on the last page.');

/** A delivery with its attempts, oldest first. */
export const DeliveryReport = Type.Object({
  ...DeliveryObject.properties,
  tries: Type.Array(
    Type.Object({
      number: Type.Integer(),
      status_code: integer_or_null,
      error: text_or_null,
      response_excerpt: Type.Union(text_or_null.anyOf, {
        description: 'The beginning of the response, at most 4 KB.',
      }),
      duration_ms: Type.Integer(),
      created_at: Type.String(),
    }),
  ),
});

/** The numbers of events handled by a resend to one endpoint. */
export const ResentObject = Type.Object({
  endpoint_id: Type.String(),
  resent: Type.Integer({ description: 'Sent again.' }),
  added: Type.Integer({ description: 'Sent for the first time.' }),
  under_way: Type.Integer({ description: 'Already due, so not sent twice.' }),
});
