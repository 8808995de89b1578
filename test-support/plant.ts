import type { TestContext } from './context.ts';

/**
 * Changes rows with triggers and foreign keys disabled, as a wrong manual repair would.
 *
 * @throws Error when a statement changes nothing: the test would prove nothing
 */
export async function plant(ctx: Pick<TestContext, 'pool'>, ...statements: readonly string[]): Promise<void> {
  const client = await ctx.pool.connect();
  try {
    await client.query('set session_replication_role = replica');
    for (const statement of statements) {
      const { rowCount } = await client.query(statement);
      if (rowCount === 0) throw new Error(`the statement changes nothing: ${statement}`);
    }
  } finally {
    await client.query('set session_replication_role = origin');
    client.release();
  }
}

/**
 * Saves the current rows of tables, for tests that each change them differently.
 *
 * @returns a function that restores the tables, and empties all tables that refer to them
 */
export async function keepRows(
  ctx: Pick<TestContext, 'pool'>,
  tables: readonly string[],
): Promise<() => Promise<void>> {
  await ctx.pool.query('create schema kept');
  for (const table of tables) await ctx.pool.query(`create table kept.${table} as table ${table}`);
  const inserts = tables.map((table) => `insert into ${table} overriding system value table kept.${table};`);
  const restore = `set local session_replication_role = replica;
    truncate ${tables.join(', ')} cascade; ${inserts.join(' ')}`;
  return async () => void (await ctx.pool.query(restore));
}

/** Statements that recompute the balances after a planted change, so that the change breaks only one rule. */
export const keep_in_step: readonly string[] = [
  'truncate balances, balance_changes, balance_hours',
  `insert into balances
    select entries.merchant_id, mode, currency, account, sum(amount_minor)
    from ledger_entries as entries
    join ledger_transactions as booked on booked.id = entries.transaction_id
    group by 1, 2, 3, 4`,
  `insert into balance_hours
    select entries.merchant_id, mode, currency, date_trunc('hour', booked.created_at), kind, sum(amount_minor), count(*)
    from ledger_entries as entries
    join ledger_transactions as booked on booked.id = entries.transaction_id
    where account = 'merchant_balance'
    group by 1, 2, 3, 4, 5`,
];
