import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Database, Transaction } from '../database/connect.ts';
import type { Schema } from '../database/schema.ts';
import { Apart, markShared, register } from './for-many.ts';
import { type Lockstep, makeLockstep } from './lockstep.ts';
import { limitLockWaits } from './queries.ts';

/**
 * The maximum number of members of a transaction: enough to share its statements and its commit, few enough to stay
 * fast.
 */
const members_max = 64;
/** The maximum number of concurrent groups: while one waits for the disk, the next does its work. */
const in_flight_max = 2;
/**
 * The time that a group waits for more members if it has fewer than the previous group, because a group costs
 * hardly more than a single member. After a group of one there is no wait.
 */
const gather_ms = 4;
/** A group of this size does not wait for more: it would gain little. */
const gather_max = 16;
/** A group that takes longer than this no longer keeps others from starting. */
const slow_ms = 5_000;
/** A group whose statement waits longer than this for a lock is split up. */
const lock_max_ms = 1_000;

type Body = (tx: Transaction<Schema>) => Promise<unknown>;

interface Waiting {
  /** The id of the object that the member locks first. Two members with the same key would wait for each other. */
  readonly key: string;
  readonly body: Body;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

interface Line {
  waiting: Waiting[];
  inFlight: number;
  isScheduled: boolean;
  /** The number of members of the last group. */
  lastSize: number;
}

const lines = new WeakMap<Database, Line>();

/**
 * Runs a transaction together with others that are waiting to run. They share its commit, and the statements made
 * with `forMany`. Each member makes its own decisions and has its own result. A member that arrives alone runs like
 * any other transaction; it waits only after a group of several, and then for a few milliseconds.
 *
 * A member that throws, or whose statement PostgreSQL refuses, does not affect the others: all writes are rolled
 * back, and each member runs alone. A body may therefore run more than once, but only its last transaction counts.
 *
 * @param key the id of the object that the body locks first; two bodies with the same key never share a group
 * @param body does everything in the transaction, and waits for nothing but the database
 * @throws the error of the body, or of the commit; after the latter it is unknown whether anything was committed
 */
export function inGroup<Result>(
  db: Database,
  key: string,
  body: (tx: Transaction<Schema>) => Promise<Result>,
): Promise<Result> {
  const line = lines.get(db) ?? { waiting: [], inFlight: 0, isScheduled: false, lastSize: 1 };
  lines.set(db, line);
  return new Promise((resolve, reject) => {
    line.waiting.push({ key, body, resolve: resolve as (result: unknown) => void, reject });
    schedule(db, line);
  });
}

function schedule(db: Database, line: Line): void {
  if (line.isScheduled || line.waiting.length === 0 || line.inFlight >= in_flight_max) return;
  line.isScheduled = true;
  const begin = (): void => {
    line.isScheduled = false;
    const members = takeDifferent(line);
    line.lastSize = members.length;
    line.inFlight++;
    let isCounted = true;
    const release = (): void => {
      if (isCounted) line.inFlight--;
      isCounted = false;
      schedule(db, line);
    };
    const slow = setTimeout(release, slow_ms).unref();
    schedule(db, line);
    void run(db, members).finally(() => {
      clearTimeout(slow);
      release();
    });
  };
  // The group begins even if the wait fails, because its members are waiting for their results.
  if (line.waiting.length < Math.min(line.lastSize, gather_max)) void sleep(gather_ms).then(begin, begin);
  else setImmediate(begin);
}

/** Removes the first waiting members from the line, at most one for each key. */
function takeDifferent(line: Line): readonly Waiting[] {
  const members = new Map<string, Waiting>();
  const left: Waiting[] = [];
  for (const one of line.waiting) {
    if (members.size < members_max && !members.has(one.key)) members.set(one.key, one);
    else left.push(one);
  }
  line.waiting = left;
  return [...members.values()];
}

async function run(db: Database, members: readonly Waiting[]): Promise<void> {
  try {
    const ends = await db.transaction().execute((tx) => runTogether(tx, members));
    for (const [index, one] of members.entries()) {
      const end = ends[index];
      if (end && 'result' in end) one.resolve(end.result);
      // Not awaited here, because it may take long.
      else if (end?.error instanceof Apart) void runAlone(db, one);
      else one.reject(end?.error);
    }
  } catch (error) {
    const isAgain = members.length === 1 ? error instanceof Apart || isOutdated(error) : wasRolledBack(error);
    if (isAgain) for (const one of members) void runAlone(db, one);
    else for (const { reject } of members) reject(error);
  }
}

/**
 * Whether an error means that certainly nothing was committed, so that each member may still succeed alone: a
 * member failed, or PostgreSQL refused a statement because of its data (SQLSTATE classes 22, 23, 54), other
 * transactions (40), a lock (55), an earlier refusal (25) or a table that has changed (0A).
 */
export function wasRolledBack(error: unknown): boolean {
  if (error instanceof TakenBack) return true;
  return error instanceof pg.DatabaseError && /^(?:0A|22|23|25|40|54|55)/.test(error.code ?? '');
}

/** Whether the columns of a table have changed since a statement was prepared, which the next transaction does again. */
function isOutdated(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '0A000';
}

async function runAlone(db: Database, { body, resolve, reject }: Waiting): Promise<void> {
  try {
    resolve(await db.transaction().execute(body));
  } catch (error) {
    reject(error);
  }
}

/** The error when a member failed after it had written. */
class TakenBack extends Error {}

type End = { readonly result: unknown } | { readonly error: unknown };

/** @throws TakenBack, pg.DatabaseError when everything has to be rolled back */
async function runTogether(tx: Transaction<Schema>, members: readonly Waiting[]): Promise<readonly End[]> {
  markShared(tx);
  const [first] = members;
  if (first && members.length === 1) return [{ result: await first.body(tx) }];
  await limitLockWaits(tx, lock_max_ms);
  const lockstep = makeLockstep(tx, members.length);
  let refusal: { readonly error: unknown } | undefined;
  const ends = await Promise.all(
    members.map(async ({ body }): Promise<End> => {
      const membership = { lockstep, hasWritten: false };
      try {
        return { result: await body(viewOf(tx, membership)) };
      } catch (error) {
        if (isRefusal(error)) refusal ??= { error };
        else if (membership.hasWritten) refusal ??= { error: new TakenBack('', { cause: error }) };
        if (refusal) lockstep.fail(refusal.error);
        return { error };
      } finally {
        lockstep.leave();
      }
    }),
  );
  refusal ??= lockstep.failure();
  if (refusal) throw refusal.error;
  return ends;
}

/** Whether the transaction cannot continue: PostgreSQL has refused a statement, or the connection is gone. */
function isRefusal(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError || (error instanceof Error && 'code' in error && 'syscall' in error)
  );
}

/**
 * Returns the transaction as seen by one member, and records whether the member writes with statements of its own.
 */
function viewOf(
  tx: Transaction<Schema>,
  membership: { readonly lockstep: Lockstep; hasWritten: boolean },
): Transaction<Schema> {
  const view = tx.withPlugin({
    transformQuery: ({ node }) => {
      if (node.kind !== 'SelectQueryNode' || node.with) membership.hasWritten = true;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  register(view, membership);
  return view;
}
