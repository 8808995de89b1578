import { Readable } from 'node:stream';
import { makeApp } from '@guichet/server/http/make-app';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { type AnswerWatch, makeAnswerWatch } from './watch-answers.ts';

async function startWatched(
  addRoutes: (app: ReturnType<typeof makeApp>) => void,
): Promise<{ url: string; watch: AnswerWatch }> {
  const watch = await makeAnswerWatch();
  const app = makeApp(pino({ level: 'silent' }));
  onTestFinished(() => app.close());
  watch.attach(app);
  addRoutes(app);
  return { url: await app.listen({ port: 0, host: '127.0.0.1' }), watch };
}

test('an undocumented response is reported, once', async () => {
  const { url, watch } = await startWatched((app) => {
    app.get('/api/v1/payments/:id', async () => ({ message: 'Found.', data: {}, errors: null }));
  });
  for (const id of ['pay_1', 'pay_2']) expect((await fetch(`${url}/api/v1/payments/${id}`)).status).toBe(200);
  let problem = '';
  try {
    watch.expectDocumented();
  } catch (error) {
    problem = String(error);
  }
  expect(problem.match(/GET \/payments\/\{id\} 200: \/data must have required properties/g)).toHaveLength(1);
});

test('a field lost in serialization is reported', async () => {
  const response = { 404: { type: 'object', properties: { message: { type: 'string' } } } };
  const { url, watch } = await startWatched((app) => {
    app.get('/api/v1/payments/:id', { schema: { response } }, async (_request, reply) => {
      reply.status(404);
      return { message: 'No.', hidden: true };
    });
  });
  expect(await (await fetch(`${url}/api/v1/payments/x`)).json()).toEqual({ message: 'No.' });
  expect(() => watch.expectDocumented()).toThrow(
    /the response that was sent differs from the one that was given/,
  );
});

test('events of a stream are checked as they are sent, and arrive complete', async () => {
  const text = 'retry: 2000\n\nevent: status\ndata: {"status":"active"}\n\n: still here\n\n';
  const { url, watch } = await startWatched((app) => {
    app.get('/api/v1/checkout/:token/events', async (_request, reply) =>
      reply
        .header('content-type', 'text/event-stream')
        .send(Readable.from([text.slice(0, 30), text.slice(30)])),
    );
  });
  expect(await (await fetch(`${url}/api/v1/checkout/t/events`)).text()).toBe(text);
  expect(() => watch.expectDocumented()).toThrow(
    /GET \/checkout\/\{token\}\/events event: \/data must have required properties payment/,
  );
});

test('URLs outside of the API are ignored, and errors in the common form are accepted', async () => {
  const { url, watch } = await startWatched((app) => {
    app.get('/pay/x', async () => 'a page');
    app.get('/api/v1/openapi.json', async () => ({ openapi: '3.1.1' }));
  });
  for (const path of ['/pay/x', '/api/v1/openapi.json', '/api/v1/nothing', '/api/v1/payments/%']) {
    await fetch(`${url}${path}`);
  }
  watch.expectDocumented();
});
