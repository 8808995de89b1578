import { Kysely, type Transaction } from 'kysely';
import pg from 'pg';
import { dropVanished } from './backends/drop-vanished.ts';
import { requireWritable } from './backends/require-writable.ts';
import { markDistributed, OwnDialect } from './distribution.ts';
import { preparing } from './prepare.ts';
import type { Schema } from './schema.ts';

export type Database = Kysely<Schema>;
/** Anything that can run a query: the database, or a transaction on it. */
export type Connection = Database | Transaction<Schema>;
export type { Transaction };

const int8_oid = 20;
/** The number of connections that stay open when idle. */
const connections_kept = 4;

/** Amounts are read from PostgreSQL as `bigint`; the driver's default for int8 is a string. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (oid === int8_oid && format !== 'binary') return (text: string) => BigInt(text);
    return pg.types.getTypeParser(oid, format as 'text');
  },
};

/**
 * A database session keeps its query plans, including those of foreign keys. A plan made while a table is empty
 * scans the whole table. That costs nothing at first, but the session still uses this plan when the table has a
 * million rows. A plan made when a table has fifty rows of two merchants reads all rows of one merchant by a bitmap
 * scan, unless random pages cost as little as they do on today's disks (0054).
 */
const preferring_indexes = 'set enable_seqscan = off; set random_page_cost = 1.1';

/**
 * A process that stops in the middle of a transaction (because of a suspended machine or a debugger) would hold its
 * locks until it continues, and all other processes would wait for that payment, or for all events of a merchant.
 * With this setting, PostgreSQL rolls the transaction back. Our transactions wait for nothing but the database.
 */
const ending_idle_transactions = "set idle_in_transaction_session_timeout = '30s'";

/**
 * Returns one row on Citus, where tables may be sharded by merchant. Sent in one message with the other settings.
 */
const asking_for_citus = "select from pg_extension where extname = 'citus'";

/** An open pool and its query builder. */
export interface Connected {
  readonly db: Database;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/**
 * Opens a pool. It does not connect before the first query, and keeps no connection to a server that accepts no
 * writes.
 *
 * @param options.connections_max maximum number of connections of this process
 * @param options.onError called once for each broken connection, idle or in use; the pool replaces the connection
 * itself
 */
export function connect(
  database_url: string,
  options: { connections_max: number; onError: (error: Error) => void },
): Connected {
  const pool = makePool(
    {
      connectionString: database_url,
      max: options.connections_max,
      // Connecting takes longer than most requests, so the first request after a quiet minute should not wait for
      // it.
      min: Math.min(connections_kept, options.connections_max),
      connectionTimeoutMillis: 10_000,
      application_name: 'guichet',
      // The statements that open a transaction are sent with its first statement.
      pipeline: true,
      types,
      onConnect: async (client) => {
        await requireWritable(client);
        const text = [preferring_indexes, ending_idle_transactions, asking_for_citus].join('; ');
        const answers: unknown = await client.query(text);
        const last = (answers as readonly pg.QueryResult[]).at(-1);
        if (last?.rowCount === 1) markDistributed(pool, dialect.adapter);
      },
    },
    options.onError,
  );
  const dialect = new OwnDialect({ pool: preparing(pool) });
  const db = new Kysely<Schema>({ dialect });
  return {
    db,
    pool,
    close: async () => {
      await db.destroy();
      // Kysely does not close a pool that it has never used.
      if (!pool.ended) await pool.end();
    },
  };
}

/**
 * Opens another pool to the same database with the driver's own types, int8 as a string: for libraries that
 * do not expect `bigint`, and for queries that must not queue behind requests. The caller closes it.
 *
 * @param options.query_timeout_ms a connection whose query takes longer is dropped; no limit when omitted
 * @param options.onConnect prepares each new connection before its first use
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
  const own = {
    types: undefined,
    pipeline: false,
    min: 0,
    max,
    query_timeout,
    ...(onConnect && {
      onConnect: async (client: pg.ClientBase) => {
        await requireWritable(client);
        await onConnect(client);
      },
    }),
  };
  return makePool({ ...pool.options, ...own }, onError);
}

/**
 * Firewalls and NAT forget connections that have been idle for some minutes, and drop what is sent on them
 * later. Probes prevent this. If they get no answer, TCP breaks the connection within half a minute.
 */
const probing = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

function makePool(config: pg.PoolConfig, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({ ...config, ...probing });
  // The pool itself reports only errors of idle connections, and an unhandled error of a connection in use would
  // end the process. Each connection therefore gets a listener of its own, and errors reported by the pool are
  // ignored.
  pool.on('connect', (client) => tellOnce(client, onError));
  pool.on('error', () => undefined); // Reported by the connection itself.
  dropVanished(pool);
  return pool;
}

/**
 * Reports a broken connection once. It emits two errors: the server's last message, and the end of its
 * socket.
 */
function tellOnce(client: pg.PoolClient, onError: (error: Error) => void): void {
  let isBroken = false;
  client.on('error', (error) => {
    if (!isBroken) onError(error);
    isBroken = true;
  });
}
