import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { command } from '../../../../../test-support/actors.ts';
import {
  type Checkout,
  chooseAndPay,
  makeCaller,
  makeCheckout,
} from '../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { advance, dropJobs } from '../../../../../test-support/jobs.ts';
import { untilWaiting } from '../../../../../test-support/locks.ts';
import { listEvents, summarize } from '../../../../../test-support/payments.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { checkLedger } from '../../ledger/check.ts';
import { customerWith, service_actor } from '../../platform/actor/actor.ts';
import { retrievePayment } from '../retrieve.ts';
import { cancelCheckout } from './cancel.ts';
import { expireCheckout, expireSessions } from './expire.ts';
import { requireSession } from './find.ts';

let ctx: TestContext;
let caller: Caller;
beforeAll(async () => {
  ctx = await makeTestContext();
  caller = await makeCaller(ctx);
});
afterAll(() => ctx.database.close());
beforeEach(async () => {
  await dropJobs(ctx);
  // Ends the sessions of earlier tests, so that the counts below are those of one test.
  await ctx.pool.query(
    `update checkout_sessions set status = 'expired', ended_at = now() where status = 'active'`,
  );
});
afterEach(async () => {
  expect((await checkLedger(ctx, command)).breaches).toEqual([]);
});

const lifetime_ms = 30 * 60_000;
const expired = {
  payment: 'expired',
  late: false,
  session: 'expired',
  attempts: [],
  events: ['1 payment.expired'],
  entries: [],
};
const retryable = async ({ payment_id }: Checkout): Promise<boolean> =>
  (await retrievePayment(ctx, caller, payment_id)).retryable;

/** Locks a payment as another process does, until it is released. */
async function lock({ payment_id }: { readonly payment_id: string }): Promise<() => Promise<unknown>> {
  const held = await ctx.pool.connect();
  onTestFinished(() => held.release(true));
  await held.query('begin');
  await held.query('select from payments where id = $1 for update', [payment_id]);
  return () => held.query('commit');
}

describe('the sweep', () => {
  it('expires sessions after 30 minutes, to the millisecond, and notifies the merchant once', async () => {
    const checkout = await makeCheckout(ctx, caller);
    ctx.clock.advance(lifetime_ms - 1);
    expect(await expireSessions(ctx, service_actor)).toBe(0);
    expect(await summarize(ctx, checkout)).toMatchObject({
      payment: 'pending',
      session: 'active',
      events: [],
    });
    ctx.clock.advance(1);
    expect(await expireSessions(ctx, service_actor)).toBe(1);
    expect(await expireSessions(ctx, service_actor)).toBe(0);
    expect(await summarize(ctx, checkout)).toEqual(expired);
    expect((await listEvents(ctx, checkout))[0]?.data).toMatchObject({ status: 'expired', retryable: false });
  });

  it('run by two processes concurrently notifies once', async () => {
    const checkouts = await Promise.all(Array.from({ length: 10 }, () => makeCheckout(ctx, caller)));
    ctx.clock.advance(lifetime_ms);
    await Promise.all([expireSessions(ctx, service_actor), expireSessions(ctx, service_actor)]);
    for (const checkout of checkouts) expect(await summarize(ctx, checkout)).toEqual(expired);
  });

  it('expires many sessions in one round, independently of each other and of one that another process has locked', async () => {
    const checkouts = await Promise.all(Array.from({ length: 20 }, () => makeCheckout(ctx, caller)));
    const paid = checkouts.slice(0, 5);
    await Promise.all(paid.map((checkout) => chooseAndPay(ctx, checkout, '00')));
    const [open, locked, ...others] = checkouts.slice(5);
    if (!open || !locked) throw new Error('there are too few');
    await chooseAndPay(ctx, open, '99');
    const letGo = await lock(locked);
    ctx.clock.advance(lifetime_ms);
    const sweep = expireSessions(ctx, service_actor);
    await untilWaiting(ctx.database, 1, 'for update');
    for (const checkout of others) expect(await summarize(ctx, checkout)).toEqual(expired);
    await letGo();
    expect(await sweep).toBe(15);
    expect(await summarize(ctx, locked)).toEqual(expired);
    expect(await summarize(ctx, open)).toMatchObject({ payment: 'processing', session: 'expired' });
    for (const checkout of paid) {
      expect(await summarize(ctx, checkout)).toMatchObject({ payment: 'success', session: 'completed' });
    }
  });

  it('continues past a locked session, beyond the number processed at a time', async () => {
    const [locked, ...others] = await Promise.all(
      Array.from({ length: 150 }, () => makeCheckout(ctx, caller)),
    );
    if (!locked) throw new Error('there are too few');
    await ctx.pool.query(
      `update checkout_sessions set expires_at = expires_at - interval '1 s' where payment_id = $1`,
      [locked.payment_id],
    );
    const letGo = await lock(locked);
    ctx.clock.advance(lifetime_ms);
    const sweep = expireSessions(ctx, service_actor);
    const ended = others.map(({ payment_id }) => payment_id);
    const count = async (): Promise<number> => {
      const { rows } = await ctx.pool.query<{ count: number }>(
        `select count(*)::int as count from payments where status = 'expired' and id = any ($1)`,
        [ended],
      );
      return rows[0]?.count ?? 0;
    };
    await expect.poll(count, { timeout: 20_000 }).toBe(149);
    await letGo();
    expect(await sweep).toBe(150);
    expect(await summarize(ctx, locked)).toEqual(expired);
  });

  it('leaves a failed payment failed, but no longer retryable', async () => {
    const checkout = await makeCheckout(ctx, caller);
    await chooseAndPay(ctx, checkout, '01');
    expect(await retryable(checkout)).toBe(true);
    ctx.clock.advance(lifetime_ms);
    // The expiry time decides, not the sweep.
    expect(await retryable(checkout)).toBe(false);
    await expireSessions(ctx, service_actor);
    expect(await retryable(checkout)).toBe(false);
    expect(await summarize(ctx, checkout)).toMatchObject({
      payment: 'failed',
      session: 'expired',
      events: ['1 payment.failed'],
    });
  });

  it('leaves an open attempt open, and inquires about it', async () => {
    const checkout = await makeCheckout(ctx, caller);
    await chooseAndPay(ctx, checkout, '11');
    // Inquiries have become less and less frequent: the next one would be minutes away.
    await advance(ctx, lifetime_ms);
    await expireSessions(ctx, service_actor);
    expect(await summarize(ctx, checkout)).toMatchObject({
      payment: 'processing',
      session: 'expired',
      attempts: ['submitted'],
      events: [],
    });
    await advance(ctx, 0);
    expect(await summarize(ctx, checkout)).toMatchObject({
      payment: 'success',
      late: true,
      session: 'expired',
      attempts: ['success'],
      events: ['1 payment.successful'],
    });
  });

  it('does not decide whether money is late: the expiry time does', async () => {
    const checkout = await makeCheckout(ctx, caller);
    ctx.clock.advance(lifetime_ms - 500);
    await chooseAndPay(ctx, checkout, '16');
    await advance(ctx, 5000);
    expect(await summarize(ctx, checkout)).toMatchObject({ payment: 'success', late: true });
  });

  it('leaves paid and cancelled sessions unchanged', async () => {
    const [paid, cancelled] = [await makeCheckout(ctx, caller), await makeCheckout(ctx, caller)];
    await chooseAndPay(ctx, paid, '00');
    await cancelCheckout(ctx, customerWith(cancelled.token));
    const before = [await summarize(ctx, paid), await summarize(ctx, cancelled)];
    ctx.clock.advance(lifetime_ms);
    expect(await expireSessions(ctx, service_actor)).toBe(0);
    expect([await summarize(ctx, paid), await summarize(ctx, cancelled)]).toEqual(before);
  });

  it('continues past a session that cannot be expired', async () => {
    const [stuck, other] = [await makeCheckout(ctx, caller), await makeCheckout(ctx, caller)];
    // A history row that conflicts with the one that the sweep would write.
    await ctx.pool.query(
      `insert into payment_transitions
        (merchant_id, payment_id, sequence, from_status, event, to_status, attempt_id, created_at)
      values ($1, $2, 1, 'pending', 'planted', 'pending', null, now())`,
      [stuck.merchant_id, stuck.payment_id],
    );
    ctx.clock.advance(lifetime_ms);
    const errors: object[] = [];
    const log = { ...ctx.log, error: (fields: object) => errors.push(fields) };
    expect(await expireSessions({ ...ctx, log }, service_actor)).toBe(1);
    expect(errors).toMatchObject([{ payment_id: stuck.payment_id, err: { code: '23505' } }]);
    expect(await summarize(ctx, other)).toEqual(expired);
    expect(await summarize(ctx, stuck)).toMatchObject({ payment: 'pending', session: 'active', events: [] });
  });
});

describe('expiring a session from the command line', () => {
  it('acts as if its 30 minutes had passed', async () => {
    const checkout = await makeCheckout(ctx, caller);
    const now = ctx.clock.now();
    expect(await expireCheckout(ctx, command, checkout.token)).toEqual({
      token: checkout.token,
      status: 'expired',
    });
    expect(await summarize(ctx, checkout)).toEqual(expired);
    const session = await requireSession(ctx, checkout.token);
    expect(session).toMatchObject({ expires_at: now, created_at: new Date(now.getTime() - lifetime_ms) });
  });

  it('changes nothing the second time', async () => {
    const checkout = await makeCheckout(ctx, caller);
    await expireCheckout(ctx, command, checkout.token);
    ctx.clock.advance(1000);
    expect(await expireCheckout(ctx, command, checkout.token)).toMatchObject({ status: 'expired' });
    expect(await summarize(ctx, checkout)).toEqual(expired);
  });

  it('keeps an earlier outcome: a paid session stays completed', async () => {
    const checkout = await makeCheckout(ctx, caller);
    await chooseAndPay(ctx, checkout, '00');
    expect(await expireCheckout(ctx, command, checkout.token)).toMatchObject({ status: 'completed' });
    expect(await summarize(ctx, checkout)).toMatchObject({ payment: 'success', late: false });
  });

  it('is refused in live mode', async () => {
    const checkout = await makeCheckout(ctx, await makeCaller(ctx, 'live'));
    await expect(expireCheckout(ctx, command, checkout.token)).rejects.toMatchObject({
      code: 'forbidden',
      status: 403,
    });
    expect(await summarize(ctx, checkout)).toMatchObject({ payment: 'pending', session: 'active' });
  });

  it('with an unknown token results in a 404', async () => {
    await expect(expireCheckout(ctx, command, 'x'.repeat(43))).rejects.toMatchObject({
      code: 'session_not_found',
    });
  });
});
