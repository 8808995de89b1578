import type { Payment, WebhookEvent } from '@guichet/client';
import type { Orders } from './orders.ts';

/**
 * Makes a handler that acts on each webhook event once: Guichet delivers at least once, so the same event may
 * arrive again. An event must have passed `webhooks.verify` before.
 */
export function makeEventHandler(orders: Orders): (event: WebhookEvent) => void {
  const handled = new Set<string>();
  return (event) => {
    if (handled.has(event.id)) return;
    if (event.event === 'payment.successful') settleOrder(orders, event.data);
    // Done last, so that an event whose handling failed is handled when it is sent again.
    handled.add(event.id);
  };
}

function settleOrder(orders: Orders, payment: Payment): void {
  const order_id = payment.metadata?.order_id;
  const order = typeof order_id === 'string' ? orders.find(order_id) : undefined;
  if (!order) {
    console.warn(`Payment ${payment.id} belongs to no order of this shop.`);
  } else if (payment.amount !== order.amount || payment.currency !== order.currency) {
    console.warn(`Payment ${payment.id} does not match the amount of order ${order.id}: it needs review.`);
  } else {
    orders.markPaid(order.id, payment.id);
  }
}
