import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { preparing } from './prepare.ts';
import type { Schema } from './schema.ts';

export type Database = Kysely<Schema>;
/** Either the database or a transaction on it: what a query runs on. */
export type Connection = Database | Transaction<Schema>;
export type { Transaction };

const int8_oid = 20;
/** Connections that stay open however little there is to do. */
const connections_kept = 4;

/** Money comes out of PostgreSQL as `bigint`; the driver's own choice for int8 is text. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (oid === int8_oid && format !== 'binary') return (text: string) => BigInt(text);
    return pg.types.getTypeParser(oid, format as 'text');
  },
};

/** An open pool, and queries on it. */
export interface Connected {
  readonly db: Database;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/**
 * Opens a pool. Nothing is connected until the first query.
 *
 * @param options.connections_max upper bound of connections of this process
 * @param options.onError called once for each connection that breaks, idle or handed out; the pool replaces it by itself
 */
export function connect(
  database_url: string,
  options: { connections_max: number; onError: (error: Error) => void },
): Connected {
  const pool = makePool(
    {
      connectionString: database_url,
      max: options.connections_max,
      // Opening one takes longer than most requests: who comes after a quiet minute should not wait for it.
      min: Math.min(connections_kept, options.connections_max),
      connectionTimeoutMillis: 10_000,
      application_name: 'guichet',
      types,
    },
    options.onError,
  );
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: preparing(pool) }) });
  return {
    db,
    pool,
    close: async () => {
      await db.destroy();
      // Kysely leaves a pool open through which it never asked anything itself.
      if (!pool.ended) await pool.end();
    },
  };
}

/**
 * Opens another pool to the same database that gives values as the driver does, int8 as text: for code of others that
 * does not expect `bigint`, and for what must not wait behind requests. Whoever opens it ends it.
 *
 * @param options.query_timeout_ms a connection that takes longer to answer is given up; no limit when left out
 * @param options.onConnect what a new connection does before anybody has it
 */
export function connectPlainly(
  pool: pg.Pool,
  options: {
    connections_max: number;
    query_timeout_ms?: number;
    onConnect?: (client: pg.ClientBase) => Promise<void>;
    onError: (error: Error) => void;
  },
): pg.Pool {
  const { connections_max: max, query_timeout_ms: query_timeout, onConnect, onError } = options;
  const own = { types: undefined, min: 0, max, query_timeout, ...(onConnect && { onConnect }) };
  return makePool({ ...pool.options, ...own }, onError);
}

function makePool(config: pg.PoolConfig, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool(config);
  // The pool speaks for idle connections only, and one that breaks while it is handed out would end the process if
  // nobody listened: so each is listened to by itself, and what the pool says of it is known already.
  pool.on('connect', (client) => tellOnce(client, onError));
  pool.on('error', () => undefined); // Told by the connection itself.
  return pool;
}

/** A connection that breaks says so twice: with the server's last words, and again when its socket ends. */
function tellOnce(client: pg.PoolClient, onError: (error: Error) => void): void {
  let isBroken = false;
  client.on('error', (error) => {
    if (!isBroken) onError(error);
    isBroken = true;
  });
}
