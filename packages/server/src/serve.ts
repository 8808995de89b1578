import type { Context } from '@guichet/core/context';
import { migrate } from '@guichet/core/database/migrate';
import { makeTasks } from '@guichet/core/jobs/tasks';
import { startWorker, type Worker } from '@guichet/core/jobs/worker';
import { startDelivering } from '@guichet/core/webhooks/deliver';
import { makeSender } from '@guichet/core/webhooks/send';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { addApiRoutes } from './api-v1/routes.ts';
import { addCallbackRoutes } from './callbacks/routes.ts';
import { addPageRoutes } from './checkout-page/routes.ts';
import { compose } from './compose.ts';
import type { Config } from './config.ts';
import { addDashboardPage } from './dashboard/assets.ts';
import { addDashboard, makeDashboardRoutes } from './dashboard/open-routes.ts';
import { type Demo, prepareDemo } from './demo/prepare-demo.ts';
import { addDemoRoutes } from './demo/routes.ts';
import { addDocsRoutes } from './docs-page/routes.ts';
import { addHealthRoutes } from './health/routes.ts';
import { makeLimits } from './http/limit-requests.ts';
import { makeApp } from './http/make-app.ts';

export interface Service {
  readonly ctx: Context;
  /** Development only. */
  readonly demo: Demo | null;
  /** Drains and stops: requests under way are answered, jobs under way are finished, the database is let go. */
  stop(): Promise<void>;
}

export interface ServeOptions {
  /** Called with each HTTP server before it has routes. Tests look at every answer through it. */
  readonly onApp?: (app: FastifyInstance) => void;
}

/** The port is taken, or the address is not ours: something to mend in the settings, not a fault of the code. */
export class ListenError extends Error {
  constructor(message: string, options: { cause: unknown }) {
    super(message, options);
    this.name = 'ListenError';
  }
}

/**
 * Starts the service in the role of the settings.
 *
 * @throws ListenError, EmbeddedPostgresError
 */
export async function serve(config: Config, logger: Logger, options: ServeOptions = {}): Promise<Service> {
  const { ctx, close } = await compose(config, logger);
  const stops: (() => Promise<void>)[] = [close];
  const stop = async (): Promise<void> => {
    const failures: unknown[] = [];
    // One that fails (the database is away) must not keep the others from letting go.
    for (const step of stops.splice(0).reverse()) {
      await step().catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  };
  try {
    await migrate(ctx.db, ctx.pool);
    const demo = config.environment === 'development' ? await prepareDemo(ctx, config.data_dir) : null;
    if (config.role !== 'web') {
      const worker = startJobs(ctx);
      stops.push(worker.stop);
    }
    if (config.role !== 'worker') {
      const app = await startHttp(config, logger, ctx, demo, options);
      stops.push(() => app.close());
    }
    return { ctx, demo, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function startJobs(ctx: Context): Worker {
  const sender = makeSender({ networks: ctx.webhook_networks });
  const worker = startWorker(ctx, makeTasks(ctx));
  const delivery = startDelivering(ctx, sender);
  return {
    stop: async () => {
      await Promise.all([worker.stop(), delivery.stop()]);
      await sender.close();
    },
  };
}

async function startHttp(
  config: Config,
  logger: Logger,
  ctx: Context,
  demo: Demo | null,
  { onApp }: ServeOptions,
): Promise<FastifyInstance> {
  const makeServer = (): FastifyInstance => {
    const server = makeApp(logger, config);
    onApp?.(server);
    return server;
  };
  const app = makeServer();
  const limits = makeLimits(ctx, config);
  app.addHook('onClose', () => limits.close());
  addHealthRoutes(app, ctx);
  app.register(addApiRoutes(ctx, limits), { prefix: '/api/v1' });
  app.register(addCallbackRoutes(ctx, limits), { prefix: '/callbacks' });
  app.register(addDocsRoutes(ctx, limits));
  app.register(addPageRoutes(ctx, limits));
  const dashboard = makeDashboardRoutes(ctx, limits, makeServer);
  app.register(addDashboard(dashboard), { prefix: '/dashboard' });
  app.register(addDashboardPage(dashboard.open));
  if (demo) addDemoRoutes(app, ctx, limits, demo.merchant_id);
  try {
    await app.listen({ port: config.port, host: config.host });
  } catch (error) {
    await app.close();
    throw explainListen(error, config);
  }
  return app;
}

function explainListen(error: unknown, config: Config): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const place = `${config.host}:${config.port}`;
  if (code === 'EADDRINUSE') {
    return new ListenError(`${place} is taken by another program. Stop it, or choose another PORT.`, {
      cause: error,
    });
  }
  if (code === 'EACCES') {
    return new ListenError(`${place} may not be used by this user. Choose a PORT above 1023.`, {
      cause: error,
    });
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new ListenError(`${config.host} is not an address of this machine. Check HOST.`, { cause: error });
  }
  return error;
}
