import type { Context, SeenDatabase } from '@guichet/core/platform';
import { noteServer, repeat } from '@guichet/core/serving';
import { recallDatabase, rememberDatabase } from './remember.ts';

/** A restore takes longer, and breaks every connection. */
const look_ms = 2_000;

/** Looks again and again whether the database is the one that was seen before. */
export interface Followed {
  stop(): Promise<void>;
}

/**
 * Compares the database with its last known state before anything is sent, and continues to do so while the service
 * runs: a database may be restored under running processes.
 *
 * @param data_dir where its last known state outlives the process; if not writable, it is kept only in memory
 */
export async function followDatabase(ctx: Context, data_dir: string): Promise<Followed> {
  let known = await recallDatabase(data_dir);
  let is_written = true;
  const remember = async (seen: SeenDatabase): Promise<void> => {
    known = seen;
    if (!is_written) return;
    try {
      await rememberDatabase(data_dir, seen);
    } catch (error) {
      is_written = false;
      ctx.log.warn(
        { err: error },
        'the database that was seen is remembered by this process only: DATA_DIR is not writable',
      );
    }
  };
  const look = async (): Promise<void> => remember(await noteServer(ctx, known));
  await look();
  return repeat(ctx.log, 'look at the database', look_ms, look);
}
