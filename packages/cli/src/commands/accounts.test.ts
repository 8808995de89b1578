import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeTestDatabase, type TestDatabase } from '../../../../test-support/database.ts';
import { testEnvironment } from '../../../../test-support/service.ts';
import { startTestOperator, type TestOperator } from '../../../../test-support/test-operator.ts';
import { readObject, runCli } from '../testing/run-cli.ts';
import { spawnCli } from '../testing/spawn-cli.ts';

const api_key = 'wave_ci_prod_nobody-may-see-this';
const webhook_secret = 'wave_ci_WHS_nobody-may-see-this';

let database: TestDatabase;
let data_dir: string;
let operator: TestOperator;
let env: Record<string, string>;
let merchant: string;
beforeAll(async () => {
  database = await makeTestDatabase();
  data_dir = await mkdtemp(join(tmpdir(), 'guichet-cli-'));
  operator = await startTestOperator();
  env = testEnvironment(database.database_url, data_dir);
  merchant = String((await run('merchants', 'create', '--name', 'Shop', '--country', 'CI')).id);
});
afterAll(async () => {
  await operator.close();
  await database.close();
  await rm(data_dir, { recursive: true });
});
beforeEach(() => operator.answer('GET /v1', { status: 200, body: { amount: '5000', currency: 'XOF' } }));

/** Runs a command that must succeed and must not print or log a secret. @returns its result */
async function run(...args: string[]): Promise<Readonly<Record<string, unknown>>> {
  const ran = await runCli([...args, '--json'], { env });
  expect(ran).toMatchObject({ code: 0 });
  expect(`${ran.stdout}${ran.stderr}`).not.toContain('nobody-may-see-this');
  return readObject(ran.stdout);
}

const create = () => [
  'accounts',
  'create',
  '--merchant',
  merchant,
  '--connector',
  'wave',
  '--name',
  'Wallet',
];

async function make(): Promise<string> {
  const path = join(data_dir, 'webhook-secret');
  await writeFile(path, `${webhook_secret}\n`);
  const account = await run(
    ...create(),
    ...['--set', 'country=CI', '--set', `base_url=${operator.url}`, '--set', `api_key=${api_key}`],
    ...['--set', 'restrict_payer=false', '--set-file', `webhook_secret=${path}`],
  );
  expect(account).toMatchObject({
    merchant_id: merchant,
    connector: 'wave',
    config: {
      country: 'CI',
      base_url: operator.url,
      restrict_payer: false,
      api_key: '[redacted]',
      webhook_secret: '[redacted]',
    },
    checked_at: expect.any(String),
  });
  expect(operator.asked.at(-1)?.authorization).toBe(`Bearer ${api_key}`);
  return String(account.id);
}

test('an account can be created, shown, changed and disabled', async () => {
  const id = await make();
  expect(await run('accounts', 'show', id)).toMatchObject({ id, enabled: true });
  expect(await run('accounts', 'disable', id)).toMatchObject({ enabled: false });
  const named = await run('accounts', 'update', id, '--name', 'Second', '--unset', 'restrict_payer');
  expect(named).toMatchObject({ name: 'Second', config: { api_key: '[redacted]' } });
  expect(named.config).not.toHaveProperty('restrict_payer');
  expect(await run('accounts', 'list', '--merchant', merchant)).toMatchObject({
    accounts: [{ id, name: 'Second', enabled: false, operators: ['wave_ci'] }],
  });
  expect(await run('accounts', 'enable', id)).toMatchObject({ enabled: true });
  expect(await run('accounts', 'balance', id)).toEqual({
    id,
    balances: [{ wallet: '', currency: 'XOF', amount: 5000 }],
  });
  expect(await run('callbacks', 'list', '--account', id)).toEqual({ callbacks: [] });
});

test('accounts create reads a secret from standard input', async () => {
  const given = ['--set', 'country=CI', '--set', `base_url=${operator.url}`, '--set', 'api_key=-'];
  for (const start of [runCli, spawnCli]) {
    const args = [...create(), ...given, '--set', `webhook_secret=${webhook_secret}`, '--json'];
    const ran = await start(args, { env, stdin: `${api_key}\n` });
    expect(ran.stderr).not.toContain('nobody-may-see-this');
    expect(readObject(ran.stdout)).toMatchObject({ config: { api_key: '[redacted]' } });
    expect(operator.asked.at(-1)?.authorization).toBe(`Bearer ${api_key}`);
  }
});

test('errors identify the field and quote the provider', async () => {
  const refused = async (...args: string[]) => {
    const ran = await runCli([...args, '--json'], { env });
    expect(ran.code).toBe(1);
    expect(ran.stdout).not.toContain('nobody-may-see-this');
    return readObject(ran.stdout).error as { code: string; errors: Record<string, string[]> };
  };
  const wrong = await refused(...create(), '--set', 'country=FR', '--set', 'key=1');
  expect(Object.keys(wrong.errors).sort()).toEqual([
    'config.api_key',
    'config.country',
    'config.key',
    'config.webhook_secret',
  ]);
  const missing = await refused(...create(), '--set', 'country=CI', '--set-file', 'api_key=/nowhere');
  expect(missing.errors).toEqual({ 'config.api_key': [expect.stringContaining('no such file')] });

  const id = await make();
  operator.answer('GET /v1', { status: 401, body: { code: 'no-matching-api-key', message: api_key } });
  const update = await refused('accounts', 'update', id, '--set', 'country=CI');
  expect(update.errors).toEqual({ config: [expect.stringMatching(/^Wave rejected them: /)] });
  const checked = await runCli(['accounts', 'check', id, '--json'], { env });
  expect(checked.code).toBe(1);
  expect(checked.stdout).not.toContain('nobody-may-see-this');
  expect(readObject(checked.stdout)).toMatchObject({ check: 'bad', exchanges: [{ status: 401 }] });
});

test('accounts providers lists the providers with their settings', async () => {
  const { providers } = (await run('accounts', 'providers')) as { providers: { connector: string }[] };
  expect(providers.map(({ connector }) => connector)).toContain('wave');
  expect(providers).toContainEqual(
    expect.objectContaining({
      connector: 'pawapay',
      callbacks: 'hint',
      callbacks_depend_on: 'signed_callbacks',
    }),
  );
});

test('after secrets rotate, data encrypted with the old key can be decrypted with the new one alone', async () => {
  const id = await make();
  const before = env;
  const key = 'the next key of the tests: 32 characters';
  env = { ...before, SECRET_KEY: key, SECRET_KEY_PREVIOUS: before.SECRET_KEY ?? '' };
  const doctor = await runCli(['doctor', '--json'], { env });
  expect(doctor.stdout).toContain('encrypted with a previous key. Run: guichet secrets rotate');
  const { tables } = (await run('secrets', 'rotate')) as { tables: { table: string; sealed_anew: number }[] };
  expect(tables.find(({ table }) => table === 'connector_accounts')?.sealed_anew).toBeGreaterThan(0);
  env = { ...before, SECRET_KEY: key };
  expect(await run('accounts', 'show', id)).toMatchObject({ config: { api_key: '[redacted]' } });
  env = { ...before, SECRET_KEY: key, SECRET_KEY_PREVIOUS: 'short' };
  const wrong = await runCli(['secrets', 'rotate', '--json'], { env });
  expect(readObject(wrong.stdout)).toMatchObject({
    error: { code: 'settings', message: expect.stringContaining('SECRET_KEY_PREVIOUS') },
  });
  env = before;
});
