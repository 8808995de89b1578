import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestService } from '../../../../test-support/service.ts';
import { shareService } from '../../../../test-support/shared-service.ts';
import { follow } from '../openapi/breaks/read-schema.ts';
import { describeApi } from '../openapi/describe.ts';
import type { Document, OperationObject, Response } from '../openapi/document.ts';
import { shared_codes } from '../openapi/errors.ts';
import { type Answer, send } from '../testing/send.ts';

const zipped_bytes_max = 60_000;

let service: TestService;
let document: Document;
let page: Answer;
beforeAll(async () => {
  service = await shareService();
  document = await describeApi();
  page = await send(service.url, '/docs');
});
afterAll(() => service.stop());

/** Fetches the response to a client that accepts gzip. */
async function fetchZipped(
  path: string,
): Promise<{ readonly encoding: string | null; readonly bytes: Buffer }> {
  // Node's own fetch would decompress the response.
  return new Promise((done, fail) => {
    const sent = request(
      new URL(path, service.url),
      { headers: { 'accept-encoding': 'gzip' } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          done({ encoding: response.headers['content-encoding'] ?? null, bytes: Buffer.concat(chunks) }),
        );
      },
    );
    sent.on('error', fail).end();
  });
}

/** The error codes that are specific to this operation. */
function codesOf(responses: OperationObject['responses']): readonly string[] {
  return Object.values(responses)
    .flatMap((response) => Object.values(follow<Response>(document, response).content ?? {}))
    .flatMap(({ examples = {} }) => Object.keys(examples))
    .filter((code) => !shared_codes.has(code));
}

describe('the page', () => {
  test('is HTML that cannot run scripts, load resources or be framed', () => {
    expect(page.status).toBe(200);
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(page.text) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; form-action 'none'; ` +
        `frame-ancestors 'none'; base-uri 'none'`,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
  });

  test('contains nothing that a browser would load automatically', () => {
    const sources = [
      ...page.text.matchAll(/<(?!a\b)\w+[^>]*\s(?:src|srcset|href|data|poster|action)="([^"]*)"/g),
    ];
    expect(sources.map(([, address]) => address)).toEqual(['data:,']);
    expect(page.text).not.toMatch(/<(?:script|iframe|object|embed|base)\b|\sstyle=|\son\w+=|url\(|@import/);
  });

  test('contains every operation of the document, with its path, samples and errors', () => {
    const sections = new Map(
      page.text
        .split('<section ')
        .map((section) => [/<h3 id="operation-(\w+)"/.exec(section)?.[1] ?? '', section] as const),
    );
    for (const [path, item] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(item)) {
        const section = sections.get(operation.operationId) ?? '';
        expect(section, operation.operationId).toContain(`<b class="${method}">${method.toUpperCase()}</b>`);
        expect(section).toContain(path.replaceAll(/\{\w+\}/g, '<i>$&</i>'));
        expect(section.match(/class="panel curl"/g)).toHaveLength(1);
        for (const code of codesOf(operation.responses)) expect(section).toContain(`<code>${code}</code><p>`);
        const success = Object.keys(operation.responses).find((status) => status.startsWith('2'));
        expect(section).toMatch(new RegExp(`<span>${success} (?:response|stream)</span>`));
      }
    }
  });

  test('contains every webhook', () => {
    for (const name of Object.keys(document.webhooks)) expect(page.text).toContain(`id="event-${name}"`);
  });

  test('has unique ids, and no broken links within it', () => {
    const ids = [...page.text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    const targets = [...page.text.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(targets.length).toBeGreaterThan(50);
    expect(targets.filter((id) => !ids.includes(id))).toEqual([]);
  });

  test('has working links to other pages of the service', async () => {
    const paths = [...page.text.matchAll(/href="(\/[^"]*)"/g)].map(([, path]) => path ?? '');
    expect(paths).toContain('/api/v1/openapi.json');
    for (const path of new Set(paths)) expect((await send(service.url, path)).status, path).toBe(200);
  });

  test('is small when compressed', async () => {
    const { encoding, bytes } = await fetchZipped('/docs');
    expect(encoding).toBe('gzip');
    expect(gunzipSync(bytes).toString()).toBe(page.text);
    expect(bytes.length).toBeLessThan(zipped_bytes_max);
  });
});

test('/api/v1/openapi.json serves the document with the address of this service, readable from any origin', async () => {
  const answer = await send(service.url, '/api/v1/openapi.json');
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
  expect(answer.headers['access-control-allow-origin']).toBe('*');
  const served: Document = JSON.parse(answer.text);
  expect(served.servers[0]?.variables?.base_url?.default).toBe(`${service.url}/api`);
  expect(Object.keys(served.paths)).toEqual(Object.keys(document.paths));
  expect(served.components.schemas).toEqual(JSON.parse(JSON.stringify(document.components.schemas)));
});

describe.each(['/docs', '/api/v1/openapi.json'])('%s', (path) => {
  test('may be cached, and is not sent again if unchanged', async () => {
    const first = await send(service.url, path);
    expect(first.headers).toMatchObject({ 'cache-control': 'public, max-age=300', vary: 'accept-encoding' });
    const etag = first.headers.etag ?? '';
    expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
    const known: readonly [header: string, status: number][] = [
      [etag, 304],
      [etag.replace('W/', ''), 304],
      [`"other", ${etag}`, 304],
      ['*', 304],
      ['"other"', 200],
    ];
    for (const [header, status] of known) {
      const answer = await send(service.url, path, { headers: { 'if-none-match': header } });
      expect(answer.status, header).toBe(status);
      expect(answer.text).toBe(status === 304 ? '' : first.text);
      expect(answer.headers.etag).toBe(etag);
    }
  });

  test.each(['gzip;q=0', 'identity', 'br'])(
    'is sent uncompressed to clients that accept %s',
    async (encoding) => {
      const answer = await send(service.url, path, { headers: { 'accept-encoding': encoding } });
      expect(answer.headers['content-encoding']).toBeUndefined();
      expect(answer.text).toBe((await send(service.url, path)).text);
    },
  );

  test('responds to HEAD without the body, and refuses other methods', async () => {
    const head = await send(service.url, path, { method: 'HEAD' });
    expect([head.status, head.text]).toEqual([200, '']);
    const posted = await send(service.url, path, { method: 'POST' });
    expect([posted.status, posted.headers.allow]).toEqual([405, 'GET, HEAD']);
  });
});
