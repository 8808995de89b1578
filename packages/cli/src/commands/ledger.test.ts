import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeTestContext, type TestContext } from '../../../../test-support/context.ts';
import { balancesOf, makePayer } from '../../../../test-support/payouts.ts';
import { testEnvironment } from '../../../../test-support/service.ts';
import { type Ran, readObject, runCli } from '../testing/run-cli.ts';

let ctx: TestContext;
let env: Record<string, string>;
beforeAll(async () => {
  ctx = await makeTestContext();
  env = testEnvironment(ctx.database.database_url, '/nonexistent');
});
afterAll(() => ctx.database.close());

const guichet = (...args: string[]): Promise<Ran> => runCli(['ledger', ...args, '--json'], { env });

/** Creates a merchant with 100,000 XOF of test funds, and functions that run commands on its books. */
async function makeBooks() {
  const { merchant_id } = await makePayer(ctx, 100_000);
  const of_merchant = ['--merchant', merchant_id, '--mode', 'test'];
  return {
    available: () => balancesOf(ctx, { merchant_id, mode: 'test' }),
    run: (...args: string[]) => guichet(...args, ...of_merchant),
    read: async (...args: string[]) => {
      const ran = await guichet(...args, ...of_merchant);
      expect(ran).toMatchObject({ code: 0 });
      return readObject(ran.stdout);
    },
  };
}

const recording = (kind: string, amount: string, reference = 'TRX-1') => [
  ...['record', '--kind', kind, '--account', 'sandbox', '--currency', 'XOF'],
  ...['--amount', amount, '--reference', reference],
];

describe('guichet ledger', () => {
  test('record books a movement only once, even if the command runs twice', async () => {
    const { read, available } = await makeBooks();
    const first = await read(...recording('float_deposited', '2500'));
    expect(first).toMatchObject({
      id: expect.stringMatching(/^mov_/),
      ...{ kind: 'float_deposited', account: 'sandbox', amount: 2500, state: 'booked', replayed: false },
      made_by: expect.stringMatching(/^guichet \(.+\)$/),
    });
    expect(await read(...recording('float_deposited', '2500'))).toEqual({ ...first, replayed: true });
    expect(await available()).toEqual(['XOF 102500 available, 0 in flight']);
  });

  test('correct reverses a movement, and movements lists both', async () => {
    const { read, available } = await makeBooks();
    const { id } = await read(...recording('swept_to_bank', '2500'));
    const correction = await read('correct', String(id), '--note', 'Typed twice');
    expect(correction).toMatchObject({
      kind: 'correction',
      corrects: id,
      note: 'Typed twice',
      state: 'booked',
    });
    expect(await available()).toEqual(['XOF 100000 available, 0 in flight']);
    const { items, next_cursor } = await read('movements', '--currency', 'XOF');
    expect(items).toMatchObject([{ id: correction.id }, { id, corrected_by: correction.id }]);
    expect(next_cursor).toBeNull();
    const { rows } = await ctx.pool.query(
      `select author_kind, action, object_id from audit_log where object_type = 'ledger_movement' and object_id = any ($1) order by 3`,
      [[id, correction.id]],
    );
    expect(rows).toMatchObject([{ object_id: id }, { object_id: correction.id }]);
  });

  test.each<[why: string, args: string[], ran: { code: number; said: RegExp }]>([
    ['a kind that does not exist', recording('gift', '1'), { code: 2, said: /Allowed choices/ }],
    [
      'a text that is not an amount',
      recording('float_deposited', '1e9'),
      { code: 2, said: /Must be a number/ },
    ],
    ['2^60', recording('float_deposited', String(2n ** 60n)), { code: 1, said: /at most 1000000000/ }],
    ['more than the balance', recording('swept_to_bank', '100001'), { code: 1, said: /merchant_balance/ }],
    ['an id that does not exist', ['correct', 'mov_1', '--note', 'x'], { code: 1, said: /No movement/ }],
  ])('refuses %s', async (_, args, { code, said }) => {
    const { run, available } = await makeBooks();
    const ran = await run(...args);
    expect(ran.code).toBe(code);
    expect(ran.stdout + ran.stderr).toMatch(said);
    expect(await available()).toEqual(['XOF 100000 available, 0 in flight']);
  });
});
