import { silentLog } from '@guichet/kernel/log';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTestContext, type TestContext } from '../../../../test-support/context.ts';
import { housekeep } from './housekeep.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());

it('a step that fails is logged and keeps no other from being done', async () => {
  const complaints: string[] = [];
  const log = { ...silentLog, error: (_: object, message: string) => complaints.push(message) };
  await ctx.pool.query('alter table idempotency_keys rename to keys_elsewhere');
  await ctx.pool.query(
    `insert into rate_limit_buckets (subject, tokens, granted, refilled_at, per_second, burst)
    values ('address:1', 10, 0, now() - interval '1 hour', 1, 10)`,
  );
  await housekeep({ ...ctx, log });
  const { rowCount } = await ctx.pool.query('select from rate_limit_buckets');
  expect(rowCount).toBe(0);
  expect(complaints).toEqual(['housekeeping of idempotency keys failed, the next round will try again']);
});
