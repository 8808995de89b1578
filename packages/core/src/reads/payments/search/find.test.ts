import { systemClock } from '@guichet/kernel/clock';
import { lowestIdAt } from '@guichet/kernel/ids';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { composeContext, type TestContext } from '../../../../../../test-support/context.ts';
import { makeTestDatabase } from '../../../../../../test-support/database.ts';
import { makeStaff } from '../../../../../../test-support/payout-staff.ts';
import { makeSeller } from '../../../../../../test-support/refunds.ts';
import { walk_max } from '../../../platform/lists/queries.ts';
import { browsePayments } from '../browse.ts';

const count = 2 * walk_max + 1_500;
const day_ms = 24 * 60 * 60 * 1000;
const newest_at = new Date('2026-06-01T00:00:00Z');

let ctx: TestContext<typeof systemClock>;
let merchant_id: string;
let stranger_id: string;
beforeAll(async () => {
  ctx = composeContext(await makeTestDatabase(), systemClock);
  merchant_id = (await makeSeller(ctx)).merchant_id;
  stranger_id = (await makeSeller(ctx)).merchant_id;
  for (const [owner, some] of [
    [merchant_id, count],
    [stranger_id, 300],
  ] as const)
    await plant(owner, 0, some);
  // Autovacuum would do this within a minute.
  await sql`analyze`.execute(ctx.db);
});
afterAll(() => ctx.database.close());

/**
 * Inserts twenty payments per day; those with higher numbers are older. Every seventh has failed, and the oldest
 * have another operator.
 */
async function plant(owner: string, from: number, to: number, at: Date = newest_at): Promise<void> {
  const numbers = Array.from({ length: to - from }, (_, index) => from + index);
  const times = numbers.map((number) => new Date(at.getTime() - number * (day_ms / 20)));
  const ids = times.map(
    (time, index) => `${lowestIdAt('payment', time).slice(0, -6)}${String(index).padStart(6, '0')}`,
  );
  await sql`
    with made as (
      select *, case when number % 7 = 0 then 'failed' else 'success' end as status,
        case when number > ${count - 40} then 'wave_sn' else 'mtn_ci' end as operator
      from unnest(${numbers}::int[], ${ids}::text[], ${times.map((time) => time.toISOString())}::timestamptz[])
        as made (number, id, at)
    ), paid as (
      insert into payments (merchant_id, id, mode, status, sequence, currency, amount_minor, fee_minor, charged_minor,
        operator, metadata, return_url, session_token, created_at, paid_at)
      select ${owner}, id, 'test', status, 2, 'XOF', 1000 + number, 0, 1000 + number, operator,
        json_build_object('channel', 'web', 'order', 'A-' || number, 'old', case when number > ${count - 40} then 'yes' end),
        'https://shop.example', id, at, case when status = 'success' then at end
      from made
    ), noted as (
      insert into payment_transitions (merchant_id, payment_id, sequence, from_status, event, to_status, created_at)
      select ${owner}, id, 1, 'processing', status, status, at from made
    )
    insert into attempts (merchant_id, id, payment_id, number, mode, status, operator, connector, phone, currency,
      amount_minor, fee_minor, charged_minor, fee_percent, reference, created_at, settled_at)
    select ${owner}, replace(id, 'pay_', 'att_'), id, 1, 'test', status, operator, 'sandbox', '+2250500000000', 'XOF',
      1000 + number, 0, 1000 + number, 0, gen_random_uuid(), at, at
    from made`.execute(ctx.db);
}

type Row = Readonly<{ number: number; status: string; operator: string }>;
const rows = Array.from(
  { length: count },
  (_, number): Row => ({
    number,
    status: number % 7 === 0 ? 'failed' : 'success',
    operator: number > count - 40 ? 'wave_sn' : 'mtn_ci',
  }),
);

/** Reads all pages of a query, including those on which the search paused. */
async function readAll(query: Record<string, string>, meanwhile = async (): Promise<void> => undefined) {
  const numbers: number[] = [];
  let pauses = 0;
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof browsePayments>> = await browsePayments(
      ctx,
      makeStaff(merchant_id, 'viewer'),
      {
        ...{ limit: '100', ...query },
        ...(cursor !== null && { cursor }),
      },
    );
    numbers.push(...page.items.map(({ amount }) => amount - 1000));
    if (page.searched_until !== null) pauses += 1;
    cursor = page.next_cursor;
    await meanwhile();
  } while (cursor !== null);
  return { numbers, pauses };
}

const atNumber = (number: number): string =>
  new Date(newest_at.getTime() - number * (day_ms / 20)).toISOString();

describe('a search among more payments than one page examines', () => {
  it.each<[Record<string, string>, (row: Row) => boolean, pauses: number]>([
    [{ status: 'failed' }, ({ status }) => status === 'failed', 0],
    [{ status: 'failed,cancelled' }, ({ status }) => status === 'failed', 0],
    [{ status: 'cancelled' }, () => false, 0],
    [{ status: 'success' }, ({ status }) => status === 'success', 0],
    [{ operator: 'wave_sn' }, ({ operator }) => operator === 'wave_sn', 0],
    [
      { operator: 'wave_sn', status: 'failed' },
      (row) => row.operator === 'wave_sn' && row.status === 'failed',
      0,
    ],
    [{ operator: 'mpesa_ke' }, () => false, 0],
    [
      { operator: 'mtn_ci', currency: 'XOF', amount_min: String(1000 + count - 60) },
      ({ number, operator }) => number >= count - 60 && operator === 'mtn_ci',
      2,
    ],
    [{ country: 'SN' }, ({ operator }) => operator === 'wave_sn', 2],
    [{ currency: 'XOF', amount_min: '900000' }, () => false, 2],
    [{ text: 'web' }, () => true, 0],
    [{ text: 'WEB', status: 'failed' }, ({ status }) => status === 'failed', 0],
    [{ text: 'web', operator: 'wave_sn' }, ({ operator }) => operator === 'wave_sn', 2],
    [{ text: 'yes' }, ({ operator }) => operator === 'wave_sn', 0],
    [{ text: 'A-4321' }, ({ number }) => number === 4321, 0],
    [
      { text: 'web', since: atNumber(900), until: atNumber(700) },
      ({ number }) => number <= 900 && number > 700,
      0,
    ],
    [{ text: 'no' }, () => false, 0],
    // This amount is more than the database can hold in a currency with four decimals.
    [{ text: '999999999999999' }, () => false, 0],
  ])('for %j finds each match once, newest first', async (query, isMeant, pauses) => {
    const read = await readAll(query);
    expect(read.numbers).toEqual(rows.filter(isMeant).map(({ number }) => number));
    expect(read.pauses).toBe(pauses);
  });

  it('for a part that many references share examines only some of them', async () => {
    // The ids inserted here share the beginning of their references, whereas those of the service have 50 random
    // bits.
    const { numbers, pauses } = await readAll({ text: '00000' });
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(numbers).toHaveLength(500);
    expect(pauses).toBe(0);
  });

  it('is stable while payments are added', async () => {
    let come = 0;
    const meanwhile = async () => {
      come += 1;
      await plant(merchant_id, 0, 30, new Date(newest_at.getTime() + come * 30 * day_ms));
    };
    const { numbers } = await readAll({ text: 'web', status: 'failed' }, meanwhile);
    expect(numbers).toEqual(rows.filter(({ status }) => status === 'failed').map(({ number }) => number));
  });
});
