import { setTimeout } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { Stay } from './reauthentication/queries.ts';
import { makeStaysWatch, type WatchStay } from './watch-stays.ts';

/** Somebody whose session has ended. */
const stay: Stay = { session_id: 'none', merchant_id: 'none', role: 'viewer', mode: 'test' };
/** More than the pause between two checks. */
const check_ms = 2_500;

let ctx: TestContext;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());

let checks: number;
let watchStay: WatchStay;
beforeEach(() => {
  checks = 0;
  const dialect = new PostgresDialect({ pool: ctx.pool });
  const db = new Kysely<Schema>({ dialect, log: () => void checks++ });
  watchStay = makeStaysWatch({ ...ctx, db });
});

it('a connection that has ended before it is watched is not checked', async () => {
  const signal = watchStay(stay, AbortSignal.abort());
  expect(signal.aborted).toBe(true);
  await setTimeout(check_ms);
  expect(checks).toBe(0);
});

it('a connection is no longer checked once it has ended', async () => {
  const connection = new AbortController();
  watchStay(stay, connection.signal);
  connection.abort();
  await setTimeout(check_ms);
  // The loop has found nothing to check.
  expect(checks).toBeLessThanOrEqual(1);
  const before = checks;
  await setTimeout(check_ms);
  expect(checks).toBe(before);
});

it('a connection is no longer checked once its person may not be connected', async () => {
  const signal = watchStay(stay, new AbortController().signal);
  expect(signal.aborted).toBe(false);
  await expect.poll(() => signal.aborted).toBe(true);
  expect(checks).toBe(1);
  await setTimeout(check_ms);
  expect(checks).toBe(1);
});
