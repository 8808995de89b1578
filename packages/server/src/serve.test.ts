import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEndpoint } from '@guichet/core/events';
import { DurabilityError } from '@guichet/core/platform';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { commandOf } from '../../../test-support/actors.ts';
import { makeTestDatabase, type TestDatabase } from '../../../test-support/database.ts';
import { makeGate } from '../../../test-support/gate.ts';
import { untilWaiting } from '../../../test-support/locks.ts';
import {
  chooseFreePort,
  startTestService,
  type TestService,
  testEnvironment,
} from '../../../test-support/service.ts';
import { readConfig } from './config.ts';
import { ListenError } from './listen-error.ts';
import { serve } from './serve.ts';
import { initialize, least, makeCheckout } from './testing/api.ts';
import { holdPayments } from './testing/hold.ts';
import { send } from './testing/send.ts';
import { openSocket } from './testing/send-bytes.ts';
import { payOnPage } from './testing/visitor.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await makeTestDatabase();
});
afterAll(() => database.close());

describe('a start that fails leaves nothing open, and throws one clear error about', () => {
  const settings = async (more: Record<string, string>) => {
    // Closing the database at the end fails if a connection was left open.
    const own = await makeTestDatabase();
    onTestFinished(() => own.close());
    return readConfig({
      ...testEnvironment(own.database_url, join(tmpdir(), 'guichet-not-written')),
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://pay.example.com',
      ...more,
    });
  };
  const failure = async (more: Record<string, string>): Promise<unknown> =>
    serve(await settings(more), pino({ level: 'silent' }), { is_forgetful: true }).catch(
      (error: unknown) => error,
    );

  test('a PostgreSQL that may lose confirmed data, like that of the tests', async () => {
    const error = await serve(await settings({}), pino({ level: 'silent' })).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(DurabilityError);
    expect(error).toHaveProperty('message', expect.stringMatching(/^fsync is off in PostgreSQL/));
  });

  test('a port in use', async () => {
    const server = createServer();
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
    });
    onTestFinished(() => void server.close());
    const error = await failure({ PORT: String(port) });
    expect(error).toBeInstanceOf(ListenError);
    expect(error).toHaveProperty(
      'message',
      `127.0.0.1:${port} is taken by another program. Stop it, or choose another PORT.`,
    );
  });

  test.each(['203.0.113.1', 'nowhere.invalid'])(
    'the host %s, which is not an address of this machine',
    async (HOST) => {
      const error = await failure({ HOST, PORT: String(await chooseFreePort()) });
      expect(error).toBeInstanceOf(ListenError);
      expect(error).toHaveProperty('message', `${HOST} is not an address of this machine. Check HOST.`);
    },
  );
});

test('a normal start and stop log no warnings', async () => {
  const service = await startTestService({ database });
  await service.stop();
  expect(service.logs.filter(({ level }) => level !== 'debug' && level !== 'info')).toEqual([]);
});

describe('roles', () => {
  test('are separate: web serves requests without running jobs, and a worker runs them', async () => {
    const deliveries: string[] = [];
    const receiver = createServer((request, response) => {
      deliveries.push(String(request.headers['webhook-id']));
      response.end();
    });
    const url = await new Promise<string>((resolve) => {
      receiver.listen(0, '127.0.0.1', () =>
        resolve(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}`),
      );
    });
    onTestFinished(() => void receiver.close());
    const web = await startTestService({ database, env: { GUICHET_ROLE: 'web' } });
    onTestFinished(() => web.stop());
    await createEndpoint(web.ctx, commandOf(web.demo.merchant_id, 'test'), { url });
    const { token, payment_id } = await makeCheckout(web);
    await payOnPage(web, token, { operator: 'mtn_ci', phone: '+2250548151600' });
    const waiting = async () => {
      const { rows } = await web.ctx.pool.query(
        `select attempts from webhook_deliveries where status = 'waiting'`,
      );
      return rows;
    };
    expect(await waiting()).toEqual([{ attempts: 0 }]);
    // Much longer than a worker needs for the waiting delivery.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect([deliveries, await waiting()]).toEqual([[], [{ attempts: 0 }]]);

    const worker = await startTestService({ database, env: { GUICHET_ROLE: 'worker' } });
    onTestFinished(() => worker.stop());
    const { rows } = await web.ctx.pool.query('select id from events where object_id = $1', [payment_id]);
    await expect.poll(() => deliveries, { timeout: 15_000 }).toEqual(rows.map(({ id }) => id));
    await expect(send(worker.url, '/healthz')).rejects.toThrow('ECONNREFUSED');
    expect((await send(web.url, '/healthz')).status).toBe(200);
  });
});

describe('stopping', () => {
  test('finishes open requests, accepts no new ones, and does not wait for idle connections', async () => {
    const service = await startTestService({ database });
    const letGo = await holdPayments(service);
    const answer = initialize(service, least);
    await untilWaiting(database, 1, 'insert into idempotency_keys');
    // A connection that its client would keep for the next request.
    const idle = await openSocket(service.url);
    onTestFinished(() => void idle.destroy());

    const stopped = service.stop();
    await expect.poll(() => answerOf(service), { timeout: 10_000 }).toBe('ECONNREFUSED');
    await letGo();
    expect((await answer).status).toBe(201);
    await stopped;
  });

  test('releases everything even when the database is down', async () => {
    const own = await makeTestDatabase();
    const gate = await makeGate(own.database_url);
    const service = await startTestService({ database: own, env: { DATABASE_URL: gate.database_url } });
    await gate.close();
    await service.stop().catch((error: unknown) => expect(error).toHaveProperty('code', 'ECONNREFUSED'));
    expect(service.ctx.pool.ended).toBe(true);
    await expect(send(service.url, '/healthz')).rejects.toThrow('ECONNREFUSED');
    await own.close();
  });

  test('twice is harmless', async () => {
    const service = await startTestService({ database });
    await Promise.all([service.stop(), service.stop()]);
    await service.stop();
  });
});

test('production neither serves nor creates a demo', async () => {
  const service = await startTestService({
    database,
    env: { NODE_ENV: 'production', PUBLIC_URL: 'https://pay.example.com', GUICHET_ROLE: 'web' },
  });
  onTestFinished(() => service.stop());
  for (const path of ['/demo', '/demo/returned']) {
    expect((await send(service.url, path)).status).toBe(404);
  }
  const welcome = await send(service.url, '/');
  expect([welcome.status, welcome.text.includes('/demo')]).toEqual([200, false]);
  expect(service.demo.test_key).toBe('');
  expect((await send(service.url, '/readyz')).status).toBe(200);
});

function answerOf(service: TestService): Promise<string> {
  return send(service.url, '/healthz').then(
    ({ status }) => String(status),
    (error: NodeJS.ErrnoException) => String(error.code),
  );
}
