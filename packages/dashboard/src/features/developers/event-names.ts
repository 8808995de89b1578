/** Events that can happen, by the server's names (core/events/types.ts, which this package does not import). */
export const event_names = [
  'payment.successful',
  'payment.failed',
  'payment.cancelled',
  'payment.expired',
  'payout.successful',
  'payout.failed',
  'refund.successful',
  'refund.failed',
  'webhook_endpoint.disabled',
  'webhook_endpoint.test',
] as const;
export type EventName = (typeof event_names)[number];
