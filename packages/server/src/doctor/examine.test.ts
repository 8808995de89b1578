import { createEndpoint, deleteEndpoint, rotateSecret, tidyEndpoints } from '@guichet/core/events';
import {
  listAccountCallbacks,
  rotateReceiptKey,
  storeCallback,
  takeCallback,
} from '@guichet/core/operations';
import { makeSecretBox, rotateSecrets, service_actor } from '@guichet/core/platform';
import {
  createAccount,
  makeAccounts,
  makeProviderHosts,
  switchAccount,
  updateAccountSettings,
} from '@guichet/core/routing';
import { addJob } from '@guichet/core/testing';
import { createRefund } from '@guichet/core/transfers';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { command, commandOf, visitor } from '../../../../test-support/actors.ts';
import { makeTestDatabase } from '../../../../test-support/database.ts';
import { startTestService, type TestService, test_secret_key } from '../../../../test-support/service.ts';
import { readConfig } from '../config.ts';
import { callApi, makeCheckout } from '../testing/api.ts';
import { payOnPage } from '../testing/visitor.ts';
import { examine } from './examine.ts';
import type { Finding } from './finding.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const config = readConfig({});

async function bad(ctx = service.ctx): Promise<{ ok: boolean; bad: Finding[] }> {
  const { ok, checks } = await examine(ctx, config);
  return { ok, bad: checks.filter((check) => !check.ok) };
}

test('a healthy service passes every check, each with its result', async () => {
  expect(
    await examine(service.ctx, readConfig({ PUBLIC_URL: 'http://192.0.2.7', DATA_DIR: '/var/lib/guichet' })),
  ).toEqual({
    ok: true,
    checks: [
      {
        name: 'settings',
        ok: true,
        detail: 'development, http://192.0.2.7, database embedded in /var/lib/guichet',
      },
      { name: 'connections', ok: true, detail: 'go directly to PostgreSQL' },
      { name: 'postgresql', ok: true, detail: expect.stringMatching(/^PostgreSQL \d+/) },
      { name: 'migrations', ok: true, detail: 'up to date' },
      { name: 'clock', ok: true, detail: expect.stringMatching(/^\d\.\d s (ahead of|behind) PostgreSQL's$/) },
      // The tests' PostgreSQL is not durable, which is allowed in development.
      { name: 'durability', ok: true, detail: expect.stringMatching(/^fsync is off/) },
      { name: 'rights', ok: true, detail: expect.stringMatching(/^\S+ owns the schema/) },
      { name: 'recovery', ok: true, detail: 'the service is open' },
      { name: 'secret_key', ok: true, detail: 'decrypts stored secrets' },
      { name: 'queue', ok: true, detail: 'no job is overdue' },
      { name: 'open_work', ok: true, detail: 'everything open has a next step' },
      { name: 'open_payments', ok: true, detail: 'no payment needs review' },
      { name: 'open_payouts', ok: true, detail: 'no payout needs review' },
      { name: 'open_refunds', ok: true, detail: 'no refund needs review' },
      { name: 'webhooks', ok: true, detail: 'no endpoint needs attention' },
      { name: 'provider_hosts', ok: true, detail: 'every account uses an allowed host' },
      { name: 'drift', ok: true, detail: 'no account has been compared yet' },
      { name: 'customers_money', ok: true, detail: 'no customer money is missing' },
    ],
  });
});

test('a database without our tables is reported, and left unchanged', async () => {
  const database = await makeTestDatabase();
  await database.pool.query('drop schema public cascade; create schema public');
  expect(await bad({ ...service.ctx, db: database.db })).toEqual({
    ok: false,
    bad: [{ name: 'migrations', ok: false, detail: expect.stringMatching(/^missing: 0001-baseline/) }],
  });
  const { rows } = await database.pool.query(`select 1 from pg_tables where schemaname = 'public'`);
  expect(rows).toEqual([]);
  await database.close();
});

test('a SECRET_KEY that cannot decrypt the stored secrets is found', async () => {
  const { secret } = await createEndpoint(service.ctx, commandOf(service.demo.merchant_id, 'test'), {
    url: 'http://127.0.0.1:9/hook',
  });
  const { checks } = await examine(service.ctx, config);
  expect(checks.find(({ name }) => name === 'secret_key')?.detail).toBe('decrypts stored secrets');

  const other = { ...service.ctx, secrets: makeSecretBox('another key, of at least 32 characters') };
  const found = await bad(other);
  expect(found).toEqual({
    ok: false,
    bad: [{ name: 'secret_key', ok: false, detail: expect.stringMatching(/with a different SECRET_KEY\?/) }],
  });
  expect(JSON.stringify(found)).not.toContain(secret.slice(6, 20));

  const previous = {
    ...service.ctx,
    secrets: makeSecretBox('another key, of at least 32 characters', [test_secret_key]),
  };
  expect(await bad(previous)).toEqual({
    ok: false,
    bad: [
      {
        name: 'secret_key',
        ok: false,
        detail: '2 secrets are encrypted with a previous key. Run: guichet secrets rotate',
      },
    ],
  });
});

test('after the steps for a lost SECRET_KEY, no problem with the key is reported', async () => {
  const before = await startTestService({ env: { GUICHET_ROLE: 'web' } });
  onTestFinished(() => before.stop());
  const { merchant_id } = before.demo;
  const config_of = (port: number) => ({
    ...{ country: 'CI', api_key: 'wave_ci_prod_secret', webhook_secret: 'wave_ci_WHS_secret' },
    base_url: `http://127.0.0.1:${port}`,
  });
  const owner = commandOf(merchant_id, 'live');
  const wave = { connector: 'wave', name: 'Main', config: config_of(9), unchecked: true };
  const account = await createAccount(before.ctx, owner, wave);
  const move = { id: account.id, name: 'Main', set: config_of(10), unset: [], unchecked: true };
  await updateAccountSettings(before.ctx, owner, move);
  const incoming = { connector: 'wave', account_id: account.id, reference: null, method: 'POST' };
  for (const body of [Buffer.from('{}'), Buffer.from([0xff])]) {
    const path = `/callbacks/wave/${account.id}`;
    await storeCallback(before.ctx, visitor, { ...incoming, path, headers: { 'wave-signature': 'x' }, body });
  }
  await rotateReceiptKey(before.ctx, command);
  const make = () => createEndpoint(before.ctx, owner, { url: 'https://shop.example/hook' });
  const [kept, deleted] = [await make(), await make()];
  await deleteEndpoint(before.ctx, owner, deleted.id);

  const secrets = makeSecretBox('another key, of at least 32 characters');
  const { db, clock, public_url } = before.ctx;
  const accounts = makeAccounts({
    ...{ db, clock, secrets, public_url, providers: before.ctx.accounts.providers },
    http: () => Promise.reject(new Error('no provider is called')),
    hosts: makeProviderHosts(['127.0.0.1:10']),
  });
  const ctx = { ...before.ctx, secrets, accounts };
  const secretKey = async () => (await examine(ctx, config)).checks.find(({ name }) => name === 'secret_key');
  await before.ctx.pool.query('delete from installation_secrets');
  await rotateSecret(ctx, owner, { id: kept.id, body: { overlap_hours: 0 } });
  await tidyEndpoints(ctx, service_actor);
  const early = await rotateSecrets(ctx, { drop_unreadable: true });
  expect(early.map(({ dropped }) => dropped)).toEqual([0, 0, 0, 0, 0, 0]);
  await updateAccountSettings(ctx, owner, move);
  expect(await secretKey()).toMatchObject({ ok: false, detail: expect.stringMatching(/^cannot decrypt/) });
  expect(await rotateSecrets(ctx, { drop_unreadable: true })).toEqual([
    { table: 'installation_secrets', sealed_anew: 0, dropped: 0, not_opened: 0 },
    { table: 'webhook_secrets', sealed_anew: 0, dropped: 0, not_opened: 0 },
    { table: 'connector_accounts', sealed_anew: 0, dropped: 0, not_opened: 0 },
    { table: 'past_account_settings', sealed_anew: 0, dropped: 1, not_opened: 0 },
    { table: 'receipt_keys', sealed_anew: 0, dropped: 1, not_opened: 0 },
    { table: 'callbacks', sealed_anew: 0, dropped: 2, not_opened: 0 },
  ]);
  expect(await secretKey()).toEqual({ name: 'secret_key', ok: true, detail: 'decrypts stored secrets' });
  // Without its headers, a waiting callback cannot be verified, and is not retried.
  const waiting = await db.selectFrom('callbacks').selectAll().where('processed_at', 'is', null).execute();
  for (const callback of waiting) await takeCallback(ctx, service_actor, callback);
  const listed = await listAccountCallbacks(ctx, command, {
    account_id: account.id,
    with_problem: true,
    limit: 9,
  });
  expect(listed.map(({ problem }) => problem).sort()).toEqual(['forged', 'not_text']);
  await expect(accounts.open(merchant_id, account.id, db, 0)).rejects.toThrow('were dropped');
});

test('overdue jobs are found', async () => {
  // A job of an unknown task waits forever, as every job does without a worker.
  const task = 'nobody_knows_this';
  await addJob(service.ctx.db, { task, payload: {}, run_at: new Date(Date.now() - 30_000) });
  await addJob(service.ctx.db, { task, payload: {}, run_at: new Date(Date.now() + 120_000) });
  expect(await bad()).toEqual({ ok: true, bad: [] });
  await addJob(service.ctx.db, { task, payload: {}, run_at: new Date(Date.now() - 120_000) });
  expect(await bad()).toEqual({
    ok: false,
    bad: [
      {
        name: 'queue',
        ok: false,
        detail: expect.stringMatching(/^due for more than a minute: 1 job\. A worker is running/),
      },
    ],
  });
  await service.ctx.pool.query(
    'select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs',
  );
});

test('an overdue webhook is found if no worker is running and its endpoint is not paused', async () => {
  const idle = await startTestService({ env: { GUICHET_ROLE: 'web' } });
  onTestFinished(() => idle.stop());
  const { merchant_id } = idle.demo;
  const { id } = await createEndpoint(idle.ctx, commandOf(merchant_id, 'test'), {
    url: 'http://127.0.0.1:9/hook',
  });
  const isDue = (since: string) =>
    idle.ctx.pool.query(
      `insert into webhook_deliveries
        (merchant_id, id, endpoint_id, event_id, status, next_attempt_at, created_at)
      values ($1, 'dlv_1', $2, 'evt_unknown', 'waiting', now() - $3::interval, now())
      on conflict (id, merchant_id) do update set next_attempt_at = excluded.next_attempt_at`,
      [merchant_id, id, since],
    );
  const ok = { ok: true, bad: [] };
  await isDue('30 seconds');
  expect(await bad(idle.ctx)).toEqual(ok);
  await isDue('2 minutes');
  const detail =
    'due for more than a minute: webhooks to 1 endpoint. No worker is running. Run: guichet serve, or guichet worker';
  expect(await bad(idle.ctx)).toEqual({ ok: false, bad: [{ name: 'queue', ok: false, detail }] });
  await idle.ctx.pool.query(
    `insert into webhook_endpoint_health (merchant_id, endpoint_id, failures, open_until, updated_at)
    values ($1, $2, 9, now() + interval '1 minute', now())`,
    [merchant_id, id],
  );
  expect(await bad(idle.ctx)).toEqual(ok);
  // A worker sends to an endpoint as fast as the endpoint responds.
  await idle.ctx.pool.query('update webhook_endpoint_health set open_until = null');
  await idle.ctx.pool.query(
    `insert into worker_processes (id, worker_ids, seen_at) values ('one', '{}', now())`,
  );
  expect(await bad(idle.ctx)).toEqual(ok);
});

test('payments that need review are found', async () => {
  const { token, payment_id } = await makeCheckout(service);
  await payOnPage(service, token, { operator: 'mtn_ci', phone: '+2250548151617' });
  const detail =
    '1 payment needs review: a different amount, a second payment, an operator that contradicts itself, or no outcome for three days. ' +
    `Run: guichet payments show <id> (${payment_id})`;
  expect(await bad()).toEqual({ ok: false, bad: [{ name: 'open_payments', ok: false, detail }] });
  await service.ctx.pool.query('update attempts set needs_review = false');
});

test('payouts that need review are found, with the first five ids', async () => {
  const ids: string[] = [];
  for (let number = 1; number <= 6; number++) {
    const json = { amount: 100, currency: 'XOF', operator: 'mtn_ci', recipient: { phone: '+2250548151617' } };
    const key = service.demo.test_key;
    const { body } = await callApi(service, '/api/v1/payouts', { method: 'POST', key, json });
    ids.push(String(body.data?.id));
  }
  const waiting = async () => (await bad()).bad;
  await expect.poll(waiting).toEqual([
    {
      name: 'open_payouts',
      ok: false,
      detail:
        '6 payouts need review: a different amount, an operator that contradicts itself, or no outcome for three days. ' +
        `Run: guichet payouts show <id> (${ids.toSorted().slice(0, 5).join(', ')}, ...)`,
    },
  ]);
  await service.ctx.pool.query('update payouts set needs_review = false');
});

test('refunds that need review are found', async () => {
  const { token, payment_id } = await makeCheckout(service);
  await payOnPage(service, token, { operator: 'mtn_ci', phone: '+2250548151600' });
  // For this number, the refund is reported with a different amount.
  await service.ctx.pool.query(`update attempts set phone = '+2250548151617' where payment_id = $1`, [
    payment_id,
  ]);
  const { id } = await createRefund(service.ctx, command, { payment_id });
  const detail =
    '1 refund needs review: a different amount, more than was charged, or no outcome for three days. ' +
    `Run: guichet refunds show <id> (${id})`;
  await expect.poll(async () => (await bad()).bad).toEqual([{ name: 'open_refunds', ok: false, detail }]);
  await service.ctx.pool.query('update refunds set needs_review = false');
});

test('missing migrations are found', async () => {
  const own = await service.ctx.pool.query('delete from kysely_migration returning name, timestamp');
  const found = await bad();
  for (const { name, timestamp } of own.rows) {
    await service.ctx.pool.query('insert into kysely_migration (name, timestamp) values ($1, $2)', [
      name,
      timestamp,
    ]);
  }
  expect(found.bad).toContainEqual({
    name: 'migrations',
    ok: false,
    detail: `missing: ${own.rows.map(({ name }) => name).join(', ')}. Run: guichet migrate`,
  });
});

test('webhook endpoints that fail, or were disabled for failing, are found', async () => {
  const input = { url: 'https://shop.example/hook' };
  const make = async () =>
    (await createEndpoint(service.ctx, commandOf(service.demo.merchant_id, 'live'), input)).id;
  const [gone, failed, by_hand, failing, hiccup, old, slow] = [
    await make(),
    await make(),
    await make(),
    await make(),
    await make(),
    await make(),
    await make(),
  ];
  const off = (id: string, reason: string, since: string) =>
    service.ctx.pool.query(
      `update webhook_endpoints set enabled = false, disabled_reason = $2, disabled_at = now() - $3::interval
      where id = $1`,
      [id, reason, since],
    );
  await off(gone, 'gone', '6 days');
  await off(failed, 'failing', '1 hour');
  await off(by_hand, 'by_hand', '1 hour');
  await off(old, 'failing', '8 days');
  const fails = (id: string, since: string) =>
    service.ctx.pool.query(
      `insert into webhook_endpoint_health (merchant_id, endpoint_id, failures, failing_since, updated_at)
      values ($1, $2, 9, now() - $3::interval, now())`,
      [service.demo.merchant_id, id, since],
    );
  await fails(failing, '61 minutes');
  await fails(hiccup, '59 minutes');
  // A disabled endpoint receives no events, so its failures do not count.
  await fails(by_hand, '3 hours');
  const waits = (id: string, since: string) =>
    service.ctx.pool.query(
      `insert into webhook_deliveries
        (merchant_id, id, endpoint_id, event_id, status, next_attempt_at, created_at)
      values ($1, 'dlv_' || $2, $2, 'evt_unknown', 'waiting', now() - $3::interval, now())`,
      [service.demo.merchant_id, id, since],
    );
  await waits(slow, '61 minutes');
  await waits(hiccup, '59 minutes');
  // A failing endpoint is not reported twice, and one that was disabled manually not at all.
  await waits(failing, '61 minutes');
  await waits(by_hand, '61 minutes');
  const { checks } = await examine(service.ctx, config);
  expect(checks.find(({ name }) => name === 'webhooks')).toEqual({
    name: 'webhooks',
    ok: false,
    detail:
      `endpoints: 1 failed for 5 days and were switched off (${failed}); ` +
      `1 responded with 410 and were switched off (${gone}); 1 have failed for over an hour (${failing}); ` +
      `1 have had a webhook to send for over an hour (${slow}). ` +
      'Run: guichet webhooks doctor <id>; then, if it is off: guichet webhooks enable <id>',
  });
  await service.ctx.pool.query('update webhook_endpoints set deleted_at = now() where id = any($1)', [
    [gone, failed, failing, slow],
  ]);
  const after = await examine(service.ctx, config);
  expect(after.checks.find(({ name }) => name === 'webhooks')).toMatchObject({ ok: true });
});

test('connector accounts whose host is no longer allowed are found', async () => {
  const make = (port: number) =>
    createAccount(service.ctx, commandOf(service.demo.merchant_id, 'live'), {
      connector: 'wave',
      name: `At ${port}`,
      config: {
        ...{ country: 'CI', api_key: 'wave_ci_prod_secret', webhook_secret: 'wave_ci_WHS_secret' },
        base_url: `http://127.0.0.1:${port}`,
      },
      unchecked: true,
    });
  const [closed, kept, off] = [await make(9), await make(10), await make(11)];
  await switchAccount(service.ctx, command, { id: off.id, enabled: false });
  const { db, clock, secrets, public_url, accounts } = service.ctx;
  const now = makeAccounts({
    ...{ db, clock, secrets, public_url, providers: accounts.providers },
    http: () => Promise.reject(new Error('the doctor calls no provider')),
    hosts: makeProviderHosts(['127.0.0.1:10']),
  });
  const { checks } = await examine({ ...service.ctx, accounts: now }, config);
  const found = checks.find(({ name }) => name === 'provider_hosts');
  expect(found).toEqual({
    name: 'provider_hosts',
    ok: false,
    detail:
      `1 account is not called because the host is not allowed (${closed.id} at http://127.0.0.1:9). ` +
      'Allow the host with PROVIDER_ALLOWED_HOSTS, or change the account: guichet accounts update <id> --set base_url=<address>',
  });
  const { checks: all_open } = await examine(service.ctx, config);
  expect(all_open.find(({ name }) => name === 'provider_hosts')?.ok).toBe(true);
  const other = { ...service.ctx, secrets: makeSecretBox('another key, of at least 32 characters') };
  const sealed = (await bad(other)).bad.find(({ name }) => name === 'provider_hosts');
  expect(sealed?.detail).toMatch(/^cannot decrypt the settings of an account: see secret_key/);
  expect(JSON.stringify([found, sealed])).not.toMatch(/secret'|wave_ci_prod/);
  for (const { id } of [closed, kept]) await switchAccount(service.ctx, command, { id, enabled: false });
});
