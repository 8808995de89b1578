import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { dropJobs } from '../../../../../test-support/jobs.ts';
import { makePayer, makePayout } from '../../../../../test-support/payouts.ts';
import { service_actor } from '../../platform/actor/actor.ts';
import { checkBooks } from '../books/check.ts';
import { mendStranded } from './mend.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());

it('the ledger check lists open objects without a next step, until they are repaired', async () => {
  const check = () => checkBooks(ctx, { kind: 'command', name: 'root' });
  const { id } = await makePayout(ctx, await makePayer(ctx), '00');
  await dropJobs(ctx);
  expect(await check()).toMatchObject({ ok: true, breaches: [] });
  ctx.clock.advance(2 * 60_000 + 1);
  const breach = { rule: 'open_has_next_step', subject: id, detail: 'no job send_payout, and no review' };
  expect(await check()).toMatchObject({ ok: false, breaches: [breach] });
  await mendStranded(ctx, service_actor);
  expect(await check()).toMatchObject({ ok: true, breaches: [] });
});
