import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Checkout,
  choose,
  chooseAndPay,
  makeCaller,
  makeCheckout,
} from '../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { type LiveOperator, startLiveOperator } from '../../../../../test-support/live.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { customerWith } from '../../platform/actor/actor.ts';
import { listAttempts } from '../attempt/queries.ts';
import { getPayment } from '../queries.ts';
import { payCheckout } from './pay.ts';
import { payDirectly } from './pay-directly.ts';

const apart_s = 30;
let ctx: TestContext;
let live: LiveOperator;
beforeAll(async () => {
  live = await startLiveOperator({ same_payment_apart_s: apart_s });
  ctx = await makeTestContext([live.provider]);
});
afterAll(async () => {
  await ctx.database.close();
  await live.close();
});

let caller: Caller;
let name: string;
let round = 0;
beforeEach(async () => {
  caller = await makeCaller(ctx, 'live');
  name = `k${++round}`;
  const services = [
    {},
    { operator: 'wave_ci' },
    { operator: 'orange_ci', code_first: { dial: '*144*{amount}#' } },
  ];
  await live.addAccount(ctx, caller.merchant_id, { name, services });
});
const asked = () => live.calls.filter(({ account }) => account === name);
const refused = { kind: 'failed', reason: 'wrong_pin', operator_code: 'x' } as const;

/**
 * Pays in a new session, 5,000 XOF unless `fields` say otherwise.
 *
 * @returns `asked`, or the error code and the seconds to wait
 */
async function pay(fields: object = {}, digits = '00', operator = 'mtn_ci'): Promise<string> {
  const checkout = await makeCheckout(ctx, caller, fields);
  await choose(ctx, checkout, digits, operator);
  return payAgain(checkout);
}
async function payAgain({ token }: Checkout): Promise<string> {
  try {
    await payCheckout(ctx, customerWith(token), { otp: null });
    return 'asked';
  } catch (error) {
    const { code, retry_after_s } = error as { code: string; retry_after_s: number | null };
    return `${code} ${retry_after_s}`;
  }
}

describe('a second payment of the same amount from the same number with the same operator', () => {
  it('is refused for as long as the provider would refuse it, in any session, and nothing is sent or stored', async () => {
    live.answer(name, 'collect', refused);
    const checkout = await makeCheckout(ctx, caller);
    await chooseAndPay(ctx, checkout, '00');
    expect(await payAgain(checkout)).toBe('payment_too_soon 30');
    expect(await pay()).toBe('payment_too_soon 30');
    ctx.clock.advance(12_300);
    expect(await payAgain(checkout)).toBe('payment_too_soon 18');
    expect(asked()).toHaveLength(1);
    const { merchant_id, payment_id } = checkout;
    expect(await listAttempts(ctx.db, merchant_id, payment_id)).toHaveLength(1);
    expect((await getPayment(ctx.db, merchant_id, payment_id)).status).toBe('failed');
    ctx.clock.advance(17_700);
    expect(await payAgain(checkout)).toBe('asked');
    expect(asked()).toHaveLength(2);
  });

  it.each<[string, () => Promise<string>]>([
    ['a different amount', () => pay({ amount: 5001 })],
    ['a different number', () => pay({}, '10')],
    ['a different operator', () => pay({}, '00', 'wave_ci')],
    [
      'another merchant’s account',
      async () => {
        caller = await makeCaller(ctx, 'live');
        await live.addAccount(ctx, caller.merchant_id, { name, services: [{}] });
        return pay();
      },
    ],
  ])('is allowed immediately for %s', async (_, another) => {
    expect(await pay()).toBe('asked');
    expect(await another()).toBe('asked');
    expect(asked()).toHaveLength(2);
  });

  it('is allowed immediately after the operator was down', async () => {
    live.answer(name, 'collect', { kind: 'failed', reason: 'operator_down', operator_code: 'x' });
    expect(await pay()).toBe('asked');
    expect(await pay()).toBe('asked');
  });

  it('is not sent through the next account either, if the first payment was sent through it', async () => {
    const unsent = {
      kind: 'failed',
      reason: 'operator_down',
      operator_code: 'x',
      reached_customer: false,
    } as const;
    live.answer(name, 'collect', unsent);
    ctx.clock.advance(1);
    const other = `${name}-2`;
    await live.addAccount(ctx, caller.merchant_id, { name: other, services: [{}] });
    const askedOther = () => live.calls.filter(({ account }) => account === other);
    const checkout = await makeCheckout(ctx, caller);
    expect(await pay()).toBe('asked');
    await chooseAndPay(ctx, checkout, '00');
    expect(asked()).toHaveLength(2);
    expect(askedOther()).toHaveLength(1);
    const { merchant_id, payment_id } = checkout;
    expect(await listAttempts(ctx.db, merchant_id, payment_id)).toHaveLength(1);
    expect((await getPayment(ctx.db, merchant_id, payment_id)).status).toBe('failed');
    ctx.clock.advance(apart_s * 1000);
    expect(await payAgain(checkout)).toBe('asked');
    expect(askedOther()).toHaveLength(2);
  });

  it('is always allowed in the sandbox', async () => {
    caller = await makeCaller(ctx, 'test');
    expect(await pay()).toBe('asked');
    expect(await pay()).toBe('asked');
  });
});

describe('an operator that requires the one-time code with the request', () => {
  const phone = '+2250704030200';
  const direct = (token: string, otp?: string) =>
    payDirectly(ctx, customerWith(token), { operator: 'orange_ci', phone, ...(otp && { otp }) }, null);

  it.each([
    ['none', undefined],
    ['a text that cannot be a code', '--'],
  ])('receives no request when the code is %s', async (_, otp) => {
    const { token, merchant_id, payment_id } = await makeCheckout(ctx, caller);
    const attempt = direct(token, otp);
    await expect(attempt).rejects.toMatchObject({
      code: 'invalid_fields',
      fields: { otp: [expect.any(String)] },
    });
    expect(asked()).toEqual([]);
    expect(await listAttempts(ctx.db, merchant_id, payment_id)).toEqual([]);
  });

  it('receives the code in the request', async () => {
    const { token } = await makeCheckout(ctx, caller);
    const { value } = await direct(token, '12 34 56');
    expect(value.payment.status).toBe('success');
    expect(asked()).toMatchObject([{ body: { operator: 'orange_ci', otp: '123456' } }]);
  });

  it('is retried with the same code through another account, even one that requires no code', async () => {
    live.answer(name, 'collect', {
      kind: 'failed',
      reason: 'operator_down',
      operator_code: 'x',
      reached_customer: false,
    });
    const other = `${name}-2`;
    await live.addAccount(ctx, caller.merchant_id, { name: other, services: [{ operator: 'orange_ci' }] });
    const { token } = await makeCheckout(ctx, caller);
    await direct(token, '123456');
    expect(live.calls.at(-1)).toMatchObject({ account: other, body: { otp: '123456' } });
  });

  it('is not retried through an account that requires a code if the first account requires none', async () => {
    caller = await makeCaller(ctx, 'live');
    const [plain, coded] = [`${name}-p`, `${name}-c`];
    await live.addAccount(ctx, caller.merchant_id, { name: plain, services: [{}] });
    ctx.clock.advance(1);
    const services = [{ code_first: { dial: '*144#' } }];
    await live.addAccount(ctx, caller.merchant_id, { name: coded, services });
    live.answer(plain, 'collect', {
      kind: 'failed',
      reason: 'operator_down',
      operator_code: 'x',
      reached_customer: false,
    });
    expect(await pay()).toBe('asked');
    expect(live.calls.filter(({ account }) => account === coded)).toEqual([]);
  });
});
