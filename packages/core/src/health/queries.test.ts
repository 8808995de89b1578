import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chooseAndPay, makeCaller, makeCheckout } from '../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../test-support/context.ts';
import { dropJobs } from '../../../../test-support/jobs.ts';
import { addJob } from '../jobs/queries.ts';
import { createEndpoint } from '../webhooks/create-endpoint.ts';
import { countAttemptsForAPerson, countOverdueJobs, findAnySealedSecret, readServer } from './queries.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());

describe('the server', () => {
  it('says its version and its time', async () => {
    const server = await readServer(ctx.db);
    expect(server.version_number).toBeGreaterThanOrEqual(150_000);
    expect(server.version).toMatch(/^PostgreSQL \d+/);
    expect(server.now).toBeInstanceOf(Date);
  });
});

describe('overdue jobs', () => {
  beforeEach(() => dropJobs(ctx));

  it.each([
    ['that should have run two minutes ago', '-2 minutes', '', 1],
    ['that is due now', '0 seconds', '', 0],
    ['for later', '2 minutes', '', 0],
    ['that is running', '-2 minutes', `locked_at = now(), locked_by = 'pool-1'`, 0],
    ['that will not be tried again', '-2 minutes', 'attempts = max_attempts', 0],
  ])('a job %s counts or not', async (_, offset, change, expected) => {
    await addJob(ctx.db, { task: 'greet', payload: {} });
    await ctx.pool.query(`update graphile_worker._private_jobs set run_at = now() + interval '${offset}'`);
    if (change) await ctx.pool.query(`update graphile_worker._private_jobs set ${change}`);
    expect(await countOverdueJobs(ctx.db)).toBe(expected);
  });
});

describe('what a person has to look at', () => {
  it('is counted', async () => {
    expect(await countAttemptsForAPerson(ctx.db)).toBe(0);
    await chooseAndPay(ctx, await makeCheckout(ctx, await makeCaller(ctx)), '17');
    expect(await countAttemptsForAPerson(ctx.db)).toBe(1);
  });
});

describe('a sealed secret to try the key on', () => {
  it('is found when there is one', async () => {
    expect(await findAnySealedSecret(ctx.db)).toBeUndefined();
    const { merchant_id } = await makeCaller(ctx);
    const { secret } = await createEndpoint(ctx, merchant_id, { mode: 'test', url: 'http://localhost:9/' });
    expect(ctx.secrets.open((await findAnySealedSecret(ctx.db)) ?? '')).toBe(secret);
  });
});
