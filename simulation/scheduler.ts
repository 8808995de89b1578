import type pg from 'pg';
import { type Life, ProcessDied } from './life.ts';
import { onMachine, strandNow } from './machine.ts';
import { makeOperations, type Operations } from './operations.ts';
import { makePulse, type Pulse } from './pulse.ts';

/**
 * Decides which of the concurrent operations continues next. Each operation waits for its turn before every
 * statement, request and response, so the seed determines the order.
 */
export interface Scheduler extends Pick<Operations, 'during' | 'waits'> {
  /**
   * Waits for a turn.
   *
   * @param what the description for the trace, without ids, because these differ in every run
   * @param from_ms the earliest time
   * @throws ProcessDied when the process has ended in the meantime
   */
  turn(life: Life, what: string, from_ms?: number): Promise<void>;
  /**
   * Starts an operation of a process, concurrently with all others. If the process dies, the operation ends.
   *
   * @param how.is_deaf whether a sleep that is interrupted by the death of the process never ends, instead of
   * throwing an error that nothing would handle
   */
  spawn(run: () => Promise<void>, life: Life, how?: { readonly is_deaf: boolean }): void;
  /** Gives turns until no operation can continue at the current time. */
  settle(): Promise<void>;
  /** Ends the operations of dead processes, and waits until none is left. */
  clear(): Promise<void>;
  /** The time when the next scheduled turn is due; null if there is none. */
  nextAt(): number | null;
  /** Every turn in order; null unless requested. */
  readonly trace: string[] | null;
}

export interface SchedulerOptions {
  readonly random: () => number;
  /** The service's own random numbers, different from those of people and providers. */
  readonly jitter: () => number;
  readonly now_ms: () => number;
  /** The pool for queries about which connections wait for a lock. */
  readonly observer: pg.Pool;
  /** The probability that the next turn goes to the process that had the last one. */
  readonly stickiness: number;
  readonly traced: boolean;
}

/** A step that waits for its turn. */
interface Turn {
  readonly life: Life;
  readonly what: string;
  readonly strand: number;
  readonly from_ms: number;
  go(): void;
  stop(error: unknown): void;
}

/** If nothing happens in this many iterations of the event loop, every operation is waiting. */
const idle_turns = 3;

export function makeScheduler(options: SchedulerOptions): Scheduler {
  const { jitter, now_ms } = options;
  const pulse = makePulse();
  const operations = makeOperations(options.observer, pulse);
  const choose = makeChoice(options);
  const trace: string[] | null = options.traced ? [] : null;
  let turns: Turn[] = [];
  let strands = 0;
  const failures: unknown[] = [];

  const turn = (life: Life, what: string, from_ms = 0): Promise<void> =>
    new Promise((go, stop) => {
      if (life.isOver()) return stop(new ProcessDied(life.name));
      turns.push({ life, what, strand: strandNow(), from_ms, go, stop });
      pulse.beat();
    });

  const spawn: Scheduler['spawn'] = (run, life, { is_deaf } = { is_deaf: false }) => {
    const sleep = (duration_ms: number) => {
      const over = turn(life, 'sleep', now_ms() + duration_ms);
      return is_deaf ? over.catch(() => new Promise<never>(() => {})) : over;
    };
    onMachine({ strand: ++strands, random: jitter, now_ms, sleep }, run).catch((error: unknown) => {
      if (!life.isOver()) failures.push(error);
      pulse.beat();
    });
  };

  /** Ends the operations of dead processes, as the operating system and PostgreSQL would. */
  const reap = async (): Promise<boolean> => {
    const dead = turns.filter(({ life }) => life.isOver());
    turns = turns.filter(({ life }) => !life.isOver());
    for (const { life, stop } of dead) stop(new ProcessDied(life.name));
    return (await operations.reap()) || dead.length > 0;
  };

  const settle = async (): Promise<void> => {
    for (;;) {
      await quiesce(operations, pulse);
      if (failures.length > 0) throw failures[0];
      if (await reap()) continue;
      const next = choose(turns);
      if (next) {
        turns = turns.filter((one) => one !== next);
        trace?.push(`${now_ms()} ${next.life.name} ${next.what}`);
        if (!take(next, now_ms())) turns.push(next);
        continue;
      }
      // If operations wait for locks, and no step waits for a turn, they wait for each other: a deadlock.
      if (operations.blocked() === 0 || turns.length > 0) return;
      await operations.breakDeadlock();
    }
  };

  const nextAt = (): number | null => {
    const times = turns.map(({ from_ms, life }) => Math.max(from_ms, life.frozen_until_ms()));
    return times.length === 0 ? null : Math.min(...times);
  };

  const clear = async (): Promise<void> => {
    do await quiesce(operations, pulse);
    while (await reap());
  };

  const { during, waits } = operations;
  return { turn, spawn, settle, clear, nextAt, during, waits, trace };
}

/** Waits until every operation is waiting: for its turn, for a lock, or for another waiting operation. */
async function quiesce(operations: Operations, pulse: Pulse): Promise<void> {
  for (let idle = 0; idle < idle_turns; ) {
    const before = pulse.count();
    await operations.settle();
    await new Promise<void>((resolve) => setImmediate(resolve));
    idle = pulse.count() === before ? idle + 1 : 0;
  }
}

/** Lets a step continue. @returns false if its process has just been suspended */
function take({ life, what, go, stop }: Turn, now_ms: number): boolean {
  try {
    life.meet(what);
    if (life.frozen_until_ms() > now_ms) return false;
    go();
  } catch (error) {
    stop(error);
  }
  return true;
}

const compare = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

/**
 * Makes the function that draws the next turn. With a high stickiness, it is often one of the same process.
 */
function makeChoice({ random, now_ms, stickiness }: SchedulerOptions) {
  let last: Life | undefined;
  return (turns: readonly Turn[]): Turn | undefined => {
    const ready = turns
      .filter(({ life, from_ms }) => Math.max(from_ms, life.frozen_until_ms()) <= now_ms())
      // Sorted, because the steps of operations that waited for the same lock arrive in arbitrary order.
      .toSorted((left, right) => left.strand - right.strand || compare(left.what, right.what));
    if (ready.length === 0) return undefined;
    const same = ready.length > 1 && random() < stickiness ? ready.filter(({ life }) => life === last) : [];
    const among = same.length > 0 ? same : ready;
    const next = among[Math.floor(random() * among.length)];
    last = next?.life;
    return next;
  };
}
