import type { Context } from '@guichet/core/platform';
import { AppError } from '@guichet/kernel/errors';
import type { FastifyInstance } from 'fastify';
import type { Limits } from '../http/limit-requests.ts';

/** The server for the page's requests. */
export interface DashboardRoutes {
  /**
   * Loads the routes, unless they are already loaded. @throws the error of an unavailable database; the next call
   * tries again
   */
  open(): Promise<FastifyInstance>;
  close(): Promise<void>;
}

/**
 * Makes the dashboard's routes, loaded on first use: their verbs and schemas take 10 MB that an idle service does not
 * need.
 *
 * @param makeInner makes a server with what every route shares
 */
export function makeDashboardRoutes(
  ctx: Context,
  limits: Limits,
  makeInner: () => FastifyInstance,
): DashboardRoutes {
  let opening: Promise<FastifyInstance> | null = null;
  return {
    open: () => {
      opening ??= openRoutes(ctx, limits, makeInner()).catch((error: unknown) => {
        // The database may be back at the next visit.
        opening = null;
        throw error;
      });
      return opening;
    },
    close: async () => {
      await (await opening?.catch(() => null))?.close();
    },
  };
}

/**
 * Forwards the requests. The routes are in their own server, which never listens, because routes cannot be added to
 * a listening one. Requests are forwarded before they are read.
 */
export function addDashboard({ open, close }: DashboardRoutes) {
  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('preClose', close);
    app.addHook('onRequest', async (request, reply) => {
      const inner = await open();
      reply.hijack();
      inner.routing(request.raw, reply.raw);
    });
    for (const url of ['/auth/*', '/api/*']) {
      app.all(url, { config: { is_handed_on: true } }, async () => {
        throw new AppError('not_found');
      });
    }
  };
}

async function openRoutes(ctx: Context, limits: Limits, inner: FastifyInstance): Promise<FastifyInstance> {
  const { addDashboardRoutes } = await import('./routes.ts');
  inner.register(addDashboardRoutes(ctx, limits), { prefix: '/dashboard' });
  await inner.ready();
  return inner;
}
