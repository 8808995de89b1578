import { getEventListeners } from 'node:events';
import { repeat } from '@guichet/core/platform';
import { silentLog } from '@guichet/kernel/log';
import { pause, waitFor } from '@guichet/kernel/wait';
import { countKept, type Kept } from './count-kept.ts';

/** The kinds of rounds in the service's loops. */
export const rounds: Readonly<Record<string, (signal: AbortSignal) => Promise<void>>> = {
  'do nothing': async () => undefined,
  'pause themselves': (signal) => pause(60_000, signal),
  'wait for something unless they are stopped': async (signal) =>
    void (await waitFor(Promise.resolve(), signal)),
  fail: () => Promise.reject(new Error('no database')),
};

/**
 * The effect of 10,000 rounds: the growth of the heap after garbage collection, and the listeners left on
 * their signal.
 */
export interface Left {
  readonly heap_bytes: number;
  readonly listeners: number;
}

/**
 * Runs 10,000 rounds of one kind, and measures their effect.
 *
 * @param name the name of the kind of rounds
 */
async function turn(name: string): Promise<Left> {
  const round = rounds[name];
  if (!round) throw new Error(`no rounds are called ${name}`);
  // Each pause ends immediately.
  globalThis.setTimeout = ((end: () => void) => setImmediate(end)) as unknown as typeof setTimeout;
  globalThis.clearTimeout = clearImmediate as unknown as typeof clearTimeout;
  const turns = 10_000;
  let count = 0;
  let listeners = 0;
  const after = async (least: number): Promise<Kept> => {
    while (count < least) await new Promise((resolve) => setImmediate(resolve));
    return countKept();
  };
  const repeated = repeat(silentLog, 'count', 60_000, async (signal) => {
    listeners = getEventListeners(signal, 'abort').length;
    count++;
    await round(signal);
  });
  // The first rounds are not measured, because they compile code and allocate memory once.
  const before = await after(turns / 10);
  const last = await after(turns * 1.1);
  await repeated.stop();
  return { heap_bytes: last.heap_bytes - before.heap_bytes, listeners };
}

// Runs in its own process, because garbage of other tests on a worker's heap must not count.
if (import.meta.main) process.stdout.write(JSON.stringify(await turn(process.argv[2] ?? '')));
