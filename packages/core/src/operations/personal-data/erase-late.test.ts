import { asCurrency } from '@guichet/kernel/currencies';
import { expect, it, vi } from 'vitest';
import { command } from '../../../../../test-support/actors.ts';
import { keyOf } from '../../../../../test-support/attempts.ts';
import { chooseAndPay, makeCheckout, phoneEnding } from '../../../../../test-support/checkouts.ts';
import type { TestContext } from '../../../../../test-support/context.ts';
import { advance } from '../../../../../test-support/jobs.ts';
import { summarize } from '../../../../../test-support/payments.ts';
import { withSeller } from '../../../../../test-support/with-seller.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { updateMoneyChoices } from '../../accounts/merchants/money-choices.ts';
import { applyOutcome } from '../../payments/attempt/apply-outcome.ts';
import { listAttempts } from '../../payments/attempt/queries.ts';
import { commandFor } from '../../platform/actor/actor.ts';
import { listRefunds } from '../../transfers/refunds/queries.ts';
import { erasePerson } from './erase.ts';

// Each test searches many tables.
vi.setConfig({ testTimeout: 60_000 });

let ctx: TestContext;
let caller: Caller;
withSeller((context, seller) => {
  ctx = context;
  caller = seller;
});

const erase = (digits: string) =>
  erasePerson(ctx, command, { merchant_id: caller.merchant_id, phone: phoneEnding(digits) });

it('a person is not erased while a refund to them has been decided, and was not made yet', async () => {
  const by = commandFor({ name: 'root' }, { ...caller, mode: 'test' });
  await updateMoneyChoices(ctx, by, { on_paid_twice: 'refund_all' });
  const checkout = await makeCheckout(ctx, caller);
  await chooseAndPay(ctx, checkout, '01', 'mtn_ci');
  await chooseAndPay(ctx, checkout, '00', 'wave_ci');
  const [attempt] = await listAttempts(ctx.db, checkout.merchant_id, checkout.payment_id);
  if (!attempt) throw new Error('there is no attempt');
  const money = { amount_minor: attempt.charged_minor, currency: asCurrency('XOF') };
  const answer = { outcome: { kind: 'settled', money }, provider_reference: null, raw: {} } as const;
  await applyOutcome(ctx, keyOf(attempt), answer, 'callback');
  await expect(erase('01')).rejects.toMatchObject({ message: expect.stringContaining(attempt.id) });
  await advance(ctx, 1_000);
  // The refund follows the number's scenario: it fails, and the duplicate needs review.
  const refunds = await listRefunds(ctx.db, checkout.merchant_id, checkout.payment_id);
  expect(refunds).toMatchObject([{ status: 'failed', phone: attempt.phone }]);
  await expect(erase('01')).rejects.toMatchObject({ message: expect.stringContaining(attempt.id) });
});

it('a person who was erased does not become a customer again when their payment succeeds late', async () => {
  const checkout = await makeCheckout(ctx, caller);
  await chooseAndPay(ctx, checkout, '01', 'wave_ci');
  // This attempt fails after 1 s, and succeeds after 5 s.
  await chooseAndPay(ctx, checkout, '18', 'mtn_ci');
  await advance(ctx, 1_500);
  await erase('18');
  await advance(ctx, 5_000);
  expect((await summarize(ctx, checkout)).payment).toBe('success');
  const text = 'select phone from customers where merchant_id = $1';
  const { rows } = await ctx.pool.query(text, [caller.merchant_id]);
  expect(rows).toEqual([{ phone: phoneEnding('01') }]);
});
