import { pino } from 'pino';
import { beforeAll, expect, test } from 'vitest';
import { openSocket, readAnswer, readToEnd } from '../testing/send-bytes.ts';
import { makeApp } from './make-app.ts';

/**
 * For each connection, the seconds from the start of its last request until it was closed, and the text received.
 */
const closed_s: Record<string, { seconds: number; text: string }> = {};

const whole = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n';
const cases: Readonly<Record<string, { before?: string; begins: string; goes_on?: string }>> = {
  'nothing at all': { begins: '' },
  'a header that never ends': { begins: 'GET / HTTP/1.1\r\nhost: a\r\nx-a: ' },
  'a header that never ends, byte by byte': { begins: 'GET / HTTP/1.1\r\nx-a: ', goes_on: 'a' },
  'the header of a second request': { before: whole, begins: 'GET / HTTP/1.1\r\nhost: a\r\nx-a: ' },
  'the header of a second request, byte by byte': {
    before: whole,
    begins: 'GET / HTTP/1.1\r\nx-a: ',
    goes_on: 'a',
  },
  'a body that never ends': { begins: 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\n{' },
};

// The cases run concurrently, because each takes half a minute.
beforeAll(async () => {
  const app = makeApp(pino({ level: 'silent' }));
  app.get('/', async () => 'seen');
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.post('/', async () => 'taken');
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  await Promise.all(
    Object.entries(cases).map(async ([name, { before, begins, goes_on }]) => {
      const socket = await openSocket(url);
      const end = readToEnd(socket);
      if (before) {
        socket.write(before);
        await new Promise((resolve) => socket.once('data', resolve));
      }
      const began_ms = performance.now();
      socket.write(begins);
      const drip = setInterval(() => goes_on && socket.writable && socket.write(goes_on), 1_000);
      const text = await end;
      clearInterval(drip);
      closed_s[name] = { seconds: (performance.now() - began_ms) / 1000, text };
    }),
  );
  await app.close();
}, 120_000);

test.each(Object.keys(cases))('%s is cut off after 30 s', (name) => {
  const { seconds, text } = closed_s[name] ?? { seconds: 0, text: '' };
  expect(seconds).toBeGreaterThan(29.5);
  // The server checks every second; the rest of the margin allows for a busy machine.
  expect(seconds).toBeLessThan(45);
  if (name !== 'nothing at all')
    expect(readAnswer(text.slice(text.lastIndexOf('HTTP/1.1'))).status).toBe(408);
});
