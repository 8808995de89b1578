import type { Database, Schema } from '@guichet/core/testing';
import { isMerchantId } from '@guichet/kernel/ids';
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';

/**
 * The tables that the checks of a whole database read. A database contains many histories, and each history
 * checks only the rows of its own merchant.
 */
const tables = [
  'attempts',
  'balance_changes',
  'balance_hours',
  'balances',
  'callbacks',
  'customer_payments',
  'events',
  'ledger_entries',
  'ledger_transactions',
  'payment_transitions',
  'payments',
  'payout_orders',
  'payout_transitions',
  'payouts',
  'refund_transitions',
  'refunds',
] as const;

const prepared = new WeakSet<pg.Pool>();

/**
 * Creates a second table for each of the tables, once per database. It will contain the rows of one merchant.
 */
async function prepare(pool: pg.Pool): Promise<void> {
  if (prepared.has(pool)) return;
  const copies = tables.map(
    (table) =>
      `create unlogged table if not exists one_history.${table} (like public.${table} including indexes)`,
  );
  await pool.query(['create schema if not exists one_history', ...copies].join(';'));
  prepared.add(pool);
}

/** Copies a merchant's rows, replacing the previous merchant's. */
async function fill(client: pg.PoolClient, merchant_id: string): Promise<void> {
  if (!isMerchantId(merchant_id)) throw new Error(`${merchant_id} is not the id of a merchant`);
  const statements = tables.map(
    (table) => `delete from one_history.${table};
      insert into one_history.${table} select * from public.${table} where merchant_id = '${merchant_id}'`,
  );
  await client.query(statements.join(';'));
}

/** Runs checks of a whole database on one merchant's rows. */
export async function narrowed<Result>(
  pool: pg.Pool,
  merchant_id: string,
  run: (db: Database) => Promise<Result>,
): Promise<Result> {
  await prepare(pool);
  const client = await pool.connect();
  try {
    await fill(client, merchant_id);
    await client.query('set search_path = one_history, public');
    return await run(databaseOn(client));
  } finally {
    await client.query('reset search_path');
    client.release();
  }
}

/** Returns a database that runs all queries on one connection. */
export function databaseOn(client: pg.PoolClient): Database {
  const only = { connect: async () => ({ query: client.query.bind(client), release: () => undefined }) };
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: only as unknown as pg.Pool }) });
}
