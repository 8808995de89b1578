import type pg from 'pg';
import { type Life, ProcessDied } from './life.ts';
import { onMachine, strandNow } from './machine.ts';
import { makeOperations, type Operations } from './operations.ts';
import { makePulse, type Pulse } from './pulse.ts';

/**
 * Decides which of the concurrent operations continues next. Everything waits for its turn before each
 * statement and each request, so a seed decides every order, and decides it the same way again.
 */
export interface Scheduler extends Pick<Operations, 'during' | 'waits'> {
  /**
   * Waits for a turn.
   *
   * @param what for the trace: no id in it, since those are new in every run
   * @param from_ms not before this time
   * @throws ProcessDied when the process has ended meanwhile
   */
  turn(life: Life, what: string, from_ms?: number): Promise<void>;
  /**
   * Starts something of a process beside all else. It ends with the process.
   *
   * @param how.is_deaf what sleeps as its process dies never wakes, where nobody awaits what it would throw
   */
  spawn(run: () => Promise<void>, life: Life, how?: { readonly is_deaf: boolean }): void;
  /** Continues until nothing can proceed at this moment. */
  settle(): Promise<void>;
  /** Ends what dead processes have begun, and waits until nothing of it is left. */
  clear(): Promise<void>;
  /** When the next scheduled turn is due; null when there is none. */
  nextAt(): number | null;
  /** Every turn in order, if requested. */
  readonly trace: string[] | null;
}

export interface SchedulerOptions {
  readonly random: () => number;
  /** The service must not draw the same numbers as people and providers. */
  readonly jitter: () => number;
  readonly now_ms: () => number;
  /** Asks PostgreSQL who waits for whom. */
  readonly observer: pg.Pool;
  /** The share of turns given to the process that had the last one. */
  readonly stickiness: number;
  readonly traced: boolean;
}

/** Something that waits for its turn. */
interface Turn {
  readonly life: Life;
  readonly what: string;
  readonly strand: number;
  readonly from_ms: number;
  go(): void;
  stop(error: unknown): void;
}

/** Turns of the event loop in which nothing happens: then everything waits. */
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

  /** Ends what dead processes have begun, as the operating system and PostgreSQL do. */
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
      // Unless a suspended process holds the lock, all wait for each other.
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

/** Waits until everything waits: for its turn, for a lock, or for something else that does. */
async function quiesce(operations: Operations, pulse: Pulse): Promise<void> {
  for (let idle = 0; idle < idle_turns; ) {
    const before = pulse.count();
    await operations.settle();
    await new Promise<void>((resolve) => setImmediate(resolve));
    idle = pulse.count() === before ? idle + 1 : 0;
  }
}

/** Gives a turn. @returns false when its process stands still from now on */
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

/** Chooses among the waiting turns: seeded, and often the process that had the last one. */
function makeChoice({ random, now_ms, stickiness }: SchedulerOptions) {
  let last: Life | undefined;
  return (turns: readonly Turn[]): Turn | undefined => {
    const ready = turns
      .filter(({ life, from_ms }) => Math.max(from_ms, life.frozen_until_ms()) <= now_ms())
      // Operations freed by a released lock, and statements side by side, arrive in arbitrary order.
      .toSorted((left, right) => left.strand - right.strand || compare(left.what, right.what));
    if (ready.length === 0) return undefined;
    const same = ready.length > 1 && random() < stickiness ? ready.filter(({ life }) => life === last) : [];
    const among = same.length > 0 ? same : ready;
    const next = among[Math.floor(random() * among.length)];
    last = next?.life;
    return next;
  };
}
