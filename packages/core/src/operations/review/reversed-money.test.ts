import { asCurrency } from '@guichet/kernel/currencies';
import type { Money } from '@guichet/kernel/money';
import type { Outcome } from '@guichet/kernel/outcome';
import { describe, expect, it } from 'vitest';
import { commitAttempt, keyOf } from '../../../../../test-support/attempts.ts';
import { type Checkout, chooseAndPay, makeCheckout } from '../../../../../test-support/checkouts.ts';
import type { TestContext } from '../../../../../test-support/context.ts';
import { advance } from '../../../../../test-support/jobs.ts';
import { summarize } from '../../../../../test-support/payments.ts';
import { withSeller } from '../../../../../test-support/with-seller.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { updateMoneyChoices } from '../../accounts/merchants/money-choices.ts';
import { applyOutcome } from '../../payments/attempt/apply-outcome.ts';
import { type Attempt, findAttempt, listAttempts } from '../../payments/attempt/queries.ts';
import type { Via } from '../../payments/attempt/transition.ts';
import { retrievePayment } from '../../payments/retrieve.ts';
import { commandFor, type StaffActor, service_actor } from '../../platform/actor/actor.ts';
import { applyTransferOutcome } from '../../transfers/apply-outcome.ts';
import { refunds } from '../../transfers/refunds/kind.ts';
import { listRefunds } from '../../transfers/refunds/queries.ts';
import { mendStranded } from '../stranded/mend.ts';
import { resolvePayment } from './resolve.ts';

let ctx: TestContext;
let caller: Caller;
withSeller((context, seller) => {
  ctx = context;
  caller = seller;
});

const minute_ms = 60_000;

const actor = (): StaffActor => ({
  kind: 'staff',
  user_id: 'stf_awa',
  name: 'Awa',
  email: 'awa@shop.example',
  address: '127.0.0.1',
  request_id: 'req',
  merchant_id: caller.merchant_id,
  mode: 'test',
  role: 'finance',
});

interface Came extends Checkout {
  readonly object_id: string;
}

/** @param text minor units and a currency */
function moneyOf(text: string): Money {
  const [amount = '', currency = ''] = text.split(' ');
  return { amount_minor: BigInt(amount), currency: asCurrency(currency) };
}

const settled = (money: string): Outcome => ({ kind: 'settled', money: moneyOf(money) });
const reversed = (money: string | null = null): Outcome => ({
  kind: 'reversed',
  operator_code: 'R7',
  money: money === null ? null : moneyOf(money),
});

const hear = (attempt: Attempt, outcome: Outcome, via: Via = 'callback') =>
  applyOutcome(ctx, keyOf(attempt), { outcome, provider_reference: 'op-1', raw: {} }, via);

/** Makes a payment of 5,000 XOF, charged as 5,100, for which the given amount arrives. */
async function makeCame(money: string): Promise<Came> {
  const checkout = await makeCheckout(ctx, caller);
  const attempt = await commitAttempt(ctx, checkout);
  await hear(attempt, settled(money));
  return { ...checkout, object_id: attempt.id };
}

async function read({ merchant_id, object_id }: Came): Promise<Attempt> {
  const attempt = await findAttempt(ctx.db, merchant_id, object_id);
  if (!attempt) throw new Error('the attempt is gone');
  return attempt;
}

const decide = ({ payment_id, object_id }: Came, verdict: string, proof?: string) =>
  resolvePayment(ctx, actor(), {
    id: payment_id,
    body: { object_id, verdict, note: 'The operator rang', ...(proof && { proof }) },
  });

const choose = (choices: object) =>
  updateMoneyChoices(ctx, commandFor({ name: 'root' }, { ...caller, mode: 'test' }), choices);

const shown = ({ payment_id }: Checkout) => retrievePayment(ctx, caller, payment_id);

async function refundsOf({ merchant_id, payment_id }: Checkout): Promise<string[]> {
  const found = await listRefunds(ctx.db, merchant_id, payment_id);
  return found.map(({ status, amount_minor, currency, source }) =>
    [status, amount_minor, currency, source].join(' '),
  );
}

/** Lists the ledger accounts of this merchant that are not at zero. */
async function books(): Promise<string[]> {
  const { rows } = await ctx.pool.query<{ line: string }>(
    `select account || ' ' || sum(amount_minor) || ' ' || currency as line
    from balance_changes where merchant_id = $1
    group by account, currency having sum(amount_minor) <> 0 order by 1`,
    [caller.merchant_id],
  );
  return rows.map(({ line }) => line);
}

/**
 * Makes a payment that a second attempt has paid, and for which the first attempt then collects the given amount.
 */
async function makeTwice(money: string): Promise<Came> {
  const checkout = await makeCheckout(ctx, caller);
  const first = await commitAttempt(ctx, checkout);
  await hear(first, { kind: 'failed', reason: 'other', operator_code: 'F1' });
  await chooseAndPay(ctx, checkout, '00', 'wave_ci');
  await advance(ctx, minute_ms);
  const came = { ...checkout, object_id: first.id };
  await hear(await read(came), settled(money));
  return came;
}

describe('a reversal of held money', () => {
  it.each([
    ['4000 XOF', 'callback'],
    ['6000 XOF', 'inquiry'],
    ['1234 GHS', 'callback'],
  ] as const)('of %s by %s empties suspense once, and the customer may pay again', async (money, via) => {
    const came = await makeCame(money);
    for (let round = 0; round < 3; round++) await hear(await read(came), reversed(money), via);
    expect(await books()).toEqual([]);
    expect(await read(came)).toMatchObject({ status: 'reversed', needs_review: false });
    expect(await shown(came)).toMatchObject({ status: 'failed', received_amount: null, retryable: true });
    await chooseAndPay(ctx, came, '00', 'wave_ci');
    await advance(ctx, minute_ms);
    expect(await shown(came)).toMatchObject({ status: 'success', received_amount: 5_050, reversal: null });
    expect(await refundsOf(came)).toEqual([]);
  });

  it('in part needs review and books nothing', async () => {
    const came = await makeCame('4000 XOF');
    await hear(await read(came), reversed('100 XOF'));
    expect(await read(came)).toMatchObject({
      ...{ status: 'held', needs_review: true, unknown_cause: 'reversed_in_part' },
    });
    expect(await books()).toEqual(['operator_clearing:sandbox 4000 XOF', 'suspense -4000 XOF']);
  });

  it('by a person is applied like one by the operator', async () => {
    const came = await makeCame('4000 XOF');
    await decide(came, 'reversed', 'statement 7');
    expect(await books()).toEqual([]);
    expect(await shown(came)).toMatchObject({ status: 'failed' });
  });

  it('before the refund was sent prevents the refund', async () => {
    const came = await makeCame('4000 XOF');
    await decide(came, 'refund_all');
    await hear(await read(came), reversed());
    ctx.clock.advance(3_600_000);
    await mendStranded(ctx, service_actor);
    await advance(ctx, minute_ms);
    expect(await refundsOf(came)).toEqual([]);
    expect(await books()).toEqual([]);
    expect(await read(came)).toMatchObject({ status: 'reversed', needs_review: false });
  });

  it('after a full refund is treated as that refund', async () => {
    const came = await makeCame('4000 XOF');
    await decide(came, 'refund_all');
    await advance(ctx, minute_ms);
    await hear(await read(came), reversed('4000 XOF'));
    expect(await refundsOf(came)).toEqual(['success 4000 XOF suspense']);
    expect(await books()).toEqual([]);
    expect(await read(came)).toMatchObject({ status: 'held', needs_review: false });
  });

  it('that applies to its refund makes the money need review, after which it can be refunded again', async () => {
    const came = await makeCame('4000 XOF');
    await decide(came, 'refund_all');
    await advance(ctx, minute_ms);
    const [refund] = await listRefunds(ctx.db, came.merchant_id, came.payment_id);
    if (!refund) throw new Error('there is no refund');
    const answer = { outcome: reversed('4000 XOF'), provider_reference: null, raw: {} };
    await applyTransferOutcome(ctx, refunds, refund, answer, 'callback');
    expect(await books()).toEqual(['operator_clearing:sandbox 4000 XOF', 'suspense -4000 XOF']);
    expect(await read(came)).toMatchObject({ needs_review: true, unknown_cause: 'refund_failed' });
    await decide(came, 'refund_all');
    await advance(ctx, minute_ms);
    expect(await refundsOf(came)).toEqual(['reversed 4000 XOF suspense', 'success 4000 XOF suspense']);
    expect(await books()).toEqual([]);
  });
});

describe('a reversal of accepted money', () => {
  it.each([
    ['4000 XOF', 4_000],
    ['6000 XOF', 6_000],
    ['1234 GHS', 12.34],
  ])('of %s reverses what was booked to the balance and the fees', async (money, received_amount) => {
    const came = await makeCame(money);
    await decide(came, 'accept');
    for (let round = 0; round < 3; round++) await hear(await read(came), reversed(money));
    expect(await books()).toEqual([]);
    expect(await summarize(ctx, came)).toMatchObject({
      payment: 'reversed',
      events: ['1 payment.successful', '2 payment.reversed'],
    });
    expect(await shown(came)).toMatchObject({ received_amount, reversal: { operator_code: 'R7' } });
  });

  it('by a person rules out a later verdict that the requested amount was paid', async () => {
    const came = await makeCame('4000 XOF');
    await decide(came, 'accept');
    await decide(came, 'reversed', 'statement 7');
    expect(await books()).toEqual([]);
    await hear(await read(came), settled('4000 XOF'), 'inquiry');
    expect(await read(came)).toMatchObject({ needs_review: true, unknown_cause: 'paid_after_reversal' });
    await expect(decide(came, 'paid', 'statement 8')).rejects.toMatchObject({
      reason: { code: 'was_reversed' },
    });
    await expect(decide(came, 'accept')).rejects.toMatchObject({ reason: { code: 'nothing_held' } });
    await decide(came, 'settled');
    expect(await books()).toEqual([]);
  });

  it('before the difference was refunded reverses both parts, and nothing is refunded', async () => {
    const came = await makeCame('6000 XOF');
    await decide(came, 'refund_difference');
    await hear(await read(came), reversed('6000 XOF'));
    ctx.clock.advance(3_600_000);
    await mendStranded(ctx, service_actor);
    await advance(ctx, minute_ms);
    expect(await books()).toEqual([]);
    expect(await refundsOf(came)).toEqual([]);
  });

  it('needs review if the difference was already refunded; a person may record that all of it was reversed', async () => {
    const came = await makeCame('6000 XOF');
    await decide(came, 'refund_difference');
    await advance(ctx, minute_ms);
    const before = await books();
    await hear(await read(came), reversed());
    expect(await books()).toEqual(before);
    expect(await read(came)).toMatchObject({ needs_review: true, unknown_cause: 'reversed_after_refund' });
    await decide(came, 'reversed', 'statement 7');
    // The customer has received the difference twice, so it is missing both from suspense and at the provider.
    expect(await books()).toEqual(['operator_clearing:sandbox -900 XOF', 'suspense 900 XOF']);
  });

  it('is not booked when the operator reports a failure instead: the success is in doubt until an inquiry confirms it', async () => {
    const came = await makeCame('4000 XOF');
    await decide(came, 'accept');
    await hear(await read(came), { kind: 'failed', reason: 'other', operator_code: 'F1' });
    expect(await read(came)).toMatchObject({ status: 'success', unknown_cause: 'failed_after_success' });
    await hear(await read(came), settled('4000 XOF'), 'inquiry');
    expect(await read(came)).toMatchObject({ needs_review: false, unknown_cause: null });
  });
});

describe('a reversal of a duplicate', () => {
  it.each(['5100 XOF', '3000 XOF'])(
    'of %s is booked out of the duplicates, and nothing is refunded',
    async (money) => {
      await choose({ on_paid_twice: 'refund_all' });
      const came = await makeTwice(money);
      const before_reversal = await books();
      expect(before_reversal).toContain(`duplicates -${money}`);
      await hear(await read(came), reversed(money));
      ctx.clock.advance(3_600_000);
      await mendStranded(ctx, service_actor);
      await advance(ctx, minute_ms);
      expect(await books()).not.toContain(`duplicates -${money}`);
      expect(await refundsOf(came)).toEqual([]);
      expect(await summarize(ctx, came)).toMatchObject({
        payment: 'success',
        attempts: ['reversed', 'success'],
      });
    },
  );

  it('after a full refund is treated as that refund', async () => {
    await choose({ on_paid_twice: 'refund_all' });
    const came = await makeTwice('3000 XOF');
    await advance(ctx, minute_ms);
    expect(await refundsOf(came)).toEqual(['success 3000 XOF duplicates']);
    const before = await books();
    await hear(await read(came), reversed('3000 XOF'));
    expect(await books()).toEqual(before);
    expect(await read(came)).toMatchObject({ status: 'success', needs_review: false });
  });

  it('that a person overrules with the verdict “paid” makes it a duplicate again', async () => {
    const came = await makeTwice('5100 XOF');
    await hear(await read(came), reversed('5100 XOF'));
    await hear(await read(came), settled('5100 XOF'), 'inquiry');
    await decide(came, 'paid', 'statement 8');
    expect(await read(came)).toMatchObject({ status: 'success', duplicate: true, needs_review: true });
    expect(await books()).toContain('duplicates -5100 XOF');
  });
});

describe('a reversed payment', () => {
  it.each(['4000 XOF', '0 XOF'])('whose attempt then reports %s moves no money', async (money) => {
    const came = await makeCame('5100 XOF');
    await hear(await read(came), reversed('5100 XOF'));
    await hear(await read(came), settled(money));
    for (let round = 0; round < 2; round++) await hear(await read(came), settled(money), 'inquiry');
    expect(await books()).toEqual([]);
    expect(await read(came)).toMatchObject({
      ...{ status: 'reversed', needs_review: true, unknown_cause: 'paid_after_reversal' },
    });
    expect(await shown(came)).toMatchObject({ status: 'reversed', received_amount: 5_100 });
  });

  it('holds a different amount that another attempt takes, which can then be accepted', async () => {
    const checkout = await makeCheckout(ctx, caller);
    await chooseAndPay(ctx, checkout, '01', 'mtn_ci');
    await chooseAndPay(ctx, checkout, '00', 'wave_ci');
    const [first, second] = await listAttempts(ctx.db, checkout.merchant_id, checkout.payment_id);
    if (!first || !second) throw new Error('there are no two attempts');
    await hear(second, reversed());
    await hear(first, settled('4000 XOF'));
    const came = { ...checkout, object_id: first.id };
    expect(await read(came)).toMatchObject({ status: 'held', needs_review: true });
    expect(await shown(came)).toMatchObject({ status: 'reversed' });
    await decide(came, 'accept');
    expect(await shown(came)).toMatchObject({ status: 'success', received_amount: 4_000, reversal: null });
    expect(await books()).toEqual([
      'fees -78 XOF',
      'merchant_balance -3922 XOF',
      'operator_clearing:sandbox 4000 XOF',
    ]);
    await hear(await read(came), reversed('4000 XOF'));
    expect(await books()).toEqual([]);
    expect(await shown(came)).toMatchObject({ status: 'reversed', received_amount: 4_000 });
  });

  it('is paid by another attempt that takes the requested amount, whatever the choice for late money', async () => {
    await choose({ on_paid_late: 'refund_all' });
    const checkout = await makeCheckout(ctx, caller);
    await chooseAndPay(ctx, checkout, '01', 'mtn_ci');
    await chooseAndPay(ctx, checkout, '00', 'wave_ci');
    const [first, second] = await listAttempts(ctx.db, checkout.merchant_id, checkout.payment_id);
    if (!first || !second) throw new Error('there are no two attempts');
    await hear(second, reversed());
    await hear(first, settled('5100 XOF'));
    expect(await shown(checkout)).toMatchObject({ status: 'success', reversal: null });
  });
});

it('an attempt that is reversed while another awaits the customer leaves the payment to the other one', async () => {
  const checkout = await makeCheckout(ctx, caller);
  await chooseAndPay(ctx, checkout, '01', 'mtn_ci');
  await chooseAndPay(ctx, checkout, '22', 'wave_ci');
  const [first] = await listAttempts(ctx.db, checkout.merchant_id, checkout.payment_id);
  if (!first) throw new Error('there is no attempt');
  await hear(first, reversed('5100 XOF'));
  expect(await shown(checkout)).toMatchObject({ status: 'processing' });
});
