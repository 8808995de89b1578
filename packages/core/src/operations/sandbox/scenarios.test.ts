import { scenarios } from '@guichet/operators/sandbox/scenarios';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { command } from '../../../../../test-support/actors.ts';
import {
  type Checkout,
  chooseAndPay,
  makeCaller,
  makeCheckout,
  setFees,
} from '../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { advance, dropJobs, listJobs } from '../../../../../test-support/jobs.ts';
import { listEvents, summarize } from '../../../../../test-support/payments.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { checkLedger } from '../../ledger/check.ts';
import { findOpenAttempt, listAttempts } from '../../payments/attempt/queries.ts';
import { expireCheckout } from '../../payments/session/expire.ts';
import { submitOtp } from '../../payments/session/submit-otp.ts';
import { customerWith } from '../../platform/actor/actor.ts';
import { decideSandboxPayment } from './decide.ts';

let ctx: TestContext;
let caller: Caller;
beforeAll(async () => {
  ctx = await makeTestContext();
  caller = await makeCaller(ctx);
  await setFees(ctx, caller, { mtn_ci: '2' });
});
afterAll(() => ctx.database.close());
beforeEach(() => dropJobs(ctx));
afterEach(async () => {
  expect(await checkLedger(ctx, command)).toMatchObject({ ok: true, breaches: [] });
});

const booked = [
  'collection operator_clearing:sandbox 5100',
  'collection merchant_balance -5000',
  'collection fees -100',
];
const paid = {
  payment: 'success',
  late: false,
  session: 'completed',
  attempts: ['success'],
  events: ['1 payment.successful'],
  entries: booked,
};
const refused = {
  payment: 'failed',
  late: false,
  session: 'active',
  attempts: ['failed'],
  events: ['1 payment.failed'],
  entries: [],
};
const waiting = {
  payment: 'processing',
  late: false,
  session: 'active',
  attempts: ['submitted'],
  events: [],
  entries: [],
};
const unsure = { ...waiting, attempts: ['unknown'] };
const held = {
  ...waiting,
  attempts: ['held'],
  entries: ['suspense_received operator_clearing:sandbox 5099', 'suspense_received suspense -5099'],
};

async function pay(digits: string): Promise<Checkout> {
  const checkout = await makeCheckout(ctx, caller);
  await chooseAndPay(ctx, checkout, digits);
  return checkout;
}

interface Row {
  readonly digits: string;
  readonly becomes: string;
  /** The state after the response to the customer's click. */
  readonly answered: object;
  /** An action before a minute passes. */
  readonly act?: (checkout: Checkout) => Promise<unknown>;
  readonly in_the_end: object;
  /** The reason of the failure, if one was reported. */
  readonly failure?: string;
}

const tellsCode = (otp: string) => (checkout: Checkout) => submitOtp(ctx, customerWith(checkout.token), otp);
const decides = (decision: 'approved' | 'refused') => (checkout: Checkout) =>
  decideSandboxPayment(ctx, customerWith(checkout.token), decision);

const rows: readonly Row[] = [
  { digits: '00', becomes: 'is paid', answered: paid, in_the_end: paid },
  { digits: '01', becomes: 'fails', answered: refused, in_the_end: refused, failure: 'insufficient_funds' },
  { digits: '02', becomes: 'fails', answered: waiting, in_the_end: refused, failure: 'payer_cancelled' },
  { digits: '03', becomes: 'fails', answered: waiting, in_the_end: refused, failure: 'payer_timeout' },
  { digits: '04', becomes: 'fails', answered: refused, in_the_end: refused, failure: 'limit_exceeded' },
  { digits: '05', becomes: 'fails', answered: waiting, in_the_end: refused, failure: 'wrong_pin' },
  { digits: '06', becomes: 'fails', answered: refused, in_the_end: refused, failure: 'not_registered' },
  { digits: '07', becomes: 'fails', answered: refused, in_the_end: refused, failure: 'account_blocked' },
  { digits: '08', becomes: 'fails', answered: refused, in_the_end: refused, failure: 'operator_down' },
  { digits: '10', becomes: 'is paid', answered: waiting, in_the_end: paid },
  { digits: '11', becomes: 'stays open as long as its session', answered: waiting, in_the_end: waiting },
  {
    digits: '11',
    becomes: 'is paid late',
    answered: waiting,
    act: ({ token }) => expireCheckout(ctx, command, token),
    in_the_end: { ...paid, late: true, session: 'expired' },
  },
  { digits: '12', becomes: 'is paid', answered: unsure, in_the_end: paid },
  { digits: '13', becomes: 'fails', answered: unsure, in_the_end: refused, failure: 'other' },
  { digits: '14', becomes: 'is paid once', answered: waiting, in_the_end: paid },
  { digits: '15', becomes: 'is paid before the response', answered: paid, in_the_end: paid },
  { digits: '16', becomes: 'is paid', answered: waiting, in_the_end: paid },
  { digits: '17', becomes: 'awaits a decision', answered: held, in_the_end: held },
  {
    digits: '18',
    becomes: 'fails, then is paid',
    answered: waiting,
    in_the_end: { ...paid, events: ['1 payment.failed', '2 payment.successful'] },
    failure: 'payer_timeout',
  },
  { digits: '20', becomes: 'awaits a code', answered: waiting, in_the_end: waiting },
  { digits: '20', becomes: 'is paid', answered: waiting, act: tellsCode('123456'), in_the_end: paid },
  { digits: '21', becomes: 'awaits a person', answered: waiting, in_the_end: waiting },
  { digits: '21', becomes: 'is paid', answered: waiting, act: decides('approved'), in_the_end: paid },
  {
    digits: '21',
    becomes: 'fails',
    answered: waiting,
    act: decides('refused'),
    in_the_end: refused,
    failure: 'payer_cancelled',
  },
  { digits: '22', becomes: 'awaits a person', answered: waiting, in_the_end: waiting },
  { digits: '22', becomes: 'is paid', answered: waiting, act: decides('approved'), in_the_end: paid },
  {
    digits: '22',
    becomes: 'fails',
    answered: waiting,
    act: decides('refused'),
    in_the_end: refused,
    failure: 'payer_cancelled',
  },
  { digits: '77', becomes: 'is paid', answered: waiting, in_the_end: paid },
];

describe('a payment with a number that ends in', () => {
  it.each(rows)('$digits $becomes', async ({ digits, answered, act, in_the_end, failure }) => {
    const checkout = await pay(digits);
    expect(await summarize(ctx, checkout)).toEqual(answered);
    await act?.(checkout);
    await advance(ctx, 60_000);
    expect(await summarize(ctx, checkout)).toEqual(in_the_end);

    const told = await listEvents(ctx, checkout);
    expect(told.find(({ event }) => event === 'payment.failed')?.data.failure?.code).toBe(failure);
    // No inquiry is scheduled about a known outcome.
    const isOpen = await findOpenAttempt(ctx.db, checkout.merchant_id, checkout.payment_id);
    expect((await listJobs(ctx, 'follow_attempt')).length).toBe(isOpen ? 1 : 0);
  });

  it('any digits of the sandbox’s table is covered by a test', () => {
    const covered = new Set(rows.map(({ digits }) => digits));
    expect(scenarios.filter(({ digits }) => !covered.has(digits))).toEqual([]);
  });
});

describe('the events of a payment with …18', () => {
  it('report a retryable failure, then the success, each with the state at that moment', async () => {
    const checkout = await pay('18');
    await advance(ctx, 60_000);
    const [failed, successful] = await listEvents(ctx, checkout);
    expect(failed).toMatchObject({
      event: 'payment.failed',
      sequence: 1,
      data: {
        status: 'failed',
        retryable: true,
        paid_at: null,
        failure: { code: 'payer_timeout', operator_code: 'payer_timeout' },
      },
    });
    expect(successful).toMatchObject({
      event: 'payment.successful',
      sequence: 2,
      data: { status: 'success', retryable: false, late: false, failure: null, charged_amount: 5100 },
    });
  });
});

describe('a payment with …17', () => {
  it('needs review immediately, is booked as it arrived, and causes no more inquiries', async () => {
    const checkout = await pay('17');
    const look = async () => (await listAttempts(ctx.db, checkout.merchant_id, checkout.payment_id))[0];
    expect(await look()).toMatchObject({
      status: 'held',
      unknown_cause: 'wrong_amount',
      mismatch: { amount_minor: '5099', currency: 'XOF' },
      needs_review: true,
    });
    await advance(ctx, 60 * 60 * 1000);
    expect(await summarize(ctx, checkout)).toEqual(held);
    expect(await look()).toMatchObject({ needs_review: true, inquiries: 0 });
    expect(await listJobs(ctx, 'follow_attempt')).toEqual([]);
  });
});

describe('the code for …20', () => {
  it('can be wrong four times', async () => {
    const checkout = await pay('20');
    for (const otp of ['000000', '111111', '222222', '333333'])
      await submitOtp(ctx, customerWith(checkout.token), otp);
    expect(await summarize(ctx, checkout)).toEqual(waiting);
    await submitOtp(ctx, customerWith(checkout.token), ' 123 456 ');
    expect(await summarize(ctx, checkout)).toEqual(paid);
  });

  it('fails the payment when it is wrong five times', async () => {
    const checkout = await pay('20');
    for (let time = 0; time < 5; time++) await submitOtp(ctx, customerWith(checkout.token), '000000');
    expect(await summarize(ctx, checkout)).toEqual(refused);
    expect((await listEvents(ctx, checkout))[0]?.data.failure?.code).toBe('wrong_otp');
  });
});

describe('a person’s decision', () => {
  it('is final: a second one changes nothing', async () => {
    const checkout = await pay('22');
    await decideSandboxPayment(ctx, customerWith(checkout.token), 'approved');
    await decideSandboxPayment(ctx, customerWith(checkout.token), 'refused');
    await advance(ctx, 60_000);
    expect(await summarize(ctx, checkout)).toEqual(paid);
  });

  it('is ignored when none is awaited', async () => {
    const checkout = await pay('10');
    await decideSandboxPayment(ctx, customerWith(checkout.token), 'refused');
    await advance(ctx, 60_000);
    expect(await summarize(ctx, checkout)).toEqual(paid);
  });

  it('is refused outside test mode', async () => {
    const live = await makeCheckout(ctx, await makeCaller(ctx, 'live'));
    await expect(decideSandboxPayment(ctx, customerWith(live.token), 'approved')).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
