import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createContext, Script } from 'node:vm';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, type TestBrowser } from '../../../test-support/browser.ts';
import { bundleLines } from './bundle.ts';
import { installPacked, type Project } from './install.ts';

const run = promisify(execFile);
const facts = { event: 'evt_1', refused: true, name: 'SignatureError' };
const web_lines = `export * from './main.mjs'`;

let project: Project;
/** The project of the consumer to be bundled. */
let web_folder: string;

beforeAll(async () => {
  project = await installPacked();
  web_folder = await project.addConsumer('bundle', { type: 'module' });
});

afterAll(() => project.remove());

describe('the installed library', () => {
  it.each([
    { how: 'require', type: 'commonjs', main: 'main.cjs' },
    { how: 'import', type: 'module', main: 'main.mjs' },
  ] as const)('works with plain $how, without a build', async ({ how, type, main }) => {
    const folder = await project.addConsumer(how, { type });
    const { stdout, stderr } = await run(process.execPath, [join(folder, main)]);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual(facts);
  });

  it.each([
    { platform: 'browser', conditions: ['browser'] },
    { platform: 'browser', conditions: ['worker', 'workerd'] },
    { platform: 'neutral', conditions: ['edge-light'] },
  ] as const)('works bundled for $conditions, using only APIs that every web runtime has', async (target) => {
    const { platform, conditions } = target;
    const code = await bundleLines(web_folder, web_lines, {
      platform,
      conditions: [...conditions],
      format: 'iife',
      globalName: 'app',
    });
    const context = createContext({ ...web_globals });
    new Script(code).runInContext(context);
    expect(await new Script('app.main()').runInContext(context)).toEqual(facts);
  });

  it('contains no import of a Node module that a bundler would try to resolve', async () => {
    const code = await bundleLines(web_folder, `export * from '@guichet/client'`, { platform: 'browser' });
    expect(code).not.toMatch(/(\bfrom|\brequire\(|\bimport\()\s*["']/);
    // Forbidden only as a bare global: `globalThis.process?.env` is resolved at run time and may be absent.
    expect(code).not.toMatch(/(?<!globalThis\.)\b(Buffer|process)\b/);
  });
});

/** The globals of every web runtime, without those of Node. */
const web_globals = {
  AbortController,
  Headers,
  Request,
  Response,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams,
  atob,
  btoa,
  clearTimeout,
  crypto,
  fetch,
  setTimeout,
};

describe('the bundle in Chromium', () => {
  let browser: TestBrowser;
  let page: Page;
  const server = createServer();

  beforeAll(async () => {
    browser = await launchBrowser({ javascript: true });
    const code = await bundleLines(web_folder, web_lines, { platform: 'browser' });
    server.on('request', ({ url }, response) => {
      const [type, body] =
        url === '/app.js' ? ['text/javascript', code] : ['text/html', '<title>A shop</title>'];
      response.writeHead(200, { 'content-type': type }).end(body);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    page = await browser.newPage({ viewport: 'phone' });
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  });

  afterAll(async () => {
    await browser.close();
    server.close();
  });

  it('verifies signatures that it has made', async () => {
    expect(await page.evaluate(`import('/app.js').then((app) => app.main())`)).toEqual(facts);
  });

  it('refuses a live key without revealing it', async () => {
    const said = await page.evaluate(`import('/app.js').then((app) => app.tryKey('svc_live_s3cret'))`);
    expect(said).toMatch(/^TypeError: .*live key.*browser/i);
    expect(said).not.toContain('s3cret');
  });

  it('accepts a test key', async () => {
    expect(await page.evaluate(`import('/app.js').then((app) => app.tryKey('svc_test_key'))`)).toBe('');
  });
});
