import type pg from 'pg';
import type { Context } from '../../../platform/context.ts';
import { connectPlainly } from '../../../platform/database/connect.ts';
import { lockLines, unlockLines, watchLines } from './queries.ts';

/** A connection that takes longer to respond counts as lost. */
const answer_ms = 10_000;

/**
 * The endpoints that this process sends to. Each endpoint belongs to one process at a time, the one that holds its
 * advisory lock. The limits of an endpoint therefore apply across all processes, and no row has to be claimed. A
 * lock ends with its connection, so another process immediately takes over from one that has died.
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
): Promise<EndpointLeases> {
  const pool = connectPlainly(ctx.pool, {
    connections_max: 1,
    query_timeout_ms: answer_ms,
    onConnect: watchLines,
    onError: on.lost,
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
  return {
    take: (endpoint_ids) => lockLines(client, endpoint_ids),
    release: (endpoint_ids) => unlockLines(client, endpoint_ids),
    close: async () => {
      client.release(true);
      await pool.end();
    },
  };
}
