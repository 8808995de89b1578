import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '../connect.ts';
import { isDistributed } from '../distribution.ts';

/**
 * Returns the part of a statement that supplies rows for a table. Its text is the same for any number of rows, so
 * the statement is planned only once. Columns that no row has are null. A JSON column holds its text as a string.
 */
export function recordsOf(table: string, rows: readonly object[]): RawBuilder<unknown> {
  return sql`json_populate_recordset(null::${sql.table(table)}, ${jsonOf(rows)}::json)`;
}

/**
 * Returns the part of a statement that lists keys, for a statement that finds the row of each key separately
 * (`cross join lateral (select … limit 1)`). PostgreSQL assumes a fixed number of keys here, so it plans the
 * statement only once; with an array, it would see the length and plan again for each length.
 *
 * @param columns the columns with their types, for example `id text`
 */
export function keysOf(keys: readonly object[], columns: string): RawBuilder<unknown> {
  return sql`json_to_recordset(${jsonOf(keys)}::json) as wanted (${sql.raw(columns)})`;
}

/**
 * Returns part of a condition: `and column = …` with the one merchant of all rows, where tables are sharded by
 * merchant and a statement has to name its merchant (0056). Empty on any other database, where rows of many
 * merchants share a statement.
 *
 * @param column the merchant of a table that the statement reads or writes
 */
export function ofMerchant(
  db: Connection,
  column: string,
  rows: readonly { readonly merchant_id: string }[],
): RawBuilder<unknown> {
  return isDistributed(db) ? sql` and ${sql.ref(column)} = ${rows[0]?.merchant_id ?? ''}` : sql``;
}

/**
 * Returns the columns of a unique key. Where tables are sharded by merchant, a key can only cover the rows of one
 * merchant (0056).
 */
export function uniqueKey(db: Connection, column: string): RawBuilder<unknown> {
  return isDistributed(db) ? sql`(${sql.ref(column)}, merchant_id)` : sql`(${sql.ref(column)})`;
}

/** Returns JSON in which amounts keep all their digits. */
export function jsonOf(value: unknown): string {
  return JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? String(one) : one));
}

/** Returns the names of a row's defined columns, sorted. */
export function columnsOf(row: object): readonly string[] {
  return Object.entries(row)
    .flatMap(([column, value]) => (value === undefined ? [] : [column]))
    .toSorted();
}

/** The primary key of most tables. */
export interface Key {
  readonly merchant_id: string;
  readonly id: string;
}

/** Returns each key once, because many callers look up the same account at the same time. */
export function distinct(keys: readonly Key[]): readonly Key[] {
  return [...new Map(keys.map((key) => [`${key.merchant_id} ${key.id}`, key])).values()];
}

/** Returns the row of each key, in the order of the keys; undefined for a key without a row. */
export function inOrderOf<Row extends Key>(
  keys: readonly Key[],
  rows: readonly Row[],
): readonly (Row | undefined)[] {
  const byKey = new Map(rows.map((row) => [`${row.merchant_id} ${row.id}`, row]));
  return keys.map(({ merchant_id, id }) => byKey.get(`${merchant_id} ${id}`));
}
