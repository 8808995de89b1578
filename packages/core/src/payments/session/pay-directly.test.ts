import type { CollectRequest } from '@guichet/operators/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { command } from '../../../../../test-support/actors.ts';
import {
  type Checkout,
  choose,
  chooseAndPay,
  makeCaller,
  makeCheckout,
  phoneEnding,
  setFees,
} from '../../../../../test-support/checkouts.ts';
import { makeTestContext, sandboxOf, type TestContext } from '../../../../../test-support/context.ts';
import { advance, dropJobs } from '../../../../../test-support/jobs.ts';
import { summarize } from '../../../../../test-support/payments.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { checkLedger } from '../../ledger/check.ts';
import { customerWith } from '../../platform/actor/actor.ts';
import { listAttempts } from '../attempt/queries.ts';
import { cancelCheckout } from './cancel.ts';
import { describeCheckout } from './describe.ts';
import { expireCheckout } from './expire.ts';
import { requireSession } from './find.ts';
import { payCheckout } from './pay.ts';
import { payDirectly } from './pay-directly.ts';

let ctx: TestContext;
let caller: Caller;
beforeAll(async () => {
  ctx = await makeTestContext();
  caller = await makeCaller(ctx);
  await setFees(ctx, caller, { mtn_ci: '2', mtn_bj: '1', wave_ci: '1', orange_ci: null });
});
afterAll(() => ctx.database.close());
beforeEach(() => dropJobs(ctx));
afterEach(async () => {
  expect((await checkLedger(ctx, command)).breaches).toEqual([]);
});

const means = (digits: string, more: object = {}) => ({
  operator: 'mtn_ci',
  phone: phoneEnding(digits),
  ...more,
});
const pay = async ({ token }: Checkout, body: unknown, by: TestContext = ctx) =>
  (await payDirectly(by, customerWith(token), body, null)).value;
const readAttempts = ({ merchant_id, payment_id }: Checkout) => listAttempts(ctx.db, merchant_id, payment_id);

/** Makes a context whose sandbox passes each request to `onCollect` before it handles it. */
function withWitness(onCollect: (request: CollectRequest) => Promise<void>): TestContext {
  const real = sandboxOf(ctx);
  const collect: typeof real.collect = async (request, signal) => {
    await onCollect(request);
    return real.collect(request, signal);
  };
  return { ...ctx, connectors: new Map([['sandbox', { ...real, collect }]]) };
}

describe('paying without the hosted page', () => {
  it.each([
    ['00', 'completed', { status: 'success', action: null }],
    ['01', 'active', { status: 'failed', retryable: true, failure: { code: 'insufficient_funds' } }],
    ['08', 'active', { status: 'failed', retryable: true, failure: { code: 'operator_down' } }],
    ['10', 'active', { status: 'processing', action: { kind: 'prompt', dial: '*133#' } }],
    ['12', 'active', { status: 'processing', action: null }],
    ['15', 'completed', { status: 'success' }],
    ['17', 'active', { status: 'processing', action: null }],
    ['20', 'active', { status: 'processing', action: { kind: 'otp' } }],
    ['21', 'active', { status: 'processing', action: { kind: 'redirect' } }],
  ])(
    'returns the session in the state that the operator’s response left it in: %s',
    async (digits, status, payment) => {
      const checkout = await makeCheckout(ctx, caller);
      const session = await pay(checkout, means(digits));
      expect(session).toMatchObject({ status, payment });
      expect(session).toEqual(await describeCheckout(ctx, customerWith(checkout.token)));
    },
  );

  it('charges the offered fee, and saves the choice for the page', async () => {
    const checkout = await makeCheckout(ctx, caller);
    await pay(checkout, means('10', { phone: '05 04 03 02 10' }));
    const kept = { operator: 'mtn_ci', phone: '+2250504030210', fee_percent: '2.0000' };
    expect(await readAttempts(checkout)).toMatchObject([{ ...kept, charged_minor: 5100n }]);
    expect(await requireSession(ctx, checkout.token)).toMatchObject({
      chosen_operator: kept.operator,
      chosen_phone: kept.phone,
      chosen_fee_percent: kept.fee_percent,
    });
  });

  it('sends nothing if the total is not the one that the customer was shown', async () => {
    const checkout = await makeCheckout(ctx, caller);
    await expect(pay(checkout, means('00', { total: 5050 }))).rejects.toMatchObject({
      code: 'conflict',
      message: 'The total is 5100 XOF now. Show it to the customer before paying.',
    });
    expect(await readAttempts(checkout)).toEqual([]);
    // JSON writes NaN, the result of a failed computation, as null.
    await expect(pay(checkout, means('00', { total: null }))).rejects.toMatchObject({
      code: 'invalid_fields',
      fields: { total: ['must be a number'] },
    });
    expect((await pay(checkout, means('00', { total: 5100 }))).payment.status).toBe('success');
  });

  it('sends a one-time code with the request if one is given', async () => {
    const asked: (string | null)[] = [];
    const witness = withWitness(async ({ otp }) => {
      asked.push(otp);
    });
    const session = await pay(await makeCheckout(ctx, caller), means('20', { otp: ' 123 456' }), witness);
    expect(session.payment.status).toBe('success');
    expect(asked).toEqual(['123456']);
  });

  it('can be tried again after a failure, with another operator', async () => {
    const checkout = await makeCheckout(ctx, caller);
    await pay(checkout, means('01'));
    const session = await pay(checkout, means('00', { operator: 'wave_ci' }));
    expect(session).toMatchObject({
      status: 'completed',
      payment: { status: 'success', operator: 'wave_ci' },
    });
    expect((await readAttempts(checkout)).map(({ operator, status }) => [operator, status])).toEqual([
      ['mtn_ci', 'failed'],
      ['wave_ci', 'success'],
    ]);
  });

  it('returns the outcome even if the session ends during the request', async () => {
    const checkout = await makeCheckout(ctx, caller);
    const slow = withWitness(async () => ctx.clock.advance(31 * 60_000));
    expect(await pay(checkout, means('10'), slow)).toMatchObject({
      status: 'expired',
      payment: { status: 'processing' },
    });
  });

  it('leaves the attempt unknown, not failed, when the connection to the operator breaks', async () => {
    const checkout = await makeCheckout(ctx, caller);
    const broken = withWitness(() => Promise.reject(new Error('socket hang up')));
    expect(await pay(checkout, means('10'), broken)).toMatchObject({
      payment: { status: 'processing', action: null, failure: null },
    });
    expect(await readAttempts(checkout)).toMatchObject([{ status: 'unknown' }]);
  });
});

describe('a request body', () => {
  const not_on_offer = ['must be the code of an operator that is on offer in this session'];
  const no_number = ['must be a valid phone number in international format or in its country’s local format'];
  const no_code = ['must be the code from your operator'];
  it.each<[object | null | string, Record<string, string[]>]>([
    [{}, { operator: ['is required'], phone: ['is required'] }],
    [null, { body: ['must be a JSON object'] }],
    ['mtn_ci', { body: ['must be a JSON object'] }],
    [means('10', { amount: 1, fee: 0 }), { amount: ['is not a known field'], fee: ['is not a known field'] }],
    [
      { operator: '', phone: '' },
      { operator: ['must not be empty'], phone: ['must not be empty'] },
    ],
    [
      { operator: 7, phone: null },
      { operator: ['must be a string'], phone: ['must be a string'] },
    ],
    [means('10', { operator: 'orange_ci' }), { operator: not_on_offer }],
    [means('10', { operator: 'mpesa_ke' }), { operator: not_on_offer }],
    [means('10', { operator: '__proto__', phone: '0504' }), { operator: not_on_offer, phone: no_number }],
    [means('10', { phone: '  ' }), { phone: ['must not be empty'] }],
    [means('10', { phone: '0504' }), { phone: no_number }],
    [
      means('10', { phone: '+2290197000000' }),
      {
        phone: [
          'must be a number from CI, the country of mtn_ci; this one is from BJ, where this session offers mtn_bj',
        ],
      },
    ],
    [
      means('10', { operator: 'mtn_bj' }),
      {
        phone: [
          'must be a number from BJ, the country of mtn_bj; this one is from CI, where this session offers mtn_ci, wave_ci',
        ],
      },
    ],
    [
      means('10', { phone: '+33612345678' }),
      { phone: ['must be a number from CI, the country of mtn_ci; this one is from FR'] },
    ],
    [means('10', { phone: '+225\u00000504030210' }), { phone: ['must not contain a NUL character'] }],
    [means('10', { otp: '' }), { otp: no_code }],
    [means('10', { otp: '12' }), { otp: no_code }],
    [means('10', { otp: '12-34' }), { otp: no_code }],
    [means('10', { otp: 123456 }), { otp: ['must be a string'] }],
  ])('of %j is rejected, and nothing is written', async (body, fields) => {
    const checkout = await makeCheckout(ctx, caller);
    const before = await requireSession(ctx, checkout.token);
    await expect(pay(checkout, body)).rejects.toMatchObject({ code: 'invalid_fields', fields });
    expect(await requireSession(ctx, checkout.token)).toEqual(before);
    expect(await readAttempts(checkout)).toEqual([]);
  });
});

describe('paying is refused', () => {
  it.each<[string, (checkout: Checkout) => Promise<unknown>, string, number]>([
    ['while an attempt is open', (checkout) => pay(checkout, means('10')), 'payment_in_progress', 409],
    ['while its response is lost', (checkout) => pay(checkout, means('12')), 'payment_in_progress', 409],
    ['while a code is awaited', (checkout) => pay(checkout, means('20')), 'payment_in_progress', 409],
    ['when it is already paid', (checkout) => pay(checkout, means('00')), 'conflict', 409],
    ['when it was cancelled', ({ token }) => cancelCheckout(ctx, customerWith(token)), 'conflict', 409],
    [
      'when the session was ended',
      ({ token }) => expireCheckout(ctx, command, token),
      'session_expired',
      410,
    ],
    ['when its time has passed', async () => ctx.clock.advance(30 * 60_000), 'session_expired', 410],
  ])('%s', async (_, prepare, code, status) => {
    const checkout = await makeCheckout(ctx, caller);
    await prepare(checkout);
    const before = await summarize(ctx, checkout);
    await expect(pay(checkout, means('00'))).rejects.toMatchObject({ code, status });
    expect(await summarize(ctx, checkout)).toEqual(before);
  });

  it.each(['', 'x'.repeat(43), `${'x'.repeat(42)}\u0000`])('with the token %j', async (token) => {
    await expect(payDirectly(ctx, customerWith(token), means('00'), null)).rejects.toMatchObject({
      code: 'session_not_found',
    });
  });
});

describe('no customer pays twice', () => {
  it('through twenty concurrent calls', async () => {
    const checkout = await makeCheckout(ctx, caller);
    let calls = 0;
    const witness = withWitness(async () => {
      calls++;
    });
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => pay(checkout, means('10'), witness)),
    );
    const refusals = results.filter((result) => result.status === 'rejected');
    expect(refusals.map(({ reason }) => reason.code)).toEqual(Array(19).fill('payment_in_progress'));
    expect(calls).toBe(1);
    await advance(ctx, 60_000);
    expect(await summarize(ctx, checkout)).toMatchObject({
      attempts: ['success'],
      events: ['1 payment.successful'],
    });
  });

  it('through the page and an API call at the same time', async () => {
    const checkout = await makeCheckout(ctx, caller);
    await choose(ctx, checkout, '10');
    const results = await Promise.allSettled([
      payCheckout(ctx, customerWith(checkout.token), { otp: null }),
      pay(checkout, means('10', { operator: 'wave_ci' })),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await readAttempts(checkout)).toHaveLength(1);
  });
});

describe('a one-time code that the operator requested', () => {
  const awaiting = async (): Promise<Checkout> => {
    const checkout = await makeCheckout(ctx, caller);
    await pay(checkout, means('20'));
    return checkout;
  };

  it('is submitted by repeating the call with it, even after a wrong code', async () => {
    const checkout = await awaiting();
    expect((await pay(checkout, means('20', { otp: '000000' }))).payment).toMatchObject({
      status: 'processing',
      action: { kind: 'otp', problem: 'wrong_otp' },
    });
    // The same number, in its local form.
    const local = means('20', { otp: '123 456', phone: '05 04 03 02 20' });
    expect(await pay(checkout, local)).toMatchObject({ status: 'completed', payment: { status: 'success' } });
    expect(await readAttempts(checkout)).toMatchObject([{ number: 1, status: 'success' }]);
  });

  it('fails the payment when it is wrong five times', async () => {
    const checkout = await awaiting();
    for (let time = 1; time < 5; time++) await pay(checkout, means('20', { otp: '000000' }));
    const session = await pay(checkout, means('20', { otp: '000000' }));
    expect(session.payment).toMatchObject({
      status: 'failed',
      retryable: true,
      failure: { code: 'wrong_otp' },
    });
  });

  it('is accepted after the session has ended', async () => {
    const checkout = await awaiting();
    await expireCheckout(ctx, command, checkout.token);
    const session = await pay(checkout, means('20', { otp: '123456' }));
    expect(session).toMatchObject({ status: 'expired', payment: { status: 'success' } });
    expect(await summarize(ctx, checkout)).toMatchObject({ late: true });
  });

  it.each([
    ['without the code', means('20')],
    ['for another number', means('22', { otp: '123456' })],
    ['for another operator', means('20', { otp: '123456', operator: 'wave_ci' })],
    ['for a text that is not a number', means('20', { otp: '123456', phone: 'my number' })],
  ])('is not submitted by a call %s', async (_, body) => {
    const checkout = await awaiting();
    const before = await summarize(ctx, checkout);
    await expect(pay(checkout, body)).rejects.toMatchObject({ code: 'payment_in_progress' });
    expect(await summarize(ctx, checkout)).toEqual(before);
  });

  it.each(['10', '12'])('is not submitted when no code is requested (%s)', async (digits) => {
    const checkout = await makeCheckout(ctx, caller);
    await pay(checkout, means(digits));
    await expect(pay(checkout, means(digits, { otp: '123456' }))).rejects.toMatchObject({
      code: 'payment_in_progress',
    });
  });

  it('is not submitted again while the result of the last submission is unknown', async () => {
    const checkout = await awaiting();
    const real = sandboxOf(ctx);
    const submitOtp = () => Promise.reject(new Error('socket hang up'));
    const broken = { ...ctx, connectors: new Map([['sandbox', { ...real, submitOtp }]]) };
    const code = means('20', { otp: '123456' });
    expect((await pay(checkout, code, broken)).payment).toMatchObject({ status: 'processing', action: null });
    await expect(pay(checkout, code)).rejects.toMatchObject({ code: 'payment_in_progress' });
    // The inquiry finds that the operator still waits for the code.
    await advance(ctx, 10_000);
    expect((await pay(checkout, code)).payment.status).toBe('success');
  });

  it('is stored nowhere, even when the call has an idempotency key', async () => {
    const checkout = await awaiting();
    const once = { key: 'code', request_hash: Buffer.from('hash of the call') };
    await payDirectly(ctx, customerWith(checkout.token), means('20', { otp: '987654' }), once);
    for (const table of ['attempts', 'attempt_transitions', 'idempotency_keys', 'sandbox_transactions']) {
      const { rows } = await ctx.pool.query(`select 1 from ${table} as row where row::text like '%987654%'`);
      expect([table, rows]).toEqual([table, []]);
    }
  });
});

describe('the hosted page', () => {
  it('continues a payment that an API call began', async () => {
    const checkout = await makeCheckout(ctx, caller);
    await pay(checkout, means('01'));
    await payCheckout(ctx, customerWith(checkout.token), { otp: null });
    expect(await readAttempts(checkout)).toMatchObject([
      { operator: 'mtn_ci', phone: phoneEnding('01') },
      { operator: 'mtn_ci', phone: phoneEnding('01') },
    ]);
  });

  it('begins a payment that an API call can continue', async () => {
    const checkout = await makeCheckout(ctx, caller);
    await chooseAndPay(ctx, checkout, '20');
    const session = await pay(checkout, means('20', { otp: '123456' }));
    expect(session.payment.status).toBe('success');
  });
});
