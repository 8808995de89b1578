/** Events that merchants can receive (interface section Events; design section 10). */
export const eventTypes = [
  'payment.successful',
  'payment.failed',
  'payment.cancelled',
  'payment.expired',
  'payment.reversed',
  'payment.duplicate',
  'payout.successful',
  'payout.failed',
  'payout.returned',
  'refund.successful',
  'refund.failed',
  'refund.reversed',
  'webhook_endpoint.disabled',
  'webhook_endpoint.test',
] as const;

export type EventType = (typeof eventTypes)[number];
