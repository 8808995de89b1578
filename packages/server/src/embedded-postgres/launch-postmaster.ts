import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf, EmbeddedPostgresError, explainFault } from './errors.ts';
import { findPostmaster } from './find-postmaster.ts';
import { keepWithOwner } from './remember.ts';
import { childOptions, type OsUser } from './run-command.ts';

export interface Launch {
  readonly bin_dir: string;
  readonly folder: string;
  readonly user: OsUser | null;
  readonly data_dir: string;
  readonly port: number;
  readonly flags: readonly string[];
  readonly signal: AbortSignal;
}

/**
 * `busy`: worth another attempt, because the new server was killed, or because processes of a killed server remain.
 */
type Launched = 'ready' | 'port_taken' | 'busy';

const log_size_max_bytes = 5 * 1024 * 1024;
const log_tail_lines = 12;
const poll_every_ms = 5;

/**
 * Starts a server and waits until it is ready, or has ended. It runs in its own session, so that Ctrl-C in our
 * terminal does not reach it before we have drained, and so that it outlives us.
 *
 * @throws EmbeddedPostgresError with the last lines of its log when it cannot start
 */
export async function launchPostmaster(launch: Launch): Promise<Launched> {
  const log_path = join(launch.data_dir, 'postgres.log');
  await rotate(log_path);
  const log = await open(log_path, 'a+', 0o600);
  try {
    await keepWithOwner(launch.data_dir, log_path);
    const { size: log_start } = await log.stat();
    const child = spawn(join(launch.bin_dir, 'postgres'), serverArguments(launch), {
      ...childOptions(launch.user),
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    await once(child, 'spawn');
    child.unref();
    while (child.exitCode === null && child.signalCode === null) {
      const found = await findPostmaster(launch.folder);
      if (found?.pid === child.pid && found?.status === 'ready') return 'ready';
      await sleep(poll_every_ms, undefined, { signal: launch.signal });
    }
    if (child.signalCode !== null) return 'busy';
    const { size: log_end } = await log.stat();
    const { buffer } = await log.read(Buffer.alloc(log_end - log_start), 0, log_end - log_start, log_start);
    return whyEnded(buffer.toString(), log_path, launch.folder);
  } finally {
    await log.close();
  }
}

function serverArguments(launch: Launch): string[] {
  const network = ['listen_addresses=127.0.0.1', 'unix_socket_directories='];
  return [
    ...['-D', launch.folder, '-p', String(launch.port)],
    ...network.flatMap((setting) => ['-c', setting]),
    ...launch.flags,
  ];
}

/** Finds the reason in PostgreSQL's output, which is in English because its locale is C. */
function whyEnded(output: string, log_path: string, folder: string): Launched {
  if (/could not bind|could not create any TCP\/IP sockets/.test(output)) return 'port_taken';
  if (/pre-existing shared memory block|lock file "postmaster.pid" already exists/.test(output))
    return 'busy';
  if (/No space left on device|Disk quota exceeded/.test(output)) {
    throw explainFault(Object.assign(new Error(output), { code: 'ENOSPC', path: folder }));
  }
  const tail = output.trim().split('\n').slice(-log_tail_lines).join('\n');
  throw new EmbeddedPostgresError(
    `The embedded PostgreSQL did not start; fix the errors at the end of ${log_path}:\n${tail}`,
  );
}

async function rotate(path: string): Promise<void> {
  try {
    if ((await stat(path)).size > log_size_max_bytes) await rename(path, `${path}.1`);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}
