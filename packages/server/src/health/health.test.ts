import pg from 'pg';
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest';
import { withConnection } from '../../../../test-support/connection.ts';
import { makeTestDatabase, type TestDatabase } from '../../../../test-support/database.ts';
import { type Gate, makeGate } from '../../../../test-support/gate.ts';
import { startTestService, type TestService } from '../../../../test-support/service.ts';
import { callApi, expectError, initialize, least } from '../testing/api.ts';
import { send } from '../testing/send.ts';

let database: TestDatabase;
let gate: Gate;
let service: TestService;
beforeAll(async () => {
  database = await makeTestDatabase();
  gate = await makeGate(database.database_url);
  service = await startTestService({ database, env: { DATABASE_URL: gate.database_url } });
});
afterAll(async () => {
  await service.stop();
  await gate.close();
  await database.close();
});

async function read(path: string): Promise<{ status: number; body: unknown }> {
  const answer = await send(service.url, path);
  return { status: answer.status, body: JSON.parse(answer.text) };
}

/** Waits for a response of `/readyz`, because responses may be a second old. */
const untilReadiness = (expected: object) =>
  expect.poll(() => read('/readyz'), { timeout: 15_000 }).toEqual(expected);

const alive = { status: 200, body: { status: 'alive' } };
const ready = {
  status: 200,
  body: { status: 'ready', database: 'up', pending_migrations: [], clock: 'right', recovery: 'none' },
};

test('/healthz and /readyz report a running service as live and ready, without a key', async () => {
  expect(await read('/healthz')).toEqual(alive);
  expect(await read('/readyz')).toEqual(ready);
});

test('concurrent requests for /readyz share one check a second', async () => {
  const statements = vi.spyOn(pg.Client.prototype, 'query');
  const began_ms = performance.now();
  await Promise.all(Array.from({ length: 200 }, () => read('/readyz')));
  const checks_max = 1 + Math.ceil((performance.now() - began_ms) / 1_000);
  const reading = statements.mock.calls.filter((call) =>
    /from \W*kysely_migration/.test(JSON.stringify(call)),
  );
  statements.mockRestore();
  expect(reading.length).toBeLessThanOrEqual(checks_max);
});

test('a service with a missing migration is not ready', async () => {
  const { rows } = await database.pool.query('delete from kysely_migration returning name, timestamp');
  const names = rows.map(({ name }) => name);
  expect(names.length).toBeGreaterThan(0);
  await untilReadiness({
    status: 503,
    body: {
      status: 'not_ready',
      database: 'up',
      pending_migrations: names,
      clock: 'right',
      recovery: 'none',
    },
  });
  for (const { name, timestamp } of rows) {
    await database.pool.query('insert into kysely_migration (name, timestamp) values ($1, $2)', [
      name,
      timestamp,
    ]);
  }
  await untilReadiness(ready);
});

test('without its database the service is live but not ready, responds with 503, and recovers', async () => {
  const { test_key } = service.demo;
  expect((await initialize(service, least)).status).toBe(201);
  await gate.close();

  expect(await read('/healthz')).toEqual(alive);
  await untilReadiness({
    status: 503,
    body: { status: 'not_ready', database: 'down', pending_migrations: null, clock: 'right', recovery: null },
  });
  expectError(await initialize(service, least), 503, 'unavailable');
  expectError(await callApi(service, `/api/v1/checkout/${'A'.repeat(43)}`), 503, 'unavailable');
  expectError(
    await callApi(service, '/api/v1/payments/pay_x', { key: `${test_key}x` }),
    401,
    'invalid_api_key',
  );
  const page = await send(service.url, `/pay/${'A'.repeat(43)}`);
  expect(page.status).toBe(503);
  expect(page.text).toContain('data-state="error"');

  await gate.open();
  await untilReadiness(ready);
  expect((await initialize(service, least)).status).toBe(201);
});

test('a service whose database accepts no writes is not ready, keeps no connection to it, and recovers', async () => {
  const name = new URL(database.database_url).pathname.slice(1);
  const turn = (mode: 'on' | 'off') =>
    withConnection(inject('server_url'), (client) =>
      client.query(`alter database ${name} set default_transaction_read_only = ${mode}`),
    );
  onTestFinished(async () => void (await turn('off')));
  await turn('on');
  // The service reconnects, as after a fail-over, to a server that is read-only.
  await gate.close();
  await gate.open();

  await untilReadiness({
    status: 503,
    body: {
      status: 'not_ready',
      database: 'read_only',
      pending_migrations: null,
      clock: 'right',
      recovery: null,
    },
  });
  expectError(await initialize(service, least), 503, 'unavailable');
  await turn('off');
  await untilReadiness(ready);
  expect((await initialize(service, least)).status).toBe(201);
});
