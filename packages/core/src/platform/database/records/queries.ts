import { type RawBuilder, sql } from 'kysely';

/**
 * Rows of a table as a part of a statement whose text is the same for any number of rows, so that it is planned once.
 * Columns that no row has are null. A column of JSON holds its text as a string.
 */
export function recordsOf(table: string, rows: readonly object[]): RawBuilder<unknown> {
  return sql`json_populate_recordset(null::${sql.table(table)}, ${jsonOf(rows)}::json)`;
}

/**
 * Keys to look up by as a part of a statement, each by itself (`cross join lateral (select … limit 1)`). PostgreSQL takes
 * them for as many whatever it is given, and so plans the statement once; of an array it sees how long it is, and plans
 * anew for each.
 *
 * @param columns the columns with their types, as `id text`
 */
export function keysOf(keys: readonly object[], columns: string): RawBuilder<unknown> {
  return sql`json_to_recordset(${jsonOf(keys)}::json) as wanted (${sql.raw(columns)})`;
}

/** JSON in which amounts keep all their digits. */
export function jsonOf(value: unknown): string {
  return JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? String(one) : one));
}

/** The columns of a row that are to be written, by name. */
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

/** Each key once: many look up the same account at the same time. */
export function distinct(keys: readonly Key[]): readonly Key[] {
  return [...new Map(keys.map((key) => [`${key.merchant_id} ${key.id}`, key])).values()];
}

/** The row of each key, in the order of the keys; undefined where there is none. */
export function inOrderOf<Row extends Key>(
  keys: readonly Key[],
  rows: readonly Row[],
): readonly (Row | undefined)[] {
  const byKey = new Map(rows.map((row) => [`${row.merchant_id} ${row.id}`, row]));
  return keys.map(({ merchant_id, id }) => byKey.get(`${merchant_id} ${id}`));
}
