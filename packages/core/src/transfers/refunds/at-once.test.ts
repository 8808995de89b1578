import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { command } from '../../../../../test-support/actors.ts';
import type { Checkout } from '../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { advance, dropJobs } from '../../../../../test-support/jobs.ts';
import { balancesOf, makePayout } from '../../../../../test-support/payouts.ts';
import { makePaid, makeSeller } from '../../../../../test-support/refunds.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { accounts } from '../../ledger/accounts.ts';
import { lockAccount } from '../../ledger/balances/queries.ts';
import { checkLedger } from '../../ledger/check.ts';
import { lockPayment } from '../../payments/queries.ts';
import { retrievePayment } from '../../payments/retrieve.ts';
import { type Connected, connect } from '../../platform/database/connect.ts';
import { createRefund } from './create.ts';

/** Several processes with a pool each, so that this many requests really run at the same time. */
const processes_max = 4;
const connections_each = 8;
const requests = processes_max * connections_each;

let ctx: TestContext;
let caller: Caller;
let processes: Connected[];
beforeAll(async () => {
  ctx = await makeTestContext();
  processes = Array.from({ length: processes_max }, () =>
    connect(ctx.database.database_url, {
      connections_max: connections_each,
      onError: (error) => {
        throw error;
      },
    }),
  );
});
afterAll(async () => {
  await Promise.all(processes.map((one) => one.close()));
  await ctx.database.close();
});
beforeEach(async () => {
  await dropJobs(ctx);
  caller = await makeSeller(ctx);
});
afterEach(async () => {
  expect((await checkLedger(ctx, command)).breaches).toEqual([]);
});

/** Creates a refund in one of the processes. @returns the code of the error; `made` if there is none */
async function create(number: number, checkout: Checkout, amount: number): Promise<string> {
  const { db } = processes[number % processes_max] ?? ctx;
  return createRefund({ ...ctx, db }, command, { payment_id: checkout.payment_id, amount }).then(
    () => 'made',
    (error: { code: string }) => error.code,
  );
}

/** Waits until that many connections are waiting for a lock. Only the test's own timeout limits this. */
async function untilWaiting(count: number): Promise<void> {
  for (;;) {
    const { rows } = await ctx.pool.query<{ count: bigint }>(
      `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (Number(rows[0]?.count) >= count) return;
    await setTimeout(10);
  }
}

describe(`${requests} concurrent refunds`, () => {
  it('of one payment result in a single refund at a time, and never refund more than was charged', async () => {
    const checkout = await makePaid(ctx, caller);
    const { merchant_id, payment_id } = checkout;
    for (const [left, made] of [
      [5100, 1],
      [3100, 1],
      [1100, 0],
    ]) {
      // All of them wait for the same lock, and continue at the same moment.
      let outcomes: Promise<string[]> = Promise.resolve([]);
      await ctx.db.transaction().execute(async (tx) => {
        await lockPayment(tx, merchant_id, payment_id);
        outcomes = Promise.all(Array.from({ length: requests }, (_, index) => create(index, checkout, 2000)));
        await untilWaiting(requests);
      });
      const told = await outcomes;
      expect(told.filter((one) => one === 'made')).toHaveLength(made ?? 0);
      expect(new Set(told.filter((one) => one !== 'made'))).toEqual(
        new Set([(left ?? 0) < 2000 ? 'invalid_fields' : 'conflict']),
      );
      await advance(ctx, 0);
    }
    expect((await retrievePayment(ctx, caller, payment_id)).refunded_amount).toBe(4000);
  });

  it('of many payments never overdraw a balance that payouts also use', async () => {
    const checkouts = await Promise.all(Array.from({ length: requests }, () => makePaid(ctx, caller)));
    // The remaining balance is enough for eleven refunds.
    await makePayout(ctx, caller, '22', { amount: 5000 * requests - 5000 * 11 - 4999 });
    const account = { merchant_id: caller.merchant_id, mode: caller.mode, currency: 'XOF' };
    let outcomes: Promise<string[]> = Promise.resolve([]);
    await ctx.db.transaction().execute(async (tx) => {
      await lockAccount(tx, { ...account, account: accounts.merchantBalance });
      outcomes = Promise.all(checkouts.map((checkout, index) => create(index, checkout, 5100)));
      await untilWaiting(requests);
    });
    const told = await outcomes;
    expect(told.filter((one) => one === 'made')).toHaveLength(11);
    expect(told.filter((one) => one === 'insufficient_balance')).toHaveLength(requests - 11);
    expect((await balancesOf(ctx, caller))[0]).toMatch(/^XOF 4999 available/);
  });
});
