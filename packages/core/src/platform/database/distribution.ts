import { type DialectAdapter, PostgresAdapter, PostgresDialect, type QueryExecutorProvider } from 'kysely';
import type pg from 'pg';

/** Pools and adapters of databases whose tables are, or may be, sharded by merchant. */
const distributed = new WeakSet<object>();

/** Marks a pool, and the objects made from it, as belonging to a database on Citus. */
export function markDistributed(...known: readonly object[]): void {
  for (const one of known) distributed.add(one);
}

/**
 * Whether tables may be sharded by merchant, over many nodes: then each statement names its one merchant (0056).
 * Known from the first connection on; always false on any other database.
 */
export function isDistributed(db: QueryExecutorProvider | pg.Pool): boolean {
  return distributed.has('getExecutor' in db ? db.getExecutor().adapter : db);
}

/**
 * Splits the rows of a statement by merchant, where it may name only one, in a fixed order for locking. On any
 * other database the rows stay together.
 *
 * @param merchantOf returns undefined for a row that does not name its merchant
 */
export function splitByMerchant<Row>(
  db: QueryExecutorProvider | pg.Pool,
  rows: readonly Row[],
  merchantOf: (row: Row) => string | undefined,
): readonly (readonly Row[])[] {
  if (!isDistributed(db)) return [rows];
  const parts = Map.groupBy(rows, (row) => merchantOf(row) ?? '');
  return [...parts].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, part]) => part);
}

/** The dialect with an adapter that the transactions and views of a database share, and that identifies it. */
export class OwnDialect extends PostgresDialect {
  readonly adapter: DialectAdapter = new PostgresAdapter();

  override createAdapter(): DialectAdapter {
    return this.adapter;
  }
}
