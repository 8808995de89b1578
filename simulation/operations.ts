import type pg from 'pg';
import type { Life } from './life.ts';
import type { Pulse } from './pulse.ts';

/** Operations that take real time: statements, and providers' processing of a request. */
export interface Operations {
  /** Runs an operation. @param pid the connection on which it may wait for a lock; null if there is none */
  during<Value>(life: Life, pid: number | null, run: () => Promise<Value>): Promise<Value>;
  /** Waits until each operation has ended or waits for a lock. */
  settle(): Promise<void>;
  /** The number of operations that wait for a lock. */
  blocked(): number;
  /** Cancels the statements that dead processes wait for. @returns whether there were any */
  reap(): Promise<boolean>;
  /**
   * Waits for PostgreSQL to end one of the statements that wait for each other. @throws Error if it does not
   */
  breakDeadlock(): Promise<void>;
  /** The number of times that a statement had to wait for another's lock. */
  waits(): number;
}

interface Operation {
  readonly life: Life;
  readonly pid: number | null;
  is_blocked: boolean;
  is_counted: boolean;
}

/** Longer than a statement takes without waiting for a lock. */
const patience_ms = 12;
/** Several times as long as PostgreSQL waits before it checks for a deadlock. */
const deadlock_ms = 10_000;

/**
 * Makes the record of operations. @param observer the pool for querying which connections wait for which
 * others
 */
export function makeOperations(observer: pg.Pool, pulse: Pulse): Operations {
  const operations = new Set<Operation>();
  let waits = 0;
  /** Whether an operation has ended since PostgreSQL's locks were last queried. */
  let is_stale = false;
  const blocked = (): Operation[] => [...operations].filter(({ is_blocked }) => is_blocked);
  const isBusy = (): boolean => [...operations].some(({ is_blocked }) => !is_blocked);

  const findBlocked = async (): Promise<void> => {
    is_stale = false;
    const asked = [...operations].filter(({ pid }) => pid !== null);
    if (asked.length === 0) return;
    const pids = asked.map(({ pid }) => pid);
    const waiting = await findWaiting(observer, pids);
    for (const operation of asked) operation.is_blocked = waiting.has(operation.pid ?? 0);
  };

  return {
    during: async (life, pid, run) => {
      const operation: Operation = { life, pid, is_blocked: false, is_counted: false };
      operations.add(operation);
      pulse.beat();
      try {
        return await run();
      } finally {
        operations.delete(operation);
        is_stale = true;
        pulse.beat();
      }
    },
    settle: async () => {
      for (;;) {
        // An operation that has just ended may have released a lock; others may end during the query.
        if (is_stale && blocked().length > 0) {
          await findBlocked();
          continue;
        }
        if (!isBusy()) break;
        if (!(await pulse.wait(patience_ms)) && isBusy()) await findBlocked();
      }
      // Only statements that are blocked now are counted. Shorter waits depend on the speed of the machine.
      for (const operation of blocked()) {
        if (!operation.is_counted) waits++;
        operation.is_counted = true;
      }
    },
    blocked: () => blocked().length,
    reap: async () => {
      const stuck = blocked().filter(({ life }) => life.isOver());
      for (const operation of stuck) {
        operation.is_blocked = false;
        await observer.query('select pg_cancel_backend($1)', [operation.pid]);
      }
      return stuck.length > 0;
    },
    breakDeadlock: async () => {
      if (!(await pulse.wait(deadlock_ms))) throw new Error('statements wait for each other forever');
      await findBlocked();
    },
    waits: () => waits,
  };
}

/** Queries which connections wait for another one's lock. */
async function findWaiting(
  observer: pg.Pool,
  pids: readonly (number | null)[],
): Promise<ReadonlySet<number>> {
  const { rows } = await observer.query<{ pid: number }>({
    name: 'history_waiting',
    text: 'select pid from unnest($1::int[]) as pid where cardinality(pg_blocking_pids(pid)) > 0',
    values: [pids],
  });
  return new Set(rows.map(({ pid }) => pid));
}
