import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startTestService, type TestService } from '../../../../test-support/service.ts';
import { at_once_default, type Config } from '../config.ts';
import { callApi, initialize_path, makeCheckout } from '../testing/api.ts';
import { type EventStream, openEvents } from '../testing/event-stream.ts';
import { openSocket, readAnswer, readToEnd, sendBytes } from '../testing/send-bytes.ts';
import { limitConnections } from './limit-connections.ts';
import { makeOpenLimits } from './limit-open.ts';
import { makeApp } from './make-app.ts';
import { makePlaces, type Places } from './places.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    env: {
      TRUSTED_PROXIES: '127.0.0.1',
      STREAMS_PER_ADDRESS_MAX: '12',
      STREAMS_MAX: '30',
      BODIES_PER_ADDRESS_MAX: '3',
      BODIES_MAX: '5',
    },
  });
});
afterAll(() => service.stop());

const from = (address: string) => ({ 'x-forwarded-for': address });

/** Opens streams one after the other. @returns all of them, the number admitted, and those refused */
async function openMany(count: number, path: (index: number) => string, headers: (index: number) => object) {
  const streams: EventStream[] = [];
  onTestFinished(() => {
    for (const stream of streams) stream.leave();
  });
  for (let index = 0; index < count; index++) {
    streams.push(await openEvents(service.url, path(index), { ...headers(index) }));
  }
  const refused = streams.filter(({ status }) => status !== 200);
  return { streams, open: streams.length - refused.length, refused };
}

async function expectRefused({ status, headers, text }: EventStream): Promise<void> {
  expect({ status, retry_after: headers['retry-after'] }).toEqual({ status: 429, retry_after: '15' });
  await expect.poll(text).toContain('"code":"rate_limited"');
}

/**
 * Waits until a stream is admitted: the service takes a moment to notice that streams of earlier tests were closed.
 */
const untilFree = (path: string, address: string) =>
  expect
    .poll(async () => {
      const stream = await openEvents(service.url, path, from(address));
      stream.leave();
      return stream.status;
    })
    .toBe(200);

describe('event streams', () => {
  test('of one session are limited to 10, whatever their source; a new one can open once one ends', async () => {
    const { token } = await makeCheckout(service);
    const path = `/api/v1/checkout/${token}/events`;
    const { streams, open, refused } = await openMany(
      12,
      () => path,
      (index) => from(`192.0.2.${index}`),
    );
    expect(open).toBe(10);
    for (const one of refused) await expectRefused(one);
    streams[3]?.leave();
    await untilFree(path, '192.0.2.99');
  });

  test('from one address are limited to the configured number, whatever their kind; IPv6 addresses are grouped by /64', async () => {
    const tokens = await Promise.all(Array.from({ length: 4 }, () => makeCheckout(service)));
    const path = (index: number) => `/api/v1/checkout/${tokens[index % 4]?.token}/events`;
    const { open, refused } = await openMany(14, path, (index) => from(`2001:db8::${index + 1}`));
    expect({ open, refused: refused.length }).toEqual({ open: 12, refused: 2 });
    const other = await openEvents(service.url, path(0), from('2001:db8:0:1::1'));
    expect(other.status).toBe(200);
    other.leave();
    const headers = { authorization: `Bearer ${service.demo.test_key}`, ...from('2001:db8::1') };
    await expectRefused(await openEvents(service.url, '/api/v1/events/stream', headers));
  });

  test('of one process are limited to the configured number', async () => {
    const tokens = await Promise.all(Array.from({ length: 4 }, () => makeCheckout(service)));
    const path = (index: number) => `/api/v1/checkout/${tokens[index % 4]?.token}/events`;
    await untilFree(path(0), '198.51.100.99');
    await expect
      .poll(
        async () => {
          const { open, streams } = await openMany(32, path, (index) => from(`198.51.100.${index}`));
          for (const stream of streams) stream.leave();
          return open;
        },
        { timeout: 20_000 },
      )
      .toBe(30);
  });

  test('that are refused or interrupted while opening do not count against the limits', async () => {
    const { token } = await makeCheckout(service);
    const gone = `/api/v1/checkout/${'A'.repeat(43)}/events`;
    for (let index = 0; index < 15; index++) {
      expect((await openEvents(service.url, gone, from('203.0.113.1'))).status).toBe(404);
    }
    const path = `/api/v1/checkout/${token}/events`;
    for (let index = 0; index < 40; index++) {
      const socket = await openSocket(service.url);
      socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\nx-forwarded-for: 203.0.113.1\r\n\r\n`);
      if (index % 2 === 0) await setTimeout(index / 4);
      socket.resetAndDestroy();
    }
    await untilFree(path, '203.0.113.1');
    const { open } = await openMany(
      10,
      () => path,
      () => from('203.0.113.1'),
    );
    expect(open).toBe(10);
  });
});

describe('request bodies being received', () => {
  const head = (address: string) =>
    `POST ${initialize_path} HTTP/1.1\r\nhost: a\r\nx-forwarded-for: ${address}\r\n` +
    `authorization: Bearer ${service.demo.test_key}\r\ncontent-type: application/json\r\ncontent-length: 999\r\n\r\n{`;

  async function beginBodies(count: number, address: (index: number) => string): Promise<Socket[]> {
    const sockets: Socket[] = [];
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
    });
    for (let index = 0; index < count; index++) {
      const socket = await openSocket(service.url);
      socket.on('error', () => {});
      socket.write(head(address(index)));
      sockets.push(socket);
    }
    return sockets;
  }
  const answerTo = async (address: string) => {
    const { status, head: fields, body } = readAnswer(await sendBytes(service.url, head(address)));
    return { status, fields, body: JSON.parse(body) };
  };
  const whole = (address: string) =>
    callApi(service, initialize_path, {
      method: 'POST',
      key: service.demo.test_key,
      json: { amount: 500, currency: 'XOF', return_url: 'https://shop.example' },
      headers: from(address),
    });

  test('from one address are limited to the configured number; one more gets a 429 and its connection is closed', async () => {
    const sockets = await beginBodies(3, () => '192.0.2.50');
    const { status, fields, body } = await answerTo('192.0.2.50');
    expect({ status, code: body.code }).toEqual({ status: 429, code: 'rate_limited' });
    expect(fields).toMatch(/^retry-after: 1\r$/m);
    expect(fields).toMatch(/^connection: close\r$/m);
    expect((await whole('192.0.2.51')).status).toBe(201);
    for (const socket of sockets) socket.resetAndDestroy();
    await expect.poll(async () => (await whole('192.0.2.50')).status).toBe(201);
  });

  test('in one process are limited to the configured number; requests without a body do not count', async () => {
    await beginBodies(5, (index) => `198.51.100.${index}`);
    await expect.poll(async () => (await answerTo('198.51.100.9')).status).toBe(429);
    expect((await callApi(service, '/healthz')).status).toBe(200);
  });
});

describe('connections', () => {
  async function start(at_once: Partial<Config['at_once']>, trusted_proxies: readonly string[] = []) {
    const warnings: object[] = [];
    const log = { ...pino({ level: 'silent' }), warn: (fields: object) => void warnings.push(fields) };
    const app = makeApp(pino({ level: 'silent' }));
    const config = { at_once: { ...at_once_default, ...at_once }, trusted_proxies };
    const places = limitConnections(app, { log: log as never }, config);
    app.get('/', async () => 'seen');
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    onTestFinished(() => app.close());
    return { url, places, warnings };
  }
  /** Sockets that were closed before we received them are left out. */
  async function openSockets(url: string, count: number): Promise<Socket[]> {
    const opened = await Promise.allSettled(Array.from({ length: count }, () => openSocket(url)));
    const sockets = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    for (const socket of sockets) socket.on('error', () => {}).resume();
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
    });
    return sockets;
  }
  const openOf = (sockets: readonly Socket[]) =>
    sockets.filter(({ closed, destroyed }) => !closed && !destroyed).length;
  const get = 'GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n';

  test('from one address are limited to the configured number; any more are closed, and logged once', async () => {
    const { url, places, warnings } = await start({ connections_per_address_max: 5 });
    const sockets = await openSockets(url, 9);
    await expect.poll(() => openOf(sockets)).toBe(5);
    expect(warnings).toEqual([{ address: '127.0.0.1', refused: 1 }]);
    expect(await sendBytes(url, get)).toBe('');
    for (const socket of sockets) socket.resetAndDestroy();
    await expect.poll(() => places.subjects).toBe(0);
    expect(readAnswer(await sendBytes(url, get))).toMatchObject({ status: 200, body: 'seen' });
  });

  test('from a trusted proxy are not counted, because they belong to many clients', async () => {
    const { url, places } = await start({ connections_per_address_max: 5 }, ['127.0.0.0/8']);
    const sockets = await openSockets(url, 9);
    expect(readAnswer(await sendBytes(url, get)).status).toBe(200);
    expect({ open: openOf(sockets), counted: places.subjects }).toEqual({ open: 9, counted: 0 });
  });

  test('to one process are limited to the configured number', async () => {
    const { url } = await start({ connections_max: 5 });
    const sockets = await openSockets(url, 9);
    await expect.poll(() => openOf(sockets)).toBe(5);
  });
});

describe('a place within the limits is freed', () => {
  /** Starts a server with streams that throw, end, break or continue, and a route that reads a body. */
  async function start(): Promise<{ url: string; places: Places; seen: string[] }> {
    const seen: string[] = [];
    const app = makeApp(pino({ level: 'silent' }));
    const places = makePlaces();
    const limits = makeOpenLimits({ at_once: at_once_default }, () => '192.0.2.1', places);
    app.addHook('onRequest', async (request, reply) => limits.holdBody(request, reply));
    app.get('/:what', async (request, reply) => {
      const { what } = request.params as { what: string };
      // The client disconnects while it is being admitted.
      if (what === 'late') await once(reply.raw, 'close');
      limits.holdStream(request, reply, { token: 'a' });
      seen.push(what);
      if (what === 'throws') throw new Error('broken');
      if (what === 'ends') return 'over';
      if (what === 'breaks') request.socket.destroy();
      if (what === 'resets') request.socket.resetAndDestroy();
      reply.hijack();
      reply.raw.write('on and on');
    });
    app.post('/', async () => 'taken');
    await app.listen({ port: 0, host: '127.0.0.1' });
    onTestFinished(() => app.close());
    return { url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, places, seen };
  }

  test.each(['GET /throws', 'GET /ends', 'GET /breaks', 'GET /resets', 'GET /unknown/route', 'POST / '])(
    'after %s',
    async (line) => {
      const { url, places } = await start();
      const [method, path = '/'] = line.split(' ');
      const body =
        method === 'POST' ? 'content-type: application/json\r\ncontent-length: 2\r\n\r\n{}' : '\r\n';
      const bytes = `${method} ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n${body}`;
      await sendBytes(url, bytes);
      await expect.poll(() => places.subjects).toBe(0);
    },
  );

  test('after a client disconnects before it is admitted', async () => {
    const { url, places, seen } = await start();
    const socket = await openSocket(url);
    socket.write('GET /late HTTP/1.1\r\nhost: a\r\n\r\n');
    await setTimeout(50);
    socket.destroy();
    await expect.poll(() => seen).toEqual(['late']);
    expect(places.subjects).toBe(0);
  });

  test.each(['destroy', 'resetAndDestroy', 'end'] as const)(
    'after a client disconnects with %s',
    async (how) => {
      const { url, places } = await start();
      for (const bytes of [
        'GET /on HTTP/1.1\r\nhost: a\r\n\r\n',
        'POST / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
      ]) {
        const socket = await openSocket(url);
        const end = readToEnd(socket);
        socket.write(bytes);
        await expect.poll(() => places.subjects).toBeGreaterThan(0);
        socket[how]();
        if (how === 'end') await setTimeout(50).then(() => socket.destroy());
        await end;
        await expect.poll(() => places.subjects).toBe(0);
      }
    },
  );
});
