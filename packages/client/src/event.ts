import type { Payment } from './payment.ts';
import type { Payout } from './payout.ts';
import type { Refund } from './refund.ts';
import type { WebhookEndpoint } from './webhook-endpoint.ts';

interface EventFields<Name, Data> {
  /** The same on every delivery of the event: handle each id once. Also the cursor of `events.list` and `events.sync`. */
  readonly id: string;
  readonly event: Name;
  /** ISO 8601 with an offset. */
  readonly created_at: string;
  readonly livemode: boolean;
  /** Counts the events of one object: an event with a lower number than one already handled is old news. */
  readonly sequence: number;
  /** The object as it was at that moment. */
  readonly data: Data;
}

/** One type a name, so that `Extract<WebhookEvent, { event: 'payment.failed' }>` finds it. */
type EventOf<Name extends string, Data> = Name extends string ? EventFields<Name, Data> : never;

export type PaymentEventName =
  | 'payment.successful'
  | 'payment.failed'
  | 'payment.cancelled'
  | 'payment.expired';

export type PayoutEventName = 'payout.successful' | 'payout.failed';

export type RefundEventName = 'refund.successful' | 'refund.failed';

/** `webhook_endpoint.test` is sent when staff try an endpoint: there is nothing to do but to answer 200. */
export type WebhookEndpointEventName = 'webhook_endpoint.disabled' | 'webhook_endpoint.test';

/**
 * A name that this version does not know: at run time the text that came, to be read as a string. For the compiler it
 * equals no text, else `event.event === 'payment.successful'` could mean an unknown event too, and `data` would not
 * become a payment there. Only an enum can say so; this one is a declaration and leaves nothing to run.
 */
declare enum UnknownEventName {
  unknown = 'a name that this version does not know',
}

export type PaymentEvent = EventOf<PaymentEventName, Payment>;
export type PayoutEvent = EventOf<PayoutEventName, Payout>;
export type RefundEvent = EventOf<RefundEventName, Refund>;
export type WebhookEndpointEvent = EventOf<WebhookEndpointEventName, WebhookEndpoint>;
export type UnknownEvent = EventOf<UnknownEventName, Readonly<Record<string, unknown>>>;

/** What a webhook and the feed carry. Compare `event.event` with a name to know the type of `event.data`. */
export type WebhookEvent = PaymentEvent | PayoutEvent | RefundEvent | WebhookEndpointEvent | UnknownEvent;
