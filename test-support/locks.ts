import type { TestDatabase } from './database.ts';

/** Waits until so many statements that hold a text wait for a lock; the test's own time limit ends the waiting. */
export async function untilWaiting(
  database: Pick<TestDatabase, 'pool'>,
  count: number,
  text = '',
): Promise<void> {
  for (;;) {
    const { rows } = await database.pool.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and position($1 in query) > 0`,
      [text],
    );
    if ((rows[0]?.waiting ?? 0) >= count) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
