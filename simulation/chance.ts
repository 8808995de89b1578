import { AsyncLocalStorage } from 'node:async_hooks';

const chances = new AsyncLocalStorage<() => number>();
const machines = Math.random; // where the service's jitter comes from
Math.random = () => (chances.getStore() ?? machines)(); // jitter of a history, or the machine's

/**
 * Runs a history with chance of its own: what the service leaves to chance, as the jitter between look-ups, is drawn
 * from the seed too. Whatever else runs in the process keeps the machine's chance.
 */
export function withChance<Result>(chance: () => number, run: () => Promise<Result>): Promise<Result> {
  return chances.run(chance, run);
}
