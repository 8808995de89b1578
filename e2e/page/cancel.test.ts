import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeCheckout } from '@guichet/server/testing/api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../../test-support/browser.ts';
import type { TestService } from '../../test-support/service.ts';
import { shareService } from '../../test-support/shared-service.ts';

let service: TestService;
/** A shop whose cart redirects to another host, as many redirect to their `www.`. */
const shop = createServer((request, response) => {
  if (request.headers.host?.startsWith('127.0.0.1')) {
    response.writeHead(302, { location: `http://localhost:${portOfShop()}/www` }).end();
  } else {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>The cart</h1>');
  }
});
const portOfShop = (): number => (shop.address() as AddressInfo).port;

beforeAll(async () => {
  service = await shareService();
  await new Promise<void>((resolve) => shop.listen(0, resolve));
});
afterAll(async () => {
  shop.closeAllConnections();
  shop.close();
  await service.stop();
});

test.each([{ javascript: true }, { javascript: false }])(
  'cancelling returns to a shop that redirects to another host, and back shows what happened ($javascript)',
  async (options) => {
    const { token } = await makeCheckout(service, { cancel_url: `http://127.0.0.1:${portOfShop()}/cart` });
    const browser = await launchBrowser(options);
    try {
      const page = await browser.newPage({ viewport: 'phone', locale: 'en-GB' });
      await page.goto(`${service.url}/pay/${token}`);
      await page.locator('form[action*="/cancel"] button').click();
      await page.waitForURL(`http://localhost:${portOfShop()}/www`);
      await page.goBack();
      expect(await page.locator('main').getAttribute('data-state')).toBe('cancelled');
      expect(new URL(page.url()).pathname).toBe(`/pay/${token}`);
    } finally {
      await browser.close();
    }
  },
);
