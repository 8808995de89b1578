import { existsSync } from 'node:fs';
import type { Log } from '@guichet/kernel/log';
import { createCluster, requireMajor } from './create-cluster.ts';
import { explainFault } from './errors.ts';
import { type JoinRequest, joinServer } from './join-server.ts';
import { keepRunning } from './keep-running.ts';
import { leaveServer } from './leave-server.ts';
import { type Place, placeCluster } from './place-cluster.ts';
import { prepareDataDir } from './prepare-data-dir.ts';
import { database_name, role_name } from './queries.ts';
import { writeRecord } from './remember.ts';
import { findSupply, type Supply, usableBinaries } from './supply-binaries.ts';
import { withLock } from './take-lock.ts';

export interface EmbeddedPostgres {
  readonly database_url: string;
  /**
   * Releases the server, and stops it when no other process uses it. Close your own connections first. Never
   * rejects; errors are logged.
   */
  stop(): Promise<void>;
}

export interface StartOptions {
  /** Created with mode 700 when missing. */
  readonly data_dir: string;
  readonly log: Log;
  /** More arguments for `postgres`; for tests, such as `['-c', 'fsync=off']`. */
  readonly flags?: readonly string[];
}

/** The environment provided by the machine. Only tests use one other than `thisMachine()`. */
export interface Machine {
  readonly supply: Supply;
  /** Folder for files that PostgreSQL's user cannot reach in the clone or the data folder, when we are root. */
  readonly system_dir: string;
}

/**
 * Starts the embedded PostgreSQL of a data folder, or joins the one that runs there, and keeps it running on its
 * port until `stop()`. Any number of processes may do so concurrently. If this process is killed, the server
 * continues and the next start joins it. Watching the server does not keep this process alive.
 *
 * @throws EmbeddedPostgresError when an administrator must act first; its message says how
 */
export async function startEmbeddedPostgres(
  options: StartOptions,
  machine?: Machine,
): Promise<EmbeddedPostgres> {
  try {
    return await start(options, machine ?? (await thisMachine()));
  } catch (error) {
    throw explainFault(error);
  }
}

/** @throws EmbeddedPostgresError when there are no binaries for this machine */
export async function thisMachine(): Promise<Machine> {
  return { supply: await findSupply(), system_dir: '/var/lib/guichet' };
}

async function start(options: StartOptions, machine: Machine): Promise<EmbeddedPostgres> {
  const { log } = options;
  const data_dir = await prepareDataDir(options.data_dir);
  const never = new AbortController().signal;
  const { request, first } = await withLock(data_dir, never, async () => {
    const place = await placeCluster(data_dir, machine.system_dir, log);
    const wish = joinRequest(options, machine, data_dir, place);
    if (!existsSync(place.folder)) await create(place, wish);
    const first = await joinServer(wish);
    if (place.record.port !== first.port) await writeRecord(data_dir, { ...place.record, port: first.port });
    return { first, request: { ...wish, port: first.port, is_port_fixed: true } };
  });
  const keeper = keepRunning(
    first,
    (signal) => withLock(data_dir, signal, () => joinServer({ ...request, signal })),
    log,
  );

  async function leave(): Promise<void> {
    try {
      const last = await keeper.halt();
      await withLock(data_dir, never, () => leaveServer(last, request));
    } catch (error) {
      log.error({ err: error }, 'the embedded database could not be stopped; the next start will find it');
    }
  }
  let left: Promise<void> | undefined;
  return {
    database_url: databaseUrl(request.password, first.port),
    stop: () => (left ??= leave()),
  };
}

function joinRequest(options: StartOptions, machine: Machine, data_dir: string, place: Place): JoinRequest {
  const { folder, user, record } = place;
  const copies_dir = user === null ? data_dir : machine.system_dir;
  return {
    data_dir,
    folder,
    user,
    password: record.password,
    port: record.port,
    is_port_fixed: false,
    flags: options.flags ?? [],
    log: options.log,
    signal: new AbortController().signal,
    findBinaries: async () => {
      if (existsSync(folder)) await requireMajor(folder, machine.supply.major);
      return usableBinaries(machine.supply, user, copies_dir);
    },
  };
}

async function create(place: Place, request: JoinRequest): Promise<void> {
  request.log.info({ folder: place.folder }, 'creating a new database');
  const durable = !request.flags.includes('fsync=off');
  await createCluster(place, await request.findBinaries(), { durable });
}

function databaseUrl(password: string, port: number): string {
  return `postgresql://${role_name}:${password}@127.0.0.1:${port}/${database_name}?sslmode=disable`;
}
