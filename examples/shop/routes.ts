import type { IncomingMessage } from 'node:http';
import { type Guichet, GuichetError, SignatureError } from '@guichet/client';
import { makeEventHandler } from './event-handler.ts';
import type { Orders } from './orders.ts';
import { noPaymentPage, orderPage, problemPage, shopPage, style } from './pages.ts';
import { product } from './product.ts';
import { readRawBody } from './raw-body.ts';

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface ShopContext {
  readonly guichet: Guichet;
  readonly orders: Orders;
  readonly webhook_secret: string;
  /** The shop's address for customers, without a slash at the end. */
  readonly url: string;
}

/** Makes the handler of every request to the shop. */
export function makeRoutes(shop: ShopContext): (request: IncomingMessage) => Promise<Answer> {
  const handleEvent = makeEventHandler(shop.orders);

  async function receiveWebhook(request: IncomingMessage): Promise<Answer> {
    const body = await readRawBody(request);
    if (body === null) return { status: 413, headers: { connection: 'close' } };
    try {
      handleEvent(await shop.guichet.webhooks.verify(body, request.headers, shop.webhook_secret));
      return { status: 200 };
    } catch (error) {
      if (!(error instanceof SignatureError)) throw error;
      console.warn(`Webhook refused: ${error.message}`);
      return { status: 401 };
    }
  }

  return async (request) => {
    // The query is ignored: returning from checkout proves nothing, only the webhook does.
    const [path = ''] = (request.url ?? '').split('?');
    switch (`${request.method} ${path}`) {
      case 'GET /':
        return htmlAnswer(200, shopPage());
      case 'GET /style.css':
        return { status: 200, headers: { 'content-type': 'text/css' }, body: style };
      case 'POST /buy':
        return buy(shop);
      case 'POST /webhook':
        return receiveWebhook(request);
    }
    const order = request.method === 'GET' && shop.orders.find(path.replace(/^\/orders\//, ''));
    return order
      ? htmlAnswer(200, orderPage(order))
      : htmlAnswer(404, problemPage('Cette page n’existe pas.'));
  };
}

async function buy({ guichet, orders, url }: ShopContext): Promise<Answer> {
  const order = orders.create(product);
  try {
    const { checkout_url } = await guichet.checkout.initialize(
      {
        amount: order.amount,
        currency: order.currency,
        description: order.name,
        return_url: `${url}/orders/${order.id}`,
        cancel_url: `${url}/`,
        metadata: { order_id: order.id },
      },
      { idempotencyKey: order.id },
    );
    return { status: 303, headers: { location: checkout_url } };
  } catch (error) {
    if (!(error instanceof GuichetError)) throw error;
    console.error(`No checkout session for order ${order.id}:`, error);
    return htmlAnswer(502, noPaymentPage());
  }
}

/** Makes a response with a page that runs no script and loads only the shop's own stylesheet. */
export function htmlAnswer(status: number, body: string): Answer {
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    },
    body,
  };
}
