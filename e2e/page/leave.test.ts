import { createServer, request as forward, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, type TestBrowser } from '../../test-support/browser.ts';
import { buyAndPay, expectPaidOrder, type Market, openMarket, stateIs } from './steps.ts';

/** Longer than the time for which the page shows the receipt. */
const slowness_ms = 6_000;

let front: Server;
let market: Market;
const browsers: TestBrowser[] = [];
beforeAll(async () => {
  market = await openMarket({ front: standSlowlyBefore });
});
afterAll(async () => {
  await Promise.all(browsers.map((browser) => browser.close()));
  await market.close();
  front.closeAllConnections();
  await new Promise((resolve) => front.close(resolve));
});

/** Puts a slow proxy in front of the shop's address for webhooks. */
async function standSlowlyBefore(webhook_url: string): Promise<string> {
  front = createServer((incoming, outgoing) => {
    setTimeout(() => {
      const { method, headers } = incoming;
      const passed = forward(webhook_url, { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502);
        answer.pipe(outgoing);
      });
      incoming.pipe(passed);
    }, slowness_ms);
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(front.address() as AddressInfo).port}/webhook`;
}

test.concurrent.each([{ javascript: true }, { javascript: false }])(
  'the customer returns to the shop only after it has acknowledged the webhook, with JavaScript: $javascript',
  async (options) => {
    const browser = await launchBrowser(options);
    browsers.push(browser);
    const page = await browser.newPage({ viewport: 'phone' });
    await buyAndPay(page, market.shop, 'mtn_ci', '0500000000');
    await stateIs(page, 'success');
    await expectPaidOrder(page);
    expect(browser.problems()).toEqual([]);
  },
);
