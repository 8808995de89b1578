import { makeId } from '@guichet/kernel/ids';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandOf, keyHolder } from '../../../../../test-support/actors.ts';
import { commitAttempt } from '../../../../../test-support/attempts.ts';
import { chooseAndPay, makeCaller, makeCheckout, setFees } from '../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { advance } from '../../../../../test-support/jobs.ts';
import { makeStaff } from '../../../../../test-support/payout-staff.ts';
import { makePayer, payoutTo } from '../../../../../test-support/payouts.ts';
import { duplicateOf, makePaid, makeRefund } from '../../../../../test-support/refunds.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { setBranding } from '../../accounts/merchants/set-branding.ts';
import { createEndpoint } from '../../events/webhooks/endpoints/create.ts';
import { recordMovement } from '../../operations/books/record.ts';
import { resolvePayment } from '../../operations/review/resolve.ts';
import { markForReview } from '../../payments/attempt/queries.ts';
import { service_actor } from '../../platform/actor/actor.ts';
import { orderPayout } from '../../transfers/payouts/orders/create.ts';
import { setPayoutRule } from '../../transfers/payouts/orders/rules.ts';
import { updateFacts } from '../../transfers/queries.ts';
import { refunds } from '../../transfers/refunds/kind.ts';
import { browsePayments } from '../payments/browse.ts';
import { listNeeds, listSteps } from './needs.ts';
import { rollUpDays } from './roll-up.ts';
import { showOverview } from './show.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());

async function pay(caller: Caller, digits: string, operator = 'mtn_ci', fields: object = {}) {
  const checkout = await makeCheckout(ctx, caller, fields);
  await chooseAndPay(ctx, checkout, digits, operator);
  return checkout;
}

async function makeShop() {
  const caller = await makeCaller(ctx);
  await setFees(ctx, caller, { mtn_ci: '2', orange_ci: '1' });
  return { caller, owner: makeStaff(caller.merchant_id, 'owner') };
}

describe('the overview’s figures', () => {
  it('count successes and failures, by day and operator', async () => {
    const { caller, owner } = await makeShop();
    await pay(caller, '00');
    await pay(caller, '00', 'orange_ci', { amount: 1_000 });
    await pay(caller, '01');
    await advance(ctx, 24 * 60 * 60 * 1000);
    await pay(caller, '00', 'mtn_ci', { amount: 7_000 });
    await rollUpDays(ctx, service_actor);
    const { currencies, currency, total, before, days, operators } = await showOverview(ctx, owner, {
      days: '7',
    });
    const today = ctx.clock.now().toISOString().slice(0, 10);
    expect({ currencies, currency }).toEqual({ currencies: ['XOF'], currency: 'XOF' });
    expect(total).toMatchObject({ amount: 13_000, fee: 250, paid: 3, refused: 1, success_rate: 0.75 });
    expect(before).toMatchObject({ amount: 0, paid: 0, success_rate: null, average_s: null });
    expect(days).toHaveLength(7);
    expect(days.slice(-2)).toMatchObject([
      { amount: 6_000, fee: 110, paid: 2, refused: 1 },
      { day: today, amount: 7_000, fee: 140, paid: 1, refused: 0 },
    ]);
    expect(operators).toMatchObject([
      { operator: 'mtn_ci', amount: 12_000, paid: 2, refused: 1 },
      { operator: 'orange_ci', amount: 1_000, paid: 1, refused: 0, success_rate: 1 },
    ]);
  });

  it('include the time to pay', async () => {
    const { caller, owner } = await makeShop();
    // This payment succeeds after ten seconds.
    await pay(caller, '10');
    await advance(ctx, 60_000);
    await rollUpDays(ctx, service_actor);
    const { total } = await showOverview(ctx, owner, {});
    expect(total.average_s).toBeGreaterThanOrEqual(10);
    expect(total.average_s).toBeLessThan(60);
  });

  it('count each event once, however often and concurrently they are updated', async () => {
    const { caller, owner } = await makeShop();
    for (let number = 0; number < 5; number++) await pay(caller, '00');
    await Promise.all([
      rollUpDays(ctx, service_actor),
      rollUpDays(ctx, service_actor),
      rollUpDays(ctx, service_actor),
    ]);
    await pay(caller, '00');
    await Promise.all([rollUpDays(ctx, service_actor), rollUpDays(ctx, service_actor)]);
    expect(await rollUpDays(ctx, service_actor)).toBe(0);
    expect((await showOverview(ctx, owner, {})).total.paid).toBe(6);
  });

  it('do not miss an event whose transaction ends after a later one', async () => {
    const { caller, owner } = await makeShop();
    const early = await makeCheckout(ctx, caller);
    await chooseAndPay(ctx, early, '00');
    const { rows } = await ctx.pool.query('select * from events where object_id = $1', [early.payment_id]);
    const [event] = rows;
    // Moves the event into a transaction that is still open while a later event is counted.
    await ctx.pool.query('delete from webhook_deliveries where merchant_id = $1', [caller.merchant_id]);
    const slow = await ctx.pool.connect();
    await slow.query('begin');
    await slow.query(`select pg_advisory_xact_lock_shared(hashtextextended($1, 0))`, [
      `events ${caller.merchant_id} test`,
    ]);
    await slow.query(
      `insert into events (merchant_id, id, mode, type, object_id, sequence, body, created_at)
      values ($1, $2, 'test', 'payment.failed', $3, 2, $4, $5)`,
      [event.merchant_id, makeId('event'), event.object_id, event.body, event.created_at],
    );
    await pay(caller, '00');
    await rollUpDays(ctx, service_actor);
    await slow.query('commit');
    slow.release();
    await rollUpDays(ctx, service_actor);
    expect((await showOverview(ctx, owner, {})).total).toMatchObject({ paid: 2, refused: 1 });
  });

  it('are separate for each currency, merchant and mode', async () => {
    const { caller, owner } = await makeShop();
    await pay(caller, '00');
    const stranger = makeStaff((await makeCaller(ctx)).merchant_id, 'owner');
    await rollUpDays(ctx, service_actor);
    expect((await showOverview(ctx, stranger, {})).total.paid).toBe(0);
    expect((await showOverview(ctx, { ...owner, mode: 'live' }, {})).currency).toBeNull();
    expect((await showOverview(ctx, owner, { currency: 'GHS' })).total.paid).toBe(0);
  });

  it.each([[{ days: '8' }], [{ currency: 'xof' }], [{ more: '1' }]])(
    'are refused for the invalid query %o',
    async (query) => {
      const { owner } = await makeShop();
      await expect(showOverview(ctx, owner, query)).rejects.toMatchObject({ code: 'invalid_fields' });
    },
  );
});

describe('the items that need attention', () => {
  it('are an empty list when all is well', async () => {
    const { caller, owner } = await makeShop();
    await pay(caller, '00');
    expect(await listNeeds(ctx, owner)).toEqual({ items: [], low_balances: [] });
  });

  it('include a payment open after an hour, a waiting payout, a low balance and a disabled endpoint', async () => {
    const { merchant_id } = await makePayer(ctx, 100_000);
    const owner = makeStaff(merchant_id, 'owner');
    const finance = makeStaff(merchant_id, 'finance');
    const caller = keyHolder(merchant_id);
    await setPayoutRule(ctx, owner, { currency: 'XOF', body: { approval_above: 0, low_balance: 1_000_000 } });
    await orderPayout(ctx, finance, payoutTo('00'), null);
    await recordMovement(ctx, finance, {
      ...{ kind: 'float_deposited', account: 'sandbox', currency: 'XOF', amount: 10, reference: 'TRX-1' },
    });
    const { id } = await createEndpoint(ctx, commandOf(merchant_id, 'test'), {
      url: 'http://localhost:9/hook',
    });
    await ctx.pool.query(
      `update webhook_endpoints set enabled = false, disabled_reason = 'failing', disabled_at = now() where id = $1`,
      [id],
    );
    // Awaits a decision on the sandbox's panel.
    await pay(caller, '22');
    expect((await listNeeds(ctx, owner)).items).not.toContainEqual({ kind: 'slow_payments', count: 1 });
    await advance(ctx, 61 * 60 * 1000);
    expect(await listNeeds(ctx, owner)).toEqual({
      items: [
        { kind: 'slow_payments', count: 1 },
        { kind: 'waiting_payouts', count: 1 },
        { kind: 'waiting_movements', count: 1 },
        { kind: 'failing_endpoints', count: 1 },
      ],
      low_balances: [{ currency: 'XOF', available: 95_000, low_balance: 1_000_000 }],
    });
    const kinds = (await listNeeds(ctx, finance)).items.map(({ kind }) => kind);
    expect(kinds).toEqual(['slow_payments', 'waiting_payouts', 'waiting_movements']);
  });
});

it('a difference between a provider’s balance and the books needs attention, in live mode only', async () => {
  const { owner } = await makeShop();
  const account_id = 'cac_01JD0Z5T8QXW3N4K5M6P7R8S9T';
  await ctx.pool.query(
    `insert into clearing_drifts (merchant_id, account_id, currency, booked_minor, reported_minor, coming_minor,
      going_minor, drift_minor, since, grown_at, compared_at)
    values ($1, $2, 'XOF', 120000, 118500, 0, 0, -1500, now(), now(), now()),
      ($1, $2, 'XAF', 120000, 120000, 0, 0, 0, null, null, now())`,
    [owner.merchant_id, account_id],
  );
  expect((await listNeeds(ctx, { ...owner, mode: 'live' })).items).toEqual([{ kind: 'drifts', count: 1 }]);
  expect((await listNeeds(ctx, owner)).items).toEqual([]);
});

describe('the number of payments that need review', () => {
  it.each([
    ['slow_payments', 'slow'],
    ['unknown_payments', 'unknown'],
    ['duplicates', 'duplicate'],
    ['stuck_refunds', 'refund'],
  ] as const)('(%s) is the length of the list to which it links', async (kind, needs_review) => {
    const { caller, owner } = await makeShop();
    const { payment_id } = await situations[kind](caller);
    // This payment has no problems.
    await pay(caller, '00');
    expect((await listNeeds(ctx, owner)).items).toEqual([{ kind, count: 1 }]);
    for (const other of ['slow', 'unknown', 'duplicate', 'refund'] as const) {
      const { items } = await browsePayments(ctx, owner, { needs_review: other });
      expect(items.map(({ id }) => id)).toEqual(other === needs_review ? [payment_id] : []);
    }
    const all = await browsePayments(ctx, owner, { needs_review: 'true' });
    expect(all.items).toHaveLength(needs_review === 'slow' ? 0 : 1);
  });
});

it('a duplicate that a person has resolved as settled no longer needs review', async () => {
  const { caller, owner } = await makeShop();
  const checkout = await situations.duplicates(caller);
  const object_id = await duplicateOf(ctx, checkout);
  await resolvePayment(ctx, owner, {
    id: checkout.payment_id,
    body: {
      object_id,
      verdict: 'settled',
      note: 'Gave it back in cash',
    },
  });
  expect((await listNeeds(ctx, owner)).items).toEqual([]);
});

/** Functions that make payments that need attention. */
const situations = {
  slow_payments: async (caller: Caller) => {
    const checkout = await makeCheckout(ctx, caller);
    await commitAttempt(ctx, checkout);
    await ctx.pool.query(
      `update attempts set created_at = now() - interval '61 minutes' where payment_id = $1`,
      [checkout.payment_id],
    );
    return checkout;
  },
  unknown_payments: async (caller: Caller) => {
    const checkout = await makeCheckout(ctx, caller);
    await markForReview(ctx.db, await commitAttempt(ctx, checkout));
    return checkout;
  },
  duplicates: async (caller: Caller) => {
    const checkout = await makeCheckout(ctx, caller);
    await chooseAndPay(ctx, checkout, '18', 'mtn_ci');
    await advance(ctx, 1500);
    await chooseAndPay(ctx, checkout, '00', 'orange_ci');
    await advance(ctx, 60_000);
    return checkout;
  },
  stuck_refunds: async (caller: Caller) => {
    const checkout = await makePaid(ctx, caller);
    await updateFacts(ctx.db, refunds, await makeRefund(ctx, checkout), { needs_review: true });
    return checkout;
  },
};

it('the first steps are marked as done automatically', async () => {
  const { caller, owner } = await makeShop();
  const done = async () =>
    (await listSteps(ctx, owner)).items.filter((item) => item.done).map(({ step }) => step);
  expect(await done()).toEqual(['api_key']);
  await pay(caller, '00');
  await rollUpDays(ctx, service_actor);
  await createEndpoint(ctx, commandOf(caller.merchant_id, 'test'), { url: 'http://localhost:9/hook' });
  await setBranding(ctx, commandOf(caller.merchant_id), { primary_color: '#0f7a4d' });
  expect(await done()).toEqual(['test_payment', 'api_key', 'webhook', 'branding']);
});
