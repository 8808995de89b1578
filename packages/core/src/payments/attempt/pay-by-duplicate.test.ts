import { asCurrency } from '@guichet/kernel/currencies';
import type { Outcome } from '@guichet/kernel/outcome';
import { describe, expect, it } from 'vitest';
import { type Checkout, chooseAndPay, makeCheckout } from '../../../../../test-support/checkouts.ts';
import type { TestContext } from '../../../../../test-support/context.ts';
import { listEvents, summarize } from '../../../../../test-support/payments.ts';
import { makeStaff } from '../../../../../test-support/payout-staff.ts';
import { duplicateOf, makeRefund, refundJob } from '../../../../../test-support/refunds.ts';
import { withSeller } from '../../../../../test-support/with-seller.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { updateMoneyChoices } from '../../accounts/merchants/money-choices.ts';
import { resolvePayment } from '../../operations/review/resolve.ts';
import { commandFor, service_actor } from '../../platform/actor/actor.ts';
import { refunds } from '../../transfers/refunds/kind.ts';
import { refundHeld } from '../../transfers/refunds/refund-held.ts';
import { sendTransfer } from '../../transfers/send.ts';
import { retrievePayment } from '../retrieve.ts';
import { applyOutcome } from './apply-outcome.ts';
import { type Attempt, listAttempts, updateAttempt } from './queries.ts';
import { nothing_kept } from './taken.ts';
import type { Via } from './transition.ts';

let ctx: TestContext;
let caller: Caller;
withSeller((context, seller) => {
  ctx = context;
  caller = seller;
});

const settledWith = (amount_minor: bigint): Outcome => ({
  kind: 'settled',
  money: { amount_minor, currency: asCurrency('XOF') },
});
const settled = settledWith(5100n);
const reversed: Outcome = { kind: 'reversed', operator_code: 'R7', money: null };

async function attemptOf({ merchant_id, payment_id }: Checkout, number: number): Promise<Attempt> {
  const attempt = (await listAttempts(ctx.db, merchant_id, payment_id))[number - 1];
  if (!attempt) throw new Error('there is no such attempt');
  return attempt;
}

async function hear(
  checkout: Checkout,
  number: number,
  outcome: Outcome,
  via: Via = 'callback',
): Promise<void> {
  const { merchant_id, payment_id, id: attempt_id } = await attemptOf(checkout, number);
  const answer = { outcome, provider_reference: 'op-1', raw: {} };
  await applyOutcome(ctx, { merchant_id, payment_id, attempt_id }, answer, via);
}

/**
 * Makes a payment whose first attempt, of 5,100 XOF with MTN, was refused; the second, of 5,050 with Wave, has paid
 * it.
 */
async function makePaidBySecond(): Promise<Checkout> {
  const checkout = await makeCheckout(ctx, caller);
  await chooseAndPay(ctx, checkout, '01', 'mtn_ci');
  await chooseAndPay(ctx, checkout, '00', 'wave_ci');
  return checkout;
}

/** Makes the same payment, after the operator took the money of the first attempt after all. */
async function makeTwice(): Promise<Checkout> {
  const checkout = await makePaidBySecond();
  await hear(checkout, 1, settled);
  return checkout;
}

/** Lists the ledger accounts of this merchant that are not at zero. */
async function books(): Promise<string[]> {
  const { rows } = await ctx.pool.query<{ line: string }>(
    `select account || ' ' || sum(amount_minor) as line from balance_changes where merchant_id = $1
    group by account having sum(amount_minor) <> 0 order by 1`,
    [caller.merchant_id],
  );
  return rows.map(({ line }) => line);
}

const paid_by_first = ['fees -100', 'merchant_balance -5000', 'operator_clearing:sandbox 5100'];

describe('a payment that was paid twice, and whose first collection is reversed', () => {
  it.each(['callback', 'inquiry', 'person'] as const)(
    'by %s, is paid by the duplicate, once',
    async (via) => {
      const checkout = await makeTwice();
      for (let round = 0; round < 3; round++) {
        // A second decision by a person is refused before anything is applied.
        if (via !== 'person' || round === 0) await hear(checkout, 2, reversed, via);
      }
      const { entries, ...summary } = await summarize(ctx, checkout);
      expect(summary).toEqual({
        payment: 'success',
        late: false,
        session: 'completed',
        attempts: ['success', 'reversed'],
        events: [
          ...['1 payment.failed', '2 payment.successful', '3 payment.duplicate'],
          ...['4 payment.reversed', '5 payment.successful'],
        ],
      });
      expect(entries.slice(-6)).toEqual([
        'collection_reversed operator_clearing:sandbox -5050',
        'collection_reversed merchant_balance 5000',
        'collection_reversed fees 50',
        'duplicate_accepted duplicates 5100',
        'duplicate_accepted merchant_balance -5000',
        'duplicate_accepted fees -100',
      ]);
      expect(await books()).toEqual(paid_by_first);
      expect(await attemptOf(checkout, 1)).toMatchObject({ duplicate: false, needs_review: false });
    },
  );

  it('reports the operator, fee and charge of the remaining money to the merchant', async () => {
    const checkout = await makeTwice();
    await hear(checkout, 2, reversed);
    const truth = {
      ...{ status: 'success', operator: 'mtn_ci', fee: 100, charged_amount: 5100 },
      ...{ reversal: null, refunded_amount: 0, late: false },
    };
    expect(await retrievePayment(ctx, caller, checkout.payment_id)).toMatchObject(truth);
    const told = await listEvents(ctx, checkout);
    expect(told.slice(-2).map(({ data }) => data)).toMatchObject([
      { status: 'reversed', operator: 'wave_ci', fee: 50, reversal: { operator_code: 'R7' } },
      truth,
    ]);
  });

  it('ends as if the two reports had arrived in the other order', async () => {
    const checkout = await makePaidBySecond();
    await hear(checkout, 2, reversed);
    await hear(checkout, 1, settled);
    expect(await summarize(ctx, checkout)).toMatchObject({
      ...{ payment: 'success', late: false, attempts: ['success', 'reversed'] },
    });
    expect(await books()).toEqual(paid_by_first);
  });

  it('stays reversed once the duplicate is reversed as well', async () => {
    const checkout = await makeTwice();
    await hear(checkout, 2, reversed);
    await hear(checkout, 1, reversed);
    expect(await summarize(ctx, checkout)).toMatchObject({
      payment: 'reversed',
      attempts: ['reversed', 'reversed'],
    });
    expect(await books()).toEqual([]);
    // A person then finds that the payment was paid after all.
    await hear(checkout, 1, settled, 'person');
    await hear(checkout, 2, settledWith(5050n), 'person');
    await hear(checkout, 1, reversed, 'inquiry');
    expect(await summarize(ctx, checkout)).toMatchObject({
      payment: 'success',
      attempts: ['reversed', 'success'],
    });
    expect(await books()).toEqual([
      ...['fees -50', 'merchant_balance -5000', 'operator_clearing:sandbox 5050'],
    ]);
  });
});

describe('a duplicate stays a duplicate when the first payment is reversed', () => {
  const refundOf = async (checkout: Checkout) =>
    makeRefund(ctx, checkout, { attempt_id: await duplicateOf(ctx, checkout) });
  const change = async (checkout: Checkout, facts: Parameters<typeof updateAttempt>[3]) =>
    void (await updateAttempt(ctx.db, await attemptOf(checkout, 1), 'success', facts));

  it.each<[when: string, prepare: (checkout: Checkout) => Promise<unknown>]>([
    ['while it is being refunded', refundOf],
    [
      'after it was refunded',
      async (checkout) =>
        sendTransfer(ctx, service_actor, { kind: refunds, job: refundJob(await refundOf(checkout)) }),
    ],
    [
      'after a person has decided to refund it',
      async (checkout) =>
        resolvePayment(ctx, makeStaff(caller.merchant_id, 'finance'), {
          id: checkout.payment_id,
          body: { object_id: await duplicateOf(ctx, checkout), verdict: 'refund_all', note: 'Theirs' },
        }),
    ],
    [
      'while its operator contradicts itself',
      async (checkout) => change(checkout, { unknown_cause: 'reversed_in_part' }),
    ],
  ])('%s', async (_, prepare) => {
    const checkout = await makeTwice();
    await prepare(checkout);
    await hear(checkout, 2, reversed);
    expect(await summarize(ctx, checkout)).toMatchObject({
      payment: 'reversed',
      attempts: ['success', 'reversed'],
    });
    expect(await attemptOf(checkout, 1)).toMatchObject({ duplicate: true });
    expect(await books()).not.toContain('merchant_balance -5000');
  });

  it('if an amount other than requested arrived', async () => {
    const checkout = await makePaidBySecond();
    await hear(checkout, 1, settledWith(100n));
    await hear(checkout, 2, reversed);
    expect(await summarize(ctx, checkout)).toMatchObject({ payment: 'reversed' });
    expect(await books()).toEqual(['duplicates -100', 'operator_clearing:sandbox 100']);
  });

  it('if the merchant refunds all duplicates', async () => {
    const actor = commandFor({ name: 'root' }, { merchant_id: caller.merchant_id, mode: 'test' });
    await updateMoneyChoices(ctx, actor, { on_paid_twice: 'refund_all' });
    const checkout = await makeTwice();
    await hear(checkout, 2, reversed);
    const { merchant_id, id: attempt_id } = await attemptOf(checkout, 1);
    await refundHeld(ctx, service_actor, { merchant_id, attempt_id });
    expect(await summarize(ctx, checkout)).toMatchObject({ payment: 'reversed' });
    expect(await books()).toEqual(['operator_clearing:sandbox 5100', 'refunds_in_flight -5100']);
  });
});

it('a duplicate that could not be refunded also pays the payment', async () => {
  const checkout = await makeTwice();
  const facts = { ...nothing_kept, unknown_cause: 'cannot_refund' };
  await updateAttempt(ctx.db, await attemptOf(checkout, 1), 'success', facts);
  await hear(checkout, 2, reversed);
  expect(await summarize(ctx, checkout)).toMatchObject({ payment: 'success' });
  expect(await attemptOf(checkout, 1)).toMatchObject({
    ...{ duplicate: false, unknown_cause: null, kept_minor: null, kept_fee_minor: null },
  });
});

it('the first of several duplicates pays the payment, and the others stay duplicates', async () => {
  const checkout = await makeCheckout(ctx, caller);
  for (const operator of ['mtn_ci', 'wave_ci']) await chooseAndPay(ctx, checkout, '01', operator);
  await chooseAndPay(ctx, checkout, '00', 'mtn_ci');
  await hear(checkout, 2, settledWith(5050n));
  await hear(checkout, 1, settled);
  await hear(checkout, 3, reversed);
  expect((await attemptOf(checkout, 1)).duplicate).toBe(false);
  expect(await attemptOf(checkout, 2)).toMatchObject({ duplicate: true, needs_review: true });
  expect(await books()).toEqual([
    ...['duplicates -5050', 'fees -100', 'merchant_balance -5000', 'operator_clearing:sandbox 10150'],
  ]);
});

it('a refund of the duplicate and a concurrent reversal of the first payment take each other into account', async () => {
  for (let round = 0; round < 4; round++) {
    const checkout = await makeTwice();
    const attempt_id = await duplicateOf(ctx, checkout);
    await Promise.all([makeRefund(ctx, checkout, { attempt_id }), hear(checkout, 2, reversed)]);
    const { payment, entries } = await summarize(ctx, checkout);
    const isPaid = entries.includes('duplicate_accepted merchant_balance -5000');
    expect(payment).toBe(isPaid ? 'success' : 'reversed');
    const reserved = entries
      .filter((entry) => entry.startsWith('refund_reserved'))
      .map((one) => one.split(' ')[1]);
    expect(reserved).toContain(isPaid ? 'merchant_balance' : 'duplicates');
  }
});
