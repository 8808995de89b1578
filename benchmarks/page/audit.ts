import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { launchLighthouse } from '../../test-support/lighthouse.ts';
import type { RunningService } from '../start-service.ts';
import { makePage, templates } from './make-pages.ts';

/**
 * Runs Lighthouse on the running service, with its own throttling for a cheap phone on a slow network.
 *
 * @returns lines to print
 */
export async function auditPage(service: RunningService): Promise<string[]> {
  // Responds without content, so that the browser stays on the receipt when the receipt redirects to this server.
  const shop = createServer((_, response) => response.writeHead(204).end()).listen(0, '127.0.0.1');
  const browser = await launchLighthouse();
  const lines = ['hosted page by Lighthouse, mobile, throttled (target: 100 each; SEO but for is-crawlable)'];
  try {
    const return_url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/`;
    for (const template of templates) {
      for (const state of ['choose', 'success'] as const) {
        const path = await makePage(service, { template, state, return_url });
        const { scores, shortfalls, loaded, largest_paint_ms } = await browser.audit(service.url + path, [
          'performance',
          'accessibility',
          'best-practices',
          'seo',
        ]);
        const { performance, accessibility, 'best-practices': practices } = scores;
        const [page] = loaded;
        lines.push(
          `  ${template} ${state}: performance ${performance}, accessibility ${accessibility}, best practices ${practices}, short of SEO in: ${shortfalls.join(', ')}; ${page?.bytes} bytes, largest paint after ${(largest_paint_ms / 1000).toFixed(1)} s`,
        );
      }
    }
  } finally {
    await browser.close();
    shop.close();
  }
  return lines;
}
