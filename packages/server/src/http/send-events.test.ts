import { getEventListeners } from 'node:events';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import type { ServerSentEvent } from '../api-v1/operation.ts';
import { makeApp } from './make-app.ts';
import { makeEventSender } from './send-events.ts';

type Events = (signal: AbortSignal) => AsyncIterable<ServerSentEvent>;

/** Opens a stream of events from a server. */
async function openStream(events: Events, heartbeat_ms?: number) {
  const app = makeApp(pino({ level: 'silent' }));
  const opened: AbortSignal[] = [];
  const send = makeEventSender(app, { open: { holdStream: () => undefined } as never }, heartbeat_ms);
  app.get('/events', (request, reply) =>
    send(request, reply, null, async (signal) => {
      opened.push(signal);
      return events(signal);
    }),
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const left = new AbortController();
  const response = await fetch(`http://127.0.0.1:${port}/events`, { signal: left.signal });
  const reader = (response.body as ReadableStream<Uint8Array>)
    .pipeThrough(new TextDecoderStream())
    .getReader();
  let received = '';
  /** Reads the next message: a comment may arrive together with others. */
  const read = async (): Promise<string | undefined> => {
    while (!received.includes('\n\n')) {
      const { value, done } = await reader.read();
      if (done) return undefined;
      received += value;
    }
    const end = received.indexOf('\n\n') + 2;
    const message = received.slice(0, end);
    received = received.slice(end);
    return message;
  };
  return { read, leave: () => left.abort(), signal: opened[0] as AbortSignal };
}

test('a silent stream is kept open by comments, which leave no listeners behind', async () => {
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>();
  const { read, signal } = await openStream(async function* () {
    await arrival;
    yield { id: 'evt_1', event: 'payment.success', data: { a: 1 } };
  }, 20);
  expect(await read()).toBe('retry: 2000\n\n');
  const listeners = getEventListeners(signal, 'abort').length;
  for (let time = 0; time < 3; time++) {
    expect(await read()).toBe(': still here\n\n');
    expect(getEventListeners(signal, 'abort')).toHaveLength(listeners);
  }
  arrive();
  let message = await read();
  while (message === ': still here\n\n') message = await read();
  expect(message).toBe('id: evt_1\nevent: payment.success\ndata: {"a":1}\n\n');
  expect(await read()).toBeUndefined();
});

test('the events end when the client disconnects, even while the stream is silent', async () => {
  const { promise: ended, resolve: end } = Promise.withResolvers<string>();
  const { read, leave } = await openStream(async function* (signal) {
    try {
      yield { event: 'first', data: 1 };
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    } finally {
      end('ended');
    }
  });
  await read();
  leave();
  expect(await ended).toBe('ended');
});

test('an error while producing events ends the stream', async () => {
  const { read } = await openStream(async function* () {
    yield { event: 'first', data: 1 };
    throw new Error('the database has gone');
  });
  await expect(
    (async () => {
      while ((await read()) !== undefined);
    })(),
  ).rejects.toThrow();
});
