import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { command } from '../../../../../test-support/actors.ts';
import { chooseAndPay, makeCaller, makeCheckout } from '../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { untilWaiting } from '../../../../../test-support/locks.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { rollUpBalances } from '../../ledger/balances/roll-up.ts';
import { checkLedger } from '../../ledger/check.ts';
import { service_actor } from '../../platform/actor/actor.ts';
import { inGroup } from '../../platform/groups/in-group.ts';
import { lockPayment } from '../queries.ts';

let ctx: TestContext;
let awa: Caller;
let koffi: Caller;
beforeAll(async () => {
  ctx = await makeTestContext();
  awa = await makeCaller(ctx);
  koffi = await makeCaller(ctx);
});
afterAll(() => ctx.database.close());

/** Reads a merchant's payments by status, events by type, and balance. */
async function booksOf({ merchant_id }: Caller): Promise<Record<string, unknown>> {
  const { rows } = await ctx.pool.query(
    `select
      (select json_object_agg(status, count) from (
        select status, count(*) from payments where merchant_id = $1 group by status) as one) as payments,
      (select json_object_agg(type, count) from (
        select type, count(*) from events where merchant_id = $1 group by type) as one) as events,
      (select count(distinct object_id)::int from events where merchant_id = $1) as told,
      (select count(*)::int from ledger_transactions where merchant_id = $1) as bookings,
      (select sum(amount_minor)::int from ledger_entries where merchant_id = $1
        and account = 'merchant_balance') as balance,
      (select sum(amount_minor)::int from balance_changes where merchant_id = $1
        and account = 'merchant_balance') as changes`,
    [merchant_id],
  );
  return rows[0];
}

/**
 * Locks a payment as another process does. @returns a function that releases the lock; the end of the test releases
 * it as well
 */
async function hold(payment_id: string | undefined): Promise<() => Promise<unknown>> {
  const held = await ctx.pool.connect();
  onTestFinished(() => held.release(true));
  await held.query('begin');
  await held.query('select from payments where id = $1 for update', [payment_id]);
  return () => held.query('commit');
}

describe('payments made at the same time', () => {
  it('by customers of several merchants, some paid and some refused, end independently', async () => {
    const checkouts = await Promise.all(
      [awa, koffi].flatMap((caller) =>
        ['00', '01', '00', '01', '00', '00'].map(async (digits) => ({
          digits,
          checkout: await makeCheckout(ctx, caller),
        })),
      ),
    );
    await Promise.all(checkouts.map(({ checkout, digits }) => chooseAndPay(ctx, checkout, digits)));
    for (const caller of [awa, koffi]) {
      expect(await booksOf(caller)).toEqual({
        payments: { failed: 2, success: 4 },
        events: { 'payment.failed': 2, 'payment.successful': 4 },
        told: 6,
        bookings: 4,
        balance: -20_000,
        changes: -20_000,
      });
    }
    await rollUpBalances(ctx, service_actor);
    expect((await checkLedger(ctx, command)).breaches).toEqual([]);
  });

  it('do not wait for one that another process has locked', async () => {
    const locked = await makeCheckout(ctx, awa);
    const others = await Promise.all(Array.from({ length: 5 }, () => makeCheckout(ctx, awa)));
    const letGo = await hold(locked.payment_id);
    const waits = chooseAndPay(ctx, locked, '00');
    await Promise.all(others.map((checkout) => chooseAndPay(ctx, checkout, '00')));
    await untilWaiting(ctx.database, 1, 'for update');
    const statusOf = async (): Promise<string> => {
      const { rows } = await ctx.pool.query('select status from payments where id = $1', [locked.payment_id]);
      return rows[0]?.status;
    };
    expect(await statusOf()).toBe('pending');
    await letGo();
    await waits;
    expect(await statusOf()).toBe('success');
  });

  it('share one transaction even when another payment is locked', async () => {
    const checkouts = await Promise.all(Array.from({ length: 4 }, () => makeCheckout(ctx, awa)));
    const [locked] = checkouts;
    const letGo = await hold(locked?.payment_id);
    const [waits, ...others] = checkouts.map(({ merchant_id, payment_id }) =>
      inGroup(ctx.db, payment_id, async (tx) => {
        await lockPayment(tx, merchant_id, payment_id);
        const { rows } = await sql<{ id: string }>`select txid_current()::text as id`.execute(tx);
        return rows[0]?.id;
      }),
    );
    // If they did not share a group, each would have its own transaction.
    expect(new Set(await Promise.all(others)).size).toBe(1);
    await letGo();
    expect(await waits).toEqual(expect.any(String));
  });
});
