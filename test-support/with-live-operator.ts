import { afterAll, beforeAll } from 'vitest';
import { makeTestContext, type TestContext } from './context.ts';
import { type LiveOperator, startLiveOperator } from './live.ts';

/**
 * Gives the tests of a file one context whose provider is a simulated operator, for accounts in live mode.
 */
export function withLiveOperator(use: (ctx: TestContext, live: LiveOperator) => void): void {
  let ctx: TestContext;
  let live: LiveOperator;
  beforeAll(async () => {
    live = await startLiveOperator();
    ctx = await makeTestContext([live.provider]);
    use(ctx, live);
  });
  afterAll(async () => {
    await ctx.database.close();
    await live.close();
  });
}
