import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { makePayer, makePayout } from '../../../../../test-support/payouts.ts';
import { sumLonePayouts } from '../../accounts/approvals/queries.ts';
import { up } from './0022-lone-payout-sums.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await makeTestContext();
  // As the version before it left the database.
  for (const made of [
    'trigger payouts_summed on payouts',
    'trigger payouts_summed_anew on payouts',
    'function sum_placed_payouts()',
    'function sum_changed_payout()',
    'function lone_slot(timestamptz)',
    'table lone_payout_sums',
  ])
    await sql.raw(`drop ${made}`).execute(ctx.db);
});
afterAll(() => ctx.database.close());

it('counts what went out before it, and those of them that fail afterwards no more', async () => {
  const payer = await makePayer(ctx);
  const own = { merchant_id: payer.merchant_id, mode: 'test', currency: 'XOF' } as const;
  const first = await makePayout(ctx, payer, '00', { amount: 700 });
  await makePayout(ctx, payer, '00', { amount: 30 });
  const old = await makePayout(ctx, payer, '00', { amount: 9_000 });
  const held = await makePayout(ctx, payer, '00', { amount: 4 });
  await ctx.pool.query('update payouts set placed_at = null where id = $1', [old.id]);
  await ctx.pool.query('update payouts set needs_approval = true where id = $1', [held.id]);
  await (ctx.db as unknown as Kysely<unknown>).transaction().execute(up);
  expect(await sumLonePayouts(ctx.db, own, [])).toMatchObject({ day_minor: 730n });
  await ctx.pool.query(`update payouts set status = 'failed' where id = any ($1)`, [[first.id, old.id]]);
  expect(await sumLonePayouts(ctx.db, own, [])).toMatchObject({ day_minor: 30n });
  await makePayout(ctx, payer, '00', { amount: 5 });
  expect(await sumLonePayouts(ctx.db, own, [])).toMatchObject({ day_minor: 35n });
});
