import { AsyncLocalStorage } from 'node:async_hooks';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';

/** The random numbers, clock and sleep that a history gives the service in place of the machine's. */
export interface Machine {
  /**
   * The number of the strand (a concurrent operation) that runs on this machine. Strands are numbered in the order
   * in which they start.
   */
  readonly strand: number;
  /** From 0 to 1: the source of the service's jitter. */
  random(): number;
  /** The time with which the service measures durations. */
  now_ms(): number;
  /** Waits on the history's clock. */
  sleep(duration_ms: number): Promise<void>;
}

const machines = new AsyncLocalStorage<Machine>();

const real_random = Math.random; // the source of the service's jitter
Math.random = () => (machines.getStore()?.random ?? real_random)(); // a history's jitter, or the machine's

const real_now = performance.now.bind(performance);
/**
 * Durations are measured with the history's clock, so that a busy machine does not end something for which a
 * history still waits.
 */
performance.now = () => machines.getStore()?.now_ms() ?? real_now();

const real_date_now = Date.now;
/** Ids contain the time of their creation, which is the history's, like all stored times. */
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
 * The service collects work into groups with `setImmediate`; in a history, the order of these groups must not
 * depend on the machine.
 */
globalThis.setImmediate = ((go: (...values: unknown[]) => void, ...values: unknown[]) => {
  if (!machines.getStore()) return real_immediate(go, ...values);
  queueMicrotask(() => go(...values));
  return undefined;
}) as typeof setImmediate;

const real_timeout = AbortSignal.timeout;
/** The simulated network itself ends calls that take too long. The real timer refuses what is no duration. */
AbortSignal.timeout = (duration_ms: number) => {
  const signal = real_timeout.call(AbortSignal, duration_ms);
  return machines.getStore() ? new AbortController().signal : signal;
};

/**
 * Runs a history, or a part of it, with its own random numbers and clock; other code in the process keeps the
 * machine's.
 */
export function onMachine<Result>(machine: Machine, run: () => Promise<Result>): Promise<Result> {
  return machines.run(machine, run);
}

/** The number of the strand that runs now; 0 outside of all strands. */
export const strandNow = (): number => machines.getStore()?.strand ?? 0;
