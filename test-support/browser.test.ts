import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, type TestBrowser, viewports } from './browser.ts';

const html = `<!doctype html><meta charset="utf-8"><title>Pay</title>
  <p id="script">off</p><noscript>no script</noscript>
  <script>document.getElementById('script').textContent = 'on ' + innerWidth + 'x' + innerHeight</script>`;

let server: Server;
let base_url: string;
const languages: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    languages.push(request.headers['accept-language'] ?? '');
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.setHeader('content-security-policy', request.url === '/strict' ? "script-src 'none'" : '');
    response.end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise<void>((resolve) => void server.close(() => resolve())));

describe.each([{ javascript: true }, { javascript: false }])(
  'a browser with JavaScript switched on: $javascript',
  ({ javascript }) => {
    let browser: TestBrowser;
    beforeAll(async () => {
      browser = await launchBrowser({ javascript });
    });
    afterAll(() => browser.close());

    it.each(['phone', 'desktop'] as const)('shows pages at the size of a %s', async (viewport) => {
      const { width, height } = viewports[viewport];
      const expected = javascript ? `on ${width}x${height}` : 'off';
      const page = await browser.newPage({ viewport });
      for (const address of [base_url, `data:text/html,${encodeURIComponent(html)}`]) {
        await page.goto(address);
        expect(await page.textContent('#script')).toBe(expected);
        expect(await page.isVisible('noscript')).toBe(!javascript);
      }
      const screenshot = await page.screenshot();
      // Width and height in the header of a PNG (https://www.w3.org/TR/png-3/#11IHDR).
      expect([screenshot.readUInt32BE(16), screenshot.readUInt32BE(20)]).toEqual([width, height]);
      expect(browser.problems()).toEqual([]);
    });
  },
);

describe('a page', () => {
  let browser: TestBrowser;
  beforeAll(async () => {
    browser = await launchBrowser({ javascript: true });
  });
  afterAll(() => browser.close());

  it('sends its locale as Accept-Language', async () => {
    const page = await browser.newPage({ viewport: 'phone', locale: 'fr-FR' });
    await page.goto(base_url);
    expect(languages.at(-1)).toMatch(/^fr-FR/);
  });

  it('shares no cookies with other pages', async () => {
    const [one, other] = await Promise.all([
      browser.newPage({ viewport: 'phone' }),
      browser.newPage({ viewport: 'phone' }),
    ]);
    await Promise.all([one.goto(base_url), other.goto(base_url)]);
    await one.evaluate("document.cookie = 'seen=1'");
    expect(await other.evaluate('document.cookie')).toBe('');
  });

  it('reaches only this machine, and its errors are recorded', async () => {
    const before = browser.problems().length;
    const page = await browser.newPage({ viewport: 'phone' });
    await page.goto(`${base_url}/strict`);
    await page.evaluate("console.error('from the page')");
    await page.setContent('<img src="http://example.com/x.png">');
    const expected = [
      expect.stringMatching(/^console: .*Content Security Policy/),
      'console: from the page',
      'request: http://example.com/x.png net::ERR_NAME_NOT_RESOLVED',
    ];
    await expect.poll(() => browser.problems().slice(before)).toEqual(expect.arrayContaining(expected));
  });
});
