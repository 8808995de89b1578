import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '@guichet/kernel/log';
import { chooseUser, ownerOf } from './choose-user.ts';
import { makeSafeFolder } from './copy-binaries.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { letThrough } from './prepare-data-dir.ts';
import { type ClusterRecord, readRecord, recordPath, writeRecord } from './remember.ts';
import type { OsUser } from './run-command.ts';

export interface Place {
  /** PostgreSQL's data directory; missing until `createCluster`. */
  readonly folder: string;
  /** User that PostgreSQL runs as; null for the current user. */
  readonly user: OsUser | null;
  readonly record: ClusterRecord;
}

/**
 * Locates the data and its owner, or chooses them on the first start. The place is `<data_dir>/postgres`, unless we are
 * root and PostgreSQL's user cannot reach it: then it is a separate folder in `system_dir`, which is recorded.
 *
 * @throws EmbeddedPostgresError when existing data or its password is gone or cannot be reached
 */
export async function placeCluster(data_dir: string, system_dir: string, log: Log): Promise<Place> {
  const record = await readRecord(data_dir);
  const usual_folder = join(data_dir, 'postgres');
  const folder = record?.folder ?? usual_folder;
  if (existsSync(folder)) {
    if (record === null) throw passwordGone(data_dir, folder);
    return { folder, user: await userOfData(data_dir, folder, record), record };
  }
  if (record !== null && record.port !== null) throw dataGone(data_dir, folder);
  return newPlace(data_dir, usual_folder, system_dir, log);
}

async function newPlace(
  data_dir: string,
  usual_folder: string,
  system_dir: string,
  log: Log,
): Promise<Place> {
  const user = isRoot() ? await chooseUser(log) : null;
  const is_usual = user === null || (await letThrough(user, data_dir));
  const folder = is_usual ? usual_folder : join(system_dir, randomBytes(8).toString('hex'));
  if (!is_usual) {
    await makeSafeFolder(system_dir);
    log.warn(
      { folder, data_dir },
      `${user.name} cannot enter the data folder; the database is kept in a different folder`,
    );
  }
  const password = randomBytes(24).toString('base64url');
  const record = { password, folder: is_usual ? null : folder, port: null };
  await writeRecord(data_dir, record);
  return { folder, user, record };
}

async function userOfData(data_dir: string, folder: string, record: ClusterRecord): Promise<OsUser | null> {
  if (!isRoot()) return null;
  const user = await ownerOf(folder);
  if (record.folder !== null || (await letThrough(user, data_dir))) return user;
  throw new EmbeddedPostgresError(
    `The database in ${folder} belongs to ${user.name}, who can no longer enter that folder: let other users pass through the folders above it (chmod o+x), or move DATA_DIR back to where it was.`,
  );
}

function passwordGone(data_dir: string, folder: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `There is a database in ${folder}, but ${recordPath(data_dir)} with its password is gone: restore that file from a backup, or move the folder away to start with an empty database.`,
  );
}

function dataGone(data_dir: string, folder: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The database that should be in ${folder} is gone: restore it from a backup, or delete ${recordPath(data_dir)} to start with an empty one.`,
  );
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}
