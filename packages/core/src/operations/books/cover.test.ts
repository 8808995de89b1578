import { AppError } from '@guichet/kernel/errors';
import { beforeEach, describe, expect, it } from 'vitest';
import { command } from '../../../../../test-support/actors.ts';
import { chooseAndPay, makeCheckout } from '../../../../../test-support/checkouts.ts';
import type { TestContext } from '../../../../../test-support/context.ts';
import { advance } from '../../../../../test-support/jobs.ts';
import { makeMember } from '../../../../../test-support/payout-staff.ts';
import { duplicateOf } from '../../../../../test-support/refunds.ts';
import { withSeller } from '../../../../../test-support/with-seller.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import type { StaffActor } from '../../platform/actor/actor.ts';
import { listNeeds } from '../../reads/overview/needs.ts';
import { applyTransferOutcome } from '../../transfers/apply-outcome.ts';
import { setPayoutRule } from '../../transfers/payouts/orders/rules.ts';
import { createRefund } from '../../transfers/refunds/create.ts';
import { refunds } from '../../transfers/refunds/kind.ts';
import { listRefunds } from '../../transfers/refunds/queries.ts';
import { resolvePayment } from '../review/resolve.ts';
import { type Held, makeHeldMoney, moneyOf } from '../review/testing/held-money.ts';
import { correctMovement } from './correct.ts';
import { describeGaps } from './cover.ts';
import { decideOnMovement } from './decide.ts';
import { recordMovement } from './record.ts';

let ctx: TestContext;
let caller: Caller;
withSeller((context, seller) => {
  ctx = context;
  caller = seller;
});
const { makeHeld, decide } = makeHeldMoney(() => ({ ctx, caller }));

let finance: StaffActor;
let owner: StaffActor;
beforeEach(async () => {
  finance = await makeMember(ctx, caller.merchant_id, 'finance', 'Koffi');
  owner = await makeMember(ctx, caller.merchant_id, 'owner', 'Awa');
  const float = {
    kind: 'float_deposited',
    account: 'sandbox',
    currency: 'XOF',
    amount: 20_000,
    reference: 'F',
  };
  await recordMovement(ctx, finance, float);
});

const minute_ms = 60_000;

const reverse = ({ payment_id, object_id }: Held) =>
  resolvePayment(ctx, finance, {
    id: payment_id,
    body: { object_id, verdict: 'reversed', note: 'Statement', proof: 'Line 7' },
  });

/** Makes a payment whose difference of 900 XOF was refunded before the operator reversed the whole payment. */
async function makeGap(): Promise<Held> {
  const held = await makeHeld('6000 XOF');
  await decide(held, 'refund_difference', finance);
  await advance(ctx, minute_ms);
  await reverse(held);
  return held;
}

const cover = (reference: string, amount: number, fields: object = {}) =>
  recordMovement(ctx, finance, {
    ...{ kind: 'suspense_covered', currency: 'XOF', amount, reference },
    ...fields,
  });

async function suspense(account = 'suspense'): Promise<number> {
  const { rows } = await ctx.pool.query<{ held: number }>(
    `select coalesce(-sum(amount_minor), 0)::int as held from balance_changes
    where merchant_id = $1 and account = $2`,
    [caller.merchant_id, account],
  );
  return rows[0]?.held ?? 0;
}

/** Lists the gaps of this merchant as the `doctor` command describes them. */
async function said(): Promise<readonly string[]> {
  const all = await describeGaps(ctx, command, 100);
  return all.filter((one) => one.includes(caller.merchant_id));
}

async function refusalOf(act: Promise<unknown>): Promise<string> {
  try {
    await act;
  } catch (error) {
    if (error instanceof AppError) return `${error.code} ${Object.keys(error.fields ?? {})}`.trim();
    throw error;
  }
  return 'none';
}

describe('a difference that was returned to the customer twice', () => {
  it('is reported with the command that covers it, and is covered only once', async () => {
    expect(await said()).toEqual([]);
    const { payment_id } = await makeGap();
    expect(await suspense()).toBe(-900);
    expect(await said()).toEqual([
      `${payment_id} lacks 900 XOF, run: guichet ledger record --merchant ${caller.merchant_id} --mode test --kind suspense_covered --currency XOF --amount 900 --reference ${payment_id}`,
    ]);
    expect((await listNeeds(ctx, owner)).items).toContainEqual({ kind: 'uncovered', count: 1 });

    expect(await refusalOf(cover(payment_id, 901))).toBe('invalid_fields amount');
    expect(await cover(payment_id, 400)).toMatchObject({ value: { state: 'booked' } });
    expect(await refusalOf(cover(`${payment_id}/2`, 501))).toBe('invalid_fields amount');
    await cover(`${payment_id}/2`, 500);
    expect(await suspense()).toBe(0);
    expect(await said()).toEqual([]);
    expect(await refusalOf(cover(`${payment_id}/3`, 1))).toBe('invalid_fields reference');
  });

  it('can be covered only for the payment that lacks it, in its currency and ledger account', async () => {
    await makeHeld('6000 XOF');
    expect(await refusalOf(cover((await makeHeld('4000 XOF')).payment_id, 1))).toBe(
      'invalid_fields reference',
    );
    const { payment_id } = await makeGap();
    expect(await suspense()).toBe(10_000 - 900);
    expect(await refusalOf(cover(payment_id, 1, { currency: 'XAF' }))).toBe('invalid_fields reference');
    expect(await refusalOf(cover(payment_id, 1, { kind: 'duplicates_covered' }))).toBe(
      'invalid_fields reference',
    );
    expect(await refusalOf(cover(payment_id, 1, { account: 'sandbox' }))).toBe('invalid_fields account');
    await cover(payment_id, 900);
    expect(await suspense()).toBe(10_000);
  });

  it('is covered above the limit only after approval, which fails if part of it was covered meanwhile', async () => {
    const { payment_id } = await makeGap();
    await setPayoutRule(ctx, owner, { currency: 'XOF', body: { approval_above: 600, low_balance: null } });
    // The rule also counts movements of the last 24 hours that were recorded before the rule was set, so they are
    // backdated.
    await ctx.pool.query(`update ledger_movements set placed_at = now() - interval '2 days'`);
    const { value } = await cover(payment_id, 900);
    expect(value.state).toBe('waiting');
    expect(await suspense()).toBe(-900);
    await cover(`${payment_id}/2`, 500);
    const approve = () => decideOnMovement(ctx, owner, { id: value.id, body: { decision: 'approve' } });
    expect(await refusalOf(approve())).toBe('invalid_fields amount');
    expect(await suspense()).toBe(-400);
  });

  it('has its cover corrected after the refund is reversed', async () => {
    const { payment_id } = await makeGap();
    const { value } = await cover(payment_id, 900);
    const refund = await ctx.pool.query<{ id: string }>('select id from refunds where payment_id = $1', [
      payment_id,
    ]);
    await resolvePayment(ctx, finance, {
      id: payment_id,
      body: { object_id: refund.rows[0]?.id, verdict: 'reversed', note: 'Statement', proof: 'Line 8' },
    });
    expect(await suspense()).toBe(900);
    expect(await said()).toEqual([
      `${payment_id} is covered by 900 XOF too much, run: guichet ledger correct ${value.id} --merchant ${caller.merchant_id} --mode test --note "no longer missing"`,
    ]);
    await correctMovement(ctx, finance, { id: value.id, body: { note: 'no longer missing' } });
    expect(await suspense()).toBe(0);
    expect(await said()).toEqual([]);
  });
});

it('money that was accepted after its refund had failed, and that the customer got back after all, is covered from the balance', async () => {
  const held = await makeHeld('6000 XOF');
  // Refunds to this number fail.
  await ctx.pool.query(`update attempts set phone = '+2250504030201' where id = $1`, [held.object_id]);
  await decide(held, 'refund_all', finance);
  await advance(ctx, minute_ms);
  await decide(held, 'accept', finance);
  const [refund] = await listRefunds(ctx.db, held.merchant_id, held.payment_id);
  if (!refund) throw new Error('there is no refund');
  expect(refund.status).toBe('failed');
  const outcome = { kind: 'settled', money: moneyOf('6000 XOF') } as const;
  const answer = { outcome, provider_reference: null, raw: null };
  await applyTransferOutcome(ctx, refunds, refund, answer, 'inquiry');
  expect(await suspense()).toBe(-6_000);
  expect(await said()).toEqual([expect.stringContaining(`${held.payment_id} lacks 6000 XOF`)]);
  await cover(held.payment_id, 6_000);
  expect(await suspense()).toBe(0);
  expect(await said()).toEqual([]);
});

it('a duplicate that was returned to the customer twice is covered from the balance', async () => {
  const checkout = await makeCheckout(ctx, caller);
  // The first attempt fails at first, but succeeds after another attempt has paid.
  await chooseAndPay(ctx, checkout, '18');
  await advance(ctx, 1500);
  await chooseAndPay(ctx, checkout, '00');
  await advance(ctx, minute_ms);
  const object_id = await duplicateOf(ctx, checkout);
  await createRefund(ctx, command, { payment_id: checkout.payment_id, attempt_id: object_id });
  await advance(ctx, minute_ms);
  await reverse({ ...checkout, object_id });
  expect(await suspense('duplicates')).toBe(-5_100);
  await cover(checkout.payment_id, 5_100, { kind: 'duplicates_covered' });
  expect(await suspense('duplicates')).toBe(0);
  expect(await said()).toEqual([]);
});
