import { asCurrency } from '@guichet/kernel/currencies';
import { makeId } from '@guichet/kernel/ids';
import type { Outcome } from '@guichet/kernel/outcome';
import type { ConnectorAnswer } from '@guichet/operators/contract';
import { defineProvider } from '@guichet/operators/provider';
import Type from 'typebox';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { commitAttempt, keyOf } from '../../../../test-support/attempts.ts';
import { makeCaller, makeCheckout } from '../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../test-support/context.ts';
import { advance, dropJobs, listJobs } from '../../../../test-support/jobs.ts';
import { payoutJob, readPayout } from '../../../../test-support/payouts.ts';
import { makeRefund, readRefund, refundJob } from '../../../../test-support/refunds.ts';
import type { Caller } from '../accounts/api-keys/authenticate.ts';
import { post } from '../ledger/post.ts';
import type { Rechecked } from '../operator-calls/plan-recheck.ts';
import { applyOutcome } from '../payments/attempt/apply-outcome.ts';
import { type Attempt, findAttempt } from '../payments/attempt/queries.ts';
import { service_actor } from '../platform/actor/actor.ts';
import { randomReference } from '../platform/references/references.ts';
import { sealConfig } from '../routing/connector-accounts/config.ts';
import { insertAccount } from '../routing/connector-accounts/queries.ts';
import { applyTransferOutcome } from './apply-outcome.ts';
import { pendingPayout } from './payouts/create.ts';
import { payouts } from './payouts/kind.ts';
import { insertPayout } from './payouts/queries.ts';
import { reservationOf } from './postings.ts';
import { refunds } from './refunds/kind.ts';
import { sendTransfer } from './send.ts';

const minute_ms = 60_000;
const hour_ms = 60 * minute_ms;
const pending = { kind: 'pending', action: null } as const;
const refused: Outcome = { kind: 'failed', reason: 'other', operator_code: 'E1' };
const back: Outcome = { kind: 'reversed', operator_code: 'R7', money: null };
const answerOf = (outcome: Outcome): ConnectorAnswer => ({ outcome, provider_reference: null, raw: null });
const settledWith = (amount_minor: bigint): Outcome => ({
  kind: 'settled',
  money: { amount_minor, currency: asCurrency('XOF') },
});

/** The outcome that the provider reports to an inquiry, and the number of inquiries. */
let truth: Outcome = refused;
let asked = 0;
const teller = defineProvider({
  id: 'teller',
  display_name: 'Teller',
  callback_trust: 'signed',
  config_schema: Type.Object({}),
  secret_fields: [],
  ...{ operators: ['mtn_ci'], hosts: ['teller.example'] },
  addressOf: () => 'https://teller.example',
  abilities: ['refund', 'payout'],
  same_payment_apart_s: 0,
  reversible_for_h: { collect: 72, payout: 72, refund: 72 },
  servicesOf: () => [],
  open: () => ({
    collect: async () => answerOf(pending),
    refund: async () => answerOf(pending),
    payout: async () => answerOf(pending),
    lookup: async () => {
      asked++;
      return answerOf(truth);
    },
    verifyCallback: () => true,
    readCallback: () => [],
  }),
});

let ctx: TestContext;
let caller: Caller;
let account: { id: string; connector: string };
beforeAll(async () => {
  ctx = await makeTestContext([teller]);
  caller = await makeCaller(ctx, 'live');
  const at = ctx.clock.now();
  account = await insertAccount(ctx.db, {
    merchant_id: caller.merchant_id,
    id: makeId('connector_account'),
    connector: teller.id,
    name: 'main',
    config_sealed: sealConfig(ctx.secrets, {}),
    services: '[]',
    created_at: at,
    updated_at: at,
    checked_at: null,
  });
});
afterAll(() => ctx.database.close());
beforeEach(async () => {
  await dropJobs(ctx);
  truth = refused;
  asked = 0;
});

/** An attempt, payout or refund that was sent and has not ended yet. */
interface Sent {
  readonly id: string;
  readonly amount_minor: bigint;
  /** Applies an outcome that the provider reports, by default in a callback. */
  hear(outcome: Outcome, via?: 'callback' | 'inquiry'): Promise<void>;
  read(): Promise<{ status: string; needs_review: boolean; unknown_cause: string | null } | undefined>;
}

async function openAttempt() {
  const checkout = await makeCheckout(ctx, caller);
  return { checkout, attempt: await commitAttempt(ctx, checkout, { account }) };
}

async function settle(attempt: Attempt): Promise<void> {
  const paid = answerOf(settledWith(attempt.charged_minor));
  await applyOutcome(ctx, keyOf(attempt), paid, 'callback');
}

const ways: Readonly<Record<Rechecked, () => Promise<Sent>>> = {
  attempt: async () => {
    const { attempt } = await openAttempt();
    const { id, merchant_id, charged_minor } = attempt;
    return {
      id,
      amount_minor: charged_minor,
      hear: (outcome, via = 'callback') => applyOutcome(ctx, keyOf(attempt), answerOf(outcome), via),
      read: () => findAttempt(ctx.db, merchant_id, id),
    };
  },
  payout: async () => {
    const { attempt } = await openAttempt();
    await settle(attempt);
    const { merchant_id, mode, operator, phone } = attempt;
    const payout = await ctx.db.transaction().execute(async (tx) => {
      const asked_for = {
        ...{ merchant_id, mode, id: makeId('payout'), currency: 'XOF', amount_minor: 1000n, operator },
        ...{ connector: account.connector, account_id: account.id, recipient_phone: phone },
        ...{ recipient_first_name: null, recipient_last_name: null, description: null },
        created_at: ctx.clock.now(),
      };
      const reference = randomReference();
      const row = await insertPayout(tx, { ...pendingPayout(asked_for), reference, needs_approval: false });
      if (!row) throw new Error('a random reference is taken');
      await post(tx, reservationOf(payouts.books, row, row.created_at));
      return row;
    });
    await sendTransfer(ctx, service_actor, { kind: payouts, job: payoutJob(payout) });
    return {
      id: payout.id,
      amount_minor: 1000n,
      hear: (outcome, via = 'callback') => applyTransferOutcome(ctx, payouts, payout, answerOf(outcome), via),
      read: () => readPayout(ctx, payout),
    };
  },
  refund: async () => {
    const { checkout, attempt } = await openAttempt();
    await settle(attempt);
    const refund = await makeRefund(ctx, checkout);
    await sendTransfer(ctx, service_actor, { kind: refunds, job: refundJob(refund) });
    return {
      id: refund.id,
      amount_minor: attempt.charged_minor,
      hear: (outcome, via = 'callback') => applyTransferOutcome(ctx, refunds, refund, answerOf(outcome), via),
      read: () => readRefund(ctx, refund),
    };
  },
};

describe.each(Object.keys(ways) as Rechecked[])('a refused %s', (kind) => {
  it('is rechecked, and succeeds after all if the provider then reports a success', async () => {
    const { id, amount_minor, hear, read } = await ways[kind]();
    await dropJobs(ctx);
    await hear(refused);
    expect((await read())?.status).toBe('failed');
    expect(await listJobs(ctx, 'second_look')).toMatchObject([
      {
        payload: { kind, id, round: 0 },
        run_at: new Date(ctx.clock.now().getTime() + 10 * minute_ms),
      },
    ]);
    truth = settledWith(amount_minor);
    await advance(ctx, 10 * minute_ms - 1);
    expect([(await read())?.status, asked]).toEqual(['failed', 0]);
    await advance(ctx, 1);
    expect([(await read())?.status, asked]).toEqual(['success', 1]);
    // From now on the attempt, payout or refund is rechecked as a success.
    expect(await listJobs(ctx, 'second_look')).toHaveLength(1);
  });

  it('that stays refused is rechecked three times', async () => {
    const { hear, read } = await ways[kind]();
    await dropJobs(ctx);
    await hear(refused);
    for (const [wait_ms, looks] of [
      [10 * minute_ms, 1],
      [2 * hour_ms, 2],
      [24 * hour_ms, 3],
      [72 * hour_ms, 3],
    ] as const) {
      await advance(ctx, wait_ms);
      expect([(await read())?.status, asked]).toEqual(['failed', looks]);
    }
    expect(await listJobs(ctx, 'second_look')).toEqual([]);
  });
});

describe.each(Object.keys(ways) as Rechecked[])(
  'a refused %s that the provider then reports as pending',
  (kind) => {
    const doubted = { status: 'failed', needs_review: true, unknown_cause: 'accepted_after_failure' };

    it.each([
      ['succeeds if the provider then reports a success', true],
      ['no longer needs review if the provider refuses it again', false],
    ])('is inquired about immediately, and %s', async (_, isMade) => {
      const { id, amount_minor, hear, read } = await ways[kind]();
      await hear(refused);
      await dropJobs(ctx);
      await hear(pending);
      expect(await read()).toMatchObject(doubted);
      expect(await listJobs(ctx, 'second_look')).toMatchObject([{ payload: { kind, id } }]);
      truth = isMade ? settledWith(amount_minor) : refused;
      await advance(ctx, 1_500);
      expect(asked).toBe(1);
      const status = isMade ? 'success' : 'failed';
      // A late payout needs review, because the merchant may have sent the money again in the meantime.
      const isAsked = isMade && kind === 'payout';
      const unknown_cause = isAsked ? 'paid_after_failure' : null;
      expect(await read()).toMatchObject({ status, needs_review: isAsked, unknown_cause });
    });

    it('is inquired about again within seconds if a recheck got that report', async () => {
      const { id, hear, read } = await ways[kind]();
      await hear(refused);
      truth = pending;
      await advance(ctx, 10 * minute_ms);
      expect([await read(), asked]).toMatchObject([doubted, 1]);
      truth = refused;
      await advance(ctx, 2_000);
      expect([await read(), asked]).toMatchObject([{ status: 'failed', needs_review: false }, 2]);
      // The next recheck is scheduled as usual.
      const looks = (await listJobs(ctx, 'second_look')).map(({ payload }) => payload);
      expect(looks.filter((look) => look.id === id)).toMatchObject([{ round: 1 }]);
    });

    it('is inquired about as soon as an inquiry in progress has ended', async () => {
      const { id, hear, read } = await ways[kind]();
      await hear(refused);
      const under_way = new Date(ctx.clock.now().getTime() + 4_500);
      await ctx.pool.query(`update ${kind}s set inquired_at = $2 where id = $1`, [id, under_way]);
      await hear(pending);
      truth = refused;
      await advance(ctx, 3_000);
      expect(asked).toBe(0);
      await advance(ctx, 10_000);
      expect([await read(), asked]).toMatchObject([{ status: 'failed', needs_review: false }, 1]);
    });

    it('does not change when an inquiry is only acknowledged', async () => {
      const { hear, read } = await ways[kind]();
      await hear(refused);
      await dropJobs(ctx);
      const taken: Outcome = { ...pending, is_old: true };
      await hear(taken, 'inquiry');
      await hear(taken, 'inquiry');
      expect(await read()).toMatchObject({ status: 'failed', needs_review: false, unknown_cause: null });
      expect(await listJobs(ctx, 'second_look')).toEqual([]);
    });

    it('needs review until the provider reports its outcome, and is rechecked as usual', async () => {
      const { hear, read } = await ways[kind]();
      await hear(refused);
      await dropJobs(ctx);
      truth = { kind: 'unknown', cause: 'unreachable' };
      await hear(pending);
      await hear(pending);
      for (const wait_ms of [0, 2 * hour_ms, 24 * hour_ms, 72 * hour_ms]) await advance(ctx, wait_ms);
      expect(asked).toBe(3);
      expect(await read()).toMatchObject(doubted);
    });
  },
);

describe.each(Object.keys(ways) as Rechecked[])('a successful %s', (kind) => {
  it('that the provider reports as failed afterwards is flagged for review only once, and no money moves', async () => {
    const { amount_minor, hear, read } = await ways[kind]();
    await hear(settledWith(amount_minor));
    expect(await read()).toMatchObject({ status: 'success', needs_review: false });
    const entries = async () => (await ctx.pool.query('select count(*) from ledger_entries')).rows;
    const before = await entries();
    await hear(refused);
    expect(await read()).toMatchObject({
      status: 'success',
      needs_review: true,
      unknown_cause: 'failed_after_success',
    });
    expect(await entries()).toEqual(before);
    const table = `${kind}s`;
    // As if a person had resolved the review as settled.
    await ctx.pool.query(`update ${table} set needs_review = false`);
    await hear(refused);
    expect((await read())?.needs_review).toBe(false);
  });

  it.each([
    ['a failure', refused, false],
    ['the success before a reversal', undefined, true],
  ])(
    'that needs review because of a late response reporting %s no longer does once the inquiry is repeated',
    async (_, said, isBack) => {
      const { amount_minor, hear, read } = await ways[kind]();
      const paid = settledWith(amount_minor);
      truth = isBack ? back : paid;
      await hear(paid);
      if (isBack) await hear(back);
      await dropJobs(ctx);
      // The inquiry was sent earlier, and its response was slow.
      await hear(said ?? paid, 'inquiry');
      expect((await read())?.needs_review).toBe(true);
      await advance(ctx, 1_500);
      expect(asked).toBe(1);
      const status = isBack ? 'reversed' : 'success';
      expect(await read()).toMatchObject({ status, needs_review: false, unknown_cause: null });
    },
  );

  it('that the provider then reports as pending or unsent does not change', async () => {
    const { amount_minor, hear, read } = await ways[kind]();
    await hear(settledWith(amount_minor));
    await hear(pending);
    await hear({ ...refused, reached_customer: false } as Outcome);
    expect(await read()).toMatchObject({ status: 'success', needs_review: false, unknown_cause: null });
  });

  it('that was refused before does not change when the refusal is repeated', async () => {
    const { amount_minor, hear, read } = await ways[kind]();
    await hear(refused);
    await hear(settledWith(amount_minor));
    const { needs_review, unknown_cause } = (await read()) ?? {};
    await hear(refused);
    expect(await read()).toMatchObject({ status: 'success', needs_review, unknown_cause });
  });

  it('that was refused before needs review when an inquiry that began later reports the refusal', async () => {
    const { amount_minor, hear, read } = await ways[kind]();
    await hear(refused);
    await hear(settledWith(amount_minor));
    const before = await read();
    await hear(refused);
    await advance(ctx, 1_500);
    expect(asked).toBe(1);
    // A late payout is under review already.
    const unknown_cause = before?.needs_review ? before.unknown_cause : 'failed_after_success';
    expect(await read()).toMatchObject({ status: 'success', needs_review: true, unknown_cause });
    truth = settledWith(amount_minor);
    await advance(ctx, 2 * hour_ms);
    expect(await read()).toMatchObject({ status: 'success', needs_review: before?.needs_review });
  });

  it('that was reversed is inquired about again if it is reported as paid and the inquiry gets no answer', async () => {
    const { amount_minor, hear, read } = await ways[kind]();
    for (const one of [settledWith(amount_minor), back]) await hear(one);
    await dropJobs(ctx);
    truth = { kind: 'unknown', cause: 'unreachable' };
    await hear(settledWith(amount_minor));
    await advance(ctx, 1_500);
    truth = settledWith(amount_minor);
    await advance(ctx, 2 * hour_ms);
    expect(await read()).toMatchObject({ status: 'reversed', unknown_cause: 'paid_after_reversal' });
  });

  it('is rechecked for as long as the provider may reverse it, and is reversed if a recheck reports a reversal', async () => {
    const { id, amount_minor, hear, read } = await ways[kind]();
    await dropJobs(ctx);
    truth = settledWith(amount_minor);
    await hear(truth);
    expect(await listJobs(ctx, 'second_look')).toMatchObject([
      { payload: { kind, id, round: 0 }, run_at: new Date(ctx.clock.now().getTime() + hour_ms) },
    ]);
    for (const [wait_h, looks] of [
      [1, 1],
      [5, 2],
      [18, 3],
      [24, 4],
    ] as const) {
      await advance(ctx, wait_h * hour_ms);
      expect([(await read())?.status, asked]).toEqual(['success', looks]);
    }
    truth = back;
    await advance(ctx, 24 * hour_ms);
    expect([(await read())?.status, asked]).toEqual(['reversed', 5]);
    expect(await listJobs(ctx, 'second_look')).toEqual([]);
  });

  it('is not rechecked once the provider can no longer reverse it', async () => {
    const { amount_minor, hear, read } = await ways[kind]();
    await dropJobs(ctx);
    truth = settledWith(amount_minor);
    await hear(truth);
    for (const wait_h of [1, 5, 18, 24, 24, 72]) await advance(ctx, wait_h * hour_ms);
    expect([(await read())?.status, asked]).toEqual(['success', 5]);
    expect(await listJobs(ctx, 'second_look')).toEqual([]);
  });
});
