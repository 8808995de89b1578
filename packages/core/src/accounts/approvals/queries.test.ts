import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { makePayer } from '../../../../../test-support/payouts.ts';
import { countScannedRows } from '../../../../../test-support/scanned-rows.ts';
import { sumUnapprovedPayouts } from './queries.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());

const own = (merchant_id: string) => ({ merchant_id, mode: 'test', currency: 'XOF' }) as const;
const phones = ['+2250500000000', '+2250500000001', '+2250500000002'];

/**
 * Inserts payouts to the given number of recipients in rotation, spread evenly over the given minutes until now;
 * every `failed_each`th has failed.
 */
async function plant(
  merchant_id: string,
  {
    count,
    minutes,
    recipients,
    failed_each,
  }: Readonly<Record<'count' | 'minutes' | 'recipients' | 'failed_each', number>>,
): Promise<void> {
  await sql`
    insert into payouts (merchant_id, id, mode, status, sequence, currency, amount_minor, operator, connector, recipient_phone,
      reference, created_at, needs_approval, placed_at)
    select ${merchant_id}, 'po_0' || upper(left(md5(random()::text || number), 25)), 'test',
      case when number % ${failed_each}::int = 0 then 'failed' else 'processing' end, 2, 'XOF', 1 + number, 'mtn_ci', 'sandbox',
      '+22505' || lpad((number % ${recipients}::int)::text, 8, '0'), gen_random_uuid(), now(), number % 7 = 0,
      clock_timestamp() - number * interval '1 minute' * ${minutes}::int / ${count}::int
    from generate_series(1, ${count}::int) as number`.execute(ctx.db);
}

/** Computes the same sums payout by payout. */
async function addUp(merchant_id: string) {
  const { rows } = await sql<{ recipient_phone: string; amount_minor: bigint }>`
    select recipient_phone, amount_minor from payouts
    where merchant_id = ${merchant_id} and mode = 'test' and currency = 'XOF' and not needs_approval and status <> 'failed'
      and placed_at > clock_timestamp() - interval '24 hours'`.execute(ctx.db);
  const sumOf = (some: typeof rows) => some.reduce((sum, { amount_minor }) => sum + amount_minor, 0n);
  return {
    day_minor: sumOf(rows),
    recipients: new Map(
      phones
        .map((phone) => [phone, sumOf(rows.filter((row) => row.recipient_phone === phone))] as const)
        .filter(([, amount_minor]) => amount_minor > 0n),
    ),
  };
}

describe('the sums paid out without a second person', () => {
  it.each<[after: string, change: string]>([
    ['they are made', 'select 1'],
    ['some fail', `update payouts set status = 'failed' where amount_minor % 3 = 0 and status <> 'failed'`],
    ['operators pay failed ones', `update payouts set status = 'processing' where amount_minor % 5 = 0`],
    ['some are held', 'update payouts set needs_approval = not needs_approval where amount_minor % 11 = 0'],
    [
      'a clock is set back',
      `update payouts set placed_at = placed_at + interval '25 hours' where amount_minor % 13 = 0`,
    ],
    ['time passes', `update payouts set placed_at = placed_at - interval '1 hour'`],
    ['irrelevant fields change', `update payouts set description = 'Salary'`],
  ])('equal the sum of the payouts, after %s', async (_, change) => {
    const { merchant_id } = await makePayer(ctx);
    const other = await makePayer(ctx);
    for (const each of [merchant_id, other.merchant_id]) {
      await plant(each, { count: 500, minutes: 30 * 60, recipients: 3, failed_each: 4 });
    }
    await ctx.pool.query(change);
    // No payout turns 24 hours old between the two queries: the payouts are minutes apart, and none is close to
    // that age.
    expect(await sumUnapprovedPayouts(ctx.db, own(merchant_id), phones)).toEqual(await addUp(merchant_id));
  });

  it('are empty without payouts', async () => {
    const { merchant_id } = await makePayer(ctx);
    expect(await sumUnapprovedPayouts(ctx.db, own(merchant_id), phones)).toEqual({
      day_minor: 0n,
      recipients: new Map(),
    });
  });

  it('include two payouts that are written concurrently', async () => {
    const { merchant_id } = await makePayer(ctx);
    const write = (number: number) =>
      ctx.pool.query(
        `insert into payouts (merchant_id, id, mode, status, sequence, currency, amount_minor, operator, connector,
          recipient_phone, reference, created_at)
        values ($1, $2, 'test', 'processing', 1, 'XOF', 10, 'mtn_ci', 'sandbox', $3, gen_random_uuid(), now())`,
        [merchant_id, `po_${number}`, phones[0]],
      );
    await Promise.all(Array.from({ length: 40 }, (_, number) => write(number)));
    expect(await sumUnapprovedPayouts(ctx.db, own(merchant_id), phones)).toMatchObject({ day_minor: 400n });
  });
});

/** Counts the rows that PostgreSQL reads for the query. */
const countRows = (merchant_id: string) =>
  countScannedRows(ctx.pool, (db) => sumUnapprovedPayouts(db, own(merchant_id), phones));

it('the sums take no longer after many payouts than after few', async () => {
  const few = await makePayer(ctx);
  const many = await makePayer(ctx);
  const year = 365 * 24 * 60;
  await plant(few.merchant_id, { count: 10, minutes: 24 * 60, recipients: 3, failed_each: 4 });
  for (const minutes of [24 * 60, year]) {
    await plant(many.merchant_id, { count: 4_000, minutes, recipients: 1_000, failed_each: 4 });
  }
  // Autovacuum would do this within a minute.
  await ctx.pool.query('analyze');
  // Out of 7,000 payouts, the query reads one sum for every five minutes, the payouts within one such interval, and
  // the few payouts to the three recipients.
  expect(await countRows(many.merchant_id)).toBeLessThan((await countRows(few.merchant_id)) + 1_000);
});
