import { createHash } from 'node:crypto';
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';

/** Prepared statements at most: any others, such as lists of many lengths, are planned each time. */
const texts_max = 500;
/** 132 bits; a name may have 63 characters. */
const digest_length = 22;
/** SQLSTATE of a prepared statement whose table has changed its columns since. */
const outdated_state = '0A000';

/**
 * Wraps a pool so that each connection prepares each statement once. There are few and they repeat, and
 * parsing and planning one takes PostgreSQL longer than running it.
 *
 * A newer version may add columns while this process is running: statements are then prepared again. One
 * outside a transaction is repeated at once; a transaction fails, once.
 */
export function preparing(pool: pg.Pool): PostgresPool {
  let names = new Map<string, string>();
  let generation = 0;
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size >= texts_max) return known;
    // Derived from the text: where a pooler mixes up connections of processes, no name stands for another
    // statement.
    const digest = createHash('sha256').update(text).digest('base64url').slice(0, digest_length);
    const name = `guichet_${generation}_${digest}`;
    names.set(text, name);
    return name;
  };
  const ask = async (client: pg.PoolClient, text: string, values: readonly unknown[]) => {
    const name = values.length === 0 ? undefined : nameOf(text);
    const query = { text, values: [...values] };
    if (name === undefined) return client.query(query);
    try {
      return await client.query({ ...query, name });
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== outdated_state) throw error;
      names = new Map();
      generation++;
      if (client.getTransactionStatus() !== 'I') throw error;
      return client.query(query);
    }
  };
  const wrap = (client: pg.PoolClient): PostgresPoolClient => {
    function query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
    function query<Cursor>(cursor: Cursor): Cursor;
    function query(text: unknown, values: readonly unknown[] = []): unknown {
      if (typeof text !== 'string') throw new Error('rows are not read one by one');
      return ask(client, text, values);
    }
    return { query, release: (destroy) => client.release(destroy) };
  };
  // Kysely identifies a connection by this object.
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect();
      const known = wrapped.get(client) ?? wrap(client);
      wrapped.set(client, known);
      return known;
    },
    end: () => pool.end(),
  };
}
