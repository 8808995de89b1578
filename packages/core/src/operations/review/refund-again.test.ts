import { beforeEach, describe, expect, it } from 'vitest';
import { type Checkout, chooseAndPay, makeCheckout } from '../../../../../test-support/checkouts.ts';
import type { TestContext } from '../../../../../test-support/context.ts';
import { advance } from '../../../../../test-support/jobs.ts';
import { makeMember } from '../../../../../test-support/payout-staff.ts';
import { duplicateOf, makePaid } from '../../../../../test-support/refunds.ts';
import { withSeller } from '../../../../../test-support/with-seller.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { insertSponsorship } from '../../accounts/approvals/queries.ts';
import type { StaffActor } from '../../platform/actor/actor.ts';
import { setPayoutRule } from '../../transfers/payouts/orders/rules.ts';
import { listRefunds } from '../../transfers/refunds/queries.ts';
import { requestRefund } from '../../transfers/refunds/request.ts';
import { resolvePayment } from './resolve.ts';

let ctx: TestContext;
let caller: Caller;
withSeller((context, seller) => {
  ctx = context;
  caller = seller;
});

let finance: StaffActor;
let owner: StaffActor;
beforeEach(async () => {
  finance = await makeMember(ctx, caller.merchant_id, 'finance', 'Koffi');
  owner = await makeMember(ctx, caller.merchant_id, 'owner', 'Awa');
});

const setRule = () =>
  setPayoutRule(ctx, owner, { currency: 'XOF', body: { approval_above: 1_000, low_balance: null } });
const refund = (actor: StaffActor, { payment_id }: Checkout, fields: object = {}) =>
  requestRefund(ctx, actor, { payment_id, body: { reason: 'Returned goods', ...fields } }, null);
const statusesOf = async ({ merchant_id, payment_id }: Checkout) =>
  (await listRefunds(ctx.db, merchant_id, payment_id)).map(({ status }) => status);

/** Makes a refund that reached the customer, and that Koffi then records as reversed. */
async function comeBack(checkout: Checkout, fields: object = {}): Promise<void> {
  const { value } = await refund(finance, checkout, fields);
  await advance(ctx, 60_000);
  const body = { object_id: value.id, verdict: 'reversed', note: 'Statement', proof: 'Line 7' };
  await resolvePayment(ctx, finance, { id: checkout.payment_id, body });
  expect(await statusesOf(checkout)).toEqual(['reversed']);
}

describe('a payment whose refund one person recorded as reversed', () => {
  it('must be refunded again by a different person, where a rule requires a second person', async () => {
    await setRule();
    const checkout = await makePaid(ctx, caller);
    await comeBack(checkout);
    await expect(refund(finance, checkout)).rejects.toMatchObject({
      code: 'forbidden',
      reason: { code: 'returned_by_you' },
    });
    expect(await statusesOf(checkout)).toEqual(['reversed']);
    await refund(owner, checkout);
    expect(await statusesOf(checkout)).toEqual(['reversed', 'pending']);
  });

  it('cannot be refunded again by a member whom that person invited', async () => {
    await setRule();
    const { merchant_id } = caller;
    const guest = await makeMember(ctx, merchant_id, 'finance', 'Yao');
    await insertSponsorship(ctx.db, {
      ...{ merchant_id, sponsor_id: finance.user_id, user_id: guest.user_id, way: 'invited' },
    });
    const checkout = await makePaid(ctx, caller);
    await comeBack(checkout);
    await expect(refund(guest, checkout)).rejects.toMatchObject({
      code: 'forbidden',
      reason: { code: 'not_two_people' },
    });
    expect(await statusesOf(checkout)).toEqual(['reversed']);
  });

  it('can be refunded again by the same person, without a rule', async () => {
    const checkout = await makePaid(ctx, caller);
    await comeBack(checkout);
    await refund(finance, checkout);
    expect(await statusesOf(checkout)).toEqual(['reversed', 'pending']);
  });
});

it('a duplicate whose refund one person recorded as reversed must be refunded again by a different person, even through a verdict', async () => {
  await setRule();
  const checkout = await makeCheckout(ctx, caller);
  await chooseAndPay(ctx, checkout, '18', 'mtn_ci');
  await advance(ctx, 1_500);
  await chooseAndPay(ctx, checkout, '00', 'wave_ci');
  await advance(ctx, 600_000);
  const attempt_id = await duplicateOf(ctx, checkout);
  const { value } = await refund(finance, checkout, { attempt_id, duplicate: true });
  await advance(ctx, 600_000);
  const say = (actor: StaffActor, body: object) =>
    resolvePayment(ctx, actor, { id: checkout.payment_id, body: { note: 'Statement', ...body } });
  await say(finance, { object_id: value.id, verdict: 'reversed', proof: 'Line 7' });
  const again = { object_id: attempt_id, verdict: 'refund_all' };
  await expect(say(finance, again)).rejects.toMatchObject({ reason: { code: 'returned_by_you' } });
  await say(owner, again);
});
