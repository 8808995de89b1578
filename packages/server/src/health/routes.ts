import { isRecovering, pendingMigrations } from '@guichet/core/serving';
import type { FastifyInstance } from 'fastify';
import type { Composed } from '../compose.ts';

/**
 * `/healthz`: the process responds. `/readyz`: the database responds too and has every migration, and this
 * machine's clock agrees with the database's. A service in recovery is ready: it responds, sends nothing and
 * reports the recovery.
 */
export function addHealthRoutes(app: FastifyInstance, { ctx, clock }: Pick<Composed, 'ctx' | 'clock'>): void {
  app.get('/healthz', async () => ({ status: 'alive' }));

  app.get('/readyz', async (request, reply) => {
    const clock_state = clock.isOff() ? 'off' : 'right';
    try {
      const pending = await pendingMigrations(ctx.db);
      const is_ready = pending.length === 0 && clock_state === 'right';
      return reply.status(is_ready ? 200 : 503).send({
        status: is_ready ? 'ready' : 'not_ready',
        database: 'up',
        pending_migrations: pending,
        clock: clock_state,
        recovery: pending.length === 0 && (await isRecovering(ctx.db)) ? 'recovering' : 'none',
      });
    } catch (error) {
      request.log.warn({ err: error }, 'the database does not respond');
      return reply.status(503).send({
        status: 'not_ready',
        database: 'down',
        pending_migrations: null,
        clock: clock_state,
        recovery: null,
      });
    }
  });
}
