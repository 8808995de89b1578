import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { askByName, readBackend } from './queries.ts';

/**
 * The server behind a connection: PostgreSQL itself, one server connection of a pooler for the whole session, or a
 * server connection that the pooler picks for each transaction.
 */
export type Pooling = 'none' | 'session' | 'transaction';

/**
 * The error when the pooler in front of the database lacks a feature that the service needs. The message names a
 * pooler with this feature.
 */
export class PoolerError extends Error {
  constructor(message: string, options?: { cause: unknown }) {
    super(message, options);
    this.name = 'PoolerError';
  }
}

/**
 * The maximum number of rounds to detect a pooler: one is enough for an idle pooler, but a busy one may need more.
 */
const rounds = 10;

/** SQLSTATEs when a statement name was already prepared by another client, or was never prepared. */
const mixed_up: ReadonlySet<unknown> = new Set(['42P05', '26000']);

/**
 * Detects a pooler with a few statements on two connections: a pooler gives each connection a process number of its
 * own, whereas PostgreSQL gives it the number of its server process.
 */
export async function judgePooling(pool: pg.Pool): Promise<Pooling> {
  const isOwn = ([one]: readonly pg.PoolClient[]) =>
    one && readBackend(one).then((it) => it === numberOf(one));
  if (await withConnections(pool, 1, async (some) => isOwn(some))) return 'none';
  return (await withConnections(pool, 2, isShared)) ? 'transaction' : 'session';
}

/**
 * Requires that prepared statements can be used on any connection that the pooler picks.
 *
 * @throws PoolerError when they cannot
 */
export async function requirePrepared(pool: pg.Pool): Promise<void> {
  await withConnections(pool, 2, async ([one, other]) => {
    for (let round = 0; round < rounds; round++) {
      const name = `guichet_probe_${randomBytes(8).toString('hex')}`;
      for (const client of [one, other, one]) if (client) await askByName(client, name);
    }
  }).catch((error: unknown) => {
    throw explainMixUp(error) ?? error;
  });
}

/**
 * Requires that a connection keeps its server process from one transaction to the next.
 *
 * @param why the reason, as the beginning of a sentence
 * @throws PoolerError when it does not
 */
export async function requireOwnConnections(pool: pg.Pool, why: string): Promise<void> {
  if ((await judgePooling(pool)) !== 'transaction') return;
  throw new PoolerError(
    `${why} on a connection, but the pooler of DATABASE_URL assigns a different one to each transaction. ` +
      'Point it at the database itself, or at a pool in session mode.',
  );
}

/**
 * Turns an error of a pooler that mixes up the prepared statements of its clients into a PoolerError; undefined for
 * any other error.
 */
export function explainMixUp(error: unknown): PoolerError | undefined {
  if (!(error instanceof Error)) return undefined;
  if (!('code' in error && mixed_up.has(error.code))) return explainMixUp(error.cause);
  return new PoolerError(
    'The pooler of DATABASE_URL mixes up prepared statements. PgBouncer needs version 1.21 or later and ' +
      'max_prepared_statements above 0; otherwise point it at the database itself, or at a pool in session ' +
      `mode: ${error.message}`,
    { cause: error },
  );
}

/** Whether two open connections share a server process, or switch processes. */
async function isShared(clients: readonly pg.PoolClient[]): Promise<boolean> {
  const seen = new Map<number, pg.PoolClient>();
  for (let round = 0; round < rounds; round++) {
    for (const client of clients) {
      const backend = await readBackend(client);
      if ((seen.get(backend) ?? client) !== client) return true;
      seen.set(backend, client);
    }
  }
  return seen.size > clients.length;
}

/** Returns the process number that a connection received when it was opened. */
function numberOf(client: pg.PoolClient): unknown {
  return 'processID' in client ? client.processID : undefined;
}

async function withConnections<Result>(
  pool: pg.Pool,
  count: number,
  work: (clients: readonly pg.PoolClient[]) => Promise<Result>,
): Promise<Result> {
  const clients: pg.PoolClient[] = [];
  try {
    while (clients.length < count) clients.push(await pool.connect());
    return await work(clients);
  } finally {
    for (const client of clients) client.release();
  }
}
