import pg from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { command, commandOf } from '../../../../test-support/actors.ts';
import { chooseAndPay, makeCaller, makeCheckout } from '../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../test-support/context.ts';
import type { Caller } from '../accounts/api-keys/authenticate.ts';
import { findDueEndpoints, insertAttempts, readDue } from '../events/webhooks/delivery/queries.ts';
import { createEndpoint } from '../events/webhooks/endpoints/create.ts';
import { checkLedger } from '../ledger/check.ts';
import { markDistributed } from '../platform/database/distribution.ts';
import { findSnapshot } from './session/snapshot/queries.ts';

/**
 * Runs on plain PostgreSQL, which gets the same statements as Citus; `npm run bench citus` runs the same payments
 * on Citus.
 */
let ctx: TestContext;
let awa: Caller;
let koffi: Caller;
beforeAll(async () => {
  ctx = await makeTestContext();
  await ctx.pool.query('create unique index on attempts (reference, merchant_id)');
  markDistributed(ctx.pool, ctx.db.getExecutor().adapter);
  awa = await makeCaller(ctx);
  koffi = await makeCaller(ctx);
  for (const { merchant_id } of [awa, koffi]) {
    await createEndpoint(ctx, commandOf(merchant_id, 'test'), { url: 'https://shop.example/hook' });
  }
});
afterAll(() => ctx.database.close());

/**
 * Watches for statements that concern two merchants.
 *
 * @returns the number of all statements, and the statements that concern both merchants
 */
function watch(): { count: number; readonly ofBoth: string[] } {
  const real = pg.Client.prototype.query;
  const seen = { count: 0, ofBoth: [] as string[] };
  const query = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: readonly unknown[]
  ) {
    const [statement] = args as [{ readonly text?: string; readonly values?: readonly unknown[] }];
    const given = JSON.stringify(statement.values ?? []);
    seen.count++;
    if ([awa, koffi].every(({ merchant_id }) => given.includes(merchant_id))) {
      seen.ofBoth.push(statement.text ?? '');
    }
    return Reflect.apply(real, this, args);
  } as typeof real);
  onTestFinished(() => query.mockRestore());
  return seen;
}

it('concurrent payments of two merchants run only statements that each name one merchant', async () => {
  const checkouts = await Promise.all(
    [awa, koffi, awa, koffi, awa, koffi].map((caller) => makeCheckout(ctx, caller)),
  );
  const statements = watch();
  await Promise.all(checkouts.map((checkout) => chooseAndPay(ctx, checkout, '00')));
  const shown = await Promise.all(checkouts.map(({ token }) => findSnapshot(ctx.pool, handleOf(token))));
  expect(shown.map((one) => [one?.payment.id, one?.attempt?.status, one?.merchant.id])).toEqual(
    checkouts.map(({ payment_id, merchant_id }) => [payment_id, 'success', merchant_id]),
  );
  expect(statements.count).toBeGreaterThan(20);
  expect(statements.ofBoth).toEqual([]);
  expect((await checkLedger(ctx, command)).breaches).toEqual([]);
});

it('reading and recording the webhooks of two merchants runs only statements that each name one merchant', async () => {
  const now = ctx.clock.now();
  const endpoint_ids = await findDueEndpoints(ctx.db, now);
  const statements = watch();
  const due = await readDue(
    ctx.db,
    endpoint_ids.map((endpoint_id) => ({ endpoint_id, room: 10 })),
    [],
    now,
  );
  expect(due.map(({ merchant_id }) => merchant_id).toSorted()).toEqual(
    [awa, awa, awa, koffi, koffi, koffi].map(({ merchant_id }) => merchant_id).toSorted(),
  );
  const answered = { number: 1, status_code: 200, error: null, response_excerpt: '', duration_ms: 5 };
  await insertAttempts(
    ctx.db,
    due.map(({ merchant_id, id }) => ({
      ...answered,
      merchant_id,
      delivery_id: id,
      created_at: now,
      status: 'delivered' as const,
      next_attempt_at: null,
      delivered_at: now,
    })),
  );
  expect(await findDueEndpoints(ctx.db, now)).toEqual([]);
  expect(statements.ofBoth).toEqual([]);
});

const handleOf = (token: string): string => ctx.tokens.handleOf(token) ?? '';
