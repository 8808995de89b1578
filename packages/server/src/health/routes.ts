import { isRecovering, pendingMigrations, ReadOnlyError, requireWritable } from '@guichet/core/serving';
import type { FastifyInstance } from 'fastify';
import type { Composed } from '../compose.ts';

/** The state of the database in the response of `/readyz`. */
interface DatabaseState {
  readonly database: 'up' | 'read_only' | 'down';
  /** null if unknown. */
  readonly pending_migrations: readonly string[] | null;
  readonly recovery: 'none' | 'recovering' | null;
}

/** `/readyz` is public and has no rate limit, so requests share one check of the database for this long. */
const fresh_ms = 1_000;

/**
 * `/healthz`: the process responds. `/readyz`: the database responds too, accepts writes and has every migration, and
 * this machine's clock agrees with the database's. A service in recovery is ready: it responds, sends nothing and
 * reports the recovery.
 */
export function addHealthRoutes(app: FastifyInstance, { ctx, clock }: Pick<Composed, 'ctx' | 'clock'>): void {
  app.get('/healthz', async () => ({ status: 'alive' }));

  let shared: Promise<DatabaseState> | undefined;
  const readShared = (): Promise<DatabaseState> => {
    shared ??= readState(ctx).finally(() => {
      setTimeout(() => {
        shared = undefined;
      }, fresh_ms).unref();
    });
    return shared;
  };

  app.get('/readyz', async (_, reply) => {
    const state = await readShared();
    const clock_state = clock.isOff() ? 'off' : 'right';
    const is_ready = state.pending_migrations?.length === 0 && clock_state === 'right';
    return reply
      .status(is_ready ? 200 : 503)
      .send({ status: is_ready ? 'ready' : 'not_ready', ...state, clock: clock_state });
  });
}

async function readState({ db, pool, log }: Composed['ctx']): Promise<DatabaseState> {
  try {
    await requireWritable(pool);
    const pending = await pendingMigrations(db);
    const isInRecovery = pending.length === 0 && (await isRecovering(db));
    return {
      database: 'up',
      pending_migrations: pending,
      recovery: isInRecovery ? 'recovering' : 'none',
    };
  } catch (error) {
    log.warn({ err: error }, 'the database cannot be used');
    const database = error instanceof ReadOnlyError ? 'read_only' : 'down';
    return { database, pending_migrations: null, recovery: null };
  }
}
