import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { silentLog } from '@guichet/kernel/log';
import { createCluster } from '@guichet/server/embedded-postgres/create-cluster';
import { type Place, placeCluster } from '@guichet/server/embedded-postgres/place-cluster';
import { prepareDataDir } from '@guichet/server/embedded-postgres/prepare-data-dir';
import { childOptions } from '@guichet/server/embedded-postgres/run-command';
import { thisMachine } from '@guichet/server/embedded-postgres/start';
import { usableBinaries } from '@guichet/server/embedded-postgres/supply-binaries';
import { chooseFreePort } from '../test-support/service.ts';
import { ask, backUp } from './queries.ts';

/** The drill's own PostgreSQL cluster, durable as in production. */
export interface Cluster {
  readonly port: number;
  readonly database_url: string;
  password(): string;
  /** Starts the cluster, and returns once it accepts queries. */
  start(): Promise<void>;
  /** Sends SIGKILL to the postmaster, and returns when it has exited. */
  kill(): Promise<void>;
  /** Shuts down cleanly, with all data written. */
  stop(): Promise<void>;
  /** Copies the running cluster, as `pg_basebackup` does. */
  copyTo(folder: string): Promise<void>;
  /** Deletes the data, as when the disk is lost. */
  lose(): Promise<void>;
  /** Replaces the data with a copy. */
  replaceBy(folder: string): Promise<void>;
  /** Replaces the data with a copy of a running cluster, and makes this cluster its standby. */
  follow(primary: Cluster): Promise<void>;
  readonly data_folder: string;
}

const settings = {
  // Keeps the WAL that a standby still has to fetch.
  wal_keep_size: '512MB',
  max_wal_size: '2GB',
} as const;
const answers_within_ms = 60_000;

/** Creates a cluster in `folder` without starting it. */
export async function makeCluster(folder: string): Promise<Cluster> {
  const machine = await thisMachine();
  await mkdir(folder, { recursive: true, mode: 0o755 });
  const data_dir = await prepareDataDir(join(folder, 'data'));
  const place = await placeCluster(data_dir, join(folder, 'system'), silentLog);
  const copies_dir = place.user === null ? data_dir : machine.system_dir;
  const bin_dir = await usableBinaries(machine.supply, place.user, copies_dir);
  await createCluster(place, bin_dir, { durable: true });
  return runCluster(place, bin_dir, await chooseFreePort());
}

function runCluster(place: Place, bin_dir: string, port: number): Cluster {
  const { folder, user } = place;
  // A copy has the passwords of its original.
  let { password } = place.record;
  const address = (): string => `postgresql://guichet:${password}@127.0.0.1:${port}/postgres?sslmode=disable`;
  let child: ChildProcess | undefined;
  const own = async (): Promise<void> => {
    if (user) await run('chown', ['-R', `${user.uid}:${user.gid}`, folder]);
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  };
  return {
    port,
    password: () => password,
    get database_url() {
      return address();
    },
    data_folder: folder,
    start: async () => {
      const until_ms = performance.now() + answers_within_ms;
      while (performance.now() < until_ms) {
        const own = spawn(join(bin_dir, 'postgres'), argumentsOf(folder, port), {
          ...childOptions(user),
          stdio: 'ignore',
        });
        child = own;
        while (own.exitCode === null && own.signalCode === null && performance.now() < until_ms) {
          if (
            await ask(address(), 'select 1').then(
              () => true,
              () => false,
            )
          )
            return;
          await setTimeout(20);
        }
        // Processes of the killed cluster may still hold its shared memory.
        await setTimeout(50);
      }
      throw new Error(`the PostgreSQL in ${folder} did not respond within ${answers_within_ms / 1000} s`);
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGINT'),
    copyTo: async (target) => {
      await copyRunning(address(), folder, target);
      // The WAL is copied only after the data files, because they need it to be consistent.
      await rm(join(target, 'pg_wal'), { recursive: true });
      await run('cp', ['-a', join(folder, 'pg_wal'), target]);
    },
    lose: () => rm(folder, { recursive: true }),
    replaceBy: async (source) => {
      await rm(folder, { recursive: true, force: true });
      await run('cp', ['-a', source, folder]);
      await own();
    },
    follow: async (primary) => {
      await copyRunning(primary.database_url, primary.data_folder, folder);
      await followFrom(folder, primary.database_url);
      password = primary.password();
      await own();
    },
  };
}

/** Copies a running cluster's files, without its WAL. */
async function copyRunning(database_url: string, source: string, target: string): Promise<void> {
  await rm(target, { recursive: true, force: true });
  const label = await backUp(database_url, async () => {
    // Ignores errors, because files appear and disappear while the cluster runs; later changes are in its
    // WAL.
    await run('cp', ['-a', source, target]).catch(() => undefined);
  });
  await rm(join(target, 'pg_wal'), { recursive: true, force: true });
  await rm(join(target, 'postmaster.pid'), { force: true });
  await mkdir(join(target, 'pg_wal'), { mode: 0o700 });
  await writeFile(join(target, 'backup_label'), label);
}

/** Makes a copy the standby of its original. */
async function followFrom(folder: string, database_url: string): Promise<void> {
  await writeFile(join(folder, 'standby.signal'), '');
  const conninfo = `${database_url}&application_name=standby`;
  await writeFile(join(folder, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`);
}

function argumentsOf(folder: string, port: number): string[] {
  const own = { listen_addresses: '127.0.0.1', unix_socket_directories: '', ...settings };
  const pairs = Object.entries(own).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', folder, '-p', String(port), ...pairs];
}

const run = promisify(execFile);
