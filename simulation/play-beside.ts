import { fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { addCounts } from './coverage.ts';
import type { Played } from './play-range.ts';

/** The distance between the first seeds of processes that run for hours. */
const apart = 10_000_000;

/**
 * Divides histories among processes, each with its own PostgreSQL, and adds up their results. The seeds are
 * the same as in one process.
 *
 * @param options.more further arguments of `run.ts` for every process
 * @throws Error when one of the processes ends without a result
 */
export async function playBeside(options: {
  readonly processes: number;
  readonly first: number;
  /** Infinity if each process plays until its time limit. */
  readonly histories: number;
  readonly more: readonly string[];
}): Promise<Played> {
  const { processes, first, histories, more } = options;
  const isEndless = histories === Number.POSITIVE_INFINITY;
  const startOf = (index: number): number =>
    isEndless ? index * apart : Math.floor((histories * index) / processes);
  const shares = Array.from({ length: processes }, (_, index) => {
    const start = startOf(index);
    const count = isEndless ? [] : ['--histories', String(startOf(index + 1) - start)];
    return playElsewhere(['--seed', String(first + start), ...count, ...more]);
  });
  const all = await Promise.all(shares);
  const counts: Record<string, number> = {};
  for (const share of all) addCounts(counts, share.counts);
  const sum = (of: (share: Played) => number): number => all.reduce((total, share) => total + of(share), 0);
  return {
    played: sum(({ played }) => played),
    failed: sum(({ failed }) => failed),
    cpu_s: sum(({ cpu_s }) => cpu_s),
    counts,
  };
}

async function playElsewhere(args: readonly string[]): Promise<Played> {
  const child = fork(resolve(import.meta.dirname, 'run.ts'), args, { stdio: 'inherit' });
  let played: Played | undefined;
  child.on('message', (message) => {
    played = message as Played;
  });
  await once(child, 'exit');
  if (!played) throw new Error(`a process ended before its histories: ${args.join(' ')}`);
  return played;
}
