import type { Context, SeenDatabase } from '@guichet/core/platform';
import { noteServer, repeat } from '@guichet/core/serving';
import { within } from '@guichet/kernel/wait';
import { recallDatabase, rememberDatabase } from './remember.ts';

/** Interval between two checks: shorter than any restore takes. A restore also breaks every connection. */
const look_ms = 2_000;

/**
 * Time limit of a check: a connection to a server that vanished silently gets no response. The next check uses a
 * different connection.
 */
const look_max_ms = 5_000;

/** Repeatedly checks whether the database is still the one that was seen before. */
export interface Followed {
  stop(): Promise<void>;
}

/**
 * Compares the database with its last known state before anything is sent, and continues to do so while the service
 * runs: a database may be restored under running processes.
 *
 * @param data_dir the folder in which the last known state is kept when the process ends; if it is not writable,
 * the state is kept only in memory
 */
export async function followDatabase(ctx: Context, data_dir: string): Promise<Followed> {
  let known = await recallDatabase(data_dir);
  let is_written = true;
  const remember = async (seen: SeenDatabase): Promise<void> => {
    known = seen;
    const was_written = is_written;
    try {
      await rememberDatabase(data_dir, seen);
      is_written = true;
      if (!was_written) ctx.log.info({}, 'the last state of the database is remembered in DATA_DIR again');
    } catch (error) {
      // The disk may only be full for a while, so the next check writes again; only the change is logged.
      is_written = false;
      if (!was_written) return;
      ctx.log.warn(
        { err: error },
        'only this process remembers the last state of the database: DATA_DIR is not writable',
      );
    }
  };
  const look = async (): Promise<void> => remember(await noteServer(ctx, known));
  await look();
  return repeat(ctx.log, 'check of the database', look_ms, () => within(look_max_ms, look()));
}
