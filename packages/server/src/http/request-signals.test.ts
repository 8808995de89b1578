import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { send } from '../testing/send.ts';
import { makeApp } from './make-app.ts';
import { makeRequestSignals } from './request-signals.ts';

/** A server that responds when the request's signal aborts, and immediately under `/quick`. */
async function start() {
  const app = makeApp(pino({ level: 'silent' }));
  const signalOf = makeRequestSignals(app);
  const signals: AbortSignal[] = [];
  app.get('/quick', async (_request, reply) => {
    signals.push(signalOf(reply));
    return 'quick';
  });
  app.get('/slow', async (_request, reply) => {
    const signal = signalOf(reply);
    signals.push(signal);
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    return 'ended';
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  return { app, signals, url: `http://127.0.0.1:${port}` };
}

test('a finished request aborts its signal', async () => {
  const { signals, url } = await start();
  expect((await send(url, '/quick')).text).toBe('quick');
  await expect.poll(() => signals.map(({ aborted }) => aborted)).toEqual([true]);
});

test('a client that disconnects aborts its own signal only', async () => {
  const { signals, url } = await start();
  const gone = request(`${url}/slow`).end();
  gone.on('error', () => {});
  await expect.poll(() => signals.length).toBe(1);
  const stays = send(url, '/slow');
  await expect.poll(() => signals.length).toBe(2);
  gone.destroy();
  await expect.poll(() => signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  void stays;
});

test('stopping aborts all signals, and the requests still get responses', async () => {
  const { app, signals, url } = await start();
  const answers = [send(url, '/slow'), send(url, '/slow')];
  await expect.poll(() => signals.length).toBe(2);
  await app.close();
  expect((await Promise.all(answers)).map(({ text }) => text)).toEqual(['ended', 'ended']);
});
