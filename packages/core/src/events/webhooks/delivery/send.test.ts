import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Receiver, startReceiver } from '../../../../../../test-support/receiver.ts';
import { makeSender, type Sender } from './send.ts';

let sender: Sender;
let receiver: Receiver | undefined;
beforeEach(() => {
  sender = makeSender({ networks: ['127.0.0.0/8'], deadline_ms: 10_000 });
});
afterEach(async () => {
  await sender.close();
  await receiver?.close();
  receiver = undefined;
});

type Answer = (response: ServerResponse, request: object, count: number) => void;

async function sendTo(answer: Answer, with_sender: Sender = sender) {
  receiver = await startReceiver(answer);
  return with_sender.send(receiver.url, { 'x-test': 'yes', 'content-type': 'application/json' }, '{"a":"é"}');
}

describe('sending a webhook', () => {
  it('posts the body unchanged, with the headers', async () => {
    const result = await sendTo((response) => response.writeHead(200).end('thanks'));
    expect(result).toEqual({
      status_code: 200,
      error: null,
      response_excerpt: 'thanks',
      retry_after: undefined,
      duration_ms: expect.any(Number),
    });
    expect(receiver?.requests).toMatchObject([
      {
        method: 'POST',
        path: '/hook',
        headers: { 'x-test': 'yes', 'content-type': 'application/json', 'content-length': '10' },
        body: '{"a":"é"}',
      },
    ]);
  });

  it.each([201, 204, 400, 404, 410, 429, 500, 503])('returns a response status of %i', async (status) => {
    const result = await sendTo((response) => response.writeHead(status).end());
    expect(result).toMatchObject({ status_code: status, error: null, response_excerpt: '' });
  });

  it.each([301, 302, 303, 307, 308])('does not follow a %i redirect', async (status) => {
    const result = await sendTo((response) => response.writeHead(status, { location: '/elsewhere' }).end());
    expect(result).toMatchObject({ status_code: status, error: null });
    expect(receiver?.requests).toHaveLength(1);
  });

  it.each<[string[], string | undefined]>([
    [['retry-after', '120'], '120'],
    [['Retry-After', 'Sat, 31 Jan 2026 10:01:30 GMT'], 'Sat, 31 Jan 2026 10:01:30 GMT'],
    [['retry-after', '7', 'retry-after', '9'], '7'],
    [[], undefined],
  ])('returns Retry-After: %j', async (headers, retry_after) => {
    const result = await sendTo((response) => response.writeHead(503, headers).end());
    expect(result.retry_after).toBe(retry_after);
  });
});

describe('the excerpt of a response', () => {
  it('is its first 4,096 characters', async () => {
    const { response_excerpt } = await sendTo((response) => response.end('x'.repeat(5000)));
    expect(response_excerpt).toBe('x'.repeat(4096));
  });

  it('is text that PostgreSQL can store, whatever bytes arrived', async () => {
    const bytes = Buffer.from([0x61, 0x00, 0xff, 0xfe, 0xc3, 0xed, 0xa0, 0x80, 0x62]);
    const { response_excerpt } = await sendTo((response) => response.end(bytes));
    expect(response_excerpt).not.toContain('\u0000');
    expect(response_excerpt?.isWellFormed()).toBe(true);
    expect(response_excerpt).toMatch(/^a.*b$/s);
  });

  it('does not end in half an emoji', async () => {
    const { response_excerpt } = await sendTo((response) => response.end(`${'x'.repeat(4095)}😀`));
    expect(response_excerpt?.isWellFormed()).toBe(true);
  });

  it('of an endless response is truncated, and the connection is closed', async () => {
    let tellClosed = (): void => undefined;
    const closed = new Promise<void>((resolve) => {
      tellClosed = resolve;
    });
    const result = await sendTo((response) => {
      const pour = (): void => {
        while (!response.destroyed && response.write('x'.repeat(1024)));
      };
      response.on('drain', pour).on('close', tellClosed);
      pour();
    });
    expect(result).toMatchObject({ status_code: 200, error: null, response_excerpt: 'x'.repeat(4096) });
    await closed;
  });
});

describe('a failed request', () => {
  const impatient = makeSender({ networks: ['127.0.0.0/8'], deadline_ms: 100 });
  afterAll(() => impatient.close());

  it.each<[string, Answer]>([
    ['never responds', () => undefined],
    ['responds slowly without end', (response) => void response.write('one moment')],
    [
      'sends headers and nothing more',
      (response) => response.writeHead(200, { 'content-length': '5' }).flushHeaders(),
    ],
  ])('times out when the receiver %s', async (_, answer) => {
    const result = await sendTo(answer, impatient);
    expect(result).toMatchObject({
      status_code: null,
      error: 'no complete response within 0.1 s',
      response_excerpt: null,
    });
  });

  it('reports a refused connection', async () => {
    receiver = await startReceiver();
    const { url } = receiver;
    await receiver.close();
    expect(await sender.send(url, {}, '')).toMatchObject({
      status_code: null,
      error: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it.each<[string, Answer]>([
    ['at once', (response) => response.destroy()],
    [
      'in the middle',
      (response) => response.writeHead(200, { 'content-length': '50' }).write('x', () => response.destroy()),
    ],
  ])('reports a connection that is closed %s', async (_, answer) => {
    const result = await sendTo(answer);
    expect(result.status_code).toBeNull();
    expect(result.error).toMatch(/other side closed|terminated|aborted|reset/);
  });

  it('reports headers that are too long', async () => {
    const result = await sendTo((response) =>
      response.writeHead(200, { 'x-long': 'x'.repeat(20_000) }).end(),
    );
    expect(result).toMatchObject({
      status_code: null,
      error: expect.stringContaining('UND_ERR_HEADERS_OVERFLOW'),
    });
  });

  it('reports a response that is not HTTP', async () => {
    const result = await sendTo((response) => response.socket?.end('SSH-2.0-OpenSSH_9.6\r\n'));
    expect(result).toMatchObject({
      status_code: null,
      error: expect.stringContaining('does not match the HTTP/1.1 protocol'),
    });
  });

  it('reports an invalid address', async () => {
    expect(await sender.send('nowhere', {}, '')).toMatchObject({
      status_code: null,
      error: expect.stringContaining('Invalid URL'),
    });
  });

  it('is described in at most 500 characters', async () => {
    const result = await sender.send(`http://${'x'.repeat(2000)}.invalid/`, {}, '');
    expect(result.error?.length).toBeLessThanOrEqual(500);
  });
});

describe('local addresses', () => {
  const guarded = makeSender({ networks: [] });
  afterAll(() => guarded.close());

  it.each([
    '127.0.0.1',
    'localhost',
    'localhost.',
    '0x7f.1',
    '127.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '0.0.0.0',
  ])('are not reachable as %s', async (host) => {
    receiver = await startReceiver();
    const url = new URL(receiver.url);
    const result = await guarded.send(`http://${host}:${url.port}/hook`, {}, '');
    expect(result.status_code).toBeNull();
    expect(result.error).toMatch(/is not a public address$/);
    expect(receiver.requests).toEqual([]);
  });
});
