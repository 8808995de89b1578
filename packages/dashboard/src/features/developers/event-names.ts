import type { components } from '../../api/schema.d.ts';

export type EventName = NonNullable<components['schemas']['WebhookEndpoint']['events']>[number];

/** The server's events; a missing or extra event is a compile error. */
const known: Readonly<Record<EventName, true>> = {
  'payment.successful': true,
  'payment.failed': true,
  'payment.cancelled': true,
  'payment.expired': true,
  'payment.reversed': true,
  'payment.duplicate': true,
  'payout.successful': true,
  'payout.failed': true,
  'payout.returned': true,
  'refund.successful': true,
  'refund.failed': true,
  'refund.reversed': true,
  'webhook_endpoint.disabled': true,
  'webhook_endpoint.test': true,
};

/** The names of all events. */
export const event_names = Object.keys(known) as readonly EventName[];
