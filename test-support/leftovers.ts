import { readdir, readFile } from 'node:fs/promises';

/** In the environment of everything that a run of the tests starts, and of what that starts. */
const mark = 'GUICHET_TEST_RUN';

/** Marks this process and all that it starts from now on. */
export function markRun(run: string): void {
  process.env[mark] = run;
}

/**
 * The processes that a run has started and not ended, as `pid command`. Where the system does not show the environment
 * of processes under `/proc`, none are found.
 */
export async function findLeftovers(run: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const name of await readdir('/proc').catch(() => [])) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid === process.pid) continue;
    const [environment, command] = await Promise.all(
      ['environ', 'cmdline'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')),
    );
    // One that has ended, and whose parent was not told yet, has no command. Workers are the runner's own to end.
    const isOwn = command === '' || /^vitest|\/vitest\/dist\/workers/.test(command ?? '');
    if (!isOwn && environment?.split('\0').includes(`${mark}=${run}`)) {
      found.push(`${pid} ${command?.replaceAll('\0', ' ').trim()}`);
    }
  }
  return found;
}
