import type pg from 'pg';

/**
 * Error codes on which graphile-worker 0.18 repeats a statement by itself, after 3 s at first and up to 3 minutes
 * later: the server is starting or stopping, or cannot be reached.
 */
const waited_for: ReadonlySet<unknown> = new Set(['57P03', 'EHOSTUNREACH', 'ETIMEDOUT']);

/**
 * Makes the queue's library repeat failed fetches at its usual interval, whatever the reason: after an outage, jobs
 * would otherwise wait until its growing delay has passed.
 */
export function retrySoon(pool: pg.Pool): void {
  type Connected = Parameters<typeof pool.connect>[0];
  const connect = pool.connect.bind(pool);
  const connectAlike = (callback?: Connected): unknown => {
    if (callback) return connect(callback);
    return connect().catch((error: unknown) => {
      throw unlikeAnOutage(error);
    });
  };
  pool.connect = connectAlike as typeof pool.connect;
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: readonly unknown[]) => unknown;
    const queryAlike = (...args: readonly unknown[]): unknown => {
      const result = query(...args);
      if (!(result instanceof Promise)) return result;
      return result.catch((error: unknown) => {
        throw unlikeAnOutage(error);
      });
    };
    client.query = queryAlike as typeof client.query;
  });
}

/** Wraps an error that the library would wait for, because it knows such errors by their codes. */
function unlikeAnOutage(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error) || !waited_for.has(error.code)) return error;
  return new Error(error.message, { cause: error });
}
