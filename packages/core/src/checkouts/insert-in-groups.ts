import pg from 'pg';
import { insertCheckouts, type NewCheckout } from './queries.ts';

/** Rows of one statement at most: large enough to share an fsync widely, small enough to stay quick. */
const group_max = 256;
/** Statements under way at once: while one waits for the disk the next one is being planned and run. */
const in_flight_max = 2;

interface Waiting {
  readonly row: NewCheckout;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Makes the function that writes checkouts in groups: requests that arrive while a group is being committed form the
 * next one, so many share one INSERT and one fsync. Each is answered only after its own commit.
 */
export function makeGroupedInsert(pool: pg.Pool): (row: NewCheckout) => Promise<void> {
  let waiting: Waiting[] = [];
  let inFlight = 0;
  let scheduled = false;

  const flush = async (): Promise<void> => {
    scheduled = false;
    if (inFlight >= in_flight_max || waiting.length === 0) return;
    const group = waiting.slice(0, group_max);
    waiting = waiting.slice(group_max);
    inFlight++;
    // Those that did not fit into this group need not wait for its end.
    schedule();
    try {
      await commit(pool, group);
    } finally {
      inFlight--;
      schedule();
    }
  };
  // Requests read from the sockets in one turn of the event loop go into one group.
  const schedule = (): void => {
    if (scheduled || waiting.length === 0 || inFlight >= in_flight_max) return;
    scheduled = true;
    setImmediate(() => void flush());
  };

  return (row) =>
    new Promise((resolve, reject) => {
      waiting.push({ row, resolve, reject });
      schedule();
    });
}

/**
 * A group fails or succeeds as one. So that one bad row does not take the others with it, they are tried alone, but
 * only where PostgreSQL refused the data: after a broken connection the group may have been committed.
 */
async function commit(pool: pg.Pool, group: readonly Waiting[]): Promise<void> {
  try {
    await insertCheckouts(
      pool,
      group.map(({ row }) => row),
    );
    for (const { resolve } of group) resolve();
  } catch (error) {
    if (group.length > 1 && isRefusedData(error)) {
      for (const single of group) await commit(pool, [single]);
      return;
    }
    for (const { reject } of group) reject(error);
  }
}

/** SQLSTATE classes 22 (data exception) and 23 (integrity constraint violation). */
function isRefusedData(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '');
}
