import { rmSync } from 'node:fs';
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Log, silentLog } from '@guichet/kernel/log';
import { withConnection } from './connection.ts';

export interface TestServer {
  /** A database of the server, from which others can be created. */
  readonly database_url: string;
  /** URL of the same database over a Unix socket, which costs less per statement than TCP. */
  readonly socket_url: string;
  stop(): Promise<void>;
}

/** No test database has to survive a crash or be replicated, and none lives long enough to need a vacuum. */
const settings = [
  ...['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'],
  ...['autovacuum=off', 'wal_level=minimal', 'max_wal_senders=0'],
];

const print = (fields: object, message: string) => {
  process.stderr.write(`test database: ${message} ${JSON.stringify(fields)}\n`);
};
const troubleLog: Log = { ...silentLog, warn: print, error: print };

/**
 * Starts an embedded PostgreSQL, which ends with the run, or uses the one at `TEST_DATABASE_URL` (15 or
 * later, with a role that may create databases).
 */
export async function startServer(): Promise<TestServer> {
  const given = process.env.TEST_DATABASE_URL;
  return given ? { database_url: given, socket_url: given, stop: async () => undefined } : startEmbedded();
}

async function startEmbedded(): Promise<TestServer> {
  const { startEmbeddedPostgres } = await import('@guichet/server/embedded-postgres/start');
  const data_dir = await mkdtemp(join(await chooseFolder(), 'guichet-tests-'));
  const sockets = await makeSocketFolder();
  const flags = [...settings, `unix_socket_directories=${sockets}`].flatMap((setting) => ['-c', setting]);
  const server = await startEmbeddedPostgres({ data_dir, log: troubleLog, flags });
  const { postmaster_id, folder } = await findProcess(server.database_url);
  // An interrupted run exits without its teardown. The embedded server would then keep running, so it is
  // ended here.
  const abandon = () => {
    process.kill(postmaster_id, 'SIGQUIT');
    for (const path of [folder, data_dir, sockets])
      rmSync(path, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once('exit', abandon);
  return {
    database_url: server.database_url,
    socket_url: socketUrl(server.database_url, sockets),
    stop: async () => {
      await server.stop();
      process.off('exit', abandon);
      for (const path of [folder, data_dir, sockets]) await rm(path, { recursive: true, force: true });
    },
  };
}

/** Makes a folder where the server may create its socket, whichever user it runs as. */
async function makeSocketFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'guichet-sockets-'));
  await chmod(folder, 0o1777);
  return folder;
}

function socketUrl(database_url: string, folder: string): string {
  const url = new URL(database_url);
  url.searchParams.set('host', folder);
  return url.href;
}

/** Linux's file system in memory, and the free space in it that is enough for the databases of a run. */
const memory = { folder: '/dev/shm', bytes_min: 4 * 2 ** 30 };

/**
 * Chooses memory if it has enough space: a run creates and drops hundreds of databases of hundreds of files
 * each.
 */
async function chooseFolder(): Promise<string> {
  if (process.platform !== 'linux') return tmpdir();
  const { bavail, bsize } = await statfs(memory.folder);
  return bavail * bsize < memory.bytes_min ? tmpdir() : memory.folder;
}

async function findProcess(database_url: string): Promise<{ postmaster_id: number; folder: string }> {
  const found = await withConnection(database_url, (client) =>
    client.query<{ folder: string; first_line: string }>(
      `select current_setting('data_directory') as folder,
        split_part(pg_read_file('postmaster.pid'), chr(10), 1) as first_line`,
    ),
  );
  const row = found.rows[0];
  if (!row) throw new Error('the server did not report its process');
  return { postmaster_id: Number(row.first_line), folder: row.folder };
}
