import type { Context } from '@guichet/core/platform/context';
import { pendingMigrations } from '@guichet/core/platform/database/migrate';
import type { FastifyInstance } from 'fastify';

/** `/healthz`: the process answers. `/readyz`: the database does too, and has every migration. */
export function addHealthRoutes(app: FastifyInstance, ctx: Context): void {
  app.get('/healthz', async () => ({ status: 'alive' }));

  app.get('/readyz', async (request, reply) => {
    try {
      const pending = await pendingMigrations(ctx.db);
      if (pending.length === 0) return { status: 'ready', database: 'up', pending_migrations: [] };
      return reply.status(503).send({ status: 'not_ready', database: 'up', pending_migrations: pending });
    } catch (error) {
      request.log.warn({ err: error }, 'the database does not answer');
      return reply.status(503).send({ status: 'not_ready', database: 'down', pending_migrations: null });
    }
  });
}
