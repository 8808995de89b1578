import { createMerchant } from '@guichet/core/accounts';
import { service_actor } from '@guichet/core/platform';
import { payouts, sendTransfer } from '@guichet/core/transfers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command } from '../../../../test-support/actors.ts';
import { makeTestContext, type TestContext } from '../../../../test-support/context.ts';
import { balancesOf, makePayout, payoutJob } from '../../../../test-support/payouts.ts';
import { testEnvironment } from '../../../../test-support/service.ts';
import { type Ran, readObject, runCli } from '../testing/run-cli.ts';

let ctx: TestContext;
let merchant_id: string;
let env: Record<string, string>;
beforeAll(async () => {
  ctx = await makeTestContext();
  env = testEnvironment(ctx.database.database_url, '/nonexistent');
  merchant_id = (await createMerchant(ctx, command, { name: 'Librairie du Port', country: 'CI' })).id;
});
afterAll(() => ctx.database.close());

const guichet = (...args: string[]): Promise<Ran> => runCli([...args, '--json'], { env });
const fund = (...options: string[]) => guichet('sandbox', 'fund', ...options);
const owner = () => ({ merchant_id, mode: 'test' as const, key_id: 'key_none' });

describe('sandbox fund', () => {
  test('adds test funds and prints the new balance', async () => {
    const options = ['--merchant', merchant_id, '--currency', 'XOF', '--amount'];
    const ran = await fund(...options, '1000000');
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(readObject(ran.stdout)).toEqual({
      merchant_id,
      currency: 'XOF',
      amount: 1_000_000,
      available: 1_000_000,
    });
    expect(readObject((await fund(...options, '500')).stdout)).toMatchObject({ available: 1_000_500 });
    expect(await balancesOf(ctx, owner())).toEqual(['XOF 1000500 available, 0 in flight']);
  });

  test.each([
    [['--merchant', 'mer_none', '--currency', 'XOF', '--amount', '5'], 1, 'merchant_not_found'],
    [['--merchant', 'MERCHANT', '--currency', 'CFA', '--amount', '5'], 1, 'invalid_fields'],
    [['--merchant', 'MERCHANT', '--currency', 'XOF', '--amount', '0.5'], 1, 'invalid_fields'],
    [['--merchant', 'MERCHANT', '--currency', 'XOF', '--amount', 'much'], 2, 'usage'],
    [['--merchant', 'MERCHANT', '--currency', 'XOF', '--amount', '-5'], 2, 'usage'],
    [['--merchant', 'MERCHANT', '--currency', 'XOF'], 2, 'usage'],
    [['--merchant', 'MERCHANT', '--amount', '5'], 2, 'usage'],
  ])('refuses the options %j', async (options, code, error) => {
    const ran = await fund(...options.map((text) => text.replace('MERCHANT', merchant_id)));
    expect(ran.code).toBe(code);
    expect(readObject(ran.stdout)).toMatchObject({ error: { code: error } });
  });
});

describe('a payout that awaits approval', () => {
  test.each([
    ['approve', 'success'],
    ['refuse', 'failed'],
  ])(
    'is decided only once by sandbox %s (status %s), and payouts show prints the details',
    async (verb, status) => {
      await fund('--merchant', merchant_id, '--currency', 'XOF', '--amount', '5000');
      const payout = await makePayout(ctx, owner(), '22');
      await sendTransfer(ctx, service_actor, { kind: payouts, job: payoutJob(payout) });
      const ran = await guichet('sandbox', verb, payout.id);
      expect(ran.code).toBe(0);
      expect(readObject(ran.stdout)).toMatchObject({ id: payout.id, object: 'payout', status });

      const again = await guichet('sandbox', verb, payout.id);
      expect(again.code).toBe(1);
      expect(readObject(again.stdout)).toMatchObject({ error: { code: 'conflict' } });

      const shown = await guichet('payouts', 'show', payout.id);
      expect(readObject(shown.stdout)).toMatchObject({
        payout: { id: payout.id, status },
        sending: { connector: 'sandbox', phone: '+22505******22', needs_review: false },
        transitions: [{ event: 'sending' }, { to_status: status }],
        ledger_entries: [{}, {}, {}, {}],
        events: [{ sequence: 1 }],
        deliveries: [],
      });
    },
  );

  test('is reported as not found if it does not exist', async () => {
    for (const args of [
      ['sandbox', 'approve', 'po_none'],
      ['sandbox', 'refuse', 'po_none'],
      ['payouts', 'show', 'po_none'],
    ]) {
      const ran = await guichet(...args);
      expect(ran.code).toBe(1);
      expect(readObject(ran.stdout)).toMatchObject({ error: { code: 'payout_not_found' } });
    }
  });
});

describe('sandbox reverse', () => {
  test('reverses a paid payout only once', async () => {
    await fund('--merchant', merchant_id, '--currency', 'XOF', '--amount', '5000');
    const payout = await makePayout(ctx, owner(), '00');
    await sendTransfer(ctx, service_actor, { kind: payouts, job: payoutJob(payout) });
    const ran = await guichet('sandbox', 'reverse', payout.id);
    expect([ran.code, readObject(ran.stdout)]).toEqual([0, { reversed: payout.id }]);
    expect(readObject((await guichet('payouts', 'show', payout.id)).stdout)).toMatchObject({
      payout: { status: 'reversed', reversal: { operator_code: 'reversed' } },
    });
    expect(readObject((await guichet('sandbox', 'reverse', payout.id)).stdout)).toMatchObject({
      error: { code: 'conflict' },
    });
  });
});
