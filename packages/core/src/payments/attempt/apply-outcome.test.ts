import { asCurrency } from '@guichet/kernel/currencies';
import type { Outcome } from '@guichet/kernel/outcome';
import type { ConnectorAnswer } from '@guichet/operators/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { command } from '../../../../../test-support/actors.ts';
import { commitAttempt, keyOf } from '../../../../../test-support/attempts.ts';
import { type Checkout, makeCaller, makeCheckout } from '../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { dropJobs } from '../../../../../test-support/jobs.ts';
import { ordersOf } from '../../../../../test-support/orders.ts';
import { summarize } from '../../../../../test-support/payments.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { checkLedger } from '../../ledger/check.ts';
import { getPayment } from '../queries.ts';
import { applyOutcome } from './apply-outcome.ts';
import { type Attempt, findAttempt } from './queries.ts';
import type { Via } from './transition.ts';

let ctx: TestContext;
let caller: Caller;
beforeAll(async () => {
  ctx = await makeTestContext();
  caller = await makeCaller(ctx);
});
afterAll(() => ctx.database.close());
beforeEach(() => dropJobs(ctx));
afterEach(async () => {
  expect((await checkLedger(ctx, command)).breaches).toEqual([]);
});

const xof = asCurrency('XOF');
const settled: Outcome = { kind: 'settled', money: { amount_minor: 5100n, currency: xof } };
const failed: Outcome = { kind: 'failed', reason: 'wrong_pin', operator_code: 'E07' };
const pending: Outcome = { kind: 'pending', action: { kind: 'prompt' } };
const unknown: Outcome = { kind: 'unknown', cause: 'timeout' };

const answerOf = (outcome: Outcome, provider_reference: string | null = 'op-1'): ConnectorAnswer => ({
  outcome,
  provider_reference,
  raw: { kind: outcome.kind },
});

async function open(): Promise<{ checkout: Checkout; attempt: Attempt }> {
  const checkout = await makeCheckout(ctx, caller);
  return { checkout, attempt: await commitAttempt(ctx, checkout) };
}

const hear = (attempt: Attempt, outcome: Outcome, via: Via = 'inquiry'): Promise<void> =>
  applyOutcome(ctx, keyOf(attempt), answerOf(outcome), via);

async function read({ merchant_id, id }: Attempt): Promise<Attempt> {
  const row = await findAttempt(ctx.db, merchant_id, id);
  if (!row) throw new Error('the attempt is gone');
  return row;
}

const paid = {
  payment: 'success',
  late: false,
  session: 'completed',
  attempts: ['success'],
  events: ['1 payment.successful'],
  entries: [
    'collection operator_clearing:sandbox 5100',
    'collection merchant_balance -5000',
    'collection fees -100',
  ],
};
const refused = {
  payment: 'failed',
  late: false,
  session: 'active',
  attempts: ['failed'],
  events: ['1 payment.failed'],
  entries: [],
};

interface News {
  readonly via: Via;
  readonly outcome: Outcome;
}

/**
 * The final outcomes. The response to the request reports the outcome itself, `pending` or `unknown`; every other
 * source reports the outcome.
 */
const truths = [
  { name: 'settled', truth: settled, in_the_end: paid },
  { name: 'failed', truth: failed, in_the_end: refused },
];
const ways = truths.flatMap(({ name, truth, in_the_end }) =>
  [truth, pending, unknown].map((answer) => ({
    name,
    answer: answer.kind,
    truth,
    in_the_end,
    outcome: answer,
  })),
);

describe('applying outcomes of one attempt', () => {
  it.each(ways)(
    'with $name, after a response of $answer, has the same result in every order',
    async (way) => {
      const callback: News = { via: 'callback', outcome: way.truth };
      const news: News[] = [
        { via: 'answer', outcome: way.outcome },
        ...[callback, callback],
        { via: 'inquiry', outcome: way.truth },
      ];
      for (const order of ordersOf(news)) {
        const { checkout, attempt } = await open();
        for (const { via, outcome } of order) await hear(attempt, outcome, via);
        expect(await summarize(ctx, checkout)).toEqual(way.in_the_end);
      }
    },
  );

  it.each(ways)('with $name, after a response of $answer, has the same result concurrently', async (way) => {
    const { checkout, attempt } = await open();
    const truths_told = Array.from({ length: 8 }, () => hear(attempt, way.truth, 'callback'));
    await Promise.all([hear(attempt, way.outcome, 'answer'), ...truths_told]);
    expect(await summarize(ctx, checkout)).toEqual(way.in_the_end);
  });

  it('books a success after a failure, and ignores a failure after a success', async () => {
    const { checkout, attempt } = await open();
    for (const outcome of [failed, settled, failed, pending, unknown]) await hear(attempt, outcome);
    expect(await summarize(ctx, checkout)).toEqual({
      ...paid,
      events: ['1 payment.failed', '2 payment.successful'],
    });
    expect(await read(attempt)).toMatchObject({ failure_reason: null, operator_code: null });
  });

  it('changes neither payment nor ledger and emits no event while they are pending or unknown', async () => {
    const { checkout, attempt } = await open();
    for (const outcome of [pending, unknown, pending, unknown]) {
      await hear(attempt, outcome);
      expect(await summarize(ctx, checkout)).toMatchObject({
        payment: 'processing',
        events: [],
        entries: [],
      });
    }
  });

  it('throws for an unknown attempt', async () => {
    const { attempt } = await open();
    await expect(hear({ ...attempt, id: 'att_none' }, settled)).rejects.toThrow('att_none is gone');
  });
});

describe('an attempt', () => {
  it('keeps the operator’s reference once it is known', async () => {
    const { attempt } = await open();
    await applyOutcome(ctx, keyOf(attempt), answerOf(pending, 'op-7'), 'answer');
    await applyOutcome(ctx, keyOf(attempt), answerOf(unknown, null), 'inquiry');
    expect((await read(attempt)).provider_reference).toBe('op-7');
    await applyOutcome(ctx, keyOf(attempt), answerOf(settled, null), 'inquiry');
    expect(await read(attempt)).toMatchObject({ provider_reference: 'op-7', settled_at: ctx.clock.now() });
  });

  it('gets a new next action for the customer while it stays pending', async () => {
    const { attempt } = await open();
    await hear(attempt, { kind: 'pending', action: { kind: 'otp' } }, 'answer');
    expect((await read(attempt)).action).toEqual({ kind: 'otp' });
    await hear(attempt, { kind: 'pending', action: { kind: 'otp', problem: 'wrong_otp' } }, 'answer');
    expect((await read(attempt)).action).toEqual({ kind: 'otp', problem: 'wrong_otp' });
    // An inquiry whose result does not include the action leaves it unchanged.
    await hear(attempt, { kind: 'pending', action: null });
    expect((await read(attempt)).action).toEqual({ kind: 'otp', problem: 'wrong_otp' });
  });

  it('keeps the link to the operator’s page when an inquiry fails and the next one omits the link', async () => {
    const { attempt } = await open();
    const action = { kind: 'redirect', url: 'https://pay.operator.example/c/1' } as const;
    await hear(attempt, { kind: 'pending', action }, 'answer');
    await hear(attempt, unknown);
    expect(await read(attempt)).toMatchObject({ status: 'unknown', action });
    await hear(attempt, { kind: 'pending', action: null });
    expect(await read(attempt)).toMatchObject({ status: 'submitted', action });
  });

  it('stores our failure reason and the operator’s code, on the payment too', async () => {
    const { checkout, attempt } = await open();
    await hear(attempt, failed);
    expect(await read(attempt)).toMatchObject({ failure_reason: 'wrong_pin', operator_code: 'E07' });
    expect(await getPayment(ctx.db, checkout.merchant_id, checkout.payment_id)).toMatchObject({
      failure_reason: 'wrong_pin',
      failure_operator_code: 'E07',
      paid_at: null,
    });
  });

  it('stores the cause of an unknown outcome until the outcome is known', async () => {
    const { attempt } = await open();
    await hear(attempt, { kind: 'unknown', cause: 'server_error' }, 'answer');
    expect((await read(attempt)).unknown_cause).toBe('server_error');
    await hear(attempt, settled);
    expect((await read(attempt)).unknown_cause).toBeNull();
  });
});

describe('an amount other than requested', () => {
  const less: Outcome = { kind: 'settled', money: { amount_minor: 5000n, currency: xof } };
  const more: Outcome = { kind: 'settled', money: { amount_minor: 5101n, currency: xof } };
  const other: Outcome = { kind: 'settled', money: { amount_minor: 5100n, currency: asCurrency('XAF') } };

  it.each([
    ['less', less, { amount_minor: '5000', currency: 'XOF' }],
    ['more', more, { amount_minor: '5101', currency: 'XOF' }],
    ['a different currency', other, { amount_minor: '5100', currency: 'XAF' }],
  ])('%s is booked as received, once, and needs review', async (_, outcome, mismatch) => {
    const { checkout, attempt } = await open();
    await hear(attempt, outcome, 'callback');
    await hear(attempt, outcome);
    expect(await summarize(ctx, checkout)).toMatchObject({
      payment: 'processing',
      attempts: ['held'],
      events: [],
      entries: [
        `suspense_received operator_clearing:sandbox ${mismatch.amount_minor}`,
        `suspense_received suspense -${mismatch.amount_minor}`,
      ],
    });
    expect(await read(attempt)).toMatchObject({
      mismatch,
      needs_review: true,
      received_minor: BigInt(mismatch.amount_minor),
      received_currency: mismatch.currency,
      kept_minor: null,
    });
  });

  it('is booked as last reported until a person decides', async () => {
    const { checkout, attempt } = await open();
    await hear(attempt, less);
    await hear(attempt, more);
    expect((await read(attempt)).mismatch).toEqual({ amount_minor: '5101', currency: 'XOF' });
    expect((await summarize(ctx, checkout)).entries).toEqual([
      'suspense_received operator_clearing:sandbox 5000',
      'suspense_received suspense -5000',
      'suspense_corrected operator_clearing:sandbox -5000',
      'suspense_corrected suspense 5000',
      'suspense_received operator_clearing:sandbox 5101',
      'suspense_received suspense -5101',
    ]);
  });

  it('of a failed attempt is held, and the customer cannot pay again meanwhile', async () => {
    const { checkout, attempt } = await open();
    await hear(attempt, failed);
    await hear(attempt, less);
    expect(await summarize(ctx, checkout)).toMatchObject({
      payment: 'processing',
      attempts: ['held'],
      events: ['1 payment.failed'],
    });
    expect(await read(attempt)).toMatchObject({ needs_review: true, failure_reason: null });
  });

  it('of a successful attempt needs review, and nothing is booked', async () => {
    const { checkout, attempt } = await open();
    await hear(attempt, settled);
    await hear(attempt, less);
    await hear(attempt, less);
    expect(await summarize(ctx, checkout)).toEqual(paid);
    expect(await read(attempt)).toMatchObject({ needs_review: true, unknown_cause: 'amount_changed' });
  });

  it.each([
    ['nothing', 0n],
    ['a negative amount', -5n],
    ['more than a number can carry', 2n ** 53n],
    ['more than the database can carry', 2n ** 64n],
  ])('that is impossible (%s) is recorded, and not booked', async (_, amount_minor) => {
    const { checkout, attempt } = await open();
    await hear(attempt, { kind: 'settled', money: { amount_minor, currency: xof } });
    expect(await summarize(ctx, checkout)).toMatchObject({
      payment: 'processing',
      attempts: ['unknown'],
      entries: [],
    });
    expect(await read(attempt)).toMatchObject({
      needs_review: true,
      mismatch: { amount_minor: String(amount_minor), currency: 'XOF' },
    });
  });

  it('is removed from the books again when the operator reports that nothing arrived', async () => {
    const { checkout, attempt } = await open();
    await hear(attempt, less);
    await hear(attempt, failed);
    expect(await summarize(ctx, checkout)).toMatchObject({
      payment: 'failed',
      attempts: ['failed'],
      events: ['1 payment.failed'],
      entries: [
        'suspense_received operator_clearing:sandbox 5000',
        'suspense_received suspense -5000',
        'suspense_corrected operator_clearing:sandbox -5000',
        'suspense_corrected suspense 5000',
      ],
    });
    expect(await getPayment(ctx.db, checkout.merchant_id, checkout.payment_id)).toMatchObject({
      received_minor: null,
    });
  });

  it('does not prevent the right amount from settling', async () => {
    const { checkout, attempt } = await open();
    await hear(attempt, less);
    await hear(attempt, settled);
    expect(await summarize(ctx, checkout)).toEqual({
      ...paid,
      entries: [
        'suspense_received operator_clearing:sandbox 5000',
        'suspense_received suspense -5000',
        'suspense_corrected operator_clearing:sandbox -5000',
        'suspense_corrected suspense 5000',
        ...paid.entries,
      ],
    });
    expect(await read(attempt)).toMatchObject({ received_minor: null, needs_review: false });
  });
});
