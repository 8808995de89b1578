import type { Socket } from 'node:net';
import pg from 'pg';
import { listBackends } from './queries.ts';

/** The times that determine when connections are examined, in milliseconds. */
interface Intervals {
  readonly look_ms: number;
  /** Statements and transactions take milliseconds. A connection in use for longer than this is examined. */
  readonly long_ms: number;
}

const usual_intervals: Intervals = { look_ms: 30_000, long_ms: 10_000 };
/** Time limit for opening the connection that asks, and for its answer. */
const answer_max_ms = 5_000;

/**
 * Breaks connections whose server has vanished without closing them, because its machine failed and another one has
 * taken its name. TCP would notice that after a quarter of an hour, and until then statements would hang. While a
 * connection is in use for long, a new connection regularly asks the server for its processes. Connections to other
 * processes are broken, idle ones too.
 *
 * A pooler in `transaction` mode hides the numbers of the processes; this does nothing then.
 */
export function dropVanished(pool: pg.Pool, { look_ms, long_ms }: Intervals = usual_intervals): void {
  /** The times since which the connections are in use; null while one is idle. */
  const in_use = new Map<pg.PoolClient, number | null>();
  let rounds: NodeJS.Timeout | undefined;
  let isLooking = false;

  const look = async (): Promise<void> => {
    const now_ms = performance.now();
    const isLong = (since_ms: number | null) => since_ms !== null && now_ms - since_ms > long_ms;
    if (isLooking || ![...in_use.values()].some(isLong)) return;
    isLooking = true;
    const asked = [...in_use.keys()];
    const known = await askServer(pool.options, asked.map(processOf));
    for (const client of asked) {
      if (known && in_use.has(client) && !known.has(processOf(client))) {
        streamOf(client).destroy(vanished());
      }
    }
    isLooking = false;
  };

  pool.on('connect', (client) => {
    in_use.set(client, null);
    rounds ??= setInterval(() => void look(), look_ms).unref();
  });
  pool.on('acquire', (client) => in_use.set(client, performance.now()));
  pool.on('release', (_, client) => in_use.set(client, null));
  pool.on('remove', (client) => {
    in_use.delete(client);
    if (in_use.size > 0) return;
    clearInterval(rounds);
    rounds = undefined;
  });
}

/** Makes the error of a broken connection, with the code that it would have if the server had reset it. */
export function vanished(): Error {
  return Object.assign(new Error('the database no longer knows this connection'), { code: 'ECONNRESET' });
}

/**
 * Asks the server on a new connection which of some processes it has.
 *
 * @returns undefined if nothing is known: the server does not answer either, or a pooler hides its processes
 */
async function askServer(
  config: pg.PoolConfig,
  pids: readonly number[],
): Promise<ReadonlySet<number> | undefined> {
  const { connectionString, ssl, application_name } = config;
  const client = new pg.Client({
    connectionString,
    ssl,
    application_name,
    connectionTimeoutMillis: answer_max_ms,
    query_timeout: answer_max_ms,
  });
  client.on('error', () => undefined); // Reported by the statement itself.
  try {
    await client.connect();
    const { known, own } = await listBackends(client, pids);
    return own === processOf(client) ? new Set(known) : undefined;
  } catch {
    // The connections may be as good as before: the server may only be busy, or starting.
    return undefined;
  } finally {
    streamOf(client).destroy();
  }
}

/** The driver's connections have these parts; its types do not name them. */
interface Parts {
  readonly processID: number;
  readonly connection: { readonly stream: Socket };
}

const processOf = (client: pg.ClientBase): number => (client as unknown as Parts).processID;
const streamOf = (client: pg.ClientBase): Socket => (client as unknown as Parts).connection.stream;
