import pg from 'pg';
import type { Life } from './life.ts';
import type { Scheduler } from './scheduler.ts';

type Query = (...args: unknown[]) => Promise<unknown>;

/** A fault between a process and its database at a statement. */
export type DatabaseFault =
  | 'deadlock'
  | 'serialization_failure'
  | 'disk_full'
  /** The connection breaks, and the statement did not run. */
  | 'broken'
  /** The statement was committed, and the connection breaks before the acknowledgement. */
  | 'lost_acknowledgement';

/** A fault that a history has injected into a statement. */
export class InjectedFault extends pg.DatabaseError {
  constructor(fault: DatabaseFault) {
    super(`a history's ${fault}`, 0, 'error');
    const code = codes[fault];
    if (code !== undefined) this.code = code;
  }
}

/** SQLSTATE (PostgreSQL, appendix A); a broken connection has none. */
const codes: Readonly<Record<DatabaseFault, string | undefined>> = {
  deadlock: '40P01',
  serialization_failure: '40001',
  disk_full: '53100',
  broken: undefined,
  lost_acknowledgement: undefined,
};

/** The functions that end the open transactions of each process. */
const openOf = new WeakMap<Life, Set<() => Promise<void>>>();

/**
 * Ends the transactions of a suspended process, as PostgreSQL does after
 * `idle_in_transaction_session_timeout`.
 */
export async function endIdleTransactions(life: Life): Promise<void> {
  for (const end of openOf.get(life) ?? []) await end();
}

export interface MortalPoolOptions {
  readonly life: Life;
  readonly scheduler: Scheduler;
  /** The maximum number of connections of this process; further requests for a connection wait. */
  readonly connections_max: number;
  /** Whether lock timeouts are disabled, because PostgreSQL measures them on the real machine's clock. */
  readonly is_patient: boolean;
  /** Called with every statement that was run, and again with each at the end of its transaction. */
  onRun(text: string): void;
  /** Draws the fault of a statement. */
  fault(at: 'statement' | 'commit'): DatabaseFault | undefined;
}

/**
 * Makes the database pool of a process. The process waits for its turn before each statement; there it may
 * die, or the statement may be refused. An open transaction is then rolled back, as PostgreSQL does when a
 * client disconnects.
 */
export function makeMortalPool(pool: pg.Pool, options: MortalPoolOptions): pg.Pool {
  const { life, scheduler } = options;
  let free = options.connections_max;
  const waiting: (() => void)[] = [];
  const take = async (): Promise<void> => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const give = (): void => {
    const next = waiting.shift();
    if (next) next();
    else free++;
  };
  const connect = async () => {
    life.requireAlive();
    await take();
    try {
      life.requireAlive();
      const client = await scheduler.during(life, null, () => pool.connect());
      return makeMortalClient(client, options, give);
    } catch (error) {
      give();
      throw error;
    }
  };
  const mortal = {
    options: pool.options,
    ended: false,
    query: async (...args: unknown[]) => {
      const client = await connect();
      try {
        return await client.query(...args);
      } finally {
        client.release();
      }
    },
    connect,
    end: async () => undefined,
    on: () => mortal,
  };
  return mortal as unknown as pg.Pool;
}

/** A connection with its transaction, which a fault or PostgreSQL itself may end. */
function makeSession(client: pg.PoolClient, { life, scheduler, onRun }: MortalPoolOptions) {
  const pid = (client as unknown as { processID: number }).processID;
  const transaction = makeTransaction(onRun);
  let is_broken = false;
  let is_asking = false;
  let is_over_then = false;
  const ask = async (args: unknown[]): Promise<unknown> => {
    const text = textOf(args[0]);
    is_asking = true;
    try {
      return await scheduler.during(life, pid, () => (client.query as Query).apply(client, args));
    } finally {
      is_asking = false;
      transaction.note(text);
      if (is_over_then) {
        is_over_then = false;
        await endIdle();
      }
    }
  };
  const rollBack = async (): Promise<void> => {
    if (transaction.isOpen()) await ask(['rollback']);
    transaction.end();
  };
  /**
   * Ends the transaction if it is idle. If a statement is still waiting for a lock, the transaction ends
   * after the statement.
   */
  const endIdle = async (): Promise<void> => {
    is_over_then = is_asking;
    if (is_asking || !transaction.isOpen()) return;
    is_broken = true;
    await rollBack();
  };
  const open = openOf.get(life) ?? new Set();
  openOf.set(life, open.add(endIdle));
  return {
    transaction,
    ask,
    rollBack,
    isBroken: () => is_broken,
    setBroken: (now: boolean) => {
      is_broken = now;
    },
    forget: () => open.delete(endIdle),
  };
}

function makeMortalClient(client: pg.PoolClient, options: MortalPoolOptions, give: () => void) {
  const { life, scheduler, fault } = options;
  const session = makeSession(client, options);
  const { transaction, ask, rollBack } = session;
  const fail = async (kind: DatabaseFault): Promise<never> => {
    session.setBroken(true);
    await rollBack();
    throw new InjectedFault(kind);
  };
  const query: Query = async (...args) => {
    const text = textOf(args[0]);
    if (/^rollback/i.test(text)) {
      // A rollback to a savepoint is an ordinary statement.
      if (/^rollback to/i.test(text)) return ask(args);
      await rollBack();
      session.setBroken(false);
      return { rows: [], rowCount: null };
    }
    await scheduler.turn(life, wordsOf(text));
    if (options.is_patient && text.includes('lock_timeout')) return { rows: [], rowCount: 0 };
    if (session.isBroken()) throw new InjectedFault('broken');
    if (/^(begin|start transaction)/i.test(text)) {
      transaction.begin();
      return ask(args);
    }
    const is_commit = /^commit/i.test(text);
    const meets = fault(is_commit || !transaction.isOpen() ? 'commit' : 'statement');
    if (meets === 'lost_acknowledgement') {
      await ask(args);
      if (is_commit) transaction.end();
      return fail(meets);
    }
    if (meets) return fail(meets);
    const result = await ask(args);
    if (is_commit) transaction.end();
    return result;
  };
  let is_released = false;
  return {
    query,
    getTransactionStatus: () => (transaction.isOpen() ? 'T' : 'I'),
    release: () => {
      if (is_released) return;
      is_released = true;
      session.forget();
      rollBack()
        .then(
          () => client.release(),
          (error: Error) => client.release(error),
        )
        .finally(give);
    },
  };
}

/**
 * The transaction of a connection, if one is open. The statements that it has run take effect, or are undone,
 * only when it ends.
 */
function makeTransaction(onRun: (text: string) => void) {
  let texts: string[] | null = null;
  return {
    isOpen: () => texts !== null,
    begin: () => {
      texts = [];
    },
    note: (text: string) => {
      onRun(text);
      texts?.push(text);
    },
    end: () => {
      for (const text of texts ?? []) onRun(text);
      texts = null;
    },
  };
}

/** Returns the beginning of a statement, which is the same in every run. */
function wordsOf(text: string): string {
  return text.slice(0, 300).replaceAll(/\s+/g, ' ').slice(0, 60);
}

function textOf(query: unknown): string {
  if (typeof query === 'string') return query.trimStart();
  if (typeof query === 'object' && query !== null && 'text' in query) return String(query.text).trimStart();
  return '';
}
