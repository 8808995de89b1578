import type pg from 'pg';

/**
 * Makes a pool hide the codes of errors while connecting. While the database is starting or cannot be reached,
 * graphile-worker 0.18 recognizes these codes and pauses, for 3 s at first and for up to 3 minutes later; jobs would
 * wait for so long although the database is back. It repeats a fetch that failed with any other error at its usual
 * interval.
 */
export function retrySoon(pool: pg.Pool): void {
  type Connected = Parameters<typeof pool.connect>[0];
  const connect = pool.connect.bind(pool);
  const connectWithoutCode = (callback?: Connected): unknown => {
    if (callback) return connect(callback);
    return connect().catch((error: unknown) => {
      throw new Error(String(error), { cause: error });
    });
  };
  pool.connect = connectWithoutCode as typeof pool.connect;
}
