import { asCurrency } from '@guichet/kernel/currencies';
import type { Outcome } from '@guichet/kernel/outcome';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commitAttempt, keyOf } from '../../../../../test-support/attempts.ts';
import { chooseAndPay, makeCaller, makeCheckout, setFees } from '../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { makeStaff } from '../../../../../test-support/payout-staff.ts';
import { resolvePayment } from '../../operations/review/resolve.ts';
import { applyOutcome } from '../../payments/attempt/apply-outcome.ts';
import { type Attempt, listAttempts } from '../../payments/attempt/queries.ts';
import { type StaffActor, service_actor } from '../../platform/actor/actor.ts';
import { rollUpDays } from './roll-up.ts';
import { showOverview } from './show.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());

const settled = (amount_minor: bigint, currency = 'XOF'): Outcome => ({
  ...{ kind: 'settled', money: { amount_minor, currency: asCurrency(currency) } },
});
const reversed: Outcome = { kind: 'reversed', operator_code: 'R7', money: null };

const hear = (attempt: Attempt, outcome: Outcome) =>
  applyOutcome(ctx, keyOf(attempt), { outcome, provider_reference: null, raw: {} }, 'callback');

async function makeShop() {
  const caller = await makeCaller(ctx);
  await setFees(ctx, caller, { mtn_ci: '2', wave_ci: '1' });
  return { caller, owner: makeStaff(caller.merchant_id, 'owner') };
}

async function figures(owner: StaffActor, query: object = {}) {
  await rollUpDays(ctx, service_actor);
  const { currency, total, operators } = await showOverview(ctx, owner, { ...query });
  const { amount, fee, paid, refused } = total;
  return {
    currency,
    amount,
    fee,
    paid,
    refused,
    operators: operators.map((one) => [one.operator, one.paid]),
  };
}

describe('the overview counts what was collected', () => {
  it.each([
    ['less that was accepted', settled(4_000n), 'accept', { currency: 'XOF', amount: 3_922, fee: 78 }],
    ['more that was accepted', settled(6_000n), 'accept', { currency: 'XOF', amount: 5_900, fee: 100 }],
    [
      'the requested part of more',
      settled(6_000n),
      'refund_difference',
      { currency: 'XOF', amount: 5_000, fee: 100 },
    ],
    ['a different currency', settled(1_234n, 'GHS'), 'accept', { currency: 'GHS', amount: 12.34, fee: 0 }],
  ])('of %s', async (_, outcome, verdict, collected) => {
    const { caller, owner } = await makeShop();
    const checkout = await makeCheckout(ctx, caller);
    const attempt = await commitAttempt(ctx, checkout);
    await hear(attempt, outcome);
    const body = { object_id: attempt.id, verdict, note: 'The customer rang' };
    await resolvePayment(ctx, owner, { id: checkout.payment_id, body });
    expect(await figures(owner)).toMatchObject({ ...collected, paid: 1, refused: 0 });
  });

  it.each([
    ['in one round', false],
    ['in several rounds, on different days', true],
  ])(
    'without a reversed payment, and once if a duplicate then pays it, counted %s',
    async (_, is_counted) => {
      const { caller, owner } = await makeShop();
      const checkout = await makeCheckout(ctx, caller);
      await chooseAndPay(ctx, checkout, '01', 'mtn_ci');
      await chooseAndPay(ctx, checkout, '22', 'wave_ci');
      const [first, second] = await listAttempts(ctx.db, checkout.merchant_id, checkout.payment_id);
      if (!first || !second) throw new Error('two attempts were made');
      await hear(first, settled(5_100n));
      if (is_counted) {
        expect(await figures(owner)).toMatchObject({ amount: 5_000, fee: 100, paid: 1 });
        ctx.clock.advance(24 * 60 * 60 * 1000);
      }
      const kept = await makeCheckout(ctx, caller, { amount: 700 });
      await chooseAndPay(ctx, kept, '00', 'wave_ci');
      await hear(second, settled(5_050n));
      if (is_counted) await figures(owner);
      await hear(first, reversed);
      const { amount, fee, paid, operators } = await figures(owner);
      expect({ amount, fee, paid }).toEqual({ amount: 5_700, fee: 57, paid: 2 });
      expect(operators.toSorted()).toEqual([
        ['mtn_ci', 0],
        ['wave_ci', 2],
      ]);
      await hear(second, reversed);
      expect(await figures(owner)).toMatchObject({ amount: 700, fee: 7, paid: 1 });
    },
  );
});
