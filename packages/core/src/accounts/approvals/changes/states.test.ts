import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestContext, type TestContext } from '../../../../../../test-support/context.ts';
import { makeStaff } from '../../../../../../test-support/payout-staff.ts';
import { makePayer } from '../../../../../../test-support/payouts.ts';
import type { ChangeStatus } from '../../../platform/database/tables/payout-orders.ts';
import { listPayoutRules, setPayoutRule } from '../../../transfers/payouts/orders/rules.ts';
import { lockChange } from './queries.ts';
import { type ChangeEvent, changeRules } from './states.ts';
import { transitionChange } from './transition.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());

const statuses: readonly ChangeStatus[] = ['waiting', 'approved', 'refused', 'elapsed', 'replaced'];
const events: readonly ChangeEvent[] = ['approved', 'refused', 'elapsed', 'replaced'];
const pairs = statuses.flatMap((from) => events.map((event) => ({ from, event })));

describe('a change', () => {
  it.each(pairs)('in status $from handles the event $event', async ({ from, event }) => {
    const { merchant_id } = await makePayer(ctx);
    const admin = makeStaff(merchant_id, 'admin');
    const owner = makeStaff(merchant_id, 'owner');
    await setPayoutRule(ctx, owner, { currency: 'XOF', body: { approval_above: 1_000, low_balance: null } });
    const set = await setPayoutRule(ctx, admin, {
      currency: 'XOF',
      body: { approval_above: 5_000, low_balance: 7 },
    });
    const id = set.change_id ?? '';
    const by = (status: string) => (/approved|refused/.test(status) ? owner : null);
    const move = (to: ChangeEvent) =>
      ctx.db.transaction().execute(async (tx) => {
        const change = await lockChange(tx, { merchant_id, id });
        return change && transitionChange(tx, change, to, by(to));
      });
    const takes_effect = (status: string) =>
      changeRules.some(({ to, ...rule }) => to === status && rule.takes_effect);
    if (from !== 'waiting') await move(from);
    const before = takes_effect(from) ? 5_000 : 1_000;
    expect((await listPayoutRules(ctx, owner)).items).toMatchObject([
      { approval_above: before, low_balance: 7 },
    ]);
    const moved = await move(event);
    const rule = changeRules.find((one) => one.from === from && one.event === event);
    expect(moved?.status).toBe(rule?.to);
    expect((await lockChange(ctx.db, { merchant_id, id }))?.status).toBe(rule?.to ?? from);
    const after = rule?.takes_effect ? 5_000 : before;
    expect((await listPayoutRules(ctx, owner)).items).toMatchObject([
      { approval_above: after, low_balance: 7 },
    ]);
  });

  it('is decided by only one of two concurrent decisions', async () => {
    const { merchant_id } = await makePayer(ctx);
    const [owner, admin] = [makeStaff(merchant_id, 'owner'), makeStaff(merchant_id, 'admin')];
    await setPayoutRule(ctx, owner, { currency: 'XOF', body: { approval_above: 1_000, low_balance: null } });
    const { change_id } = await setPayoutRule(ctx, admin, {
      currency: 'XOF',
      body: {
        approval_above: 5_000,
        low_balance: null,
      },
    });
    const change = await lockChange(ctx.db, { merchant_id, id: change_id ?? '' });
    if (!change) throw new Error('the proposed change is missing');
    const decided = await Promise.all(
      (['approved', 'refused'] as const).map((event) =>
        ctx.db.transaction().execute((tx) => transitionChange(tx, change, event, owner)),
      ),
    );
    expect(decided.filter((one) => one !== undefined)).toHaveLength(1);
  });
});
