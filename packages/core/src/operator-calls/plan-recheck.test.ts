import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { makeTestContext, type TestContext } from '../../../../test-support/context.ts';
import { dropJobs, listJobs } from '../../../../test-support/jobs.ts';
import { planRecheck } from './plan-recheck.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());
beforeEach(() => dropJobs(ctx));

it.each([
  [0, 'cac_1', {}, 10],
  [1, 'cac_1', {}, 120],
  [2, 'cac_1', {}, 1440],
  [3, 'cac_1', {}, null],
  // The sandbox's callbacks are never lost.
  [0, null, {}, null],
  // Nothing was ever sent.
  [0, 'cac_1', { reached_customer: false as const }, null],
])(
  'schedules recheck %i of a refusal, for account %s with %j, in %s minutes',
  async (round, account_id, said, minutes) => {
    const look = { merchant_id: 'mer_1', kind: 'attempt' as const, id: 'att_1', round };
    const now = ctx.clock.now();
    expect(await planRecheck(ctx.db, look, { account_id }, said, now)).toBe(minutes !== null);
    const jobs = await listJobs(ctx, 'second_look');
    const run_at = new Date(now.getTime() + (minutes ?? 0) * 60_000);
    expect(jobs).toEqual(minutes === null ? [] : [{ task: 'second_look', payload: look, run_at }]);
  },
);

const hour_ms = 3_600_000;

it.each([
  ['in progress', null, true],
  ['an hour ago', 1, true],
  ['when callers still repeated their keys', 71, true],
  ['when callers no longer repeat them', 73, false],
])(
  'planning the recheck of a request that reached nobody takes a recovery into account: %s',
  async (_, hours, isRechecked) => {
    onTestFinished(async () => void (await ctx.pool.query('delete from recoveries')));
    const now = ctx.clock.now();
    const opened_at = hours === null ? null : new Date(now.getTime() - hours * hour_ms);
    await ctx.pool.query(
      `insert into recoveries (reason, lost_since, began_at, began_by, opened_at) values ('requested', $1, $1, 'ama', $2)`,
      [new Date(now.getTime() - 100 * hour_ms), opened_at],
    );
    const look = { merchant_id: 'mer_1', kind: 'attempt' as const, id: 'att_1', round: 0 };
    const said = { reached_customer: false as const };
    expect(await planRecheck(ctx.db, look, { account_id: 'cac_1' }, said, now)).toBe(isRechecked);
    expect(await listJobs(ctx, 'second_look')).toHaveLength(isRechecked ? 1 : 0);
  },
);
