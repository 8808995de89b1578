import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '../database/connect.ts';

/**
 * The maximum number of rows examined for a page, which limits its time when almost nothing matches its filters.
 */
export const walk_max = 5_000;

/** The rows found, and the last row examined if there are fewer than asked for and there may be more. */
export interface Walk<Row> {
  readonly rows: Row[];
  readonly end: Row | null;
}

/**
 * Finds matching rows among the first {@link walk_max} of a source, in its order.
 *
 * @param source a query that an index answers in its order, without a limit
 * @param conditions those that the index does not contain
 */
export async function walkRows<Row extends object>(
  db: Connection,
  source: RawBuilder<unknown>,
  conditions: readonly RawBuilder<unknown>[],
  limit: number,
): Promise<Walk<Row>> {
  const matching = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;
  const { rows } = await sql<Row & { readonly is_end: boolean; readonly place: bigint }>`
    -- Read only as far as needed.
    with candidate as materialized (
      select row_number() over () as place, source.* from (${source} limit ${walk_max}) as source
    )
    select * from (select false as is_end, * from candidate ${matching} limit ${limit}) as found
    union all
    -- Not reached when the page is full.
    select * from (select true, * from candidate offset ${walk_max - 1}) as ended
    limit ${limit}`.execute(db);
  const found = rows.filter(({ is_end }) => !is_end);
  return {
    rows: found.sort((one, other) => Number(one.place - other.place)),
    end: rows.find(({ is_end }) => is_end) ?? null,
  };
}
