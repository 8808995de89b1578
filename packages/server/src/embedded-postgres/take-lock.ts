import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError } from './errors.ts';
import { lock_file_statement } from './queries.ts';

const retry_after_ms = 15;
/** Longer than a first start on a slow disk can take, and longer than the longest stop. */
const wait_max_ms = 180_000;

/** Primary result codes, https://www.sqlite.org/rescode.html */
const sqlite_busy = 5;
const sqlite_io_error = 10;

/**
 * Runs `work` while no other process inspects, starts or stops the database of this data folder.
 *
 * The lock is SQLite's lock on an empty file: the only lock available to Node that the operating system itself
 * releases when its holder is killed, so it is never stale. Nothing is stored in the file.
 *
 * @throws EmbeddedPostgresError when the lock is not available
 */
export async function withLock<T>(data_dir: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const path = join(data_dir, 'postgres.lock');
  const handle = openLockFile(path);
  try {
    const deadline = performance.now() + wait_max_ms;
    while (!tryLock(handle, path)) {
      if (performance.now() > deadline) {
        throw new EmbeddedPostgresError(
          `Another process has been starting or stopping the database in ${data_dir} for ${wait_max_ms / 60_000} minutes: wait for it, or end it, and try again.`,
        );
      }
      await sleep(retry_after_ms, undefined, { signal });
    }
    return await work();
  } finally {
    handle.close();
  }
}

function openLockFile(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path, { timeout: 0 });
  } catch (error) {
    throw unlockable(path, error);
  }
}

function tryLock(handle: DatabaseSync, path: string): boolean {
  try {
    handle.exec(lock_file_statement);
    return true;
  } catch (error) {
    if (primaryCodeOf(error) === sqlite_busy) return false;
    throw unlockable(path, error);
  }
}

function unlockable(path: string, cause: unknown): EmbeddedPostgresError {
  const message =
    primaryCodeOf(cause) === sqlite_io_error
      ? `The disk of ${path} does not support file locks: set DATA_DIR to a folder on a local disk.`
      : `The lock file ${path} cannot be written: run as the user who owns it, or set DATA_DIR to another folder.`;
  return new EmbeddedPostgresError(message, { cause });
}

function primaryCodeOf(error: unknown): number {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') throw error;
  return error.errcode & 0xff;
}
