import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Checkout,
  chooseAndPay,
  makeCaller,
  makeCheckout,
  setFees,
} from '../../../../test-support/checkouts.ts';
import { makeTestContext, start, type TestContext } from '../../../../test-support/context.ts';
import type { Caller } from '../api-keys/authenticate.ts';
import { setBranding } from '../merchants/set-branding.ts';
import { cancelCheckout } from './cancel.ts';
import { describeCheckout } from './describe.ts';
import { expireNow } from './expire.ts';
import { lookAtCheckout } from './look-at.ts';

let ctx: TestContext;
let caller: Caller;
beforeAll(async () => {
  ctx = await makeTestContext();
  caller = await makeCaller(ctx);
  await setFees(ctx, caller, { mtn_ci: '2', wave_ci: '0.5', orange_ci: null });
});
afterAll(() => ctx.database.close());

const look = ({ token }: Checkout) => describeCheckout(ctx, token);

describe('the session that an integration sees', () => {
  it('has everything that a page of its own needs', async () => {
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
      payment: { id: checkout.payment_id, status: 'pending' },
    });
  });

  it('takes the merchant’s template unless it has its own', async () => {
    const merchant = await makeCaller(ctx);
    await setBranding(ctx, merchant.merchant_id, { primary_color: '#a1b2c3', template: 'cotonou' });
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
    ['cancelled', ({ token }) => cancelCheckout(ctx, token), 'cancelled', 'cancelled'],
  ])('tells what became of it within the 30 minutes: %s', async (_, act, status, payment) => {
    const checkout = await makeCheckout(ctx, caller);
    await act(checkout);
    expect(await look(checkout)).toMatchObject({ status, payment: { status: payment } });
  });

  it.each<[string, (checkout: Checkout) => Promise<unknown>]>([
    ['paid', (checkout) => chooseAndPay(ctx, checkout, '00')],
    ['open', (checkout) => chooseAndPay(ctx, checkout, '10')],
    ['untouched', async () => undefined],
  ])('is gone after 30 minutes, whatever became of it: %s', async (_, act) => {
    const checkout = await makeCheckout(ctx, caller);
    await act(checkout);
    await expireNow(ctx, checkout.token);
    await expect(look(checkout)).rejects.toMatchObject({ code: 'session_expired', status: 410 });
    // The page goes on telling the truth.
    const sight = await lookAtCheckout(ctx, checkout.token);
    expect(sight.payment.id).toBe(checkout.payment_id);
  });

  it('is gone at the end of the 30 minutes, before any sweep', async () => {
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
  ])('of the token %j does not exist', async (token) => {
    await expect(describeCheckout(ctx, token)).rejects.toMatchObject({ code: 'session_not_found' });
    await expect(lookAtCheckout(ctx, token)).rejects.toMatchObject({ code: 'session_not_found' });
  });
});

describe('the sight of the hosted page', () => {
  it('shows the newest attempt', async () => {
    const checkout = await makeCheckout(ctx, caller);
    expect((await lookAtCheckout(ctx, checkout.token)).attempt).toBeNull();
    await chooseAndPay(ctx, checkout, '01', 'mtn_ci');
    await chooseAndPay(ctx, checkout, '10', 'wave_ci');
    const { attempt, offers, amount } = await lookAtCheckout(ctx, checkout.token);
    expect(attempt).toMatchObject({ number: 2, operator: 'wave_ci', status: 'submitted' });
    expect(offers.map(({ operator }) => operator.code)).toEqual(['wave_ci', 'mtn_ci']);
    expect(amount).toEqual({ amount_minor: 5000n, currency: 'XOF' });
  });
});
