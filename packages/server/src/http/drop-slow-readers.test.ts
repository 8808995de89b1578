import { setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSocket, readToEnd } from '../testing/send-bytes.ts';
import { makeApp } from './make-app.ts';

/** Larger than the buffers of a connection. */
const long = 'x'.repeat(20_000_000);
/** Small enough for the buffers, even if the client is slow. */
const medium = 'x'.repeat(50_000);
const taken_within_ms = 500;
const app = makeApp(pino({ level: 'silent' }), { taken_within_ms });
let url: string;
beforeAll(async () => {
  app.get('/long', async () => long);
  app.get('/medium', async () => medium);
  url = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

const request = 'GET /long HTTP/1.1\r\nhost: a\r\n\r\n';
const countConnections = (): Promise<number> =>
  new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)));

test('a client that does not read its response is disconnected', async () => {
  const socket = await openSocket(url);
  socket.pause().write(request);
  await expect.poll(countConnections).toBe(1);
  await expect.poll(countConnections).toBe(0);
  expect((await readToEnd(socket.resume())).length).toBeLessThan(long.length);
});

test('a client that has read its response stays connected', async () => {
  const response = await fetch(`${url}/medium`);
  expect(await response.text()).toBe(medium);
  await setTimeout(taken_within_ms + 100);
  expect(await countConnections()).toBe(1);
});
