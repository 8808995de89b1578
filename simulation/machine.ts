import { AsyncLocalStorage } from 'node:async_hooks';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';

/** The random numbers, clock and sleep that the service gets in a history instead of the real ones. */
export interface Machine {
  /**
   * The number of the current strand, which is one of the concurrent operations. Strands are numbered in the
   * order in which they start.
   */
  readonly strand: number;
  /** From 0 to 1: the source of the service's jitter. */
  random(): number;
  /** The time by which the service measures durations. */
  now_ms(): number;
  /** Waits on the history's clock. */
  sleep(duration_ms: number): Promise<void>;
}

const machines = new AsyncLocalStorage<Machine>();

const real_random = Math.random; // the source of the service's jitter
Math.random = () => (machines.getStore()?.random ?? real_random)(); // a history's jitter, or the machine's

const real_now = performance.now.bind(performance);
/** Returns the history's time, so that a slow machine does not cause timeouts in a history. */
performance.now = () => machines.getStore()?.now_ms() ?? real_now();

const real_date_now = Date.now;
/**
 * Returns the history's time: ids contain the time of their creation, and all stored times are the history's.
 */
Date.now = () => machines.getStore()?.now_ms() ?? real_date_now();

const real_sleep = timers.setTimeout;
timers.setTimeout = (<Value>(duration_ms?: number, value?: Value, options?: object) => {
  const machine = machines.getStore();
  if (!machine) return real_sleep(duration_ms, value, options);
  return machine.sleep(duration_ms ?? 0).then(() => value);
}) as typeof timers.setTimeout;
syncBuiltinESMExports();

const real_immediate = globalThis.setImmediate;
/**
 * The service uses `setImmediate` to collect work into groups. In a history a microtask replaces it, so that
 * the order of these groups does not depend on the machine.
 */
globalThis.setImmediate = ((go: (...values: unknown[]) => void, ...values: unknown[]) => {
  if (!machines.getStore()) return real_immediate(go, ...values);
  queueMicrotask(() => go(...values));
  return undefined;
}) as typeof setImmediate;

const real_timeout = AbortSignal.timeout;
/**
 * Returns a signal that never aborts in a history, because the simulated network ends slow calls itself. The
 * real function is called in any case, because it throws if the duration is invalid.
 */
AbortSignal.timeout = (duration_ms: number) => {
  const signal = real_timeout.call(AbortSignal, duration_ms);
  return machines.getStore() ? new AbortController().signal : signal;
};

/**
 * Runs an operation with the random numbers and clock of a history; other code in the process keeps the real
 * ones.
 */
export function onMachine<Result>(machine: Machine, run: () => Promise<Result>): Promise<Result> {
  return machines.run(machine, run);
}

/** Returns the number of the current strand; 0 outside of all strands. */
export const strandNow = (): number => machines.getStore()?.strand ?? 0;
