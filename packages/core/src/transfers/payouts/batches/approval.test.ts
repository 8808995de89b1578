import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command } from '../../../../../../test-support/actors.ts';
import { makeTestContext, type TestContext } from '../../../../../../test-support/context.ts';
import { dropJobs, listJobs } from '../../../../../../test-support/jobs.ts';
import { makeMember, makeStaff } from '../../../../../../test-support/payout-staff.ts';
import { balancesOf } from '../../../../../../test-support/payouts.ts';
import { checkLedger } from '../../../ledger/check.ts';
import { decidePayout } from '../orders/decide.ts';
import { setPayoutRule } from '../orders/rules.ts';
import { decideBatch } from './decide.ts';
import { showBatch } from './detail.ts';

import { makeBatches } from './testing/make-batches.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());

const { upload, confirm, payoutsOf, makeTeam } = makeBatches(() => ctx);

describe('a batch that needs approval', () => {
  const rule = { approval_above: 5_999, low_balance: null };

  async function makeWaiting() {
    const team = await makeTeam();
    const owner = await makeMember(ctx, team.merchant_id, 'owner', 'Owner');
    await setPayoutRule(ctx, owner, { currency: 'XOF', body: rule });
    const uploaded = await upload(team.koffi);
    expect(uploaded.needs_approval).toBe(true);
    await dropJobs(ctx);
    return { ...team, owner, waiting: await confirm(team.awa, uploaded) };
  }

  it('awaits approval as a whole, because many small lines count together', async () => {
    const { awa, koffi, waiting } = await makeWaiting();
    expect(waiting.batch.states).toEqual([{ state: 'waiting', payouts: 3 }]);
    expect(waiting.may).toMatchObject({ approve: false, refuse: true });
    expect(await listJobs(ctx)).toEqual([]);
    expect(await balancesOf(ctx, awa)).toEqual(['XOF 94000 available, 6000 in flight']);
    await expect(
      decideBatch(ctx, awa, { id: waiting.batch.id, body: { decision: 'approve' } }),
    ).rejects.toMatchObject({
      code: 'forbidden',
    });
    const approved = await decideBatch(ctx, koffi, {
      id: waiting.batch.id,
      body: { decision: 'approve', note: 'seen' },
    });
    expect(approved.batch.states).toEqual([{ state: 'pending', payouts: 3 }]);
    expect(await listJobs(ctx, 'send_payout')).toHaveLength(3);
    expect(await payoutsOf(awa, approved)).toMatchObject(
      Array.from({ length: 3 }, () => ({
        order: { approval: 'approved', decided_by: 'Koffi', note: 'seen' },
      })),
    );
    await expect(
      decideBatch(ctx, koffi, { id: waiting.batch.id, body: { decision: 'refuse' } }),
    ).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  it('cannot be one whose sum is within the limit for one person, which is sent immediately', async () => {
    const { awa, koffi } = await makeTeam();
    await setPayoutRule(
      ctx,
      { ...awa, role: 'owner' },
      { currency: 'XOF', body: { ...rule, approval_above: 6000 } },
    );
    const { batch } = await confirm(koffi, await upload(awa));
    expect(batch.states).toEqual([{ state: 'pending', payouts: 3 }]);
  });

  it('can be refused as a whole, which releases its money', async () => {
    const { awa, koffi, waiting } = await makeWaiting();
    const refused = await decideBatch(ctx, koffi, { id: waiting.batch.id, body: { decision: 'refuse' } });
    expect(refused.batch.states).toEqual([{ state: 'failed', payouts: 3 }]);
    expect(await balancesOf(ctx, awa)).toEqual(['XOF 100000 available, 0 in flight']);
    expect(await listJobs(ctx, 'send_payout')).toEqual([]);
    expect((await checkLedger(ctx, command)).breaches).toEqual([]);
  });

  it('can be withdrawn by the person who confirmed it, but not refused by a person without permission', async () => {
    const { awa, waiting, merchant_id } = await makeWaiting();
    const viewer = makeStaff(merchant_id, 'viewer');
    await expect(
      decideBatch(ctx, viewer, { id: waiting.batch.id, body: { decision: 'refuse' } }),
    ).rejects.toMatchObject({
      code: 'forbidden',
    });
    const back = await decideBatch(ctx, awa, { id: waiting.batch.id, body: { decision: 'refuse' } });
    expect(back.batch.states).toEqual([{ state: 'failed', payouts: 3 }]);
  });

  it('does not change payouts that were decided individually', async () => {
    const { awa, koffi, waiting } = await makeWaiting();
    const [first] = await payoutsOf(awa, waiting);
    await decidePayout(ctx, koffi, { id: first?.id ?? '', body: { decision: 'refuse' } });
    const approved = await decideBatch(ctx, koffi, { id: waiting.batch.id, body: { decision: 'approve' } });
    expect(approved.batch.states.toSorted((one, other) => one.payouts - other.payouts)).toEqual([
      { state: 'failed', payouts: 1 },
      { state: 'pending', payouts: 2 },
    ]);
  });

  it('is decided as a whole by one of two concurrent, opposite decisions', async () => {
    const { koffi, owner, waiting } = await makeWaiting();
    const answers = await Promise.allSettled([
      decideBatch(ctx, koffi, { id: waiting.batch.id, body: { decision: 'approve' } }),
      decideBatch(ctx, owner, { id: waiting.batch.id, body: { decision: 'refuse' } }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await showBatch(ctx, koffi, waiting.batch.id)).batch.states).toHaveLength(1);
  });
});
