import type { Context } from '@guichet/core/platform';
import {
  awaitLateAnswers,
  makeSender,
  migrate,
  requireDurable,
  requireRights,
  startDelivering,
} from '@guichet/core/serving';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { addApiRoutes } from './api-v1/routes.ts';
import { addCallbackRoutes } from './callbacks/routes.ts';
import { addPageRoutes } from './checkout-page/routes.ts';
import { type Composed, close_max_ms, compose } from './compose.ts';
import type { Config } from './config.ts';
import { addCounterRoutes } from './counter/routes.ts';
import { addDashboardPage } from './dashboard/assets.ts';
import { addDashboard, makeDashboardRoutes } from './dashboard/open-routes.ts';
import { type Demo, prepareDemo } from './demo/prepare-demo.ts';
import { addDemoRoutes } from './demo/routes.ts';
import { addDocsRoutes } from './docs-page/routes.ts';
import { addHealthRoutes } from './health/routes.ts';
import { limitConnections } from './http/limit-connections.ts';
import { makeLimits } from './http/limit-requests.ts';
import { makeApp } from './http/make-app.ts';
import { ListenError } from './listen-error.ts';
import { addLinkRoutes } from './payment-links/routes.ts';
import { addLinkShareRoutes } from './payment-links/share/routes.ts';
import { addReceiptRoutes } from './receipts/routes.ts';
import { followDatabase } from './recovery/follow.ts';
import { requireConnections } from './require-connections.ts';
import { type Stoppable, stopInOrder } from './stop-in-order.ts';
import { addWelcomeRoutes } from './welcome/routes.ts';
import { makeTasks } from './worker/tasks.ts';
import { startWorker, type Worker } from './worker/worker.ts';

/**
 * Time for work in flight when the service stops: longer than most calls to a provider and any to a webhook. Requests
 * and jobs are drained one after the other; together this stays below systemd's limit of 90 s. A call for whose
 * response a connector waits for longer may be cut off: its outcome is then unknown, and needs review.
 */
const drain_max_ms = 20_000;

export interface Service {
  readonly ctx: Context;
  /** Development only. */
  readonly demo: Demo | null;
  /**
   * Drains and stops: finishes open requests and running jobs, then releases the database.
   *
   * @throws StopError when something was cut off because it took too long
   */
  stop(): Promise<void>;
}

export interface ServeOptions {
  /** Called with each HTTP server before it has routes. Tests use it to inspect every response. */
  readonly onApp?: (app: FastifyInstance) => void;
  /** For tests with production settings, because the PostgreSQL of the tests is not durable. */
  readonly is_forgetful?: true;
}

/**
 * Starts the service in the role that the settings specify.
 *
 * @throws ListenError, EmbeddedPostgresError, PoolerError, ClockError, DurabilityError, DatabaseRightsError,
 * OutdatedDatabaseError, SecretKeyError
 */
export async function serve(config: Config, logger: Logger, options: ServeOptions = {}): Promise<Service> {
  const { ctx, clock, close } = await compose(config, logger);
  const started: Stoppable[] = [{ name: 'database', stop_max_ms: close_max_ms, stop: close }];
  const stop = (): Promise<void> => stopInOrder(started.splice(0));
  try {
    await requireConnections(ctx.pool, config.role);
    clock.follow(logger);
    if (config.environment === 'production' && !options.is_forgetful) {
      const risk = await requireDurable(ctx.db);
      if (risk !== undefined) logger.warn(risk);
    }
    await migrate(ctx.db, ctx.pool);
    await requireRights(ctx.db);
    await ctx.references.prepare();
    const followed = await followDatabase(ctx, config.data_dir);
    started.push({ name: 'check of the database', stop_max_ms: drain_max_ms, stop: followed.stop });
    const demo = config.environment === 'development' ? await prepareDemo(ctx, config.data_dir) : null;
    if (config.role !== 'web') {
      const worker = startJobs(ctx, config);
      started.push({ name: 'jobs', stop_max_ms: drain_max_ms, stop: worker.stop });
    }
    if (config.role !== 'worker') {
      const app = await startHttp(config, logger, { ctx, clock }, demo, options);
      const stopRequests = async (): Promise<void> => {
        await app.close();
        await awaitLateAnswers();
      };
      started.push({ name: 'requests', stop_max_ms: drain_max_ms, stop: stopRequests });
    }
    return { ctx, demo, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function startJobs(ctx: Context, config: Config): Worker {
  const sender = makeSender({ networks: ctx.webhook_networks });
  const worker = startWorker(ctx, makeTasks(ctx), config.retention);
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
  { ctx, clock }: Pick<Composed, 'ctx' | 'clock'>,
  demo: Demo | null,
  { onApp }: ServeOptions,
): Promise<FastifyInstance> {
  const limits = makeLimits(ctx, config);
  const makeServer = (): FastifyInstance => {
    const server = makeApp(logger, config);
    onApp?.(server);
    server.addHook('preParsing', async (request, reply) => limits.open.holdBody(request, reply));
    return server;
  };
  const app = makeServer();
  limitConnections(app, ctx, config);
  app.addHook('onClose', () => limits.close());
  addHealthRoutes(app, { ctx, clock });
  app.register(addApiRoutes(ctx, limits), { prefix: '/api/v1' });
  app.register(addCallbackRoutes(ctx, limits), { prefix: '/callbacks' });
  app.register(addDocsRoutes(ctx, limits));
  app.register(addPageRoutes(ctx, limits));
  app.register(addReceiptRoutes(ctx, limits));
  app.register(addLinkRoutes(ctx, limits));
  app.register(addLinkShareRoutes(ctx, limits));
  app.register(addCounterRoutes(ctx, limits));
  app.register(addWelcomeRoutes(limits, { has_demo: demo !== null }));
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
