import { once } from 'node:events';
import { createServer } from 'node:http';
import { Agent } from 'undici';
import { formOf, talkTo } from './talk.ts';

/** A merchant's server and its customers, as seen by a service. */
export interface Shop {
  /**
   * Sells to one customer; resolves once the payment has been made, its webhook has arrived, and the merchant has
   * verified it.
   *
   * @param number unique to this payment
   * @throws Error at the first refusal
   */
  buy(number: number): Promise<void>;
  close(): Promise<void>;
}

interface ShopOptions {
  readonly url: string;
  readonly api_key: string;
  readonly webhook_port: number;
  /** Whether customers pay with the forms of the hosted page instead of through the API. */
  readonly hosted: boolean;
}

export async function openShop({ url, api_key, webhook_port, hosted }: ShopOptions): Promise<Shop> {
  // In an open loop, no request waits for a free connection.
  const agent = new Agent({ connections: null });
  const { ask, visit } = talkTo(url, api_key, agent);
  const arrivals = new Map<string, (payment_id: string) => void>();
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      response.end();
      const { event, data } = JSON.parse(Buffer.concat(chunks).toString());
      if (event === 'payment.successful') arrivals.get(data.metadata.order)?.(data.id);
    });
  });

  async function pay(token: string, choice: { operator: string; phone: string }): Promise<void> {
    if (!hosted) {
      await ask('POST', `/checkout/${token}/pay`, false, choice);
      await ask('GET', `/checkout/${token}`, false);
      return;
    }
    const choose = formOf(await visit(`/pay/${token}`), '/choose');
    const confirm = formOf(await visit(choose.action, { ...choose.fields, ...choice }), '/pay');
    await visit(confirm.action, confirm.fields);
  }

  async function buy(number: number): Promise<void> {
    const order = `order-${number}`;
    const told = new Promise<string>((resolve) => arrivals.set(order, resolve));
    const input = {
      amount: 25_000,
      currency: 'XOF',
      return_url: 'https://shop.example/r',
      metadata: { order },
    };
    const token = (await ask('POST', '/checkout/initialize', true, input)).data.session_token;
    // The number ends in 00, so that the sandbox pays immediately.
    const phone = `+22505${String((number * 100) % 100_000_000).padStart(8, '0')}`;
    await pay(token, { operator: 'mtn_ci', phone });
    const payment_id = await told;
    arrivals.delete(order);
    const { status } = (await ask('GET', `/payments/${payment_id}/verify`, true)).data;
    if (status !== 'success') throw new Error(`${payment_id} is ${status}`);
  }

  server.listen(webhook_port, '127.0.0.1');
  await once(server, 'listening');
  return {
    buy,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await agent.close();
    },
  };
}
