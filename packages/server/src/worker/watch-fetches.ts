import pg from 'pg';

/** The beginning of the names that graphile-worker 0.18 gives to the statements that take jobs. */
const fetch_name = 'get_job';

/**
 * Calls back when the result of a statement that takes jobs was lost: PostgreSQL may have locked jobs for this
 * process which it will never learn of. An error that PostgreSQL itself reports is no such loss, because it has
 * rolled the statement back; but a FATAL one may come from a pooler.
 */
export function watchFetches(pool: pg.Pool, onLost: (error: Error) => void): void {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: readonly unknown[]) => unknown;
    const watched = (...args: readonly unknown[]): unknown => {
      const result = query(...args);
      if (isFetch(args[0]) && result instanceof Promise) {
        result.catch((error: Error) => {
          if (!(error instanceof pg.DatabaseError) || error.severity !== 'ERROR') onLost(error);
        });
      }
      return result;
    };
    client.query = watched as typeof client.query;
  });
}

function isFetch(config: unknown): boolean {
  return (
    typeof config === 'object' &&
    config !== null &&
    'name' in config &&
    typeof config.name === 'string' &&
    config.name.startsWith(fetch_name)
  );
}
