import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { fundSandbox } from '@guichet/core/operations';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandOf } from '../../../../test-support/actors.ts';
import type { TestService } from '../../../../test-support/service.ts';
import { shareService } from '../../../../test-support/shared-service.ts';
import { isNightly } from '../../../../test-support/tier.ts';
import { type Visit, visitAs } from './testing/visit.ts';

/**
 * In nightly runs, the maximum number of lines of a file; otherwise fewer, but still too many for a single INSERT.
 */
const right_lines = isNightly ? 10_000 : 2_000;

let service: TestService;
let finance: Visit;
let owner: Visit;
let viewer: Visit;
beforeAll(async () => {
  service = await shareService();
  finance = await visitAs(service, 'finance');
  owner = await visitAs(service, 'owner');
  viewer = await visitAs(service, 'viewer');
});
afterAll(() => service.stop());

const megabyte = 1024 * 1024;

interface Sent {
  readonly type?: string;
  /** The declared length; if omitted, the file is sent in chunks. */
  readonly length?: number;
}

/** Sends a file as a browser does, while it is generated. */
function upload(
  visit: Visit,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { type = 'text/csv', length }: Sent = {},
): Promise<{ status: number; body: { code?: string; message: string; data: Detail } }> {
  const cookie = [...visit.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const path = `/dashboard/api/${service.demo.merchant_id}/test/payout-batches?file_name=a.csv`;
  return new Promise((resolve, reject) => {
    const sending = request(`${service.url}${path}`, {
      method: 'POST',
      headers: {
        ...{ cookie, origin: service.url, 'x-guichet-dashboard': '1', 'content-type': type },
        ...(length !== undefined && { 'content-length': length }),
      },
    });
    sending.once('error', reject);
    sending.once('response', async (response) => {
      const text = (await response.setEncoding('utf8').toArray()).join('');
      // After an early refusal, the rest is never sent.
      sending.destroy();
      resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) });
    });
    Readable.from(content, { objectMode: false }).pipe(sending);
  });
}

/** Sends the head of an upload and nothing of the file. */
function open(visit: Visit, headers: readonly string[]) {
  const { hostname, port, host } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  const cookie = [...visit.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const head = [
    `POST /dashboard/api/${service.demo.merchant_id}/test/payout-batches HTTP/1.1`,
    ...[`host: ${host}`, `cookie: ${cookie}`, `origin: ${service.url}`, 'x-guichet-dashboard: 1'],
    ...headers,
  ];
  let heard = '';
  socket.setEncoding('utf8').on('data', (text) => {
    heard += text;
  });
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  return {
    socket,
    closed: once(socket, 'close'),
    /** Waits until the response matches. @returns what the group in the pattern matched */
    hear: async (pattern: RegExp): Promise<string | undefined> => {
      while (!pattern.test(heard)) await once(socket, 'data');
      return pattern.exec(heard)?.[1];
    },
  };
}

interface Detail {
  readonly batch: {
    readonly id: string;
    readonly status: string;
    readonly lines: number;
    readonly states: unknown;
  };
  readonly findings: readonly { readonly line: number | null; readonly code: string }[];
}

const text = (content: string): Iterable<Uint8Array> => [Buffer.from(content)];
const heading = 'amount;currency;phone;last name\r\n';
const two = `${heading}100;XOF;+2250504030200;<img src=x onerror=alert(1)>\r\n200;XOF;+2250504030200;=1+1\r\n`;

/** @param broken number of the invalid line */
function* manyLines(count: number, broken?: number): Generator<Uint8Array> {
  yield Buffer.from(heading);
  for (let line = 2; line < count + 2; line++) {
    const phone = `+22505${String(line).padStart(8, '0')}`;
    yield Buffer.from(`${line === broken ? 'x' : '10'};XOF;${phone};Awa Koné\r\n`);
  }
}

/** Generates this many bytes as they are sent. */
function* bytes(size: number, sent: { count: number }): Generator<Uint8Array> {
  const part = Buffer.from(`${'a'.repeat(1023)}\n`.repeat(64));
  yield Buffer.from(heading);
  for (; sent.count < size; sent.count += part.length) yield part;
}

describe('a file of payouts over HTTP', () => {
  test.each([
    ['is removed', 'DELETE', undefined, 401],
    ['gets another role', 'PATCH', { role: 'viewer' }, 403],
  ])('is not stored if its sender %s during the upload', async (_, method, change, status) => {
    const sender = await visitAs(service, 'finance');
    const slow = (async function* () {
      const [head = '', ...lines] = two.split(/(?<=\n)/);
      yield Buffer.from(head);
      expect((await owner.ask(method, `/team/members/${sender.id}`, change)).status).toBe(200);
      // The result of a check of access is reused for a second.
      await setTimeout(1_100);
      yield Buffer.from(lines.join(''));
    })();
    expect(await upload(sender, slow)).toMatchObject({ status });
    const { rows } = await service.ctx.pool.query('select from payout_batches where made_by = $1', [
      sender.id,
    ]);
    expect(rows).toEqual([]);
  });

  test('is uploaded, confirmed by another person, followed and exported', async () => {
    const uploaded = await upload(finance, text(two));
    expect(uploaded).toMatchObject({
      status: 201,
      body: { data: { batch: { status: 'checked', lines: 2 } } },
    });
    const { id } = uploaded.body.data.batch;
    const confirmed = await owner.ask('POST', `/payout-batches/${id}/confirmation`, {});
    expect(confirmed).toMatchObject({ status: 200, body: { data: { batch: { status: 'confirmed' } } } });
    const again = await finance.ask('POST', `/payout-batches/${id}/confirmation`, {});
    expect(again).toMatchObject({ status: 409, body: { code: 'conflict' } });
    await expect
      .poll(async () => (await viewer.ask('GET', `/payout-batches/${id}`)).body.data.batch.states, {
        timeout: 20_000,
      })
      .toEqual([{ state: 'success', payouts: 2 }]);
    const list = await viewer.ask('GET', `/payouts?batch=${id}`);
    expect(list.body.data.items).toHaveLength(2);
    expect((await viewer.ask('GET', '/payout-batches')).body.data.items).toMatchObject([{ id }]);
    const results = await viewer.ask('GET', `/payout-batches/${id}/lines.csv`);
    expect(results.headers.get('content-disposition')).toBe('attachment; filename="payouts-of-file.csv"');
    expect(results.body).toMatch(/3,,success,200,XOF,\+2250504030200,mtn_ci,,'=1\+1,,po_/);
  });

  test('with one invalid line in 10,000 sends nothing, and shows that line', async () => {
    const { status, body } = await upload(finance, manyLines(10_000, 6_543));
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      batch: { status: 'refused', lines: 10_000 },
      findings: [{ line: 6_543, code: 'amount_unreadable' }],
    });
  });

  test(`of ${right_lines} valid lines is checked, and confirmed in one request`, {
    timeout: 120_000,
  }, async () => {
    await fundSandbox(service.ctx, commandOf(service.demo.merchant_id), {
      currency: 'XOF',
      amount: 1_000_000,
    });
    // With this rule the payouts await approval: they are created here, but not sent.
    await owner.ask('PUT', '/payout-rules/XOF', { approval_above: 0, low_balance: null });
    const { body } = await upload(finance, manyLines(right_lines));
    const { id } = body.data.batch;
    const path = `/payout-batches/${id}`;
    const confirmed = await finance.ask('POST', `${path}/confirmation`, {});
    expect(confirmed.body.data.batch.states).toEqual([{ state: 'waiting', payouts: right_lines }]);
    const listed = await finance.ask('GET', '/payout-batches');
    expect(listed.status).toBe(200);
    // The rule is deleted directly, because removing it in the dashboard requires a second person.
    await service.ctx.pool.query('delete from payout_rules');
  });

  test.each([
    ['of 100 MB with its length declared', 100 * megabyte],
    ['of 100 MB without its length', undefined],
  ])('%s is refused with a reason, and is not kept in memory', { timeout: 60_000 }, async (_, length) => {
    const sent = { count: 0 };
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().arrayBuffers);
    }, 5);
    const before = process.memoryUsage().arrayBuffers;
    const answer = await upload(finance, bytes(100 * megabyte, sent), { ...(length && { length }) });
    clearInterval(watch);
    expect(answer).toMatchObject({
      status: 413,
      body: { code: 'body_too_large', message: 'The file is larger than 5 MB. Split it into several files.' },
    });
    // The sender's memory is included, because sender and receiver are both in this process.
    expect(most - before).toBeLessThan(20 * megabyte);
  });

  test.each<[what: string, type: string, status: number]>([
    ['as JSON', 'application/json', 415],
    ['as a form', 'multipart/form-data; boundary=x', 415],
    ['as bytes', 'application/octet-stream', 201],
    ['as text with a character set', 'text/csv; charset=utf-8', 201],
  ])('is accepted only with a binary or CSV content type (sent %s)', async (_, type, status) => {
    expect((await upload(finance, text(two), { type })).status).toBe(status);
  });

  test('is refused by JSON routes', async () => {
    const path = `/api/${service.demo.merchant_id}/test/payouts`;
    const answer = await finance.send('POST', path, { body: {}, headers: { 'content-type': 'text/csv' } });
    expect(answer).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } });
  });

  test('by a viewer is refused, whatever its size', { timeout: 60_000 }, async () => {
    const answer = await upload(viewer, bytes(20 * megabyte, { count: 0 }));
    expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  });

  test.each<[what: string, visit: () => Visit, headers: readonly string[], status: number]>([
    ['too long', () => finance, ['content-type: text/csv', `content-length: ${100 * megabyte}`], 413],
    [
      'of an unsupported type',
      () => finance,
      ['content-type: application/json', 'content-length: 99999'],
      415,
    ],
    ['by a viewer', () => viewer, ['content-type: text/csv', 'transfer-encoding: chunked'], 403],
  ])(
    'refused early (%s) has its connection closed if nothing more is sent',
    // Less than the 30 seconds that any request may take.
    { timeout: 20_000 },
    async (_, visit, headers, status) => {
      const connection = open(visit(), headers);
      expect(await connection.hear(/^HTTP\/1\.1 (\d+)/)).toBe(String(status));
      await connection.closed;
    },
  );

  test('is read to its end even after an early refusal, so that the connection stays usable', {
    timeout: 60_000,
  }, async () => {
    const size = 6 * megabyte;
    const connection = open(finance, ['content-type: text/csv', `content-length: ${size}`]);
    expect(await connection.hear(/^HTTP\/1\.1 (\d+)/)).toBe('413');
    const parts = 6;
    for (let part = 0; part < parts; part++) {
      connection.socket.write(Buffer.alloc(size / parts, 'a'));
      await setTimeout(700);
    }
    connection.socket.write(`GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    expect(await connection.hear(/HTTP\/1\.1 (200)/)).toBe('200');
    await connection.closed;
  });

  test('that is interrupted leaves nothing behind', async () => {
    const before = (await viewer.ask('GET', '/payout-batches?limit=100')).body.data.items.length;
    async function* broken() {
      yield Buffer.from(two);
      throw new Error('the cable was pulled');
    }
    const cookie = [...finance.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const sending = fetch(`${service.url}/dashboard/api/${service.demo.merchant_id}/test/payout-batches`, {
      method: 'POST',
      headers: { cookie, origin: service.url, 'x-guichet-dashboard': '1', 'content-type': 'text/csv' },
      body: ReadableStream.from(broken()),
      duplex: 'half',
    } as RequestInit);
    await expect(sending).rejects.toThrow();
    expect((await viewer.ask('GET', '/payout-batches?limit=100')).body.data.items).toHaveLength(before);
  });
});
