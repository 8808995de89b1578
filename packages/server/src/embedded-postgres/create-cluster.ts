import { randomUUID } from 'node:crypto';
import { chown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { EmbeddedPostgresError, explainFault, or_bring_your_own } from './errors.ts';
import type { Place } from './place-cluster.ts';
import { role_name } from './queries.ts';
import { syncFolder } from './remember.ts';
import { runCommand } from './run-command.ts';

const initdb_timeout_ms = 300_000;

/** Settings written to postgresql.conf, where they may be changed. All others have PostgreSQL's defaults. */
const settings = {
  max_connections: '200',
  shared_buffers: '128MB',
  // Saves three processes compared with the default; a small machine reads nearly everything from its cache.
  io_method: 'sync',
  max_logical_replication_workers: '0',
  log_checkpoints: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/**
 * Sorting by byte order and PostgreSQL's own character rules, so that an update of the system's locales never
 * breaks an index.
 */
const encoding = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];

/**
 * Creates the cluster at a new place, where it appears complete or not at all, even if we are killed.
 *
 * @param options.durable false skips the flush to disk, for tests that run without fsync
 * @throws EmbeddedPostgresError when PostgreSQL cannot create it
 */
export async function createCluster(
  place: Place,
  bin_dir: string,
  options: { durable: boolean },
): Promise<void> {
  const { folder, user, record } = place;
  const parent = dirname(folder);
  await removeLeftovers(folder);
  const work_dir = `${folder}.new-${randomUUID()}`;
  const password_file = join(work_dir, 'password');
  await mkdir(work_dir, { mode: 0o700 });
  try {
    await writeFile(password_file, record.password, { mode: 0o600 });
    if (user) await Promise.all([work_dir, password_file].map((path) => chown(path, user.uid, user.gid)));
    const args = [
      `--pgdata=${join(work_dir, 'data')}`,
      `--username=${role_name}`,
      `--pwfile=${password_file}`,
      '--auth=scram-sha-256',
      '--data-checksums',
      '--no-instructions',
      ...encoding,
      ...Object.entries(settings).map(([name, value]) => `--set=${name}=${value}`),
      ...(options.durable ? [] : ['--no-sync']),
    ];
    const ran = await runCommand(user, join(bin_dir, 'initdb'), args, { timeout_ms: initdb_timeout_ms });
    if (!ran.ok) throw initdbFailed(folder, ran.output);
    await rename(join(work_dir, 'data'), folder);
    await syncFolder(parent);
  } finally {
    await rm(work_dir, { recursive: true, force: true });
  }
}

/**
 * @throws EmbeddedPostgresError when the data and the binaries have different major versions
 */
export async function requireMajor(folder: string, major: number): Promise<void> {
  const found = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim();
  if (found === String(major)) return;
  throw new EmbeddedPostgresError(
    `The data in ${folder} was written by PostgreSQL ${found} and this release comes with ${major}: dump it with the release that wrote it and restore it here, ${or_bring_your_own}.`,
  );
}

/** Removes the leftovers of an interrupted first start. */
async function removeLeftovers(folder: string): Promise<void> {
  const prefix = `${basename(folder)}.new-`;
  const parent = dirname(folder);
  for (const name of await readdir(parent)) {
    // A killed first start may have left its initdb running, which can write a last file while we delete.
    if (name.startsWith(prefix))
      await rm(join(parent, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

function initdbFailed(folder: string, output: string): unknown {
  if (/No space left on device|Disk quota exceeded/i.test(output)) {
    return explainFault(Object.assign(new Error(output), { code: 'ENOSPC', path: folder }));
  }
  return new EmbeddedPostgresError(
    `PostgreSQL could not create its data folder ${folder}. Its output: ${output}`,
  );
}
