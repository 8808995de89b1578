import { chown, open, readFile, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf, EmbeddedPostgresError } from './errors.ts';

/** The record in `<data_dir>/postgres.json`, which outlives the process. */
export interface ClusterRecord {
  readonly password: string;
  /** Folder of the data if it is not `<data_dir>/postgres`. */
  readonly folder: string | null;
  /** The port of the last start; null before the first, when there is no data to lose. */
  readonly port: number | null;
}

/** Path of the record. */
export function recordPath(data_dir: string): string {
  return join(data_dir, 'postgres.json');
}

/**
 * @returns null when there has never been a record here
 * @throws EmbeddedPostgresError when the file exists but is invalid
 */
export async function readRecord(data_dir: string): Promise<ClusterRecord | null> {
  const path = recordPath(data_dir);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
  const record = parseRecord(text);
  if (record === null) {
    throw new EmbeddedPostgresError(
      `${path}, which contains the password of the database, is damaged: restore it from a backup.`,
    );
  }
  return record;
}

/** Replaces the whole record durably; only its owner can read it. */
export async function writeRecord(data_dir: string, record: ClusterRecord): Promise<void> {
  const path = recordPath(data_dir);
  const fresh = `${path}.new`;
  const file = await open(fresh, 'w', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(record, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await keepWithOwner(data_dir, fresh);
  await rename(fresh, path);
  await syncFolder(dirname(path));
}

/** Makes renames inside a folder survive a power loss. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** If root has written a file in another user's data folder, makes that user its owner. */
export async function keepWithOwner(data_dir: string, path: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid } = await stat(data_dir);
  await chown(path, uid, -1);
}

function parseRecord(text: string): ClusterRecord | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  if (!('password' in value && 'folder' in value && 'port' in value)) return null;
  const { password, folder, port } = value;
  if (typeof password !== 'string') return null;
  if (folder !== null && typeof folder !== 'string') return null;
  if (port !== null && typeof port !== 'number') return null;
  return { password, folder, port };
}
