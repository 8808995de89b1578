import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { key_scopes } from '@guichet/core/platform';
import {
  type Checkout,
  callApi,
  expectError,
  initialize,
  least,
  makeCheckout,
  retrievePayment,
} from '@guichet/server/testing/api';
import { payOnPage } from '@guichet/server/testing/visitor';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pictures } from '../../../../test-support/logos.ts';
import { environmentBeside, startTestService, type TestService } from '../../../../test-support/service.ts';
import { readObject, runCli } from '../testing/run-cli.ts';

let service: TestService;
let env: Record<string, string>;
beforeAll(async () => {
  service = await startTestService();
  env = environmentBeside(service);
});
afterAll(() => service.stop());

/** Runs a command that must succeed, while the service runs. @returns its result */
async function run(...args: string[]): Promise<Readonly<Record<string, unknown>>> {
  const ran = await runCli([...args, '--json'], { env });
  expect(ran).toMatchObject({ code: 0 });
  return readObject(ran.stdout);
}

/** Creates a session and pays it with the sandbox's number that succeeds immediately. */
async function makePaidCheckout(): Promise<Checkout> {
  const checkout = await makeCheckout(service, { amount: 1000 });
  await payOnPage(service, checkout.token, { operator: 'mtn_ci', phone: '+2250548151600' });
  return checkout;
}

test('money-choices set configures the handling of a merchant’s unexpected money', async () => {
  const merchant = await run('merchants', 'create', '--name', 'Librairie du Parc', '--country', 'TG');
  const choices_of = ['money-choices', 'set', '--merchant', String(merchant.id)];
  const chosen = { on_underpaid: 'ask', on_overpaid: 'refund_difference', on_paid_late: 'accept' };
  expect(
    await run(...choices_of, '--on-overpaid', 'refund_difference', '--on-paid-twice', 'refund_all'),
  ).toEqual({
    ...chosen,
    on_paid_twice: 'refund_all',
  });
  expect(await run(...choices_of, '--on-paid-twice', 'ask')).toEqual({ ...chosen, on_paid_twice: 'ask' });
});

test('the alias of a merchant at PI-SPI is set, refused and removed', async () => {
  const { id } = await run('merchants', 'create', '--name', 'Boutique Aya', '--country', 'CI');
  const set = (alias: string) => run('branding', 'set', '--merchant', String(id), '--pi-spi-alias', alias);
  const alias = '1f0a8c2e-6d5b-4e3a-9c7d-2b1e0f9a8d7c';
  expect(await set(alias)).toMatchObject({ pi_spi_alias: alias });
  const refused = await runCli(['branding', 'set', '--merchant', String(id), '--pi-spi-alias', 'mine'], {
    env,
  });
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('UUID of version 4')]);
  expect(await set('')).toMatchObject({ pi_spi_alias: null });
});

test('the logo of a merchant is set from a file, refused and removed', async () => {
  const { id } = await run('merchants', 'create', '--name', 'Boutique Aya', '--country', 'CI');
  const folder = await mkdtemp(join(tmpdir(), 'guichet-logo-'));
  const set = ['branding', 'set', '--merchant', String(id), '--logo'];
  const refusal = async (path: string) => {
    const { code, stderr } = await runCli([...set, path, '--email', 'aya@shop.example'], { env });
    return `${code} ${stderr}`;
  };
  try {
    const write = async (name: string, content: Buffer | string) => {
      await writeFile(join(folder, name), content);
      return join(folder, name);
    };
    const good = await write('logo.webp', Buffer.from(pictures.webp, 'base64'));
    const facts = { media_type: 'image/webp', width: 24, height: 16 };
    expect(await run(...set, good)).toMatchObject({ logo: facts });
    const heavy = await write('heavy.png', Buffer.alloc(5_000_000));
    expect(await refusal(heavy)).toMatch(/^1 .*must have at most 2048 bytes/s);
    const drawing = await write('logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
    expect(await refusal(drawing)).toMatch(/^1 .*must be a whole PNG, JPEG or WebP/s);
    expect(await refusal(join(folder, 'none.png'))).toMatch(/^1 .*no such file/s);
    // Nothing was written together with a logo that is refused.
    expect(await run(...set.slice(0, -1))).toMatchObject({ logo: facts, contact: { email: null } });
    expect(await run(...set, '')).toMatchObject({ logo: null });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a merchant is set up from scratch while the service runs', async () => {
  const merchant = await run('merchants', 'create', '--name', 'Librairie du Port', '--country', 'TG');
  expect(merchant).toEqual({ id: expect.stringMatching(/^mer_/) });
  const of_merchant = ['--merchant', String(merchant.id), '--mode', 'test'];

  const key = await run('keys', 'create', ...of_merchant);
  expect(key).toEqual({
    id: expect.stringMatching(/^key_/),
    key: expect.stringMatching(/^svc_test_\w{32}$/),
  });
  const { token } = await makeCheckout(service, {}, String(key.key));
  const look = async () => (await callApi(service, `/api/v1/checkout/${token}`)).body.data;

  const rule = [...of_merchant, '--operator', 'moov_tg', '--fee-percent'];
  expect(await run('routing', 'set', ...rule, '1.25')).toEqual({
    operator: 'moov_tg',
    fee_percent: '1.25',
    enabled: true,
    accounts: null,
    min_amount: null,
    max_amount: null,
  });
  expect((await look())?.operators).toMatchObject([{ code: 'moov_tg', fee_percent: 1.25 }]);
  expect(await run('routing', 'set', ...rule, '0', '--min', '500', '--off')).toMatchObject({
    enabled: false,
  });
  expect(await run('routing', 'list', ...of_merchant)).toMatchObject({
    rules: [{ operator: 'moov_tg', fee_percent: '0', enabled: false, min_amount: '500', accounts: [] }],
  });
  expect((await look())?.operators).toEqual([]);

  const look_of = ['branding', 'set', '--merchant', String(merchant.id)];
  expect(await run(...look_of, '--primary-color', '#0a7d3c', '--template', 'abidjan')).toEqual({
    primary_color: '#0A7D3C',
    ...{ template: 'abidjan', logo: null },
    ...{ contact: { phone: null, whatsapp: null, email: null, hours: null }, pi_spi_alias: null },
  });
  expect(await look()).toMatchObject({
    template: 'abidjan',
    merchant: { branding: { primary_color: '#0A7D3C' } },
  });
  expect(await run(...look_of, '--primary-color', '', '--whatsapp', '+225 05 05 05 05 05')).toMatchObject({
    primary_color: null,
    contact: { whatsapp: '+2250505050505', phone: null },
  });
  expect(await run(...look_of, '--whatsapp', '')).toMatchObject({ contact: { whatsapp: null } });

  const narrow = await run(
    ...['keys', 'create', ...of_merchant, '--name', 'Reports', '--scopes', 'balances:read, payments:read'],
    ...['--expires', '90d', '--addresses', '203.0.113.9/24,2001:db8::1'],
  );
  const listed = { name: null, scopes: key_scopes, addresses: null, expires_at: null, revoked_at: null };
  expect(await run('keys', 'list', ...of_merchant)).toMatchObject({
    keys: [
      {
        id: narrow.id,
        name: 'Reports',
        scopes: ['payments:read', 'balances:read'],
        addresses: ['203.0.113.0/24', '2001:db8::1/128'],
        expires_at: expect.any(String),
      },
      { id: key.id, ...listed },
    ],
  });
  expectError(await initialize(service, least, String(narrow.key)), 403, 'address_not_allowed');

  expect(await run('keys', 'revoke', String(key.id))).toEqual({ id: key.id, revoked_at: expect.any(String) });
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expectError(await initialize(service, least, String(key.key)), 401, 'revoked_api_key');
});

test('payments show prints all details of a payment, including its delivery to an endpoint', async () => {
  const endpoint = await run(
    ...['webhooks', 'create', '--merchant', service.demo.merchant_id, '--mode', 'test'],
    ...['--url', 'http://127.0.0.1:9/hook', '--events', 'payment.successful, payment.failed'],
    '--skip-doctor',
  );
  expect(endpoint).toEqual({
    id: expect.stringMatching(/^whe_/),
    secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
  });
  const { payment_id } = await makePaidCheckout();
  const shown = await run('payments', 'show', payment_id);
  expect(shown).toEqual({
    payment: expect.objectContaining({ id: payment_id, status: 'success', charged_amount: 1020 }),
    attempts: [
      expect.objectContaining({ number: 1, status: 'success', operator: 'mtn_ci', phone: '+22505******00' }),
    ],
    refunds: [],
    ledger_entries: expect.any(Array),
    events: [expect.objectContaining({ event: 'payment.successful', sequence: 1 })],
    deliveries: [expect.objectContaining({ endpoint_id: endpoint.id })],
  });
  const entries = shown.ledger_entries as { account: string; direction: string; amount: number }[];
  expect(entries.map(({ account, direction, amount }) => [account, direction, amount])).toEqual([
    ['operator_clearing:sandbox', 'debit', 1020],
    ['merchant_balance', 'credit', 1000],
    ['fees', 'credit', 20],
  ]);

  const plain = await runCli(['payments', 'show', payment_id], { env });
  expect(plain.code).toBe(0);
  expect(plain.stdout).toMatch(/^payment:\n {2}id: pay_/);
  expect(plain.stdout).not.toMatch(/[{}[\]]|undefined|object Object/);
});

test('sessions expire ends a session as if 30 minutes had passed', async () => {
  const { token, payment_id } = await makeCheckout(service);
  expect(await run('sessions', 'expire', token)).toEqual({ token, status: 'expired' });
  expect(await retrievePayment(service, payment_id)).toMatchObject({ status: 'expired' });
});

describe('migrate', () => {
  test('applies no migrations while the service runs', async () => {
    expect(await run('migrate')).toEqual({ applied: [] });
  });
});

describe('ledger check', () => {
  test('finds no breach after a payment', async () => {
    await makePaidCheckout();
    const checked = await run('ledger', 'check');
    expect(checked).toEqual({ ok: true, entries: expect.any(Number), breaches: [] });
    expect(checked.entries).toBeGreaterThanOrEqual(3);
  });

  test('reports a breach and exits with 1', async () => {
    // A ledger transaction without entries; triggers prevent any worse breach.
    await service.ctx.pool.query(
      `insert into ledger_transactions (merchant_id, id, mode, kind, created_at)
      values ($1, 'ltx_breach', 'test', 'sandbox_funding', now())`,
      [service.demo.merchant_id],
    );
    const ran = await runCli(['ledger', 'check', '--json'], { env });
    expect(ran.code).toBe(1);
    expect(readObject(ran.stdout)).toEqual({
      ok: false,
      entries: expect.any(Number),
      breaches: [{ rule: 'transaction_has_entries', subject: 'ltx_breach', detail: 'sandbox_funding' }],
    });
  });
});

describe('doctor', () => {
  test('finds no problem while the service runs', async () => {
    const examined = await run('doctor');
    expect(examined).toMatchObject({ ok: true });
    expect((examined.checks as { name: string }[]).map(({ name }) => name)).toEqual([
      'settings',
      'connections',
      'postgresql',
      'migrations',
      'clock',
      'durability',
      'rights',
      'recovery',
      'secret_key',
      'queue',
      'open_work',
      'open_payments',
      'open_payouts',
      'open_refunds',
      'webhooks',
      'provider_hosts',
      'drift',
      'customers_money',
    ]);
  });

  test('explains a problem and exits with 1', async () => {
    const ran = await runCli(['doctor'], {
      env: { ...env, SECRET_KEY: 'another key of at least 32 characters' },
    });
    expect(ran.code).toBe(1);
    expect(ran.stdout).toMatch(/^ok: false\n/);
    expect(ran.stdout).toMatch(/name: secret_key\n\s+ok: false\n\s+detail: .*SECRET_KEY/);
    expect(ran.stderr).toBe('');
  });
});
