/** Events that can happen, by the server's names; the page's types say when one is missing. */
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
