import { asCurrency } from '@guichet/kernel/currencies';
import { makeId } from '@guichet/kernel/ids';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { makeTestContext, type TestContext } from '../../../../../../test-support/context.ts';
import { dropJobs, listJobs } from '../../../../../../test-support/jobs.ts';
import { makeMember } from '../../../../../../test-support/payout-staff.ts';
import { makePayer, payoutTo, readPayout } from '../../../../../../test-support/payouts.ts';
import { findStranded } from '../../../operations/stranded/queries.ts';
import { countNeeds } from '../../../reads/overview/queries.ts';
import { showStaffPayout } from '../../../reads/payout/get.ts';
import { sealConfig } from '../../../routing/connector-accounts/config.ts';
import { insertAccount } from '../../../routing/connector-accounts/queries.ts';
import { applyTransferOutcome } from '../../apply-outcome.ts';
import { decideBatch } from '../batches/decide.ts';
import { makeBatches } from '../batches/testing/make-batches.ts';
import { payouts } from '../kind.ts';
import { browsePayouts } from './browse.ts';
import { orderPayout } from './create.ts';
import { decidePayout } from './decide.ts';
import { setPayoutRule } from './rules.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());

it.each([
  ['is rechecked after a recovery, since it may have been paid under a row that was lost', true],
  ['was never sent otherwise, and is not rechecked', false],
])('a payout that the second person refuses %s', async (_, isRecovered) => {
  const { merchant_id } = await makePayer(ctx, 1_000_000);
  const owner = await makeMember(ctx, merchant_id, 'owner', 'Awa');
  const finance = await makeMember(ctx, merchant_id, 'finance', 'Koffi');
  await setPayoutRule(ctx, owner, { currency: 'XOF', body: { approval_above: 10_000, low_balance: null } });
  const at = ctx.clock.now();
  const account = await insertAccount(ctx.db, {
    ...{ merchant_id, id: makeId('connector_account'), connector: 'teller', name: 'main' },
    ...{ config_sealed: sealConfig(ctx.secrets, {}), services: '[]' },
    ...{ created_at: at, updated_at: at, checked_at: null },
  });
  const { id } = (await orderPayout(ctx, finance, payoutTo('00', { amount: 20_000 }), null)).value;
  await ctx.pool.query('update payouts set account_id = $1 where id = $2', [account.id, id]);
  if (isRecovered) {
    await ctx.pool.query(
      `insert into recoveries (reason, lost_since, began_at, began_by, opened_at) values ('requested', $1, $1, 'ama', $1)`,
      [at],
    );
    onTestFinished(async () => void (await ctx.pool.query('delete from recoveries')));
  }
  await dropJobs(ctx);
  await decidePayout(ctx, owner, { id, body: { decision: 'refuse' } });
  const looks = (await listJobs(ctx, 'second_look')).map(({ payload }) => payload);
  expect(looks).toEqual(isRecovered ? [{ merchant_id, kind: 'payout', id, round: 0 }] : []);
});

it('a second person cannot refuse a payout that the operator is already processing', async () => {
  const { merchant_id } = await makePayer(ctx, 1_000_000);
  const owner = await makeMember(ctx, merchant_id, 'owner', 'Awa');
  const finance = await makeMember(ctx, merchant_id, 'finance', 'Koffi');
  await setPayoutRule(ctx, owner, { currency: 'XOF', body: { approval_above: 10_000, low_balance: null } });
  const { id } = (await orderPayout(ctx, finance, payoutTo('00', { amount: 20_000 }), null)).value;
  const pending = {
    outcome: { kind: 'pending', action: null },
    provider_reference: 'op-1',
    raw: null,
  } as const;
  await applyTransferOutcome(ctx, payouts, { merchant_id, id }, pending, 'inquiry');
  expect((await readPayout(ctx, { merchant_id, id })).status).toBe('processing');
  const refusal = decidePayout(ctx, owner, { id, body: { decision: 'refuse' } });
  await expect(refusal).rejects.toMatchObject({ code: 'conflict', reason: { code: 'operator_has_it' } });
  expect((await readPayout(ctx, { merchant_id, id })).status).toBe('processing');
  // It no longer waits for anybody, and has its next inquiry again if it loses the job.
  expect((await showStaffPayout(ctx, owner, id)).may).toEqual({ approve: false, refuse: false });
  expect((await browsePayouts(ctx, owner, { state: 'waiting' })).items).toEqual([]);
  expect(await countNeeds(ctx.db, { merchant_id, mode: 'test' }, ctx.clock.now())).toMatchObject({
    waiting_payouts: 0,
  });
  await dropJobs(ctx);
  const later = new Date(ctx.clock.now().getTime() + 1);
  expect(await findStranded(ctx.db, later, 10)).toContainEqual({
    ...{ next_task: 'follow_payout', merchant_id, id, account_id: null },
  });
});

it('a second person who refuses a file refuses only the payouts that no operator has had', async () => {
  const { merchant_id } = await makePayer(ctx, 1_000_000);
  const owner = await makeMember(ctx, merchant_id, 'owner', 'Awa');
  const finance = await makeMember(ctx, merchant_id, 'finance', 'Koffi');
  await setPayoutRule(ctx, owner, { currency: 'XOF', body: { approval_above: 1_000, low_balance: null } });
  const { upload, confirm, payoutsOf } = makeBatches(() => ctx);
  const file = await confirm(finance, await upload(finance));
  const [paid, ...others] = await payoutsOf(owner, file);
  const settled = {
    ...{ provider_reference: 'op-1', raw: null },
    outcome: { kind: 'settled', money: { amount_minor: 3_000n, currency: asCurrency('XOF') } },
  } as const;
  await applyTransferOutcome(ctx, payouts, { merchant_id, id: paid?.id ?? '' }, settled, 'inquiry');
  await decideBatch(ctx, owner, { id: file.batch.id, body: { decision: 'refuse' } });
  const decided = await payoutsOf(owner, file);
  expect(decided.map(({ id, state, order }) => [id, state, order?.approval])).toEqual([
    [paid?.id, 'success', 'waiting'],
    ...others.map(({ id }) => [id, 'failed', 'refused']),
  ]);
  await expect(
    decideBatch(ctx, owner, { id: file.batch.id, body: { decision: 'approve' } }),
  ).rejects.toMatchObject({ code: 'conflict' });
});
