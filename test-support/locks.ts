import type { TestDatabase } from './database.ts';

/** Far longer than it takes to reach a lock. */
const wait_max_ms = 30_000;

/**
 * Waits until a number of statements containing a text wait for a lock.
 *
 * @throws Error on timeout: the expected statements are not blocked
 */
export async function untilWaiting(
  database: Pick<TestDatabase, 'pool'>,
  count: number,
  text = '',
): Promise<void> {
  const until_ms = performance.now() + wait_max_ms;
  while (performance.now() < until_ms) {
    const { rows } = await database.pool.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and position($1 in query) > 0`,
      [text],
    );
    if ((rows[0]?.waiting ?? 0) >= count) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`fewer than ${count} statements wait for a lock${text && ` in ${text}`}`);
}
