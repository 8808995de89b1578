import { checkLedger } from '@guichet/core/ledger';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { command } from './actors.ts';
import { makeTestContext, type TestContext } from './context.ts';
import { dropJobs } from './jobs.ts';
import { makeSeller } from './refunds.ts';

type Seller = Awaited<ReturnType<typeof makeSeller>>;

/**
 * Gives each test of a file its own seller, in one context. After each test, the check of the ledger must
 * find no breach.
 */
export function withSeller(use: (ctx: TestContext, seller: Seller) => void): void {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await makeTestContext();
  });
  afterAll(() => ctx.database.close());
  beforeEach(async () => {
    await dropJobs(ctx);
    use(ctx, await makeSeller(ctx));
  });
  afterEach(async () => {
    expect((await checkLedger(ctx, command)).breaches).toEqual([]);
  });
}
