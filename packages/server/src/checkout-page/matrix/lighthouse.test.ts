import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LighthouseBrowser, launchLighthouse } from '../../../../../test-support/lighthouse.ts';
import { startTestService, type TestService } from '../../../../../test-support/service.ts';
import { makeCheckout } from '../../testing/api.ts';
import { payOnPage } from '../../testing/visitor.ts';
import { templates } from './testing/documents.ts';

/** Responds without a page, so that a browser redirected here stays on the page that it shows. */
let shop: Server;
let service: TestService;
let browser: LighthouseBrowser;
beforeAll(async () => {
  shop = createServer((_, response) => response.writeHead(204).end()).listen(0, '127.0.0.1');
  service = await startTestService();
  browser = await launchLighthouse();
});
afterAll(async () => {
  await browser.close();
  await service.stop();
  shop.close();
});

const states = ['choose', 'success'] as const;

async function makePage(template: string, state: (typeof states)[number]): Promise<string> {
  const return_url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/`;
  const { token } = await makeCheckout(service, { template, return_url, description: 'Pagne wax, 6 yards' });
  if (state === 'success') {
    const screen = await payOnPage(service, token, { operator: 'mtn_ci', phone: '+2250504030200' });
    expect(screen.state).toBe('success');
  }
  return `${service.url}/pay/${token}?lang=fr`;
}

// Performance is not audited here, because it varies with the load of the machine; `npm run bench` measures it.
describe.each(templates)('%s', (template) => {
  test.each(states)(
    '%s gets full scores in accessibility, best practices and SEO',
    { timeout: 120_000 },
    async (state) => {
      const { scores, shortfalls } = await browser.audit(await makePage(template, state), [
        'accessibility',
        'best-practices',
        'seo',
      ]);
      // A payment page must not be indexed, which is the only shortfall allowed in SEO.
      expect(shortfalls).toEqual(['is-crawlable']);
      expect(scores).toMatchObject({ accessibility: 100, 'best-practices': 100 });
    },
  );
});
