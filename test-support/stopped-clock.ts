import type { TestDatabase } from './database.ts';

/** The clock of a database, which only the test moves. */
export interface StoppedClock {
  /** Moves the time, forward or backward. */
  advance(duration_ms: number): Promise<void>;
}

/**
 * Stops `clock_timestamp()` for all connections opened from now on: they find a different function of that name
 * before PostgreSQL's own. All other functions of time continue.
 */
export async function stopClock({ pool }: Pick<TestDatabase, 'pool'>): Promise<StoppedClock> {
  await pool.query(`
    create schema stopped;
    create table stopped.clock as select pg_catalog.clock_timestamp() as at;
    create function stopped.clock_timestamp() returns timestamptz
      language sql volatile as 'select at from stopped.clock';
    do $$ begin
      execute format('alter database %I set search_path = public, stopped, pg_catalog', current_database());
    end $$;`);
  return {
    advance: async (duration_ms) => {
      await pool.query(`update stopped.clock set at = at + $1 * interval '1 millisecond'`, [duration_ms]);
    },
  };
}
