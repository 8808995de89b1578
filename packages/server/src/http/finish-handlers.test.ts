import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { send } from '../testing/send.ts';
import { makeApp } from './make-app.ts';

/** Starts a server whose handlers end when `release` is called. */
async function start() {
  const app = makeApp(pino({ level: 'silent' }));
  const done: string[] = [];
  const { promise, resolve: release } = Promise.withResolvers<void>();
  const begun: string[] = [];
  app.get<{ Params: { name: string } }>('/slow/:name', async ({ params }) => {
    begun.push(params.name);
    await promise;
    done.push(params.name);
    return 'slow';
  });
  app.get('/fails', async () => {
    begun.push('fails');
    await promise;
    done.push('fails');
    throw new Error('of no interest');
  });
  app.get('/throws', () => {
    throw new Error('of no interest');
  });
  app.get('/hijacked', (_request, reply) => {
    reply.hijack();
    reply.raw.end('hijacked');
  });
  app.get(
    '/refused',
    { onRequest: async (_request, reply) => reply.status(401).send() },
    async () => 'never',
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  return { app, begun, done, release, url: `http://127.0.0.1:${port}` };
}

test('closing waits for the handlers of disconnected clients', async () => {
  const { app, begun, done, release, url } = await start();
  for (const path of ['/slow/a', '/slow/b', '/fails']) {
    const gone = request(`${url}${path}`).end();
    gone.on('error', () => {});
    await expect.poll(() => begun.includes(path.split('/').at(-1) as string)).toBe(true);
    gone.destroy();
  }
  let isClosed = false;
  const closed = app.close().then(() => {
    isClosed = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(isClosed).toBe(false);
  release();
  await closed;
  expect(done.toSorted()).toEqual(['a', 'b', 'fails']);
});

test('closing does not wait for requests that were completed, refused, unknown or hijacked', async () => {
  const { app, release, url } = await start();
  release();
  const answers = [
    await send(url, '/slow/a'),
    await send(url, '/fails'),
    await send(url, '/throws'),
    await send(url, '/refused'),
    await send(url, '/unknown'),
    await send(url, '/hijacked'),
    await send(url, '/slow/a', { method: 'DELETE' }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 500, 500, 401, 404, 200, 404]);
  await app.close();
});
