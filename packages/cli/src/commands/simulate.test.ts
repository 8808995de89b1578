import { listCases } from '@guichet/core/operations';
import { makeMerchant } from '@guichet/server/testing/api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeTestContext } from '../../../../test-support/context.ts';
import { startTestService, type TestService, testEnvironment } from '../../../../test-support/service.ts';
import { readObject, runCli } from '../testing/run-cli.ts';

let service: TestService;
let env: Record<string, string>;
beforeAll(async () => {
  service = await startTestService();
  env = testEnvironment(service.database.database_url, service.data_dir);
});
afterAll(() => service.stop());

const simulate = (...args: string[]) => runCli(['simulate', ...args], { env });

interface Simulated {
  readonly digits: string;
  readonly ok: boolean;
  readonly became: { readonly status: string; readonly events: readonly string[]; readonly late: boolean };
}

const all_digits = listCases().map(({ digits }) => digits);

describe('every case of the sandbox’s table ends as documented', () => {
  // Run concurrently, because the cases mostly wait for the operator.
  test.concurrent.each<[string, string[], Record<string, string>]>([
    [
      'payments',
      [],
      {
        '00': 'success',
        '01': 'failed',
        '11': 'success late',
        '17': 'processing',
        '18': 'success',
        '22': 'success',
      },
    ],
    [
      'payouts',
      ['--payout'],
      { '00': 'success', '01': 'failed', '11': 'success', '17': 'processing', '20': 'success' },
    ],
  ])('%s', { timeout: 90_000 }, async (_, options, some) => {
    const ran = await simulate('--all', '--json', ...options);
    // Case 17 is also logged because it needs review.
    expect(ran.stderr.replace(/^\{"level":"error".*unexpected money arrived"\}\n$/, '')).toBe('');
    const { ok, cases } = readObject(ran.stdout) as { ok: boolean; cases: readonly Simulated[] };
    expect(cases.filter((one) => !one.ok)).toEqual([]);
    expect([ok, ran.code]).toEqual([true, 0]);
    expect(cases.map(({ digits }) => digits)).toEqual(all_digits);
    // The expected outcomes are repeated here, because the table cannot verify itself.
    const became = new Map(
      cases.map(({ digits, became }) => [digits, `${became.status}${became.late ? ' late' : ''}`]),
    );
    expect(Object.fromEntries(Object.keys(some).map((digits) => [digits, became.get(digits)]))).toEqual(some);
    expect(cases.find(({ digits }) => digits === '18')?.became.events).toEqual(['failed', 'successful']);
  });
});

test('guichet simulate prints each step as it happens', async () => {
  const ran = await simulate('20');
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  const lines = ran.stdout.trimEnd().split('\n');
  expect(lines.map((line) => line.replace(/^20 +\d+\.\d s {2}/, ''))).toEqual([
    expect.stringMatching(/^pay_\w{26}: 5000 XOF with \w+$/),
    'payment is processing, the operator is working on it',
    'the customer types the code 123456',
    'payment is success',
    expect.stringMatching(/^event payment\.successful evt_\w{26}$/),
    'result: 1 of 1 ended as documented',
  ]);
});

test('guichet simulate works for any merchant', async () => {
  const { merchant_id } = await makeMerchant(service, { rules: ['mtn_gh'] });
  const ran = await simulate('00', '--merchant', merchant_id, '--json');
  expect(readObject(ran.stdout)).toMatchObject({ ok: true });
});

test('guichet simulate --list shows the table', async () => {
  const ran = await simulate('--list', '--json');
  expect(readObject(ran.stdout)).toEqual({ cases: listCases() });
});

describe('guichet simulate refuses', () => {
  test.each([
    [[], 2, 'usage'],
    [['1'], 1, 'invalid_fields'],
    [['00', 'x'], 1, 'invalid_fields'],
    [['00', '--merchant', 'mer_none'], 1, 'merchant_not_found'],
  ])('the arguments %j', async (args, code, error) => {
    const ran = await simulate(...args, '--json');
    expect(ran.code).toBe(code);
    expect(readObject(ran.stdout)).toMatchObject({ error: { code: error } });
  });

  test('to run while the service is not running', async () => {
    const ctx = await makeTestContext();
    const { merchant_id } = await makeMerchant({ ...service, ctx });
    const alone = testEnvironment(ctx.database.database_url, service.data_dir);
    const ran = await runCli(['simulate', '00', '--merchant', merchant_id, '--json'], { env: alone });
    await ctx.database.close();
    expect(ran.code).toBe(1);
    expect(readObject(ran.stdout)).toEqual({
      error: { code: 'unavailable', message: expect.stringContaining('guichet serve'), errors: null },
    });
  });
});

test('simulations keep the ledger balanced', async () => {
  const ran = await runCli(['ledger', 'check', '--json'], { env });
  expect(readObject(ran.stdout)).toMatchObject({ ok: true, breaches: [] });
});
