import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { askByName, readBackend } from './queries.ts';

/** How connections come to PostgreSQL: as they are, each by one of a pooler's, or each transaction by any of them. */
export type Pooling = 'none' | 'session' | 'transaction';

/** What stands before the database cannot do what the service takes. The message says what can. */
export class PoolerError extends Error {
  constructor(message: string, options?: { cause: unknown }) {
    super(message, options);
    this.name = 'PoolerError';
  }
}

/** A pooler that is at rest shows itself in the first round; one with much to do may need some more. */
const rounds = 10;

/** SQLSTATE of a statement that another client prepared, or nobody. */
const mixed_up: ReadonlySet<unknown> = new Set(['42P05', '26000']);

/**
 * What stands before the database, from a few statements on two connections. A pooler gives a connection a number of
 * its own, where PostgreSQL gives that of its process.
 */
export async function judgePooling(pool: pg.Pool): Promise<Pooling> {
  const isOwn = ([one]: readonly pg.PoolClient[]) =>
    one && readBackend(one).then((it) => it === numberOf(one));
  if (await withConnections(pool, 1, async (some) => isOwn(some))) return 'none';
  return (await withConnections(pool, 2, isShared)) ? 'transaction' : 'session';
}

/**
 * Looks whether statements that were prepared once are found again, by whichever connection the pooler takes.
 *
 * @throws PoolerError when they are not
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
 * Looks whether a connection stays one and the same from one transaction to the next.
 *
 * @param why it has to, as the beginning of a sentence
 * @throws PoolerError when it does not
 */
export async function requireOwnConnections(pool: pg.Pool, why: string): Promise<void> {
  if ((await judgePooling(pool)) !== 'transaction') return;
  throw new PoolerError(
    `${why} on a connection, but the pooler of DATABASE_URL hands each transaction another one. ` +
      'Give it the address of the database itself, or of a pool in session mode.',
  );
}

/** An error that comes from a pooler which does not keep prepared statements apart; undefined for any other. */
export function explainMixUp(error: unknown): PoolerError | undefined {
  if (!(error instanceof Error)) return undefined;
  if (!('code' in error && mixed_up.has(error.code))) return explainMixUp(error.cause);
  return new PoolerError(
    'The pooler of DATABASE_URL mixes up prepared statements. With PgBouncer it takes version 1.21 or later, and ' +
      `max_prepared_statements above 0; or give the database itself, or a pool in session mode: ${error.message}`,
    { cause: error },
  );
}

/** Two connections that are open at once never have one process between them, and each keeps its own. */
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

/** The number that a connection was given as it was opened. */
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
