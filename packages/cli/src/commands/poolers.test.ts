import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@guichet/core/platform';
import { callApi, makeCheckout, retrievePayment } from '@guichet/server/testing/api';
import { payOnPage } from '@guichet/server/testing/visitor';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { addressOf, withConnection } from '../../../../test-support/connection.ts';
import { makeTestDatabase, type TestDatabase } from '../../../../test-support/database.ts';
import { type Pooler, startPooler } from '../../../../test-support/pooler.ts';
import { startTestService, testEnvironment } from '../../../../test-support/service.ts';
import { readObject, runCli } from '../testing/run-cli.ts';

let database: TestDatabase;
let data_dir: string;
let pooler: Pooler;
beforeAll(async () => {
  database = await makeTestDatabase();
  data_dir = await mkdtemp(join(tmpdir(), 'guichet-poolers-'));
  pooler = await startPooler(database.database_url, 'transaction');
});
afterAll(async () => {
  await pooler.close();
  await database.close();
  await rm(data_dir, { recursive: true });
});

/** Runs a command that must fail to start. @returns its error */
async function refusalOf(command: string, role: string, database_url: string): Promise<unknown> {
  const env = { ...testEnvironment(database_url, data_dir), GUICHET_ROLE: role };
  const { code, stdout } = await runCli([command, '--json'], { env });
  expect(code).toBe(1);
  return readObject(stdout).error;
}

// This is the behavior of PgBouncer 1.18 and 1.24, observed with both; the pooler of these tests behaves like the
// older version.
const own =
  /^GUICHET_ROLE=(all|worker) runs jobs, .* assigns a different one to each transaction\. Point it at the database/;
const mixed_up = /^The pooler of DATABASE_URL mixes up prepared statements\. PgBouncer needs version 1\.21/;

test.each([
  ['serve', 'all', own],
  ['serve', 'worker', own],
  ['worker', 'web', own],
  ['serve', 'web', mixed_up],
])(
  '%s in the role %s does not start through an older pooler in transaction mode',
  async (command, role, message) => {
    const error = { code: 'database', message: expect.stringMatching(message), errors: null };
    expect(await refusalOf(command, role, pooler.database_url)).toEqual(error);
  },
);

test.each([
  ['all', own],
  ['web', mixed_up],
])('doctor reports an older pooler in transaction mode in the role %s', async (role, detail) => {
  const env = { ...testEnvironment(pooler.database_url, data_dir), GUICHET_ROLE: role };
  const { code, stdout } = await runCli(['doctor', '--json'], { env });
  expect(code).toBe(1);
  expect(readObject(stdout)).toMatchObject({
    ok: false,
    checks: [{ name: 'settings' }, { name: 'connections', ok: false, detail: expect.stringMatching(detail) }],
  });
});

test('a parameter that the pooler refuses is identified in the error', async () => {
  const error = await refusalOf('serve', 'web', `${pooler.database_url}&statement_timeout=5000`);
  expect(error).toMatchObject({
    code: 'database',
    message: expect.stringMatching(
      /^The pooler of DATABASE_URL does not accept the parameter statement_timeout\./,
    ),
  });
});

test.each<[what: string, begin: (database_url: string) => Promise<unknown>]>([
  ['migration', async () => undefined],
  [
    'index',
    async (database_url) => {
      expect((await runCli(['migrate'], { env: testEnvironment(database_url, data_dir) })).code).toBe(0);
      // An interrupted build leaves the database in this state.
      await withConnection(database_url, (client) => client.query('drop index payouts_open'));
    },
  ],
])(
  'no %s is created through a pooler in transaction mode, and no lock is left behind',
  async (what, begin) => {
    const name = `guichet_pooled_${randomBytes(4).toString('hex')}`;
    await withConnection(inject('server_url'), (client) => client.query(`create database ${name}`));
    const database_url = addressOf(inject('server_url'), name);
    await begin(database_url);
    const before_it = await startPooler(database_url, 'transaction');
    onTestFinished(async () => {
      await before_it.close();
      await withConnection(inject('server_url'), (client) =>
        client.query(`drop database ${name} with (force)`),
      );
    });
    expect(await refusalOf('migrate', 'web', before_it.database_url)).toMatchObject({
      code: 'database',
      message: expect.stringMatching(
        new RegExp(
          `^The database lacks an? ${what}, and (migrating|building it) holds a lock on a connection, `,
        ),
      ),
    });
    const { rows } = await withConnection(database_url, (client) =>
      client.query(
        `select from pg_locks join pg_database as own on own.oid = pg_locks.database
      where locktype = 'advisory' and own.datname = current_database()`,
      ),
    );
    expect(rows).toEqual([]);
  },
);

test('all roles work through a pooler in session mode', { timeout: 60_000 }, async () => {
  const session = await startPooler(database.database_url, 'session');
  onTestFinished(() => session.close());
  const connected = connect(session.database_url, { connections_max: 4, onError: () => undefined });
  const through = { ...connected, database_url: session.database_url };
  onTestFinished(() => connected.close());
  const service = await startTestService({ database: through, data_dir });
  const { token, payment_id } = await makeCheckout(service);
  await payOnPage(service, token, { operator: 'mtn_ci', phone: '+2250548151600' });
  await expect
    .poll(() => retrievePayment(service, payment_id), { timeout: 20_000 })
    .toMatchObject({ status: 'success' });
  expect((await callApi(service, '/api/v1/balances', { key: service.demo.test_key })).status).toBe(200);
  await service.stop();
});
