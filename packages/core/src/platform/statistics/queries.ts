import { sql } from 'kysely';
import type { Connection, Database } from '../database/connect.ts';

/** The minimum number of rows; reading fewer rows is faster than analyzing them. */
const rows_min = 200;

/**
 * Lists tables with more changes since they were last analyzed than they had rows at that time, and tables with
 * rows that were never analyzed, as after a restore.
 */
export async function listOutgrown(db: Connection): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(seen.relname) as name
    from pg_stat_user_tables as seen join pg_class as known on known.oid = seen.relid
    where seen.schemaname = current_schema() and seen.n_mod_since_analyze >= ${rows_min}
      and (
        coalesce(seen.last_analyze, seen.last_autoanalyze) is null
        or seen.n_mod_since_analyze >= 2 * greatest(known.reltuples, 0)
      )
    order by seen.relname`.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * Analyzes a table, which invalidates every plan that database sessions keep for it. A table that another session
 * is analyzing is skipped, and a table that belongs to another role is left to autovacuum.
 */
export async function analyze(db: Database, name: string): Promise<void> {
  await sql`analyze (skip_locked) ${sql.raw(name)}`.execute(db);
}
