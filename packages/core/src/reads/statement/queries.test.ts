import { lowestIdAt } from '@guichet/kernel/ids';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCaller } from '../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { foldChanges } from '../../ledger/balances/queries.ts';
import { insertLedgerTransaction } from '../../ledger/queries.ts';
import { listMovements, type Period, sumMovements } from './queries.ts';

let ctx: TestContext;
let merchant_id: string;
beforeAll(async () => {
  ctx = await makeTestContext();
  merchant_id = (await makeCaller(ctx)).merchant_id;
});
afterAll(() => ctx.database.close());

const begin_ms = Date.UTC(2026, 0, 1);
const minute_ms = 60_000;
let made = 0;

interface Booked {
  readonly id: string;
  readonly kind: string;
  readonly at: Date;
  readonly currency: string;
  readonly amount_minor: bigint;
  readonly mode: 'test' | 'live';
}

/** Books an amount. The id may be generated a moment before or after the time of the booking. */
async function book(at_ms: number, id_shift_ms: number, minor: number, kind: string, mode: 'test' | 'live') {
  made += 1;
  const at = new Date(at_ms);
  const id = `${lowestIdAt('ledger_transaction', new Date(at_ms + id_shift_ms)).slice(0, -6)}${String(made).padStart(6, '0')}`;
  const currency = made % 9 === 0 ? 'GHS' : 'XOF';
  const amount_minor = BigInt(minor);
  const transaction = { merchant_id, id, mode, kind, payment_id: null, attempt_id: null, created_at: at };
  const of = { merchant_id, transaction_id: id, currency };
  await ctx.db.transaction().execute((tx) =>
    insertLedgerTransaction(tx, {
      transaction,
      entries: [
        { ...of, line: 1, account: 'fees', amount_minor: -amount_minor },
        { ...of, line: 2, account: 'merchant_balance', amount_minor },
      ],
    }),
  );
  return { id, kind, at, currency, amount_minor, mode } satisfies Booked;
}

const moment = fc.oneof(
  fc.integer({ min: 0, max: 3 * 24 * 60 }).map((minutes) => begin_ms + minutes * minute_ms),
  // The beginnings and ends of hours, and the milliseconds before and after them.
  fc
    .tuple(fc.integer({ min: 0, max: 72 }), fc.constantFrom(-1, 0, 1))
    .map(([hours, ms]) => begin_ms + hours * 60 * minute_ms + ms),
);

it('the sums and lists of any period equal those of the ledger entries, however many changes were rolled up', {
  timeout: 120_000,
}, async () => {
  const all: Booked[] = [];
  const booking = fc.record({
    at_ms: moment,
    shift_ms: fc.integer({ min: -40 * minute_ms, max: 40 * minute_ms }),
    minor: fc.integer({ min: -1000, max: 1000 }).filter((minor) => minor !== 0),
    kind: fc.constantFrom('collection', 'payout_reserved', 'refund_reserved'),
    mode: fc.constantFrom('test' as const, 'live' as const),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(booking, { maxLength: 12 }),
      fc.integer({ min: 0, max: 20 }),
      moment,
      fc.option(moment),
      fc.integer({ min: 1, max: 9 }),
      async (bookings, folded, since_ms, until_ms, limit) => {
        for (const { at_ms, shift_ms, minor, kind, mode } of bookings) {
          all.push(await book(at_ms, shift_ms, minor, kind, mode));
        }
        if (folded > 0) await foldChanges(ctx.db, folded);
        for (const currency of ['XOF', 'GHS', 'KES']) {
          await compare(
            all.filter((one) => one.mode === 'test' && one.currency === currency),
            currency,
            { since: new Date(since_ms), until: until_ms === null ? null : new Date(until_ms) },
            limit,
          );
        }
      },
    ),
    { numRuns: 40 },
  );
});

async function compare(
  own: readonly Booked[],
  currency: string,
  period: Period,
  limit: number,
): Promise<void> {
  const key = { merchant_id, mode: 'test', currency, account: 'merchant_balance' } as const;
  const meant = own
    .filter(({ at }) => at >= period.since && (period.until === null || at < period.until))
    .sort((one, other) => (one.id < other.id ? -1 : 1));
  const sums = Map.groupBy(meant, ({ kind }) => kind);
  expect(await sumMovements(ctx.db, key, period)).toEqual(
    [...sums].sort().map(([kind, some]) => ({
      kind,
      amount_minor: some.reduce((sum, { amount_minor }) => sum + amount_minor, 0n),
      count: BigInt(some.length),
    })),
  );
  const ids = meant.map(({ id }) => id);
  expect(await readAll('after', key, period, limit)).toEqual(ids);
  expect(await readAll('before', key, period, limit)).toEqual(ids.toReversed());
}

async function readAll(
  going: 'after' | 'before',
  key: Parameters<typeof listMovements>[1],
  period: Period,
  limit: number,
): Promise<string[]> {
  const ids: string[] = [];
  for (;;) {
    const from = ids.at(-1) ?? null;
    const way = going === 'after' ? { after: from } : { before: from };
    const rows = await listMovements(ctx.db, key, period, way, limit);
    ids.push(...rows.map(({ id }) => id));
    if (rows.length < limit) return ids;
  }
}

it('the hourly figures equal those computed from the ledger entries', async () => {
  while ((await foldChanges(ctx.db, 1000)) > 0);
  const { rows } = await sql<{ kept: bigint }>`
    select count(*) as kept from (
      (select mode, currency, hour, kind, amount_minor, movements from balance_hours where merchant_id = ${merchant_id})
      except
      (select booked.mode, entry.currency, date_trunc('hour', booked.created_at, 'UTC'), booked.kind,
        sum(entry.amount_minor), count(*)
      from ledger_entries as entry
      join ledger_transactions as booked
        on booked.merchant_id = entry.merchant_id and booked.id = entry.transaction_id
      where entry.merchant_id = ${merchant_id} and entry.account = 'merchant_balance'
      group by 1, 2, 3, 4)
    ) as different`.execute(ctx.db);
  expect(rows).toEqual([{ kept: 0n }]);
});
