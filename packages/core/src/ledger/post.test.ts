import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCaller } from '../../../../test-support/checkouts.ts';
import { makeTestContext, start, type TestContext } from '../../../../test-support/context.ts';
import { accounts } from './accounts.ts';
import { type Posting, type PostingLine, post } from './post.ts';
import { listPaymentEntries } from './queries.ts';

let ctx: TestContext;
let merchant_id: string;
beforeAll(async () => {
  ctx = await makeTestContext();
  merchant_id = (await makeCaller(ctx)).merchant_id;
});
afterAll(() => ctx.database.close());

let number = 0;
/** Makes a posting with its own payment and attempt. */
function makePosting(lines: readonly PostingLine[]): Posting & { payment_id: string } {
  number++;
  const [payment_id, attempt_id] = [`pay_${number}`, `att_${number}`];
  return {
    merchant_id,
    mode: 'test',
    kind: 'collection',
    currency: 'XOF',
    payment_id,
    attempt_id,
    payout_id: null,
    lines,
    at: start,
  };
}
const debit = (account: string, amount_minor: bigint): PostingLine => ({ account, amount_minor });
const credit = (account: string, amount_minor: bigint): PostingLine => ({
  account,
  amount_minor: -amount_minor,
});

const book = (posting: Posting): Promise<void> => ctx.db.transaction().execute((tx) => post(tx, posting));
const entriesOf = async ({ payment_id }: { payment_id: string }) =>
  (await listPaymentEntries(ctx.db, merchant_id, payment_id)).map(({ account, amount_minor }) => [
    account,
    amount_minor,
  ]);

const clearing = accounts.operatorClearing('sandbox');
const balanced = [
  debit(clearing, 5100n),
  credit(accounts.merchantBalance, 5000n),
  credit(accounts.fees, 100n),
];

describe('a posting', () => {
  it('is booked line by line, exactly even beyond the precision of a double', async () => {
    const large = 9_007_199_254_740_993n;
    const posting = makePosting([debit(clearing, large), credit(accounts.merchantBalance, large)]);
    await book(posting);
    expect(await entriesOf(posting)).toEqual([
      [clearing, large],
      [accounts.merchantBalance, -large],
    ]);
  });

  it('omits lines of zero', async () => {
    const posting = makePosting([
      debit(clearing, 5000n),
      credit(accounts.merchantBalance, 5000n),
      credit(accounts.fees, 0n),
    ]);
    await book(posting);
    expect(await entriesOf(posting)).toHaveLength(2);
  });

  it.each([
    [
      'one short',
      [debit(clearing, 5100n), credit(accounts.merchantBalance, 5000n), credit(accounts.fees, 99n)],
      '1',
    ],
    ['one over', [debit(clearing, 5100n), credit(accounts.merchantBalance, 5101n)], '-1'],
    ['one-sided', [debit(clearing, 5100n)], '5100'],
  ])('that is %s is refused', async (_, lines, off) => {
    const posting = makePosting(lines);
    await expect(book(posting)).rejects.toThrow(`posting collection is off by ${off}`);
    expect(await entriesOf(posting)).toEqual([]);
  });

  it('is refused the second time for the same attempt', async () => {
    const posting = makePosting(balanced);
    await book(posting);
    await expect(book(posting)).rejects.toMatchObject({ constraint: 'ledger_transactions_attempt' });
    expect(await entriesOf(posting)).toHaveLength(3);
  });
});

describe('the database itself', () => {
  const insert = (transaction_id: string, amounts: readonly number[], currency = 'XOF') =>
    ctx.db.transaction().execute(async (tx) => {
      const key = { merchant_id, mode: 'test' as const, kind: 'collection', payment_id: null };
      await tx
        .insertInto('ledger_transactions')
        .values({ ...key, id: transaction_id, attempt_id: transaction_id, created_at: start })
        .execute();
      for (const [index, amount] of amounts.entries()) {
        const entry = { merchant_id, transaction_id, line: index + 1, account: `account ${index}` };
        // Inserts line by line: the entries have to balance only as a whole.
        await tx
          .insertInto('ledger_entries')
          .values({ ...entry, currency, amount_minor: BigInt(amount) })
          .execute();
      }
      return tx
        .selectFrom('ledger_entries')
        .select('line')
        .where('transaction_id', '=', transaction_id)
        .execute();
    });

  it('accepts balanced entries', async () => {
    expect(await insert('ltx_right', [100, -60, -40])).toHaveLength(3);
  });

  it.each([
    ['unbalanced entries', [100, -99]],
    ['one side alone', [100]],
  ])('refuses %s at commit', async (_, amounts) => {
    const id = `ltx_off_${amounts.length}`;
    await expect(insert(id, amounts)).rejects.toThrow(`ledger transaction ${id} does not balance`);
    const rows = await ctx.db.selectFrom('ledger_transactions').select('id').where('id', '=', id).execute();
    expect(rows).toEqual([]);
  });

  it('refuses entries that balance only across currencies', async () => {
    const mixed = ctx.db.transaction().execute(async (tx) => {
      const id = 'ltx_mixed';
      const key = { merchant_id, mode: 'test' as const, kind: 'collection', payment_id: null };
      await tx
        .insertInto('ledger_transactions')
        .values({ ...key, id, attempt_id: id, created_at: start })
        .execute();
      const line = { merchant_id, transaction_id: id };
      await tx
        .insertInto('ledger_entries')
        .values([
          { ...line, line: 1, account: clearing, currency: 'XOF', amount_minor: 100n },
          { ...line, line: 2, account: accounts.fees, currency: 'XAF', amount_minor: -100n },
        ])
        .execute();
    });
    await expect(mixed).rejects.toThrow('ltx_mixed does not balance');
  });

  it('refuses an entry of zero, and one without a transaction', async () => {
    await expect(insert('ltx_zero', [0])).rejects.toMatchObject({ code: '23514' });
    const entry = { merchant_id, transaction_id: 'ltx_none', line: 1, account: clearing, currency: 'XOF' };
    await expect(
      ctx.db
        .insertInto('ledger_entries')
        .values({ ...entry, amount_minor: 1n })
        .execute(),
    ).rejects.toMatchObject({ code: '23503' });
  });

  it('refuses a line added to an existing transaction', async () => {
    await insert('ltx_closed', [5, -5]);
    const entry = { merchant_id, transaction_id: 'ltx_closed', line: 3, account: clearing, currency: 'XOF' };
    await expect(
      ctx.db
        .insertInto('ledger_entries')
        .values({ ...entry, amount_minor: 1n })
        .execute(),
    ).rejects.toThrow('does not balance');
  });

  it.each([
    ['ledger_transactions', `update ledger_transactions set kind = 'other'`],
    ['ledger_transactions', 'delete from ledger_transactions'],
    ['ledger_entries', 'update ledger_entries set amount_minor = amount_minor * 2'],
    ['ledger_entries', 'delete from ledger_entries'],
    ['ledger_entries', 'truncate ledger_entries'],
    ['ledger_transactions', 'truncate ledger_transactions cascade'],
  ])('keeps %s unchanged: %s', async (table, statement) => {
    await book(makePosting(balanced));
    const read = async () => (await ctx.pool.query(`select * from ${table} order by 1, 2`)).rows;
    const before = await read();
    await expect(ctx.pool.query(statement)).rejects.toThrow(`${table} is append-only`);
    expect(await read()).toEqual(before);
  });
});
