import { readdir, readFile } from 'node:fs/promises';

/** The environment variable of every process that a test run starts, directly or indirectly. */
const mark = 'GUICHET_TEST_RUN';

/** Marks this process and every process that it starts from now on. */
export function markRun(run: string): void {
  process.env[mark] = run;
}

/**
 * Lists the processes that a run has started and not ended, as `pid command`. None are found on systems that
 * do not show the environment of processes under `/proc`.
 */
export async function findLeftovers(run: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const name of await readdir('/proc').catch(() => [])) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid === process.pid) continue;
    const [environment, command] = await Promise.all(
      ['environ', 'cmdline'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')),
    );
    // An ended process that is not reaped yet has no command. Workers are ended by the runner itself.
    const isOwn = command === '' || /^vitest|\/vitest\/dist\/workers/.test(command ?? '');
    if (!isOwn && environment?.split('\0').includes(`${mark}=${run}`)) {
      found.push(`${pid} ${command?.replaceAll('\0', ' ').trim()}`);
    }
  }
  return found;
}
