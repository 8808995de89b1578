import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Guichet } from '@guichet/client';
import { makeOrders, type Orders } from './orders.ts';
import { problemPage } from './pages.ts';
import { htmlAnswer, makeRoutes } from './routes.ts';

export interface ShopSettings {
  /** The address of Guichet's API, for instance `http://localhost:3000/api/v1`. */
  readonly base_url: string;
  readonly api_key: string;
  /** The secret (`whsec_...`) of the endpoint that points to this shop's `/webhook`. */
  readonly webhook_secret: string;
  /** The port to listen on; 0 chooses a free one. */
  readonly port: number;
  /** The shop's address for customers. Default: `http://localhost:<port>`. */
  readonly public_url?: string | undefined;
}

export interface Shop {
  readonly url: string;
  readonly orders: Orders;
  close(): Promise<void>;
}

/**
 * Starts the shop. It accepts requests once the promise is fulfilled.
 *
 * @throws TypeError for an invalid key or URL; the system's error when the port is not available.
 */
export async function startShop(settings: ShopSettings): Promise<Shop> {
  // A customer is waiting: an early "try again" is better than minutes without a response.
  const guichet = new Guichet({
    apiKey: settings.api_key,
    baseUrl: settings.base_url,
    timeout: 10_000,
    maxRetries: 2,
  });
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(settings.port, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const url = (settings.public_url ?? `http://localhost:${port}`).replace(/\/+$/, '');

  const orders = makeOrders();
  const answer = makeRoutes({ guichet, orders, webhook_secret: settings.webhook_secret, url });
  server.on('request', async (request, response) => {
    const { status, headers, body } = await answer(request).catch((error: unknown) => {
      console.error(error);
      return htmlAnswer(500, problemPage('Une erreur est survenue. Réessayez.'));
    });
    response.writeHead(status, headers).end(body);
  });
  return {
    url,
    orders,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
