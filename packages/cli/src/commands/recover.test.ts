import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callApi, makeCheckout } from '@guichet/server/testing/api';
import { callPay, meansEnding } from '@guichet/server/testing/checkout-calls';
import { send } from '@guichet/server/testing/send';
import { makeVisitor } from '@guichet/server/testing/visitor';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { makeTestDatabase, type TestDatabase } from '../../../../test-support/database.ts';
import { environmentBeside, startTestService, type TestService } from '../../../../test-support/service.ts';
import { readObject, runCli } from '../testing/run-cli.ts';

let database: TestDatabase;
let data_dir: string;
let service: TestService;
beforeAll(async () => {
  database = await makeTestDatabase();
  data_dir = await mkdtemp(join(tmpdir(), 'guichet-recover-'));
  service = await startTestService({ database, data_dir });
});
afterAll(async () => {
  await service.stop();
  await database.close();
  await rm(data_dir, { recursive: true });
});
afterEach(() => database.pool.query('update recoveries set opened_at = now() where opened_at is null'));

async function run(...args: string[]) {
  const { code, stdout } = await runCli([...args, '--json'], { env: environmentBeside(service) });
  expect(code).toBe(0);
  return readObject(stdout);
}
const readiness = async () => {
  const { status, text } = await send(service.url, '/readyz');
  return { status, recovery: JSON.parse(text).recovery };
};
const body = { amount: 500, currency: 'XOF', operator: 'mtn_ci', recipient: { phone: '+2250504030200' } };

test('a person can pause all sending with recover, see the findings, and reopen the service', async () => {
  expect(await run('recover', 'status')).toEqual({ status: 'open' });
  await expect.poll(readiness, { timeout: 15_000 }).toEqual({ status: 200, recovery: 'none' });
  const { token } = await makeCheckout(service);
  const since = new Date(Date.now() - 60_000).toISOString();
  expect(await run('recover', '--since', since)).toMatchObject({
    ...{ status: 'recovering', reason: 'requested', lost_since: since.replace('Z', '+00:00') },
  });
  await expect.poll(readiness, { timeout: 15_000 }).toEqual({ status: 200, recovery: 'recovering' });

  const refused = await callPay(service, token, meansEnding('00'), 'pay-1');
  expect(refused).toMatchObject({ status: 503, body: { code: 'recovering' } });
  const key = service.demo.test_key;
  const headers = { 'idempotency-key': 'payout-1' };
  const made = await callApi(service, '/api/v1/payouts', { method: 'POST', json: body, key, headers });
  expect(made).toMatchObject({ status: 201, body: { data: { status: 'pending' } } });

  // The first round of inquiries may have ended before the payout was created; the next one includes it.
  await expect
    .poll(() => run('recover', 'status'), { timeout: 20_000 })
    .toMatchObject({
      ...{ looked_at: expect.any(String), to_inquire: 0, to_send: 1, unknown_callbacks: 0 },
    });
  const doctor = await runCli(['doctor', '--json'], { env: environmentBeside(service) });
  expect(JSON.parse(doctor.stdout).checks).toContainEqual(
    expect.objectContaining({
      name: 'recovery',
      ok: false,
      detail: expect.stringContaining('recover status'),
    }),
  );

  expect(await run('recover', 'open')).toEqual({ status: 'open' });
  await expect.poll(readiness, { timeout: 15_000 }).toEqual({ status: 200, recovery: 'none' });
  expect((await callPay(service, token, meansEnding('00'), 'pay-1')).status).toBe(200);
  const id = String(made.body.data?.id);
  await expect
    .poll(async () => (await callApi(service, `/api/v1/payouts/${id}`, { key })).body.data?.status, {
      timeout: 30_000,
    })
    .toBe('success');
  const again = await runCli(['recover', 'open'], { env: environmentBeside(service) });
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('no recovery to end') });
});

test.each([
  ['en', 'Payments are paused'],
  ['fr', 'Les paiements sont en pause'],
  ['pt', 'Os pagamentos estão em pausa'],
  ['sw', 'Malipo yamesitishwa kwa muda'],
  ['ar', 'المدفوعات متوقفة مؤقتًا'],
])('the hosted page announces a recovery in %s, and continues after it', async (language, title) => {
  const { token } = await makeCheckout(service);
  const visitor = makeVisitor(service, language);
  const choice = await visitor.open(`/pay/${token}`);
  const confirmation = await visitor.submit(choice, '/choose', {
    operator: 'mtn_ci',
    phone: '+2250504030200',
  });
  await run('recover');
  const paused = await visitor.submit(confirmation, '/pay');
  expect(paused).toMatchObject({ status: 503, state: 'recovering' });
  expect(paused.words).toContain(title);
  expect(paused.headers['retry-after']).toBe('60');
  await run('recover', 'open', '--anyway');
  expect((await visitor.submit(confirmation, '/pay')).state).not.toBe('recovering');
});

test('recover --since refuses a time without a time zone', async () => {
  const ran = await runCli(['recover', '--since', '2026-03-01 10:00'], { env: environmentBeside(service) });
  expect(ran).toMatchObject({ code: 2, stderr: expect.stringContaining('with its zone') });
});

/** Sets the row that identifies the database back by an hour, as a restore does. */
const putBack = () => database.pool.query(`update installation set seen_at = seen_at - interval '1 hour'`);

test('the service detects that its database is restored while it runs', async () => {
  await putBack();
  await expect.poll(readiness, { timeout: 20_000 }).toEqual({ status: 200, recovery: 'recovering' });
  expect(await run('recover', 'status')).toMatchObject({ reason: 'older', began_by: 'the service' });
});

test('the next start on the machine detects that the database was restored while the service was stopped', async () => {
  await service.stop();
  await putBack();
  service = await startTestService({ database, data_dir });
  await expect.poll(readiness, { timeout: 15_000 }).toEqual({ status: 200, recovery: 'recovering' });
});
