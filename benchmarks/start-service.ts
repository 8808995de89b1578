import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';

export interface RunningService {
  readonly url: string;
  readonly pid: number;
  readonly child: ChildProcess;
  readonly test_key: string;
  /** The time from the start of the process to its first response. */
  readonly first_answer_ms: number;
  stop(): Promise<void>;
}

const project_folder = join(import.meta.dirname, '..');

/**
 * The arguments of `node` in the start script of a folder's package.json, so that the benchmark runs what users
 * run.
 */
async function readStartWords(folder: string): Promise<string[]> {
  const text = await readFile(join(folder, 'package.json'), 'utf8');
  const { scripts } = JSON.parse(text) as { scripts: { start: string } };
  const [, words = ''] = scripts.start.split(/^(?:exec )?node /);
  return words.split(' ');
}

/** Turns off rate limits: the benchmarks measure accepted requests, not refused ones. */
const unlimited = { RATE_LIMIT_KEY_PER_SECOND: '0', RATE_LIMIT_IP_PER_SECOND: '0' };

/**
 * Starts the service as `npm start` does, in its own process, and waits for its first response.
 *
 * @param folder a different checkout of the project, for comparisons
 * @param preloaded paths of modules that the service loads before its own modules; they may exchange messages with
 * the parent process
 * @param output the file descriptor for the service's log
 */
export async function startService(
  data_dir: string,
  env: Record<string, string> = {},
  folder = project_folder,
  preloaded: readonly string[] = [],
  output: number | 'ignore' = 'ignore',
): Promise<RunningService> {
  const port = await freePort();
  const words = await readStartWords(folder);
  const started_ms = performance.now();
  const imports = preloaded.flatMap((path) => ['--import', path]);
  const child = spawn(process.execPath, [...imports, ...words], {
    cwd: folder,
    env: { ...process.env, ...unlimited, PORT: String(port), DATA_DIR: data_dir, ...env },
    stdio: ['ignore', output, 'inherit', ...(preloaded.length > 0 ? ['ipc' as const] : [])],
  });
  const url = `http://localhost:${port}`;
  await untilAnswered(`${url}/readyz`, child);
  const first_answer_ms = performance.now() - started_ms;
  const demo = JSON.parse(await readFile(join(data_dir, 'demo.json'), 'utf8')) as { test_key: string };
  return {
    url,
    pid: child.pid ?? 0,
    child,
    test_key: demo.test_key,
    first_answer_ms,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function untilAnswered(url: string, child: ChildProcess): Promise<void> {
  const give_up_ms = performance.now() + 180_000;
  while (performance.now() < give_up_ms) {
    if (child.exitCode !== null) throw new Error(`the service ended with code ${child.exitCode}`);
    const response = await fetch(url).catch(() => null);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('the service did not respond within three minutes');
}

/** Returns a port of this machine that is currently free. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        if (typeof address === 'object' && address) resolve(address.port);
        else reject(new Error('no port was given'));
      });
    });
  });
}

/** Returns the resident memory of a process in megabytes; null where the system does not report it in /proc. */
export async function residentMegabytes(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => null);
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status ?? '')?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) / 1024;
}
