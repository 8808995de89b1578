import { randomUUID } from 'node:crypto';
import { makeId } from '@guichet/kernel/ids';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { makePaid, makeRefund, makeSeller, readRefund } from '../../../../../test-support/refunds.ts';
import type { TransferKey } from '../transfer.ts';
import { insertRefund } from './queries.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());

/** Inserts another refund of the same money, bypassing all checks that would refuse it. */
async function insertBeside(key: TransferKey): Promise<void> {
  const row = await readRefund(ctx, key);
  const more = { id: makeId('refund'), reference: randomUUID(), status: 'pending', mismatch: null } as const;
  await insertRefund(ctx.db, { ...row, ...more });
}

it.each([
  ['pending', false],
  ['processing', false],
  ['failed', true],
] as const)(
  'the database accepts a second refund of the same money if the first is %s: %s',
  async (status, is_taken) => {
    const key = await makeRefund(ctx, await makePaid(ctx, await makeSeller(ctx)), { amount: 100 });
    await ctx.db.updateTable('refunds').set({ status }).where('id', '=', key.id).execute();
    const inserted = insertBeside(key);
    if (is_taken) await inserted;
    else await expect(inserted).rejects.toMatchObject({ constraint: 'refunds_one_open' });
  },
);
