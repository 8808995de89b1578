import { AsyncLocalStorage } from 'node:async_hooks';

const chances = new AsyncLocalStorage<() => number>();
const machines = Math.random; // the source of the service's jitter
Math.random = () => (chances.getStore() ?? machines)(); // a history's jitter, or the machine's

/**
 * Runs a history with random numbers of its own: the service's jitter, as between inquiries, is drawn from
 * the seed too. Other code in the process keeps the machine's random numbers.
 */
export function withChance<Result>(chance: () => number, run: () => Promise<Result>): Promise<Result> {
  return chances.run(chance, run);
}
