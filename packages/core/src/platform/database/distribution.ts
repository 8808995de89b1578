import { type DialectAdapter, PostgresAdapter, PostgresDialect, type QueryExecutorProvider } from 'kysely';
import type pg from 'pg';

/** Pools and adapters of databases whose tables are, or may be, sharded by merchant. */
const distributed = new WeakSet<object>();

/** Marks a pool, and the objects made from it, as belonging to a database on Citus. */
export function markDistributed(...known: readonly object[]): void {
  for (const one of known) distributed.add(one);
}

/**
 * Whether tables may be sharded by merchant over many nodes, so that each statement must name exactly one merchant
 * (0056). Known after the first connection; always false without Citus.
 */
export function isDistributed(db: QueryExecutorProvider | pg.Pool): boolean {
  return distributed.has('getExecutor' in db ? db.getExecutor().adapter : db);
}

/**
 * Splits the rows of a statement by merchant, in a fixed order for locking, if a statement may name only one. On
 * any other database the rows stay together.
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

/**
 * A dialect that always returns the same adapter. All transactions and views of a database share the adapter, which
 * therefore identifies the database.
 */
export class OwnDialect extends PostgresDialect {
  readonly adapter: DialectAdapter = new PostgresAdapter();

  override createAdapter(): DialectAdapter {
    return this.adapter;
  }
}
