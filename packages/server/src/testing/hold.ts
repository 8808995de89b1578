import type { TestDatabase } from '../../../../test-support/database.ts';
import type { TestService } from '../../../../test-support/service.ts';

/** Keeps everybody from the table of payments until it is let go: requests that write one are under way meanwhile. */
export async function holdPayments(service: Pick<TestService, 'database'>): Promise<() => Promise<void>> {
  const client = await service.database.pool.connect();
  await client.query('begin');
  await client.query('lock table payments in access exclusive mode');
  return async () => {
    await client.query('commit');
    client.release();
  };
}

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
