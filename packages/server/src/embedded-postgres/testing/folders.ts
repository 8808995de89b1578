import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Log } from '@guichet/kernel/log';
import { onTestFinished } from 'vitest';
import { atWorkerEnd } from '../../../../../test-support/worker-end.ts';
import { identify } from '../find-postmaster.ts';
import { type EmbeddedPostgres, type Machine, startEmbeddedPostgres, thisMachine } from '../start.ts';

/** For tests that do not check durability, so that they do not wait for the disk. */
export const fast_flags = ['-c', 'fsync=off'];

/**
 * Makes a folder that every user can enter. After the test it is deleted, and every server that runs below it is
 * killed.
 */
export async function makeFolder(): Promise<string> {
  const folder = await makeKeptFolder();
  onTestFinished(() => removeFolder(folder));
  return folder;
}

let used: Promise<string> | undefined;

/**
 * Makes a data folder whose server ran before and was stopped, for tests that are not about a first start: a copy
 * takes a tenth of the work of creating the database. Deleted like {@link makeFolder}'s.
 */
export async function makeUsedDataDir(): Promise<string> {
  used ??= useOnce();
  const data_dir = join(await makeFolder(), 'data');
  // Owners and modes are kept, because PostgreSQL refuses data of other users.
  await promisify(execFile)('cp', ['-pR', await used, data_dir]);
  return data_dir;
}

async function useOnce(): Promise<string> {
  const folder = await makeKeptFolder();
  atWorkerEnd(() => removeFolder(folder));
  const data_dir = join(folder, 'data');
  const database = await startEmbeddedPostgres({ data_dir, flags: fast_flags, log: logInto([]) });
  await database.stop();
  return data_dir;
}

/** Makes a folder like {@link makeFolder}'s, kept until {@link removeFolder}. */
export async function makeKeptFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'guichet-postgres-'));
  await chmod(folder, 0o755);
  return folder;
}

/** Kills every server that runs below a folder, and deletes the folder. */
export async function removeFolder(folder: string): Promise<void> {
  await killServers(folder);
  await makeWritable(folder);
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Describes this machine, with a separate system folder for the test. */
export async function machineIn(folder: string): Promise<Machine> {
  return { ...(await thisMachine()), system_dir: join(folder, 'system') };
}

export interface Started extends EmbeddedPostgres {
  readonly data_dir: string;
  /** Log lines as "level message". */
  readonly logged: readonly string[];
}

/** Starts the database of `data_dir` in this process, until the end of the test at the latest. */
export async function startHere(data_dir: string, machine?: Machine): Promise<Started> {
  const logged: string[] = [];
  const database = await startEmbeddedPostgres(
    { data_dir, flags: fast_flags, log: logInto(logged) },
    machine,
  );
  onTestFinished(() => database.stop());
  return { ...database, data_dir, logged };
}

/** A log that keeps its messages. */
export function logInto(logged: string[]): Log {
  const logAs = (level: string) => (_fields: object, message: string) =>
    void logged.push(`${level} ${message}`);
  return { debug: logAs('debug'), info: logAs('info'), warn: logAs('warn'), error: logAs('error') };
}

/** The first line of postmaster.pid; null when there is none. */
export async function postmasterPid(cluster_dir: string): Promise<number | null> {
  try {
    return Number.parseInt(await readFile(join(cluster_dir, 'postmaster.pid'), 'utf8'), 10);
  } catch {
    return null;
  }
}

/** Waits until a condition holds, with no time limit but the test's. */
export async function eventually<T>(look: () => Promise<T | null | false>): Promise<T> {
  for (;;) {
    const seen = await look();
    if (seen !== null && seen !== false) return seen;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function killServers(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true });
  for (const entry of entries.filter((name) => name.endsWith('postmaster.pid'))) {
    const cluster_dir = join(folder, entry, '..');
    const pid = await postmasterPid(cluster_dir);
    if (pid === null || (await identify(pid, cluster_dir)) !== 'ours') continue;
    process.kill(pid, 'SIGQUIT');
    await eventually(async () => (await identify(pid, cluster_dir)) !== 'ours');
  }
}

/** Makes folders writable: an ordinary user cannot delete the contents of a read-only folder. */
async function makeWritable(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await makeWritable(join(folder, entry.name));
  }
}
