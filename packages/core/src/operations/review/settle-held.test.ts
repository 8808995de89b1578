import { asCurrency } from '@guichet/kernel/currencies';
import type { Outcome } from '@guichet/kernel/outcome';
import { describe, expect, it } from 'vitest';
import { command } from '../../../../../test-support/actors.ts';
import { keyOf } from '../../../../../test-support/attempts.ts';
import { chooseAndPay, makeCheckout } from '../../../../../test-support/checkouts.ts';
import type { TestContext } from '../../../../../test-support/context.ts';
import { advance } from '../../../../../test-support/jobs.ts';
import { makeMember } from '../../../../../test-support/payout-staff.ts';
import { withSeller } from '../../../../../test-support/with-seller.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { listBalances } from '../../ledger/balances/list.ts';
import { applyOutcome } from '../../payments/attempt/apply-outcome.ts';
import { type Attempt, listAttempts, updateAttempt } from '../../payments/attempt/queries.ts';
import { listNeeds } from '../../reads/overview/needs.ts';
import { showPaymentDetail } from '../../reads/payment/get.ts';
import { setPayoutRule } from '../../transfers/payouts/orders/rules.ts';
import { createRefund } from '../../transfers/refunds/create.ts';
import { recordMovement } from '../books/record.ts';
import { decideOnHeld } from './decide-held.ts';
import { type Held, makeHeldMoney } from './testing/held-money.ts';

let ctx: TestContext;
let caller: Caller;
withSeller((context, seller) => {
  ctx = context;
  caller = seller;
});

const { actor, makeHeld, read, decide, refundsOf } = makeHeldMoney(() => ({ ctx, caller }));

const minute_ms = 60_000;

const settled = (amount_minor: bigint): Outcome => ({
  ...{ kind: 'settled', money: { amount_minor, currency: asCurrency('XOF') } },
});
const reversed: Outcome = { kind: 'reversed', operator_code: 'R7', money: null };

const hear = (attempt: Attempt, outcome: Outcome) =>
  applyOutcome(ctx, keyOf(attempt), { outcome, provider_reference: null, raw: {} }, 'callback');

/** Makes a payment of 5,000 XOF that its first attempt has paid, and whose second attempt has taken 5,050 XOF too. */
async function makeDuplicate(): Promise<Held> {
  const checkout = await makeCheckout(ctx, caller);
  await chooseAndPay(ctx, checkout, '01', 'mtn_ci');
  await chooseAndPay(ctx, checkout, '22', 'wave_ci');
  const [first, second] = await listAttempts(ctx.db, checkout.merchant_id, checkout.payment_id);
  if (!first || !second) throw new Error('two attempts were made');
  await hear(first, settled(5_100n));
  await hear(second, settled(5_050n));
  return { ...checkout, object_id: second.id };
}

/** Makes held money that is to be refunded, and whose refund is not possible. */
async function makeUnrefundable(money: string, verdict: string): Promise<Held> {
  const held = await makeHeld(money);
  await decide(held, verdict);
  const attempt = await read(held);
  await updateAttempt(ctx.db, attempt, attempt.status, {
    needs_review: true,
    unknown_cause: 'cannot_refund',
  });
  return held;
}

async function balance() {
  const found = (await listBalances(ctx, actor())).find(({ currency }) => currency === 'XOF');
  return { available: found?.available, held: found?.held };
}

const all_cases: readonly [string, () => Promise<Held>, { available: number; held: number }, number][] = [
  ['a duplicate', makeDuplicate, { available: 5_000, held: 5_050 }, 0],
  [
    ...(['money that was to be refunded', () => makeUnrefundable('4000 XOF', 'refund_all')] as const),
    ...([{ available: 0, held: 4_000 }, 0] as const),
  ],
  [
    ...(['a difference', () => makeUnrefundable('6000 XOF', 'refund_difference')] as const),
    ...([{ available: 5_000, held: 900 }, 5_100] as const),
  ],
];

describe('money that is not the merchant’s and was settled in another way', () => {
  it.each(all_cases)(
    'goes to the balance, can be swept to the bank, and can no longer be refunded: %s',
    async (_, make, before, refundable) => {
      const held = await make();
      expect(await balance()).toEqual(before);
      await decide(held, 'settled');
      expect(await balance()).toEqual({ available: before.available + before.held, held: 0 });
      expect(await read(held)).toMatchObject({ needs_review: false, settled_minor: BigInt(before.held) });
      await advance(ctx, minute_ms);
      expect(await refundsOf(held)).toEqual([]);
      const { attempts } = await showPaymentDetail(ctx, actor(), held.payment_id);
      expect(attempts.find(({ id }) => id === held.object_id)?.refundable_amount).toBe(refundable);
      const swept = { kind: 'swept_to_bank', amount: before.held, currency: 'XOF', reference: 'BANK-1' };
      expect((await recordMovement(ctx, actor(), { ...swept, account: 'sandbox' })).value).toMatchObject({
        state: 'booked',
      });
      expect(await balance()).toEqual({ available: before.available, held: 0 });
    },
  );

  it.each(all_cases)('is taken back from the balance when the operator reverses it: %s', async (_, make) => {
    const held = await make();
    await decide(held, 'settled');
    const { available = 0, held: nothing } = await balance();
    expect(nothing).toBe(0);
    const taken = await read(held);
    const ours = Number(taken.settled_minor) + (taken.status === 'success' && !taken.duplicate ? 5_000 : 0);
    await hear(taken, reversed);
    expect(await balance()).toEqual({ available: available - ours, held: 0 });
  });

  it('goes to the balance only in the part that was not refunded', async () => {
    const held = await makeDuplicate();
    const { payment_id, object_id: attempt_id } = held;
    await createRefund(ctx, command, { payment_id, attempt_id, amount: 1_000 });
    await advance(ctx, minute_ms);
    await updateAttempt(ctx.db, await read(held), 'success', { needs_review: true });
    await decide(held, 'settled');
    expect(await balance()).toEqual({ available: 9_050, held: 0 });
    await expect(createRefund(ctx, command, { payment_id, attempt_id })).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  it('awaits a second person above the limit of the payout rule', async () => {
    const [finance, owner] = [
      await makeMember(ctx, caller.merchant_id, 'finance', 'Koffi'),
      await makeMember(ctx, caller.merchant_id, 'owner', 'Awa'),
    ];
    await setPayoutRule(ctx, owner, { currency: 'XOF', body: { approval_above: 1_000, low_balance: null } });
    const held = await makeDuplicate();
    expect(await decide(held, 'settled', finance)).toMatchObject({ state: 'waiting' });
    expect(await balance()).toEqual({ available: 5_000, held: 5_050 });
    expect((await listNeeds(ctx, owner)).items).toContainEqual({ kind: 'waiting_decisions', count: 1 });
    const { attempts } = await showPaymentDetail(ctx, owner, held.payment_id);
    const waiting = attempts.find(({ id }) => id === held.object_id)?.decision;
    expect(waiting).toMatchObject({ verdict: 'settled', amount: 5_050, may: { approve: true } });
    await decideOnHeld(ctx, owner, { id: waiting?.id ?? '', body: { decision: 'approve' } });
    expect(await balance()).toEqual({ available: 10_050, held: 0 });
  });
});
