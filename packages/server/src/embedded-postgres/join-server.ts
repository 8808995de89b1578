import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '@guichet/kernel/log';
import pg from 'pg';
import { choosePort } from './choose-port.ts';
import { codeOf, EmbeddedPostgresError } from './errors.ts';
import { findPostmaster } from './find-postmaster.ts';
import { type Launch, launchPostmaster } from './launch-postmaster.ts';
import { createDatabaseIfMissing, joinUsers, maintenance_database_name, role_name } from './queries.ts';
import { stopPostmaster } from './stop-postmaster.ts';

export interface JoinRequest extends Omit<Launch, 'port' | 'bin_dir'> {
  readonly password: string;
  readonly log: Log;
  /** The port to use when a server has to be started. */
  readonly port: number | null;
  /** True to wait for that port if it is in use, rather than use a different one. */
  readonly is_port_fixed: boolean;
  /** Called only when a server has to be started. */
  readonly findBinaries: () => Promise<string>;
}

/** This process's use of the server: while the connection lives, no other process stops the server. */
export interface Membership {
  readonly client: pg.Client;
  readonly port: number;
  /** False when the server was running already. */
  readonly launched: boolean;
  /** Resolves when the connection is closed, with its error if there was one. */
  readonly lost: Promise<Error | null>;
  isLost(): boolean;
  /** Sets whether the connection alone keeps this process alive; initially false. */
  keepAwake(yes: boolean): void;
}

const ready_max_ms = 600_000;
/** Time for the processes of a killed server to end before an administrator has to intervene. */
const busy_max_ms = 20_000;
const busy_retry_after_ms = 100;
const retry_after_ms = 20;
const notice_after_ms = 3_000;
const connect_max_ms = 10_000;

/**
 * Codes of a server that is starting, stopping or out of connections, and of a connection that broke.
 * https://www.postgresql.org/docs/18/errcodes-appendix.html
 */
const passing_codes: ReadonlySet<string> = new Set([
  ...['57P01', '57P02', '57P03', '53300'],
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE'],
]);
const wrong_password_code = '28P01';

/**
 * Joins the users of the server, and starts one if none runs. Call this only while holding the lock.
 *
 * @throws EmbeddedPostgresError when it cannot be started or rejects our password
 */
export async function joinServer(request: JoinRequest): Promise<Membership> {
  const notice = setTimeout(() => {
    request.log.info({}, 'waiting for the database; after a crash it first replays its journal');
  }, notice_after_ms);
  let launched = false;
  try {
    const deadline = performance.now() + ready_max_ms;
    while (performance.now() < deadline) {
      const found = await findPostmaster(request.folder);
      if (found === null) {
        await launchServer(request);
        launched = true;
        continue;
      }
      const membership = found.status === 'ready' && (await connect(request, found.port, launched));
      if (membership) return membership;
      await sleep(retry_after_ms, undefined, { signal: request.signal });
    }
    throw neverReady(request);
  } catch (error) {
    if (launched) await stopPostmaster(request.folder, request.log);
    throw error;
  } finally {
    clearTimeout(notice);
  }
}

/** Starts a server. Returns when it is ready, or when another process has started one. */
async function launchServer(request: JoinRequest): Promise<void> {
  const bin_dir = await request.findBinaries();
  const deadline = performance.now() + busy_max_ms;
  let wanted = request.port;
  while (performance.now() < deadline) {
    const port = await choosePort(wanted, request.is_port_fixed);
    const outcome = await launchPostmaster({ ...request, port, bin_dir });
    if (outcome === 'ready') return;
    if (outcome === 'port_taken') wanted = request.is_port_fixed ? port : null;
    await sleep(busy_retry_after_ms, undefined, { signal: request.signal });
    if ((await findPostmaster(request.folder)) !== null) return;
  }
  throw stillBusy(request, wanted);
}

async function connect(request: JoinRequest, port: number, launched: boolean): Promise<Membership | null> {
  const socket = new Socket();
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: role_name,
    password: request.password,
    database: maintenance_database_name,
    application_name: 'guichet keeper',
    ssl: false,
    connectionTimeoutMillis: connect_max_ms,
    stream: () => socket,
  });
  let cause: Error | null = null;
  client.on('error', (error) => {
    cause ??= error;
  });
  const lost = new Promise<Error | null>((resolve) => socket.once('close', () => resolve(cause)));
  try {
    await client.connect();
    await joinUsers(client);
    await createDatabaseIfMissing(client);
  } catch (error) {
    socket.destroy();
    if (isPassing(error)) return null;
    throw codeOf(error) === wrong_password_code ? wrongPassword(request, error) : error;
  }
  const keepAwake = (yes: boolean) => void (yes ? socket.ref() : socket.unref());
  keepAwake(false);
  return { client, port, launched, lost, isLost: () => socket.destroyed, keepAwake };
}

/** True if retrying on a new connection can help. */
export function isPassing(error: unknown): boolean {
  if (passing_codes.has(codeOf(error))) return true;
  // The driver's errors for a connection that broke or was never established have no code.
  return error instanceof Error && /terminated|connection error|timeout expired/.test(error.message);
}

function stillBusy(request: JoinRequest, port: number | null): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The database in ${request.folder} could not be started within ${busy_max_ms / 1000} s: see the end of ${request.data_dir}/postgres.log for the reason, such as processes of an earlier server or another program on port ${port}.`,
  );
}

function neverReady(request: JoinRequest): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The database in ${request.folder} did not become ready within ${ready_max_ms / 60_000} minutes: see ${request.data_dir}/postgres.log.`,
  );
}

function wrongPassword(request: JoinRequest, cause: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The database in ${request.folder} does not accept the password in ${request.data_dir}/postgres.json: restore both from the same backup.`,
    { cause },
  );
}
