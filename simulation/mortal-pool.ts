import type pg from 'pg';
import type { Life } from './life.ts';

type Query = (...args: unknown[]) => Promise<unknown>;

/**
 * Makes the pool of a process that can die: before or after a statement, before or after a commit. An open
 * transaction is rolled back, as PostgreSQL does when a client is gone.
 */
export function makeMortalPool(pool: pg.Pool, life: Life): pg.Pool {
  const ask: Query = async (...args) => {
    life.step();
    const result = await (pool.query as Query).apply(pool, args);
    life.step();
    return result;
  };
  const mortal = {
    options: pool.options,
    ended: false,
    query: ask,
    connect: async () => {
      life.step();
      return makeMortalClient(await pool.connect(), life);
    },
    end: async () => undefined,
    on: () => mortal,
  };
  return mortal as unknown as pg.Pool;
}

function makeMortalClient(client: pg.PoolClient, life: Life) {
  let isInTransaction = false;
  const query: Query = async (...args) => {
    const text = textOf(args[0]);
    const ask = (): Promise<unknown> => (client.query as Query).apply(client, args);
    if (/^rollback/i.test(text)) {
      isInTransaction = false;
      return ask();
    }
    if (/^(begin|start transaction)/i.test(text)) {
      life.step();
      isInTransaction = true;
      return ask();
    }
    if (/^commit/i.test(text)) {
      life.step();
      const result = await ask();
      isInTransaction = false;
      life.step();
      return result;
    }
    // Within a transaction every place is the same: nothing of it stays.
    if (isInTransaction && !life.isOver()) return ask();
    life.step();
    const result = await ask();
    life.step();
    return result;
  };
  return {
    query,
    release: (error?: Error | boolean) => {
      if (!isInTransaction) return client.release(error);
      isInTransaction = false;
      client.query('rollback').then(
        () => client.release(),
        (reason: Error) => client.release(reason),
      );
    },
  };
}

function textOf(query: unknown): string {
  if (typeof query === 'string') return query.trimStart();
  if (typeof query === 'object' && query !== null && 'text' in query) return String(query.text).trimStart();
  return '';
}
