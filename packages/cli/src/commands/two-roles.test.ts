import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEndpoint } from '@guichet/core/events';
import { checkLedger } from '@guichet/core/ledger';
import { fundSandbox } from '@guichet/core/operations';
import { connect } from '@guichet/core/platform';
import { makeVisit, visitAs } from '@guichet/server/dashboard/testing/visit';
import { callApi, makeCheckout, retrievePayment } from '@guichet/server/testing/api';
import { payOnPage } from '@guichet/server/testing/visitor';
import { housekeep } from '@guichet/server/worker/housekeep';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { command, commandOf } from '../../../../test-support/actors.ts';
import { addressOf, withConnection } from '../../../../test-support/connection.ts';
import type { TestDatabase } from '../../../../test-support/database.ts';
import { startReceiver } from '../../../../test-support/receiver.ts';
import {
  chooseFreePort,
  startTestService,
  type TestService,
  testEnvironment,
} from '../../../../test-support/service.ts';
import { readObject, runCli } from '../testing/run-cli.ts';
import { startCommand } from '../testing/spawn-cli.ts';

/**
 * The grants of the installation guide, with names unique to this run, because roles belong to the whole server.
 */
const run = randomBytes(4).toString('hex');
const [database, owner, server_role] = [`guichet_${run}`, `guichet_owner_${run}`, `guichet_service_${run}`];
const password = 'a-password-of-the-tests';
const blocks = await readBlocks();

async function readBlocks(): Promise<{ administrator: string; owner: string }> {
  const page = await readFile(join(import.meta.dirname, '../../../../docs/operating/install.md'), 'utf8');
  const [administrator = '', owned = ''] = [...page.matchAll(/^```sql\n(?<sql>.*?)^```$/gms)].map(
    ({ groups: { sql = '' } = {} }) =>
      sql
        .replaceAll(/\bguichet\b/g, database)
        .replaceAll(/\b(guichet_owner|guichet_service)\b/g, `$1_${run}`)
        .replaceAll("'...'", `'${password}'`),
  );
  return { administrator, owner: owned };
}

const urlAs = (role: string): string => {
  const url = new URL(addressOf(inject('server_url'), database));
  url.username = role;
  url.password = password;
  return url.href;
};
const administrate = (...statements: readonly string[]): Promise<void> =>
  withConnection(inject('server_url'), async (client) => {
    for (const statement of statements) await client.query(statement);
  });
/** Runs a statement as a database role. @returns `done`, or the error if it is refused */
const tryAs = (role: string, statement: string): Promise<string> =>
  withConnection(urlAs(role), (client) =>
    client.query(statement).then(
      () => 'done',
      (error: Error) => error.message,
    ),
  );

let data_dir: string;
let env: Record<string, string>;
const commandAs = (role: string, ...args: string[]) =>
  runCli([...args, '--json'], { env: { ...env, DATABASE_URL: urlAs(role) } });

beforeAll(async () => {
  data_dir = await mkdtemp(join(tmpdir(), 'guichet-roles-'));
  env = testEnvironment(urlAs(server_role), data_dir);
  await administrate(...blocks.administrator.split(/(?<=;)\n/));
});
afterAll(async () => {
  await administrate(`drop database ${database}`, `drop role ${owner}`, `drop role ${server_role}`);
  await rm(data_dir, { recursive: true, force: true });
});

// Run in order: each test continues with the database of the previous one.
describe('a service role that does not own the schema', () => {
  test('does not start on an empty database, and shows the command that the owner has to run', async () => {
    for (const command of ['serve', 'worker', 'migrate']) {
      const refused = await commandAs(server_role, command);
      expect(refused.code).toBe(1);
      expect(readObject(refused.stdout)).toMatchObject({
        error: {
          code: 'database',
          message: expect.stringMatching(
            /^The role of DATABASE_URL cannot apply the migrations: .* lacks 0001-baseline\. .*Run "npx guichet migrate" with the DATABASE_URL of the role that owns the schema/,
          ),
        },
      });
    }
  }, 60_000);

  test('does not start without its grants, and lists the tables that it cannot read', async () => {
    // As in the guide: the owner sets DATABASE_URL, but no SECRET_KEY.
    const migrated = await runCli(['migrate'], { env: { DATABASE_URL: urlAs(owner), DATA_DIR: data_dir } });
    expect(migrated).toMatchObject({ code: 0, stdout: expect.stringContaining('0001-baseline') });
    expect(await readdir(data_dir)).toEqual([]);
    const refused = await commandAs(server_role, 'serve');
    expect(refused.code).toBe(1);
    expect(refused.stdout).toContain('permission denied for table kysely_migration');
    await tryAs(
      owner,
      `grant select on kysely_migration to ${server_role}; grant usage on schema graphile_worker
      to ${server_role}; grant select on graphile_worker.migrations to ${server_role}`,
    );
    const lacking = await commandAs(server_role, 'serve');
    expect(lacking.code).toBe(1);
    expect(lacking.stdout).toContain(`The role ${server_role} of DATABASE_URL may not read or write `);
    const examined = await commandAs(server_role, 'doctor');
    expect(examined.code).toBe(1);
    expect(examined.stdout).toContain(`The role ${server_role} of DATABASE_URL may not read or write `);
  }, 60_000);

  test('serves, runs jobs and passes the doctor with the documented grants', async () => {
    expect(await tryAs(owner, blocks.owner)).toBe('done');
    await withConnection(addressOf(inject('server_url'), database), (client) =>
      client.query('create table of_somebody_else (id int)'),
    );
    const examined = await commandAs(server_role, 'doctor');
    expect(examined).toMatchObject({ code: 0 });
    expect(readObject(examined.stdout)).toMatchObject({
      checks: expect.arrayContaining([
        {
          name: 'rights',
          ok: true,
          detail: `${server_role} owns nothing and has every privilege that the service needs`,
        },
      ]),
    });
    expect(await commandAs(server_role, 'migrate')).toMatchObject({ code: 0, stdout: '{"applied":[]}\n' });
    for (const command of ['serve', 'worker']) {
      const PORT = String(await chooseFreePort());
      const running = await startCommand([command, '--json'], { ...env, PORT }, /\n$/);
      expect(readObject(running.stdout)).toMatchObject({ ready: true });
      expect(await running.end('SIGTERM')).toEqual({ code: 0, signal: null });
    }
  }, 60_000);

  test.each([
    'create table theirs (id int)',
    'create temporary table theirs (id int)',
    'create schema theirs',
    'alter table payments add column theirs int',
    'drop table payments',
    'truncate idempotency_keys',
    'alter table ledger_entries disable trigger ledger_entries_append_only',
    'drop trigger audit_log_append_only on audit_log',
    'update ledger_entries set amount_minor = 1',
    'delete from ledger_transactions',
    'create index theirs on payments (currency)',
    'drop policy by_grants on graphile_worker._private_jobs',
    `insert into kysely_migration values ('9999-theirs', '')`,
    'delete from kysely_migration',
    `alter default privileges for role ${owner} grant all on tables to public`,
    `set role ${owner}`,
  ])('is not permitted to execute: %s', async (statement) => {
    expect(await tryAs(server_role, statement)).toMatch(/^(permission denied|must be owner)/);
  });
});

describe('the service with its own role', () => {
  let service: TestService;
  beforeAll(async () => {
    const connected = connect(urlAs(server_role), {
      connections_max: 4,
      onError: (error) => {
        throw error;
      },
    });
    const own: TestDatabase = { ...connected, database_url: urlAs(server_role) };
    service = await startTestService({ database: own, data_dir });
    return async () => {
      await service.stop();
      await own.close();
    };
  }, 60_000);

  test('collects payments, sends webhooks, pays out and refunds', async () => {
    const { merchant_id, test_key: key } = service.demo;
    const receiver = await startReceiver();
    onTestFinished(() => receiver.close());
    await createEndpoint(service.ctx, commandOf(merchant_id, 'test'), { url: receiver.url });
    const { token, payment_id } = await makeCheckout(service, { customer_email: 'ama@courriel.example' });
    await payOnPage(service, token, { operator: 'mtn_ci', phone: '+2250548151600' });
    const poll = { timeout: 30_000, interval: 50 };
    await expect.poll(() => retrievePayment(service, payment_id), poll).toMatchObject({ status: 'success' });

    await fundSandbox(service.ctx, commandOf(merchant_id), { currency: 'XOF', amount: 100_000 });
    const json = {
      amount: 5000,
      currency: 'XOF',
      operator: 'mtn_ci',
      recipient: { phone: '+2250548151600' },
    };
    const { status } = await callApi(service, '/api/v1/payouts', { method: 'POST', key, json });
    expect(status).toBe(201);
    const refund = await commandAs(server_role, 'refunds', 'create', '--payment', payment_id);
    expect(refund).toMatchObject({ code: 0 });
    const told = () => receiver.requests.map(({ body }) => JSON.parse(body).event).toSorted();
    await expect.poll(told, poll).toEqual(['payment.successful', 'payout.successful', 'refund.successful']);
  }, 90_000);

  test('signs staff in, writes the audit log and streams changes', async () => {
    const visit = await visitAs(service, 'owner');
    expect((await visit.ask('GET', '/overview')).status).toBe(200);
    expect((await visit.ask('GET', '/payments')).body.data.items).toHaveLength(1);
    const { body } = await visit.ask('GET', '/audit');
    expect(JSON.stringify(body)).toContain('signed_in');
    expect(await tryAs(server_role, 'delete from audit_log')).toMatch(/append/);
    expect((await makeVisit(service).signIn(visit.email, 'not this one at all')).status).toBe(401);
  });

  test('deletes old data, erases a person, re-encrypts secrets and checks the ledger', async () => {
    await housekeep(service.ctx);
    expect(await checkLedger(service.ctx, command)).toMatchObject({ ok: true });
    const who = ['--merchant', service.demo.merchant_id, '--phone', '+2250548151600'];
    for (const command of [
      ['customers', 'erase', ...who, '--yes'],
      ['secrets', 'rotate'],
      ['ledger', 'check'],
      ['staff', 'create', 'awa@shop.example', '--merchant', service.demo.merchant_id, '--role', 'viewer'],
    ]) {
      expect(await commandAs(server_role, ...command)).toMatchObject({ code: 0 });
    }
  }, 60_000);

  test('was never refused by the database', () => {
    const refused = service.logs.filter((line) => JSON.stringify(line).includes('"42501"'));
    expect(refused).toEqual([]);
  });
});
