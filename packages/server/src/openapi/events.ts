import { EndpointObject, EventObject, type EventType } from '@guichet/core/events';
import { DuplicatePayment, PaymentObject } from '@guichet/core/payments';
import { PayoutObject, RefundObject } from '@guichet/core/transfers';
import Type, { type TSchema } from 'typebox';

const { id, created_at, livemode, sequence } = EventObject.properties;
const event_description = 'The type of the event. New types may be added: ignore unknown ones.';

/** An event of a payment, as the body of a webhook and in the feed. */
export const PaymentEvent = eventAbout(
  ['payment.successful', 'payment.failed', 'payment.cancelled', 'payment.expired', 'payment.reversed'],
  PaymentObject,
  'The payment at the time of the event.',
);

/** An event of a payment that was paid a second time. */
export const DuplicateEvent = eventAbout(
  ['payment.duplicate'],
  DuplicatePayment,
  'The payment at the time of the event, and the money of the second payment.',
);

/** An event of a payout. */
export const PayoutEvent = eventAbout(
  ['payout.successful', 'payout.failed', 'payout.returned'],
  PayoutObject,
  'The payout at the time of the event.',
);

/** An event of a refund. */
export const RefundEvent = eventAbout(
  ['refund.successful', 'refund.failed', 'refund.reversed'],
  RefundObject,
  'The refund at the time of the event.',
);

/** An event of a webhook endpoint. */
export const WebhookEndpointEvent = eventAbout(
  ['webhook_endpoint.disabled', 'webhook_endpoint.test'],
  EndpointObject,
  'The webhook endpoint at the time of the event.',
);

/**
 * Any event. The code's own schema leaves `data` open, because the code returns events as they were stored; this
 * schema describes `data` to callers.
 */
export const AnyEvent = Type.Union(
  [PaymentEvent, DuplicateEvent, PayoutEvent, RefundEvent, WebhookEndpointEvent],
  {
    description: 'Something that happened to a payment, a payout, a refund or a webhook endpoint.',
  },
);

function eventAbout<T extends TSchema>(names: readonly EventType[], data: T, description: string) {
  return Type.Object(
    {
      id,
      event: Type.Enum([...names], { description: event_description }),
      created_at,
      livemode,
      sequence,
      data,
    },
    { description },
  );
}
