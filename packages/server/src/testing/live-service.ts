import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { makeTestContext, type TestContext } from '../../../../test-support/context.ts';
import { type LiveOperator, startLiveOperator } from '../../../../test-support/live.ts';
import { addApiRoutes } from '../api-v1/routes.ts';
import { addPageRoutes } from '../checkout-page/routes.ts';
import { at_once_default } from '../config.ts';
import { makeLimits } from '../http/limit-requests.ts';
import { makeApp } from '../http/make-app.ts';
import { makeLogger } from '../make-logger.ts';

export interface LiveService {
  readonly url: string;
  readonly ctx: TestContext;
  readonly live: LiveOperator;
  stop(): Promise<void>;
}

/** Starts the API and the page with accounts with a simulated operator, and a clock that only the test moves. */
export async function startLiveService(options?: { same_payment_apart_s: number }): Promise<LiveService> {
  const live = await startLiveOperator(options);
  const ctx = await makeTestContext([live.provider]);
  const app: FastifyInstance = makeApp(makeLogger('silent', 2));
  const unlimited = {
    rate_limit_key_per_second: 0,
    rate_limit_ip_per_second: 0,
    trusted_proxies: [],
    at_once: at_once_default,
  };
  const limits = makeLimits(ctx, unlimited);
  app.addHook('onClose', () => limits.close());
  app.register(addApiRoutes(ctx, limits), { prefix: '/api/v1' });
  app.register(addPageRoutes(ctx, limits));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    ctx,
    live,
    stop: async () => {
      await app.close();
      await ctx.database.close();
      await live.close();
    },
  };
}
