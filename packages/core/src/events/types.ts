/** Events that merchants can receive (interface section Events; design section 10). */
export const eventTypes = [
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

export type EventType = (typeof eventTypes)[number];
