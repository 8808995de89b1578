import { afterAll, beforeAll, expect, test } from 'vitest';
import { command } from '../../../../test-support/actors.ts';
import { chooseAndPay, makeCaller, makeCheckout, setFees } from '../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../test-support/context.ts';
import { keep_in_step, plant } from '../../../../test-support/plant.ts';
import { type Connected, connect } from '../platform/database/connect.ts';
import { checkLedger } from './check.ts';

const payments = 1_000;

let ctx: TestContext;
/** A single connection set up like the service's, so that its statistics can be read immediately. */
let alone: Connected;
beforeAll(async () => {
  ctx = await makeTestContext();
  alone = connect(ctx.database.database_url, {
    connections_max: 1,
    onError: (error) => {
      throw error;
    },
  });
  const caller = await makeCaller(ctx);
  await setFees(ctx, caller, { mtn_ci: '2' });
  await chooseAndPay(ctx, await makeCheckout(ctx, caller), '00');
  await plant(ctx, ...multiplied, ...keep_in_step);
});
afterAll(async () => {
  await alone.close();
  await ctx.database.close();
});

/** The tables that make up a payment, with their identifying columns, which get new values in each copy. */
const parts: Readonly<Record<string, readonly string[]>> = {
  payments: ['id', 'session_token'],
  customer_payments: ['payment_id'],
  checkout_sessions: ['token', 'payment_id'],
  payment_transitions: ['payment_id', 'attempt_id'],
  attempts: ['id', 'payment_id'],
  attempt_transitions: ['attempt_id'],
  ledger_transactions: ['id', 'payment_id', 'attempt_id'],
  ledger_entries: ['transaction_id'],
  events: ['id', 'object_id'],
};
const multiplied = Object.entries(parts).map(([table, names]) => {
  const own = names.map((name) => `'${name}', row.${name} || '-' || copy`);
  const further = [
    ...(table === 'attempts' ? [`'reference', gen_random_uuid()`] : []),
    ...(table === 'events' ? [`'position', row.position + 1000000 + copy`] : []),
    ...(table === 'attempt_transitions' ? [`'sequence', row.sequence + 10 * copy`] : []),
  ];
  return `insert into ${table} overriding system value
    select made.* from ${table} as row, generate_series(2, ${payments}) as copy,
      json_populate_record(row, json_build_object(${[...own, ...further].join(', ')})) as made`;
});

async function countRowsRead(): Promise<number> {
  await alone.pool.query('select pg_stat_force_next_flush()');
  const { rows } = await alone.pool.query<{ read: bigint }>(
    `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint as read from pg_stat_user_tables`,
  );
  return Number(rows[0]?.read);
}

test.each([
  ['never analysed', []],
  ['analysed', ['analyze']],
])(
  'the check reads each of many payments a few times, not once for every other payment: %s',
  async (_, statements) => {
    for (const statement of statements) await ctx.pool.query(statement);
    const before = await countRowsRead();
    const result = await checkLedger({ db: alone.db }, command);
    expect(result).toEqual({ ok: true, entries: 3 * payments, breaches: [] });
    // There are about twenty rules, each of which reads up to three tables.
    expect((await countRowsRead()) - before).toBeLessThan(100 * payments);
  },
);
