import type pg from 'pg';
import type { Context } from '../../../platform/context.ts';
import { connectPlainly } from '../../../platform/database/connect.ts';
import { lockLines, unlockLines, watchLines } from './queries.ts';

/** A connection that takes so long to answer is as good as gone. */
const answer_ms = 10_000;

/**
 * Says which endpoints this process sends to. Each is sent to by one process at a time, whoever holds its lock: so the
 * limits of an endpoint hold however many processes there are, and nothing has to be claimed row by row. A lock ends
 * with its connection: what a process that dies was sending is sent by another at once.
 */
export interface LineOwner {
  /** @returns those that are ours now */
  take(endpoint_ids: readonly string[]): Promise<readonly string[]>;
  release(endpoint_ids: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the one connection that listens for new deliveries and holds the locks.
 *
 * @param on.announced something was committed for this endpoint
 * @param on.lost the connection broke: nothing is ours any more
 * @throws Error when the database cannot be reached
 */
export async function openLineOwner(
  ctx: Pick<Context, 'pool'>,
  on: { announced(endpoint_id: string): void; lost(error: Error): void },
): Promise<LineOwner> {
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
  client.on('notification', ({ payload }) => {
    if (payload !== undefined) on.announced(payload);
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
