/** The maximum number of rows per statement, because PostgreSQL accepts at most 65,535 values. */
const rows_at_once = 1_000;

/**
 * Splits rows, in order, into groups small enough for one statement.
 *
 * @param size the maximum number of rows in a group
 */
export function* chunksOf<Row>(rows: readonly Row[], size = rows_at_once): Generator<readonly Row[]> {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
}
