import { AppError } from '@guichet/kernel/errors';
import { beforeEach, describe, expect, it } from 'vitest';
import { commitAttempt } from '../../../../../test-support/attempts.ts';
import { makeCheckout } from '../../../../../test-support/checkouts.ts';
import type { TestContext } from '../../../../../test-support/context.ts';
import { advance } from '../../../../../test-support/jobs.ts';
import { makeMember } from '../../../../../test-support/payout-staff.ts';
import { withSeller } from '../../../../../test-support/with-seller.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { insertSponsorship } from '../../accounts/approvals/queries.ts';
import { markForReview } from '../../payments/attempt/queries.ts';
import type { StaffActor } from '../../platform/actor/actor.ts';
import { listNeeds } from '../../reads/overview/needs.ts';
import { showPaymentDetail } from '../../reads/payment/get.ts';
import { setPayoutRule } from '../../transfers/payouts/orders/rules.ts';
import { decideOnHeld } from './decide-held.ts';
import { resolvePayment } from './resolve.ts';
import { type Held, makeHeldMoney } from './testing/held-money.ts';

let ctx: TestContext;
let caller: Caller;
withSeller((context, seller) => {
  ctx = context;
  caller = seller;
});
const { arrive, makeHeld, read, decide, shown, refundsOf } = makeHeldMoney(() => ({ ctx, caller }));

let finance: StaffActor;
let owner: StaffActor;
beforeEach(async () => {
  finance = await makeMember(ctx, caller.merchant_id, 'finance', 'Koffi');
  owner = await makeMember(ctx, caller.merchant_id, 'owner', 'Awa');
  await setPayoutRule(ctx, owner, { currency: 'XOF', body: { approval_above: 5_500, low_balance: null } });
});

const minute_ms = 60_000;

async function waitingOf({ payment_id }: Held, reader = owner) {
  const { attempts } = await showPaymentDetail(ctx, reader, payment_id);
  return attempts[0]?.decision ?? null;
}

async function idOf(held: Held): Promise<string> {
  const waiting = await waitingOf(held);
  if (!waiting) throw new Error('no decision awaits approval');
  return waiting.id;
}

const say = (actor: StaffActor, id: string, decision: 'approve' | 'refuse') =>
  decideOnHeld(ctx, actor, { id, body: { decision } });

async function refusalOf(act: Promise<unknown>): Promise<string> {
  try {
    await act;
  } catch (error) {
    if (error instanceof AppError) return error.reason?.code ?? error.code;
    throw error;
  }
  return 'none';
}

describe('a decision above the limit for one person', () => {
  it.each([
    ['accept', 'success', []],
    ['refund_difference', 'success', ['success 900 XOF of suspense, fee 0']],
    ['refund_all', 'failed', ['success 6000 XOF of suspense, fee 0']],
  ])('to %s changes nothing before a second person approves it', async (verdict, status, refunds) => {
    const held = await makeHeld('6000 XOF');
    expect(await decide(held, verdict, finance)).toMatchObject({ state: 'waiting', user_name: 'Koffi' });
    await advance(ctx, minute_ms);
    expect(await shown(held)).toMatchObject({ status: 'processing' });
    expect(await read(held)).toMatchObject({ status: 'held', kept_minor: null, needs_review: true });
    expect(await waitingOf(held)).toMatchObject({ verdict, amount: 6_000, may: { approve: true } });
    expect((await listNeeds(ctx, owner)).items).toContainEqual({ kind: 'waiting_decisions', count: 1 });

    const id = await idOf(held);
    expect(await refusalOf(say(finance, id, 'approve'))).toBe('wanted_by_you');
    expect(await say(owner, id, 'approve')).toMatchObject({ state: 'approved' });
    await advance(ctx, minute_ms);
    expect(await shown(held)).toMatchObject({ status });
    expect(await refundsOf(held)).toEqual(refunds);
    expect((await showPaymentDetail(ctx, owner, held.payment_id)).resolutions).toMatchObject([
      { verdict, user_name: 'Koffi', approved_by: 'Awa', state: 'done' },
    ]);
    expect(await refusalOf(say(owner, id, 'approve'))).toBe('decided_already');
    expect(await waitingOf(held)).toBeNull();
  });

  it('can also record that the money was not paid', async () => {
    const held = await makeHeld('6000 XOF');
    const body = { object_id: held.object_id, verdict: 'not_paid', note: 'Statement' };
    expect(await resolvePayment(ctx, finance, { id: held.payment_id, body })).toMatchObject({
      state: 'waiting',
    });
    await say(owner, await idOf(held), 'approve');
    expect(await shown(held)).toMatchObject({ status: 'failed' });
  });

  it('can be withdrawn by its author, and made again', async () => {
    const held = await makeHeld('6000 XOF');
    await decide(held, 'refund_all', finance);
    expect(await refusalOf(decide(held, 'accept', owner))).toBe('awaits_approval');
    await say(finance, await idOf(held), 'refuse');
    expect(await shown(held)).toMatchObject({ status: 'processing' });
    await decide(held, 'accept', owner);
    await say(finance, await idOf(held), 'approve');
    expect(await shown(held)).toMatchObject({ status: 'success' });
  });

  it('cannot be approved by a member whom its author invited', async () => {
    const { merchant_id } = caller;
    const guest = await makeMember(ctx, merchant_id, 'finance', 'Yao');
    await insertSponsorship(ctx.db, {
      ...{ merchant_id, sponsor_id: finance.user_id, user_id: guest.user_id, way: 'invited' },
    });
    const held = await makeHeld('6000 XOF');
    await decide(held, 'accept', finance);
    expect(await refusalOf(say(guest, await idOf(held), 'approve'))).toBe('not_two_people');
    expect(await read(held)).toMatchObject({ status: 'held' });
  });

  it('is carried out once, however many approve at the same time', async () => {
    const admin = await makeMember(ctx, caller.merchant_id, 'admin', 'Yao');
    const held = await makeHeld('6000 XOF');
    await decide(held, 'refund_all', finance);
    const id = await idOf(held);
    const said = await Promise.allSettled([say(owner, id, 'approve'), say(admin, id, 'approve')]);
    expect(said.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await advance(ctx, minute_ms);
    expect(await refundsOf(held)).toEqual(['success 6000 XOF of suspense, fee 0']);
  });

  it.each([
    ['a different amount arrives', '7000 XOF', 'processing'],
    ['the requested amount arrives', '5100 XOF', 'success'],
  ])('no longer applies once %s, and can be made again while the money is held', async (_, money, status) => {
    const held = await makeHeld('6000 XOF');
    await decide(held, 'accept', finance);
    const id = await idOf(held);
    await arrive(await read(held), money);
    expect(await refusalOf(say(owner, id, 'approve'))).toBe('changed_since');
    expect(await shown(held)).toMatchObject({ status });
    expect(await waitingOf(held)).toBeNull();
    expect((await listNeeds(ctx, owner)).items.map(({ kind }) => kind)).not.toContain('waiting_decisions');
    if (status === 'success') return;
    await decide(held, 'accept', finance);
    expect(await refusalOf(say(owner, id, 'approve'))).toBe('already_decided');
    await say(owner, await idOf(held), 'approve');
    expect(await shown(held)).toMatchObject({ status: 'success', received_amount: 7_000 });
  });

  it('that does not fit the money is refused immediately', async () => {
    const held = await makeHeld('6000 XAF');
    await setPayoutRule(ctx, owner, { currency: 'XAF', body: { approval_above: 0, low_balance: null } });
    expect(await refusalOf(decide(held, 'refund_difference', finance))).toBe('no_difference');
    expect(await refusalOf(decide(held, 'settled', finance))).toBe('end_not_known');
    expect(await waitingOf(held)).toBeNull();
  });

  it('is not found by another merchant’s staff', async () => {
    const held = await makeHeld('6000 XOF');
    await decide(held, 'accept', finance);
    const stranger = { ...owner, merchant_id: 'mer_other' };
    expect(await refusalOf(say(stranger, await idOf(held), 'approve'))).toBe('not_found');
    expect(await refusalOf(say({ ...owner, mode: 'live' }, await idOf(held), 'approve'))).toBe('not_found');
  });
});

describe('decisions below the limit', () => {
  it('need no second person, until their sum exceeds it', async () => {
    const [first, second] = [await makeHeld('4000 XOF'), await makeHeld('1600 XOF')];
    expect(await decide(first, 'accept', finance)).toMatchObject({ state: 'done', approved_by: null });
    expect(await decide(second, 'accept', finance)).toMatchObject({ state: 'waiting' });
    expect(await decide(await makeHeld('1500 XOF'), 'refund_all', finance)).toMatchObject({ state: 'done' });
  });

  it('do not exceed it together, however many are made at the same time', async () => {
    const all = [];
    for (let count = 0; count < 5; count += 1) all.push(await makeHeld('2000 XOF'));
    const said = await Promise.all(all.map((held) => decide(held, 'accept', finance)));
    expect(said.filter(({ state }) => state === 'done')).toHaveLength(2);
  });
});

describe('a verdict that an attempt was paid, which no operator has reported', () => {
  /** Makes a payment whose attempt to collect 5,100 XOF has an unknown outcome. */
  async function makeLost(): Promise<Held> {
    const checkout = await makeCheckout(ctx, caller);
    const attempt = await commitAttempt(ctx, checkout);
    await markForReview(ctx.db, attempt);
    return { ...checkout, object_id: attempt.id };
  }
  const findOut = ({ payment_id, object_id }: Held, verdict: string, proof?: string) =>
    resolvePayment(ctx, finance, {
      id: payment_id,
      body: { object_id, verdict, note: 'Statement', ...(proof && { proof }) },
    });
  const setRule = (approval_above: number) =>
    setPayoutRule(ctx, owner, { currency: 'XOF', body: { approval_above, low_balance: null } });

  it('awaits a second person above the limit', async () => {
    await setRule(5_000);
    const lost = await makeLost();
    expect(await findOut(lost, 'paid', 'Line 7')).toMatchObject({ state: 'waiting' });
    expect(await shown(lost)).toMatchObject({ status: 'processing' });
    expect(await waitingOf(lost)).toMatchObject({ verdict: 'paid', amount: 5_100, may: { approve: true } });
    expect((await listNeeds(ctx, owner)).items).toContainEqual({ kind: 'waiting_decisions', count: 1 });
    const id = await idOf(lost);
    expect(await refusalOf(say(finance, id, 'approve'))).toBe('wanted_by_you');
    expect(await refusalOf(findOut(lost, 'paid', 'Line 8'))).toBe('awaits_approval');
    await say(owner, id, 'approve');
    expect(await shown(lost)).toMatchObject({ status: 'success', charged_amount: 5_100 });
    expect((await showPaymentDetail(ctx, owner, lost.payment_id)).resolutions).toMatchObject([
      { verdict: 'paid', proof: 'Line 7', user_name: 'Koffi', approved_by: 'Awa' },
    ]);
  });

  it('needs no second person below the limit, until the sum exceeds it', async () => {
    const [first, second] = [await makeLost(), await makeLost()];
    expect(await findOut(first, 'paid', 'Line 7')).toMatchObject({ state: 'done' });
    expect(await findOut(second, 'paid', 'Line 8')).toMatchObject({ state: 'waiting' });
    expect(await shown(second)).toMatchObject({ status: 'processing' });
  });

  it('no longer needs approval once the operator has reported the payment', async () => {
    await setRule(5_000);
    const lost = await makeLost();
    await findOut(lost, 'paid', 'Line 7');
    const id = await idOf(lost);
    await arrive(await read(lost), '5100 XOF');
    expect(await waitingOf(lost)).toBeNull();
    expect((await listNeeds(ctx, owner)).items).not.toContainEqual({ kind: 'waiting_decisions', count: 1 });
    expect(await refusalOf(say(owner, id, 'approve'))).toBe('changed_since');
    expect(await shown(lost)).toMatchObject({ status: 'success' });
  });

  it('books nothing if it is "not paid", and then needs no approval', async () => {
    await setRule(0);
    const lost = await makeLost();
    expect(await findOut(lost, 'not_paid')).toMatchObject({ state: 'done' });
    expect(await shown(lost)).toMatchObject({ status: 'failed' });
  });
});
