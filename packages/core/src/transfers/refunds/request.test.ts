import { asCurrency } from '@guichet/kernel/currencies';
import type { Outcome } from '@guichet/kernel/outcome';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Checkout, chooseAndPay, makeCheckout } from '../../../../../test-support/checkouts.ts';
import type { TestContext } from '../../../../../test-support/context.ts';
import { advance } from '../../../../../test-support/jobs.ts';
import { makeMember } from '../../../../../test-support/payout-staff.ts';
import { duplicateOf } from '../../../../../test-support/refunds.ts';
import { withSeller } from '../../../../../test-support/with-seller.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { applyOutcome } from '../../payments/attempt/apply-outcome.ts';
import { listAttempts } from '../../payments/attempt/queries.ts';
import type { StaffActor } from '../../platform/actor/actor.ts';
import { listRefunds } from './queries.ts';
import { requestRefund } from './request.ts';

let ctx: TestContext;
let caller: Caller;
withSeller((context, seller) => {
  ctx = context;
  caller = seller;
});

let koffi: StaffActor;
let awa: StaffActor;
let checkout: Checkout;
/** Id of the attempt that is a duplicate, of 5,100 XOF. */
let attempt_id: string;

/**
 * Makes a payment whose first attempt is refused and whose second attempt pays it. The first attempt then succeeds
 * after all, and its money is a duplicate.
 */
beforeEach(async () => {
  koffi = await makeMember(ctx, caller.merchant_id, 'finance', 'Koffi');
  awa = await makeMember(ctx, caller.merchant_id, 'owner', 'Awa');
  checkout = await makeCheckout(ctx, caller);
  await chooseAndPay(ctx, checkout, '01', 'mtn_ci');
  await chooseAndPay(ctx, checkout, '00', 'wave_ci');
  await hear(1, { kind: 'settled', money: { amount_minor: 5100n, currency: asCurrency('XOF') } });
  attempt_id = await duplicateOf(ctx, checkout);
  // Refunds to this number succeed immediately.
  await ctx.db
    .updateTable('attempts')
    .set({ phone: '+2250504030200' })
    .where('id', '=', attempt_id)
    .execute();
});

async function hear(number: number, outcome: Outcome): Promise<void> {
  const attempt = await attemptOf(number);
  const { merchant_id, payment_id, id } = attempt;
  const answer = { outcome, provider_reference: 'op-1', raw: {} };
  await applyOutcome(ctx, { merchant_id, payment_id, attempt_id: id }, answer, 'callback');
}

async function attemptOf(number: number) {
  const attempt = (await listAttempts(ctx.db, checkout.merchant_id, checkout.payment_id))[number - 1];
  if (!attempt) throw new Error('there is no such attempt');
  return attempt;
}

/** Confirms a refund dialog that was opened earlier. */
const confirm = (actor: StaffActor, fields: object) =>
  requestRefund(
    ctx,
    actor,
    { payment_id: checkout.payment_id, body: { reason: 'Paid twice', ...fields } },
    null,
  );

async function readBalance(): Promise<string> {
  const { rows } = await ctx.pool.query<{ sum: string }>(
    `select coalesce(sum(amount_minor), 0)::text as sum from balance_changes
    where merchant_id = $1 and account = 'merchant_balance'`,
    [checkout.merchant_id],
  );
  return rows[0]?.sum ?? '';
}
const countRefunds = async () =>
  (await listRefunds(ctx.db, checkout.merchant_id, checkout.payment_id)).length;

describe('a duplicate that two people refund', () => {
  it('is refunded once, whether the second person confirms at the same time or later', async () => {
    const before = await readBalance();
    const duplicate = { attempt_id, amount: 5100, duplicate: true };
    const both = await Promise.allSettled([confirm(koffi, duplicate), confirm(awa, duplicate)]);
    const refused = both.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused).toMatchObject([{ status: 409, code: 'conflict', reason: { code: 'refund_under_way' } }]);
    await advance(ctx, 60_000);
    await expect(confirm(awa, duplicate)).rejects.toMatchObject({
      status: 409,
      reason: { code: 'nothing_left' },
    });
    expect([await countRefunds(), await readBalance()]).toEqual([1, before]);
  });

  it('is not refunded once it pays the payment because the other attempt was reversed', async () => {
    await hear(2, { kind: 'reversed', operator_code: 'R7', money: null });
    expect(await attemptOf(1)).toMatchObject({ duplicate: false, status: 'success' });
    const before = await readBalance();
    await expect(confirm(koffi, { attempt_id, amount: 5100, duplicate: true })).rejects.toMatchObject({
      status: 409,
      code: 'conflict',
      reason: { code: 'pays_now' },
    });
    expect([await countRefunds(), await readBalance()]).toEqual([0, before]);
    // A person who has reloaded the page requests a refund of the payment.
    const { value } = await confirm(koffi, { attempt_id, amount: 5100 });
    expect(value).toMatchObject({ duplicate: false, source: 'balance' });
  });

  it('is refunded only by a request that declares it a duplicate', async () => {
    await expect(confirm(koffi, { attempt_id })).rejects.toMatchObject({
      status: 409,
      reason: { code: 'came_twice' },
    });
    const { value } = await confirm(koffi, { attempt_id, duplicate: true });
    expect(value).toMatchObject({ duplicate: true, source: 'duplicates', amount: 5100 });
  });
});

describe('a payment in the other mode', () => {
  it('is not found for a refund', async () => {
    await expect(confirm({ ...koffi, mode: 'live' }, { attempt_id, duplicate: true })).rejects.toMatchObject({
      status: 404,
      code: 'payment_not_found',
    });
    expect(await countRefunds()).toBe(0);
  });
});
