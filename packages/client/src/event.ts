import type { DuplicatePayment, Payment } from './payment.ts';
import type { Payout } from './payout.ts';
import type { Refund } from './refund.ts';
import type { WebhookEndpoint } from './webhook-endpoint.ts';

interface EventFields<Name, Data> {
  /**
   * Id of the event, the same on every delivery: handle each id only once. The id of the last event that `events.list`
   * or `events.sync` has given you, but not of one that came by webhook, is also their cursor.
   */
  readonly id: string;
  readonly event: Name;
  /** ISO 8601 time with an offset. */
  readonly created_at: string;
  readonly livemode: boolean;
  /**
   * Number that orders the events of one object: the event with the highest number has the latest state in
   * `data`. Numbers may be skipped. Ignore an event with a lower number than one already handled, but only if
   * you act on the state in `data` and not on the event's name: `payment.duplicate` also contains a payment
   * whose `status` is `success`, and may arrive before the `payment.successful` with a lower number.
   */
  readonly sequence: number;
  /** The object at the time of the event. */
  readonly data: Data;
}

/** One type per name, so that `Extract<WebhookEvent, { event: 'payment.failed' }>` finds it. */
type EventOf<Name extends string, Data> = Name extends string ? EventFields<Name, Data> : never;

export type PaymentEventName =
  | 'payment.successful'
  | 'payment.failed'
  | 'payment.cancelled'
  | 'payment.expired'
  | 'payment.reversed';

/** A payment was paid a second time. */
export type DuplicateEventName = 'payment.duplicate';

export type PayoutEventName = 'payout.successful' | 'payout.failed' | 'payout.returned';

export type RefundEventName = 'refund.successful' | 'refund.failed' | 'refund.reversed';

/** `webhook_endpoint.test` is sent when staff test an endpoint: just respond with 200. */
export type WebhookEndpointEventName = 'webhook_endpoint.disabled' | 'webhook_endpoint.test';

/**
 * A name that this version does not know: a plain string at run time. For the compiler it equals no string literal;
 * otherwise `event.event === 'payment.successful'` could also match an unknown event and would not narrow `data` to
 * a payment. Only an enum can express this; it is a declaration and emits no code.
 */
declare enum UnknownEventName {
  unknown = 'a name that this version does not know',
}

export type PaymentEvent = EventOf<PaymentEventName, Payment>;
export type DuplicateEvent = EventOf<DuplicateEventName, DuplicatePayment>;
export type PayoutEvent = EventOf<PayoutEventName, Payout>;
export type RefundEvent = EventOf<RefundEventName, Refund>;
export type WebhookEndpointEvent = EventOf<WebhookEndpointEventName, WebhookEndpoint>;
export type UnknownEvent = EventOf<UnknownEventName, Readonly<Record<string, unknown>>>;

/**
 * An event, as contained in webhooks and in the feed. Compare `event.event` with a name to narrow the type of
 * `event.data`.
 */
export type WebhookEvent =
  | PaymentEvent
  | DuplicateEvent
  | PayoutEvent
  | RefundEvent
  | WebhookEndpointEvent
  | UnknownEvent;
