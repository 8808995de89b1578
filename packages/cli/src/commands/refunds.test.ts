import { service_actor } from '@guichet/core/platform';
import { refunds, sendTransfer } from '@guichet/core/transfers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Checkout } from '../../../../test-support/checkouts.ts';
import { context_secret_key, makeTestContext, type TestContext } from '../../../../test-support/context.ts';
import { makePaid, makeRefund, makeSeller, refundJob } from '../../../../test-support/refunds.ts';
import { testEnvironment } from '../../../../test-support/service.ts';
import { type Ran, readObject, runCli } from '../testing/run-cli.ts';

let ctx: TestContext;
let env: Record<string, string>;
beforeAll(async () => {
  ctx = await makeTestContext();
  // References are derived from a secret, which the command needs as well.
  env = {
    ...testEnvironment(ctx.database.database_url, '/nonexistent'),
    SECRET_KEY: context_secret_key,
  };
});
afterAll(() => ctx.database.close());

const guichet = (...args: string[]): Promise<Ran> => runCli([...args, '--json'], { env });
const make = async (digits = '00'): Promise<Checkout> => makePaid(ctx, await makeSeller(ctx), digits);

/** Runs a command that must succeed. @returns its result */
async function run(...args: string[]): Promise<Readonly<Record<string, unknown>>> {
  const ran = await guichet(...args);
  expect(ran).toMatchObject({ code: 0 });
  return readObject(ran.stdout);
}

test('refunds create, show and list handle a partial refund and then the remainder', async () => {
  const { merchant_id, payment_id } = await make();
  const of_payment = ['--payment', payment_id];
  const part = await run(
    'refunds',
    'create',
    ...of_payment,
    '--amount',
    '1020',
    '--reason',
    'One was broken',
  );
  expect(part).toMatchObject({
    id: expect.stringMatching(/^ref_/),
    object: 'refund',
    status: 'pending',
    amount: 1020,
    payment_id,
    reason: 'One was broken',
  });
  await sendTransfer(ctx, service_actor, {
    kind: refunds,
    job: refundJob({ merchant_id, id: String(part.id) }),
  });
  const rest = await run('refunds', 'create', ...of_payment);
  expect(rest).toMatchObject({ status: 'pending', amount: 4080, reason: null });

  expect(await run('refunds', 'list', ...of_payment)).toEqual({
    items: [{ ...part, status: 'success', refunded_at: expect.any(String) }, rest],
  });
  expect(await run('payments', 'show', payment_id)).toMatchObject({
    payment: { status: 'success', refunded_amount: 1020 },
    refunds: [{ id: part.id }, { id: rest.id }],
  });
  const shown = await run('refunds', 'show', String(part.id));
  expect(shown).toMatchObject({
    refund: { id: part.id, status: 'success' },
    sending: {
      method: 'refund',
      connector: 'sandbox',
      phone: '+22505******00',
      fee: 20,
      needs_review: false,
    },
    transitions: [{ event: 'sending' }, { to_status: 'success' }],
    events: [{ event: 'refund.successful', sequence: 1 }],
    deliveries: [],
  });
  const entries = shown.ledger_entries as { account: string; direction: string; amount: number }[];
  expect(entries.map(({ account, direction, amount }) => [account, direction, amount])).toEqual([
    ['merchant_balance', 'debit', 1000],
    ['fees', 'debit', 20],
    ['refunds_in_flight', 'credit', 1020],
    ['refunds_in_flight', 'debit', 1020],
    ['operator_clearing:sandbox', 'credit', 1020],
  ]);

  const plain = await runCli(['refunds', 'list', ...of_payment], { env });
  expect(plain.stdout).toMatch(/^items:\n {2}-\n {4}id: ref_/);
  expect(plain.stdout).not.toMatch(/[{}[\]]|undefined|object Object/);
});

test.each([
  ['approve', 'success'],
  ['refuse', 'failed'],
])('sandbox %s decides a refund that awaits approval, whose status becomes %s', async (verb, status) => {
  const refund = await makeRefund(ctx, await make('22'));
  await sendTransfer(ctx, service_actor, { kind: refunds, job: refundJob(refund) });
  expect(await run('sandbox', verb, refund.id)).toMatchObject({ id: refund.id, object: 'refund', status });
  const again = await guichet('sandbox', verb, refund.id);
  expect(again.code).toBe(1);
  expect(readObject(again.stdout)).toMatchObject({ error: { code: 'conflict' } });
});

describe('invalid input', () => {
  let payment_id: string;
  beforeAll(async () => {
    ({ payment_id } = await make());
  });

  const wrong: [args: string[], exit: number, code: string, field?: string][] = [
    [['create'], 2, 'usage'],
    [['create', '--payment', 'pay_none'], 1, 'payment_not_found'],
    [['create', '--payment', 'PAYMENT', '--amount', 'all'], 2, 'usage'],
    [['create', '--payment', 'PAYMENT', '--amount', '-5'], 2, 'usage'],
    [['create', '--payment', 'PAYMENT', '--amount', '0'], 1, 'invalid_fields', 'amount'],
    [['create', '--payment', 'PAYMENT', '--amount', '10.5'], 1, 'invalid_fields', 'amount'],
    [['create', '--payment', 'PAYMENT', '--amount', '5101'], 1, 'invalid_fields', 'amount'],
    [['create', '--payment', 'PAYMENT', '--attempt', 'att_none'], 1, 'invalid_fields', 'attempt_id'],
    [['create', '--payment', 'PAYMENT', '--reason', ''], 1, 'invalid_fields', 'reason'],
    [['create', '--payment', 'PAYMENT', '--reason', 'x'.repeat(256)], 1, 'invalid_fields', 'reason'],
    [['create', '--payment', 'PAYMENT', '--phone', '+225'], 2, 'usage'],
    [['show'], 2, 'usage'],
    [['show', 'ref_none'], 1, 'refund_not_found'],
    [['list'], 2, 'usage'],
    [['list', '--payment', 'pay_none'], 1, 'payment_not_found'],
  ];
  test.each(wrong)('is refused by refunds %j', async (args, exit, code, field) => {
    const ran = await guichet('refunds', ...args.map((text) => text.replace('PAYMENT', payment_id)));
    expect(ran.code).toBe(exit);
    const { error } = readObject(ran.stdout) as { error: { code: string; errors: object | null } };
    expect(error.code).toBe(code);
    expect(error.errors === null ? undefined : Object.keys(error.errors)[0]).toBe(field);
  });

  test('creates no refund', async () => {
    expect(await run('refunds', 'list', '--payment', payment_id)).toEqual({ items: [] });
  });
});
