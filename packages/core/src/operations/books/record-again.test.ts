import { AppError } from '@guichet/kernel/errors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { makeMember } from '../../../../../test-support/payout-staff.ts';
import { makePayer } from '../../../../../test-support/payouts.ts';
import { listBalances } from '../../ledger/balances/list.ts';
import type { StaffActor } from '../../platform/actor/actor.ts';
import { setPayoutRule } from '../../transfers/payouts/orders/rules.ts';
import { correctMovement } from './correct.ts';
import { decideOnMovement } from './decide.ts';
import { recordMovement } from './record.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());

const body = {
  kind: 'float_deposited',
  account: 'sandbox',
  currency: 'XOF',
  amount: 700,
  reference: 'TRX-1',
};

async function makeTeam(): Promise<{ finance: StaffActor; owner: StaffActor }> {
  const { merchant_id } = await makePayer(ctx, 100_000);
  return {
    finance: await makeMember(ctx, merchant_id, 'finance', 'Koffi'),
    owner: await makeMember(ctx, merchant_id, 'owner', 'Awa'),
  };
}

const correct = async (actor: StaffActor, id: string) =>
  (await correctMovement(ctx, actor, { id, body: { note: 'A mistake' } })).value;

async function refusalOf(call: Promise<unknown>) {
  const error = await call.catch((thrown: unknown) => thrown);
  if (!(error instanceof AppError)) throw new Error('not refused');
  return { status: error.code, ...error.reason };
}

const available = async (actor: StaffActor) => (await listBalances(ctx, actor))[0]?.available;

describe('a movement that was corrected, recorded again with the same reference', () => {
  it.each([700, 800])(
    'is refused for %d XOF with what to do, and is booked with a new reference',
    async (amount) => {
      const { finance } = await makeTeam();
      const { id } = (await recordMovement(ctx, finance, body)).value;
      await correct(finance, id);
      const again = { ...body, amount };
      expect(await refusalOf(recordMovement(ctx, finance, again))).toMatchObject({
        ...{ status: 'conflict', code: 'corrected_by_now', values: { id, reference: 'TRX-1-2' } },
        sentence: expect.stringContaining('TRX-1-2'),
      });
      expect(await available(finance)).toBe(100_000);
      await recordMovement(ctx, finance, { ...again, reference: 'TRX-1-2' });
      expect(await available(finance)).toBe(100_000 + amount);
    },
  );

  it('is refused while the correction awaits approval, naming it, and is recorded once if it is refused', async () => {
    const { finance, owner } = await makeTeam();
    const { id } = (await recordMovement(ctx, finance, body)).value;
    await setPayoutRule(ctx, owner, { currency: 'XOF', body: { approval_above: 600, low_balance: null } });
    const correction = await correct(finance, id);
    expect(correction.state).toBe('waiting');
    expect(await refusalOf(recordMovement(ctx, finance, body))).toMatchObject({
      ...{ status: 'conflict', code: 'correction_waits', values: { id, correction: correction.id } },
    });
    await decideOnMovement(ctx, owner, { id: correction.id, body: { decision: 'refuse' } });
    expect(await recordMovement(ctx, finance, body)).toMatchObject({ replayed: true, value: { id } });
    expect(await available(finance)).toBe(100_700);
  });
});
