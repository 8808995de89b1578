import { beforeEach, describe, expect, it } from 'vitest';
import { chooseAndPay, makeCaller, makeCheckout, setFees } from '../../../../../test-support/checkouts.ts';
import type { TestContext } from '../../../../../test-support/context.ts';
import type { LiveAnswer, LiveOperator } from '../../../../../test-support/live.ts';
import { withLiveOperator } from '../../../../../test-support/with-live-operator.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { inquireAboutAttempt } from '../../payments/attempt/inquire.ts';
import { findOpenAttempt } from '../../payments/attempt/queries.ts';
import { makeRankOffers } from '../rank-offers.ts';
import { makeReadAvailability } from './read.ts';

let ctx: TestContext;
let live: LiveOperator;
withLiveOperator((context, operator) => {
  ctx = context;
  live = operator;
});

let caller: Caller;
let name: string;
let round = 0;
beforeEach(async () => {
  caller = await makeCaller(ctx, 'live');
  name = `w${++round}`;
  const services = [{}, { operator: 'wave_ci' }];
  await live.addAccount(ctx, caller.merchant_id, { name, services });
});

const availability = async (operator = 'mtn_ci', read = makeReadAvailability(ctx)) =>
  (await read(caller.merchant_id, caller.mode))(operator);

async function pay(answer: LiveAnswer, times = 1, operator = 'mtn_ci'): Promise<void> {
  live.answer(name, 'collect', answer);
  for (let count = 0; count < times; count++) {
    await chooseAndPay(ctx, await makeCheckout(ctx, caller), '00', operator);
  }
}
/** Makes a payment that the operator confirms some seconds later. */
async function payAfter(seconds: number): Promise<void> {
  live.answer(name, 'collect', { kind: 'pending', action: null });
  const checkout = await makeCheckout(ctx, caller);
  await chooseAndPay(ctx, checkout, '00');
  ctx.clock.advance(seconds * 1000);
  const { merchant_id, payment_id } = checkout;
  const attempt = await findOpenAttempt(ctx.db, merchant_id, payment_id);
  await inquireAboutAttempt(ctx, { merchant_id, attempt_id: attempt?.id ?? '' });
}

const failed = (reason: 'wrong_pin' | 'operator_down' | 'insufficient_funds'): LiveAnswer => ({
  kind: 'failed',
  reason,
  operator_code: 'x',
});
const settled: LiveAnswer = { kind: 'settled' };
const lost: LiveAnswer = { kind: 'unknown', cause: 'not_found' };
const waiting: LiveAnswer = { kind: 'pending', action: null };

describe('the availability of an operator', () => {
  it('is unknown with fewer than five attempts', async () => {
    expect(await availability()).toEqual({
      attempts: 0,
      success_rate: null,
      median_seconds: null,
      is_bad: false,
    });
    await pay(settled, 4);
    expect(await availability()).toMatchObject({ attempts: 4, success_rate: null, median_seconds: null });
    await pay(settled);
    expect(await availability()).toMatchObject({ attempts: 5, success_rate: 1, median_seconds: 0 });
  });

  it('is measured for each operator, by mode', async () => {
    await pay(settled, 5, 'wave_ci');
    await pay(failed('wrong_pin'), 6);
    expect(await availability('wave_ci')).toMatchObject({ attempts: 5, success_rate: 1 });
    expect(await availability('mtn_ci')).toMatchObject({ attempts: 6, success_rate: 0 });
    caller = { ...caller, mode: 'test' };
    expect(await availability('mtn_ci')).toMatchObject({ attempts: 0 });
  });

  it('counts attempts whose outcome is overdue, but not those that are still waiting for the customer', async () => {
    await pay(settled, 4);
    await pay(lost, 2);
    await pay(waiting, 3);
    expect(await availability()).toMatchObject({ attempts: 6, success_rate: 0.6667 });
  });

  it('includes the median time from the prompt to the result', async () => {
    for (const seconds of [5, 7, 11, 20, 90]) await payAfter(seconds);
    expect(await availability()).toMatchObject({ attempts: 5, success_rate: 1, median_seconds: 11 });
  });

  it('covers the last 15 minutes', async () => {
    await pay(settled, 5);
    ctx.clock.advance(15 * 60_000);
    await pay(settled, 1);
    expect(await availability()).toMatchObject({ attempts: 1 });
  });

  it('counts a payment only once if another account took it over', async () => {
    await live.addAccount(ctx, caller.merchant_id, { name: `${name}-2`, services: [{}] });
    const refused: LiveAnswer = {
      kind: 'failed',
      reason: 'limit_exceeded',
      operator_code: 'x',
      reached_customer: false,
    };
    await pay(refused, 5);
    expect(await availability()).toMatchObject({ attempts: 5, success_rate: 1 });
  });

  it('is measured every ten seconds at most', async () => {
    const read = makeReadAvailability(ctx);
    expect(await availability('mtn_ci', read)).toMatchObject({ attempts: 0 });
    await pay(settled, 5);
    ctx.clock.advance(9_999);
    expect(await availability('mtn_ci', read)).toMatchObject({ attempts: 0 });
    ctx.clock.advance(1);
    expect(await availability('mtn_ci', read)).toMatchObject({ attempts: 5 });
  });

  it.each<[string, LiveAnswer, boolean]>([
    ['does not work', failed('operator_down'), true],
    ['does not respond', lost, true],
    ['reports wrong PINs', failed('wrong_pin'), false],
    ['reports empty wallets', failed('insufficient_funds'), false],
  ])(
    'is bad if the operator itself fails, but not because of its customers: it %s (%j)',
    async (_, answer, is_bad) => {
      await pay(settled, 2);
      await pay(answer, 3);
      expect(await availability()).toMatchObject({ attempts: 5, success_rate: 0.4, is_bad });
    },
  );
});

describe('the order of offers', () => {
  const offers = [
    { code: 'mtn_ci', available: true },
    { code: 'wave_ci', available: true },
    { code: 'moov_ci', available: true },
  ];
  const codes = async (given = offers, phone = '') => {
    const ranked = await makeRankOffers(ctx)({ ...caller, phone }, given);
    return ranked.offers.map(({ code }) => code);
  };

  it('puts operators with many failures of their own below others, even the customer’s last operator', async () => {
    await setFees(ctx, caller, { mtn_ci: '0', wave_ci: '0' });
    await pay(settled, 2);
    expect(await codes(offers, '+2250504030200')).toEqual(['mtn_ci', 'wave_ci', 'moov_ci']);
    await pay(failed('wrong_pin'), 3);
    expect(await codes()).toEqual(['mtn_ci', 'wave_ci', 'moov_ci']);
    await pay(failed('operator_down'), 5);
    expect(await codes(offers, '+2250504030200')).toEqual(['wave_ci', 'moov_ci', 'mtn_ci']);
  });

  it('puts unresponsive operators last', async () => {
    await pay(failed('operator_down'), 5);
    const down = offers.map((offer) => ({ ...offer, available: offer.code !== 'wave_ci' }));
    expect(await codes(down)).toEqual(['moov_ci', 'mtn_ci', 'wave_ci']);
  });
});
