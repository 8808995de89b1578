import type pg from 'pg';
import type { Context } from '../../../platform/context.ts';
import { connectPlainly } from '../../../platform/database/connect.ts';
import { keepLines, lockLines, unlockLines, watchLines } from './queries.ts';

/** A connection that takes longer to respond counts as lost. */
const answer_ms = 10_000;

/** The interval at which the connection is used, and the time without use after which PostgreSQL ends it. */
interface Intervals {
  readonly beat_ms: number;
  readonly silence_max_ms: number;
}

const usual_intervals: Intervals = { beat_ms: 5_000, silence_max_ms: 15_000 };

/**
 * The endpoints that this process sends to. Each endpoint belongs to one process at a time, the one that holds its
 * advisory lock. The limits of an endpoint therefore apply across all processes, and no row has to be claimed. A
 * lock ends with its connection, so another process immediately takes over from one that has died, and within
 * seconds from one that is suspended.
 */
export interface EndpointLeases {
  /** @returns the endpoints that this process owns now */
  take(endpoint_ids: readonly string[]): Promise<readonly string[]>;
  release(endpoint_ids: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the one connection that listens for new deliveries and holds the locks.
 *
 * @param on.announced called when a delivery for this endpoint has been committed
 * @param on.changed called when a change of this endpoint has been committed
 * @param on.lost called when the connection has broken: this process no longer owns any endpoint
 * @throws Error when the database cannot be reached
 */
export async function openEndpointLeases(
  ctx: Pick<Context, 'pool'>,
  on: {
    announced(endpoint_id: string): void;
    changed(endpoint_id: string): void;
    lost(error: Error): void;
  },
  { beat_ms, silence_max_ms }: Intervals = usual_intervals,
): Promise<EndpointLeases> {
  let is_over = false;
  /** Reports only the first error of a connection, and none after `close`. */
  const lose = (error: Error): void => {
    if (!is_over) on.lost(error);
    is_over = true;
  };
  const pool = connectPlainly(ctx.pool, {
    connections_max: 1,
    query_timeout_ms: answer_ms,
    onConnect: (client) => watchLines(client, silence_max_ms),
    onError: lose,
  });
  const client: pg.PoolClient = await pool.connect().catch(async (error: unknown) => {
    await pool.end();
    throw error;
  });
  client.on('notification', ({ channel, payload }) => {
    if (payload === undefined) return;
    if (channel === 'webhook_changes') on.changed(payload);
    else on.announced(payload);
  });
  // A connection that does not answer is lost, even if it is still open.
  const beats = setInterval(() => void keepLines(client).catch(lose), beat_ms);
  return {
    take: (endpoint_ids) => lockLines(client, endpoint_ids),
    release: (endpoint_ids) => unlockLines(client, endpoint_ids),
    close: async () => {
      is_over = true;
      clearInterval(beats);
      client.release(true);
      await pool.end();
    },
  };
}
