import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandOf } from '../../../../test-support/actors.ts';
import { makeCaller, makeCheckout } from '../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../test-support/context.ts';
import { dropJobs, listJobs } from '../../../../test-support/jobs.ts';
import type { Caller } from '../accounts/api-keys/authenticate.ts';
import { createEndpoint } from '../events/webhooks/endpoints/create.ts';
import { accounts } from '../ledger/accounts.ts';
import type { Posting } from '../ledger/post.ts';
import type { PaymentStatus } from '../platform/database/tables/payments.ts';
import { getPayment, type Payment } from './queries.ts';
import { type PaymentEvent, type PaymentEventType, paymentRules } from './states.ts';
import { transitionPayment } from './transition.ts';

let ctx: TestContext;
let caller: Caller;
beforeAll(async () => {
  ctx = await makeTestContext();
  caller = await makeCaller(ctx);
  await createEndpoint(ctx, commandOf(caller.merchant_id, 'test'), { url: 'http://localhost:9/hook' });
});
afterAll(() => ctx.database.close());

type Change = { readonly to: PaymentStatus; readonly emits: PaymentEventType | null };
const to = (status: PaymentStatus, emits: PaymentEventType | null = null): Change => ({ to: status, emits });
const paid = to('success', 'payment.successful');

/** The rules of design section 5: the result of each event in each status, or null where the event is refused. */
const expected: Readonly<Record<PaymentStatus, Readonly<Record<PaymentEvent, Change | null>>>> = {
  pending: {
    attempt_opened: to('processing'),
    account_changed: null,
    attempt_succeeded: null,
    attempt_failed: null,
    attempt_reversed: null,
    money_held: null,
    customer_cancelled: to('cancelled', 'payment.cancelled'),
    session_expired: to('expired', 'payment.expired'),
  },
  processing: {
    attempt_opened: null,
    account_changed: to('processing'),
    attempt_succeeded: paid,
    attempt_failed: to('failed', 'payment.failed'),
    attempt_reversed: null,
    money_held: null,
    customer_cancelled: null,
    session_expired: null,
  },
  failed: {
    attempt_opened: to('processing'),
    account_changed: null,
    attempt_succeeded: paid,
    attempt_failed: null,
    attempt_reversed: null,
    money_held: to('processing'),
    customer_cancelled: to('cancelled', 'payment.cancelled'),
    session_expired: null,
  },
  success: {
    attempt_opened: null,
    account_changed: null,
    attempt_succeeded: null,
    attempt_failed: null,
    attempt_reversed: to('reversed', 'payment.reversed'),
    money_held: null,
    customer_cancelled: null,
    session_expired: null,
  },
  cancelled: {
    attempt_opened: null,
    account_changed: null,
    attempt_succeeded: paid,
    attempt_failed: null,
    attempt_reversed: null,
    money_held: to('processing'),
    customer_cancelled: null,
    session_expired: null,
  },
  expired: {
    attempt_opened: null,
    account_changed: null,
    attempt_succeeded: paid,
    attempt_failed: null,
    attempt_reversed: null,
    money_held: to('processing'),
    customer_cancelled: null,
    session_expired: null,
  },
  reversed: {
    attempt_opened: null,
    account_changed: null,
    attempt_succeeded: paid,
    attempt_failed: null,
    attempt_reversed: null,
    money_held: null,
    customer_cancelled: null,
    session_expired: null,
  },
};
const pairs = Object.entries(expected).flatMap(([from, events]) =>
  Object.entries(events).map(([event, change]) => ({
    from: from as PaymentStatus,
    event: event as PaymentEvent,
    to: change?.to ?? null,
    emits: change?.emits ?? null,
  })),
);

const at = new Date('2040-03-01T10:05:00Z');
const attempt_id = 'att_01JD0Z5T8Q0000000000000000';

/** Inserts a payment with the given status. */
async function makePayment(status: PaymentStatus): Promise<Payment> {
  const { merchant_id, payment_id } = await makeCheckout(ctx, caller);
  const paid_at = status === 'success' || status === 'reversed' ? at : null;
  const reversed_at = status === 'reversed' ? at : null;
  await ctx.db
    .updateTable('payments')
    .set({ status, paid_at, reversed_at })
    .where('id', '=', payment_id)
    .execute();
  await dropJobs(ctx);
  return getPayment(ctx.db, merchant_id, payment_id);
}

function postingOf({ merchant_id, mode, currency, id, amount_minor }: Payment): Posting {
  return {
    merchant_id,
    mode,
    currency,
    kind: 'collection',
    payment_id: id,
    attempt_id: `att_of_${id}`,
    payout_id: null,
    at,
    lines: [
      { account: accounts.operatorClearing('sandbox'), amount_minor },
      { account: accounts.merchantBalance, amount_minor: -amount_minor },
    ],
  };
}

/** Returns the columns that the database schema requires together with the status after an event. */
function factsOf(event: PaymentEvent) {
  if (event === 'attempt_succeeded') return { paid_at: at, reversed_at: null };
  return event === 'attempt_reversed' ? { reversed_at: at } : { failure_operator_code: 'E42' };
}

function apply(payment: Payment, event: PaymentEvent): Promise<Payment | undefined> {
  const change = { event, at, attempt_id, facts: factsOf(event), posting: postingOf(payment) };
  return ctx.db.transaction().execute((tx) => transitionPayment(ctx, tx, payment, change));
}

/** Reads everything related to a payment. */
async function look({ merchant_id, id, session_token }: Payment) {
  const rows = async (table: 'payment_transitions' | 'ledger_transactions') =>
    ctx.db.selectFrom(table).selectAll().where('payment_id', '=', id).execute();
  return {
    row: await getPayment(ctx.db, merchant_id, id),
    history: await rows('payment_transitions'),
    postings: await rows('ledger_transactions'),
    events: await ctx.db.selectFrom('events').selectAll().where('object_id', '=', id).execute(),
    session: await ctx.db
      .selectFrom('checkout_sessions')
      .selectAll()
      .where('token', '=', session_token)
      .execute(),
    deliveries: await ctx.db.selectFrom('webhook_deliveries').selectAll().execute(),
    jobs: await listJobs(ctx),
  };
}

describe('a payment', () => {
  it.each(pairs.filter((pair) => pair.to !== null))(
    'changes from $from to $to on $event and emits $tells',
    async ({ from, event, to: status, emits }) => {
      const payment = await makePayment(from);
      const before = await look(payment);
      const changed = await apply(payment, event);
      const after = await look(payment);

      expect(after.row).toEqual({ ...payment, ...factsOf(event), status, sequence: payment.sequence + 1 });
      expect(changed).toEqual(after.row);
      const key = { merchant_id: payment.merchant_id, payment_id: payment.id };
      const step = { from_status: from, event, to_status: status, attempt_id, created_at: at };
      expect(after.history).toEqual([{ ...key, sequence: payment.sequence + 1, ...step }]);
      expect(after.postings).toMatchObject([{ ...key, kind: 'collection' }]);
      expect(after.session).toEqual(before.session);

      expect(after.events.map(({ type, sequence }) => [type, sequence])).toEqual(emits ? [[emits, 1]] : []);
      const event_id = after.events[0]?.id;
      const added = after.deliveries.slice(before.deliveries.length);
      expect(added).toEqual(emits ? [expect.objectContaining({ event_id, status: 'waiting' })] : []);
      expect(after.jobs).toEqual(before.jobs);
      const body = JSON.parse(after.events[0]?.body ?? 'null');
      if (emits) expect(body).toMatchObject({ id: event_id, event: emits, data: { id: payment.id, status } });
    },
  );

  it.each(pairs.filter((pair) => pair.to === null))(
    'that is $from refuses $event and does not change',
    async ({ from, event }) => {
      const payment = await makePayment(from);
      const before = await look(payment);
      expect(await apply(payment, event)).toBeUndefined();
      expect(await look(payment)).toEqual(before);
    },
  );

  it('is not overwritten if another transaction has changed it since it was read', async () => {
    const payment = await makePayment('pending');
    await apply(payment, 'attempt_opened');
    const before = await look(payment);
    expect(await apply(payment, 'customer_cancelled')).toBeUndefined();
    expect(await look(payment)).toEqual(before);
  });

  it('does not change at all if its posting does not balance', async () => {
    const payment = await makePayment('processing');
    const before = await look(payment);
    const posting = { ...postingOf(payment), lines: [{ account: accounts.fees, amount_minor: 1n }] };
    const change = { event: 'attempt_succeeded', at, attempt_id, facts: { paid_at: at }, posting } as const;
    await expect(
      ctx.db.transaction().execute((tx) => transitionPayment(ctx, tx, payment, change)),
    ).rejects.toThrow('off by 1');
    expect(await look(payment)).toEqual(before);
  });
});

describe('the payment rules', () => {
  it('match the expected transitions above, without repeated pairs', () => {
    const walked = pairs.filter((pair) => pair.to !== null);
    const byName = (rule: { from: string; event: string }): string => `${rule.from} ${rule.event}`;
    expect(paymentRules.map(byName).toSorted()).toEqual(walked.map(byName).toSorted());
  });

  it('lead to success only after a success at the operator, and out of it only after a reversal', () => {
    expect(paymentRules.filter(({ from }) => from === 'success').map(({ event }) => event)).toEqual([
      'attempt_reversed',
    ]);
    const ways = paymentRules.filter((rule) => rule.to === 'success').map(({ event }) => event);
    expect(new Set(ways)).toEqual(new Set(['attempt_succeeded']));
  });
});
