import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { makeMember } from '../../../../../test-support/payout-staff.ts';
import { makePayer, payoutTo } from '../../../../../test-support/payouts.ts';
import type { StaffActor } from '../../platform/actor/actor.ts';
import { confirmBatch } from '../../transfers/payouts/batches/confirm.ts';
import { decideBatch } from '../../transfers/payouts/batches/decide.ts';
import { uploadBatch } from '../../transfers/payouts/batches/upload.ts';
import { orderPayout } from '../../transfers/payouts/orders/create.ts';
import { decidePayout } from '../../transfers/payouts/orders/decide.ts';
import { setPayoutRule } from '../../transfers/payouts/orders/rules.ts';
import { deleteMember, setRole } from '../staff/members/queries.ts';
import { decideChange } from './changes/decide.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());

/** A kind of pending change, and the call that approves it. */
const waiting: readonly (readonly [
  what: string,
  make: (by: StaffActor) => Promise<(by: StaffActor) => Promise<unknown>>,
])[] = [
  [
    'a payout',
    async (by) => {
      const { value } = await orderPayout(ctx, by, payoutTo('00', { amount: 50_000 }), null);
      return (second) => decidePayout(ctx, second, { id: value.id, body: { decision: 'approve' } });
    },
  ],
  [
    'a file of payouts',
    async (by) => {
      const content = (async function* () {
        yield Buffer.from('amount,currency,operator,phone\n50000,XOF,mtn_ci,+2250504030200\n');
      })();
      const { batch } = await uploadBatch(ctx, by, { query: { file_name: 'a.csv' }, content });
      await confirmBatch(ctx, by, { id: batch.id, body: {} });
      return (second) => decideBatch(ctx, second, { id: batch.id, body: { decision: 'approve' } });
    },
  ],
  [
    'a weaker rule',
    async (by) => {
      const { change_id } = await setPayoutRule(ctx, by, {
        currency: 'XOF',
        body: { approval_above: null, low_balance: null },
      });
      return (second) => decideChange(ctx, second, { id: change_id ?? '', body: { decision: 'approve' } });
    },
  ],
];

const losses = {
  'who is being removed': ({ merchant_id, user_id }: StaffActor, tx: TestContext['db']) =>
    deleteMember(tx, merchant_id, user_id),
  'whose role is being reduced': ({ merchant_id, user_id }: StaffActor, tx: TestContext['db']) =>
    setRole(tx, { merchant_id, user_id, role: 'viewer', at: ctx.clock.now() }),
};

it.each(
  waiting.flatMap(([what, make]) => Object.entries(losses).map(([who, lose]) => ({ what, make, who, lose }))),
)('$what cannot be approved by somebody $who', async ({ make, lose }) => {
  const { merchant_id } = await makePayer(ctx, 1_000_000);
  const owner = await makeMember(ctx, merchant_id, 'owner');
  const second = await makeMember(ctx, merchant_id, 'admin');
  await setPayoutRule(ctx, owner, { currency: 'XOF', body: { approval_above: 1_000, low_balance: null } });
  const approve = await make(owner);
  const began = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const losing = ctx.db.transaction().execute(async (tx) => {
    await lose(second, tx);
    began.resolve();
    await mayEnd.promise;
  });
  await began.promise;
  // When the approval begins, `second` is still a member and has the role.
  const approving = approve(second).then(
    () => 'approved',
    (error: { code?: string }) => error.code,
  );
  mayEnd.resolve();
  await losing;
  expect(await approving).toBe('forbidden');
});

it.each(waiting)(
  '%s cannot be approved by the person who proposed it, even if they may approve others',
  async (_, make) => {
    const { merchant_id } = await makePayer(ctx, 1_000_000);
    const owner = await makeMember(ctx, merchant_id, 'owner');
    await makeMember(ctx, merchant_id, 'admin');
    await setPayoutRule(ctx, owner, { currency: 'XOF', body: { approval_above: 1_000, low_balance: null } });
    const approve = await make(owner);
    await expect(approve(owner)).rejects.toMatchObject({
      code: 'forbidden',
      reason: { code: expect.stringMatching(/^(wanted|made)_by_you$/) },
    });
  },
);
