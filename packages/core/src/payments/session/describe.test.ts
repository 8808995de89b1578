import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command, commandOf } from '../../../../../test-support/actors.ts';
import { commitAttempt } from '../../../../../test-support/attempts.ts';
import {
  type Checkout,
  chooseAndPay,
  makeCaller,
  makeCheckout,
  setFees,
} from '../../../../../test-support/checkouts.ts';
import { makeTestContext, start, type TestContext } from '../../../../../test-support/context.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { setBranding } from '../../accounts/merchants/set-branding.ts';
import { customerWith } from '../../platform/actor/actor.ts';
import { cancelCheckout } from './cancel.ts';
import { describeCheckout, presentCheckout } from './describe.ts';
import { expireCheckout } from './expire.ts';
import { requireSession } from './find.ts';
import { getCheckoutSnapshot } from './get-snapshot.ts';
import { payDirectly } from './pay-directly.ts';
import { submitOtp } from './submit-otp.ts';

let ctx: TestContext;
let caller: Caller;
beforeAll(async () => {
  ctx = await makeTestContext();
  caller = await makeCaller(ctx);
  await setFees(ctx, caller, { mtn_ci: '2', wave_ci: '0.5', orange_ci: null });
});
afterAll(() => ctx.database.close());

const look = ({ token }: Checkout) => describeCheckout(ctx, customerWith(token));

describe('the session as an integration sees it', () => {
  it('has everything that a custom page needs', async () => {
    const checkout = await makeCheckout(ctx, caller, {
      description: 'Order 7',
      customer_phone: '+2250504030200',
      customer_email: 'ama@example.com',
    });
    expect(await look(checkout)).toEqual({
      session_token: checkout.token,
      object: 'checkout_session',
      status: 'active',
      amount: 5000,
      currency: 'XOF',
      description: 'Order 7',
      template: 'default',
      expires_at: new Date(start.getTime() + 1_800_000).toISOString().replace('Z', '+00:00'),
      livemode: false,
      customer_phone: '+2250504030200',
      customer_email: 'ama@example.com',
      merchant: { name: 'Shop', branding: { primary_color: null } },
      operators: [
        expect.objectContaining({ code: 'wave_ci', country: 'CI', fee_percent: 0.5, fee: 25, total: 5025 }),
        expect.objectContaining({ code: 'mtn_ci', country: 'CI', fee_percent: 2, fee: 100, total: 5100 }),
      ],
      payment: {
        id: checkout.payment_id,
        status: 'pending',
        operator: null,
        failure: null,
        retryable: false,
        action: null,
        respond_by: null,
      },
    });
  });

  it('has the merchant’s template unless it has its own', async () => {
    const merchant = await makeCaller(ctx);
    await setBranding(ctx, commandOf(merchant.merchant_id), {
      primary_color: '#a1b2c3',
      template: 'cotonou',
    });
    const [plain, own] = [
      await makeCheckout(ctx, merchant),
      await makeCheckout(ctx, merchant, { template: 'abidjan' }),
    ];
    expect(await look(plain)).toMatchObject({
      template: 'cotonou',
      merchant: { branding: { primary_color: '#A1B2C3' } },
    });
    expect(await look(own)).toMatchObject({ template: 'abidjan' });
  });

  it.each<[string, (checkout: Checkout) => Promise<unknown>, string, string]>([
    ['paid', (checkout) => chooseAndPay(ctx, checkout, '00'), 'completed', 'success'],
    ['open', (checkout) => chooseAndPay(ctx, checkout, '10'), 'active', 'processing'],
    ['failed', (checkout) => chooseAndPay(ctx, checkout, '01'), 'active', 'failed'],
    ['cancelled', ({ token }) => cancelCheckout(ctx, customerWith(token)), 'cancelled', 'cancelled'],
  ])('shows its outcome within the 30 minutes: %s', async (_, act, status, payment) => {
    const checkout = await makeCheckout(ctx, caller);
    await act(checkout);
    expect(await look(checkout)).toMatchObject({ status, payment: { status: payment } });
  });

  it.each<[string, (checkout: Checkout) => Promise<unknown>]>([
    ['paid', (checkout) => chooseAndPay(ctx, checkout, '00')],
    ['open', (checkout) => chooseAndPay(ctx, checkout, '10')],
    ['untouched', async () => undefined],
  ])('results in a 410 after 30 minutes, whatever the outcome: %s', async (_, act) => {
    const checkout = await makeCheckout(ctx, caller);
    await act(checkout);
    await expireCheckout(ctx, command, checkout.token);
    await expect(look(checkout)).rejects.toMatchObject({ code: 'session_expired', status: 410 });
    // The page still shows the outcome.
    const snapshot = await getCheckoutSnapshot(ctx, customerWith(checkout.token));
    expect(snapshot.payment.id).toBe(checkout.payment_id);
  });

  it('results in a 410 at the end of the 30 minutes, before any sweep', async () => {
    const checkout = await makeCheckout(ctx, caller);
    ctx.clock.advance(1_799_999);
    await look(checkout);
    ctx.clock.advance(1);
    await expect(look(checkout)).rejects.toMatchObject({ code: 'session_expired' });
  });

  it.each([
    ['x'.repeat(43)],
    ['x'.repeat(42)],
    ['x'.repeat(44)],
    [''],
    ['\u0000'.repeat(43)],
    ['%'.repeat(43)],
    ["' or 1=1 --"],
  ])('is not found by the token %j', async (token) => {
    await expect(describeCheckout(ctx, customerWith(token))).rejects.toMatchObject({
      code: 'session_not_found',
    });
    await expect(getCheckoutSnapshot(ctx, customerWith(token))).rejects.toMatchObject({
      code: 'session_not_found',
    });
  });
});

describe('the payment status of a session', () => {
  const open = { status: 'processing', operator: 'mtn_ci', failure: null, retryable: false };
  const respond_by = '2040-03-01T10:05:00.000+00:00';
  const failure = {
    code: 'insufficient_funds',
    message: 'The customer does not have enough money in the wallet.',
    operator_code: 'insufficient_funds',
  };
  const nothing = { failure: null, retryable: false, action: null, respond_by: null };
  // A separate clock: the deadline counts from the moment of paying.
  beforeAll(async () => {
    now = await makeTestContext();
    buyer = await makeCaller(now);
    await setFees(now, buyer, { mtn_ci: '2', moov_ci: '0', moov_bj: '0', wave_ci: '0' });
  });
  afterAll(() => now.database.close());
  let now: TestContext;
  let buyer: Caller;
  const see = async ({ token }: Checkout) => (await describeCheckout(now, customerWith(token))).payment;

  it.each([
    ['00', { ...nothing, status: 'success', operator: 'mtn_ci' }],
    ['01', { ...nothing, status: 'failed', operator: 'mtn_ci', failure, retryable: true }],
    ['10', { ...open, action: { kind: 'prompt', dial: '*133#' }, respond_by }],
    ['20', { ...open, action: { kind: 'otp' }, respond_by }],
    // The response was lost: the action required of the customer is unknown.
    ['12', { ...open, action: null, respond_by: null }],
    ['17', { ...open, action: null, respond_by: null }],
  ])('reflects a payment with a number that ends in %s', async (digits, expected) => {
    const checkout = await makeCheckout(now, buyer);
    await chooseAndPay(now, checkout, digits);
    expect(await see(checkout)).toEqual({ id: checkout.payment_id, ...expected });
  });

  it('includes the URL of the operator’s own page', async () => {
    const checkout = await makeCheckout(now, buyer);
    await chooseAndPay(now, checkout, '21', 'wave_ci');
    expect(await see(checkout)).toMatchObject({
      action: { kind: 'redirect', url: `http://localhost:3000/pay/${checkout.token}/sandbox` },
      respond_by: '2040-03-01T10:30:00.000+00:00',
    });
  });

  it('has no deadline for an operator that documents none', async () => {
    const checkout = await makeCheckout(now, buyer);
    await chooseAndPay(now, checkout, '10', 'moov_ci');
    expect(await see(checkout)).toMatchObject({
      action: { kind: 'prompt', dial: '*155*15#' },
      respond_by: null,
    });
  });

  it('has no dial code if the operator documents none', async () => {
    const checkout = await makeCheckout(now, buyer);
    await payDirectly(
      now,
      customerWith(checkout.token),
      { operator: 'moov_bj', phone: '+2290195000010' },
      null,
    );
    expect((await see(checkout)).action).toEqual({ kind: 'prompt' });
  });

  it('requires no action while the operator has not responded', async () => {
    const checkout = await makeCheckout(now, buyer);
    await commitAttempt(now, checkout, { digits: '20' });
    expect(await see(checkout)).toMatchObject({ status: 'processing', action: null, respond_by: null });
  });

  it('shows that a code was wrong', async () => {
    const checkout = await makeCheckout(now, buyer);
    await chooseAndPay(now, checkout, '20');
    await submitOtp(now, customerWith(checkout.token), '000000');
    expect((await see(checkout)).action).toEqual({ kind: 'otp', problem: 'wrong_otp' });
  });

  it('hides a failure after the customer has cancelled', async () => {
    const checkout = await makeCheckout(now, buyer);
    await chooseAndPay(now, checkout, '01');
    await cancelCheckout(now, customerWith(checkout.token));
    expect(await see(checkout)).toMatchObject({ ...nothing, status: 'cancelled' });
  });

  it('is returned after an action even if the session has expired in the meantime', async () => {
    const checkout = await makeCheckout(now, buyer);
    await chooseAndPay(now, checkout, '01');
    now.clock.advance(30 * 60_000);
    const session = await presentCheckout(now, await requireSession(now, checkout.token));
    expect(session).toMatchObject({ status: 'expired', payment: { status: 'failed', retryable: false } });
  });
});

describe('the hosted page’s view', () => {
  it('shows the newest attempt', async () => {
    const checkout = await makeCheckout(ctx, caller);
    expect((await getCheckoutSnapshot(ctx, customerWith(checkout.token))).attempt).toBeNull();
    await chooseAndPay(ctx, checkout, '01', 'mtn_ci');
    await chooseAndPay(ctx, checkout, '10', 'wave_ci');
    const { attempt, offers, amount } = await getCheckoutSnapshot(ctx, customerWith(checkout.token));
    expect(attempt).toMatchObject({ number: 2, operator: 'wave_ci', status: 'submitted' });
    expect(offers.map(({ operator }) => operator.code)).toEqual(['wave_ci', 'mtn_ci']);
    expect(amount).toEqual({ amount_minor: 5000n, currency: 'XOF' });
  });
});
