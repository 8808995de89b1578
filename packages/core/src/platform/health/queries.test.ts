import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chooseAndPay, makeCaller, makeCheckout } from '../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { dropJobs } from '../../../../../test-support/jobs.ts';
import { makePayer, makePayout, payoutJob } from '../../../../../test-support/payouts.ts';
import { payouts } from '../../transfers/payouts/kind.ts';
import { sendTransfer } from '../../transfers/send.ts';
import { service_actor } from '../actor/actor.ts';
import { addJob, saveHeartbeat } from '../jobs/queries.ts';
import {
  countOverdueJobs,
  findPaymentsNeedingReview,
  findPayoutsNeedingReview,
  readServer,
} from './queries.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());

describe('the database server', () => {
  it('reports its version and its time', async () => {
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
    ['that is running', '-2 minutes', `locked_at = now() - interval '2 minutes', locked_by = 'alive'`, 0],
    ['that a worker has just taken', '-2 minutes', `locked_at = now(), locked_by = 'new'`, 0],
    [
      'of a dead worker, in its last attempt',
      '-2 minutes',
      `locked_at = now() - interval '2 minutes', locked_by = 'dead', attempts = max_attempts`,
      1,
    ],
    ['that will not be retried', '-2 minutes', 'attempts = max_attempts', 0],
  ])('include or exclude a job %s', async (_, offset, change, expected) => {
    await ctx.pool.query('delete from worker_processes');
    await saveHeartbeat(ctx.db, 'one', ['alive']);
    await ctx.pool.query(
      `insert into worker_processes (id, worker_ids, seen_at)
      values ('two', '{dead}', now() - interval '1 minute')`,
    );
    await addJob(ctx.db, { task: 'greet', payload: {} });
    await ctx.pool.query(`update graphile_worker._private_jobs set run_at = now() + interval '${offset}'`);
    if (change) await ctx.pool.query(`update graphile_worker._private_jobs set ${change}`);
    expect(await countOverdueJobs(ctx.db)).toBe(expected);
  });
});

describe('objects that need review', () => {
  it('are counted and listed for payments, without any others', async () => {
    expect(await findPaymentsNeedingReview(ctx.db, 9)).toEqual({ count: 0, ids: [] });
    const caller = await makeCaller(ctx);
    await chooseAndPay(ctx, await makeCheckout(ctx, caller), '00');
    const [one, two] = [await makeCheckout(ctx, caller), await makeCheckout(ctx, caller)];
    for (const checkout of [one, two]) await chooseAndPay(ctx, checkout, '17');
    const ids = [one.payment_id, two.payment_id].toSorted();
    expect(await findPaymentsNeedingReview(ctx.db, 9)).toEqual({ count: 2, ids });
    expect(await findPaymentsNeedingReview(ctx.db, 1)).toEqual({ count: 2, ids: ids.slice(0, 1) });
    expect((await findPayoutsNeedingReview(ctx.db, 9)).count).toBe(0);
  });

  it('are counted and listed for payouts, without any others', async () => {
    const payer = await makePayer(ctx);
    await sendTransfer(ctx, service_actor, {
      kind: payouts,
      job: payoutJob(await makePayout(ctx, payer, '00')),
    });
    const [one, two] = [await makePayout(ctx, payer, '17'), await makePayout(ctx, payer, '17')];
    expect(await findPayoutsNeedingReview(ctx.db, 9)).toEqual({ count: 0, ids: [] });
    for (const payout of [one, two])
      await sendTransfer(ctx, service_actor, { kind: payouts, job: payoutJob(payout) });
    const ids = [one.id, two.id].toSorted();
    expect(await findPayoutsNeedingReview(ctx.db, 9)).toEqual({ count: 2, ids });
    expect(await findPayoutsNeedingReview(ctx.db, 1)).toEqual({ count: 2, ids: ids.slice(0, 1) });
  });
});
