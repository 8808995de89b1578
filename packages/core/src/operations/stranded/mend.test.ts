import { asCurrency } from '@guichet/kernel/currencies';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { commitAttempt, keyOf } from '../../../../../test-support/attempts.ts';
import { makeCaller, makeCheckout } from '../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { advance, dropJobs, listJobs } from '../../../../../test-support/jobs.ts';
import { makePayer, makePayout, payoutJob, readPayout } from '../../../../../test-support/payouts.ts';
import { makePaid, makeRefund, makeSeller, refundJob } from '../../../../../test-support/refunds.ts';
import { updateMoneyChoices } from '../../accounts/merchants/money-choices.ts';
import { applyOutcome } from '../../payments/attempt/apply-outcome.ts';
import { commandFor, service_actor } from '../../platform/actor/actor.ts';
import { payouts } from '../../transfers/payouts/kind.ts';
import { refunds } from '../../transfers/refunds/kind.ts';
import { beginSending, sendTransfer } from '../../transfers/send.ts';
import { mendStranded } from './mend.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());
beforeEach(async () => {
  // Open objects that earlier tests have left get their jobs now, so that the test does not find them.
  ctx.clock.advance(120_000);
  await mendStranded(ctx, service_actor);
});

const minute_ms = 60_000;

/** Makes an open object with a job, which a test keeps or drops. @returns its id */
const open: Record<string, () => Promise<string>> = {
  follow_attempt: async () => (await commitAttempt(ctx, await makeCheckout(ctx, await makeCaller(ctx)))).id,
  send_payout: async () => (await makePayout(ctx, await makePayer(ctx), '00')).id,
  follow_payout: async () => {
    const key = await makePayout(ctx, await makePayer(ctx), '22');
    await beginSending(ctx, payouts, key);
    return key.id;
  },
  send_refund: async () => (await makeRefund(ctx, await makePaid(ctx, await makeSeller(ctx)))).id,
  refund_held: async () => {
    const caller = await makeSeller(ctx);
    const command = commandFor({ name: 'root' }, { ...caller, mode: 'test' });
    await updateMoneyChoices(ctx, command, { on_underpaid: 'refund_all' });
    const attempt = await commitAttempt(ctx, await makeCheckout(ctx, caller));
    const money = { amount_minor: 4_000n, currency: asCurrency('XOF') };
    const answer = { outcome: { kind: 'settled', money }, provider_reference: null, raw: {} } as const;
    await applyOutcome(ctx, keyOf(attempt), answer, 'callback');
    return attempt.id;
  },
  follow_refund: async () => {
    const key = await makeRefund(ctx, await makePaid(ctx, await makeSeller(ctx)));
    await beginSending(ctx, refunds, key);
    return key.id;
  },
};

const idsOf = (found: readonly { id: string; next_task: string }[]) =>
  found.map(({ next_task, id }) => [next_task, id]);

describe.each(Object.keys(open))('an open object whose %s job', (task) => {
  const make = async (): Promise<string> => (await open[task]?.()) ?? '';

  it('exists is left alone', async () => {
    const id = await make();
    ctx.clock.advance(2 * minute_ms);
    expect(idsOf(await mendStranded(ctx, service_actor))).not.toContainEqual([task, id]);
  });

  it('was lost gets a new one within a minute, once', async () => {
    const id = await make();
    await dropJobs(ctx);
    expect(idsOf(await mendStranded(ctx, service_actor))).not.toContainEqual([task, id]);
    ctx.clock.advance(minute_ms + 1);
    expect(idsOf(await mendStranded(ctx, service_actor))).toContainEqual([task, id]);
    expect(idsOf(await mendStranded(ctx, service_actor))).toEqual([]);
    const jobs = await listJobs(ctx, task);
    expect(jobs.map(({ payload }) => Object.values(payload))).toContainEqual(expect.arrayContaining([id]));
  });

  it('has no attempts left gets a new one', async () => {
    const id = await make();
    await ctx.pool.query('update graphile_worker._private_jobs set attempts = max_attempts');
    ctx.clock.advance(minute_ms + 1);
    expect(idsOf(await mendStranded(ctx, service_actor))).toContainEqual([task, id]);
    expect(idsOf(await mendStranded(ctx, service_actor))).toEqual([]);
  });

  it('is running is left alone', async () => {
    const id = await make();
    await ctx.pool.query(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'one'`);
    ctx.clock.advance(minute_ms + 1);
    expect(idsOf(await mendStranded(ctx, service_actor))).not.toContainEqual([task, id]);
    await dropJobs(ctx);
  });
});

it('an object that has ended or needs review is left alone', async () => {
  const payer = await makePayer(ctx);
  const done = await makePayout(ctx, payer, '00');
  await sendTransfer(ctx, service_actor, { kind: payouts, job: payoutJob(done) });
  const flagged = await makePayout(ctx, payer, '17');
  await sendTransfer(ctx, service_actor, { kind: payouts, job: payoutJob(flagged) });
  expect((await readPayout(ctx, flagged)).needs_review).toBe(true);
  const refund = await makeRefund(ctx, await makePaid(ctx, await makeSeller(ctx)));
  await sendTransfer(ctx, service_actor, { kind: refunds, job: refundJob(refund) });
  await dropJobs(ctx);
  ctx.clock.advance(2 * minute_ms);
  const found = (await mendStranded(ctx, service_actor)).map(({ id }) => id);
  for (const { id } of [done, flagged, refund]) expect(found).not.toContain(id);
});

it('a payout whose jobs were lost is paid after all', async () => {
  const payout = await makePayout(ctx, await makePayer(ctx), '00');
  await dropJobs(ctx);
  ctx.clock.advance(2 * minute_ms);
  await mendStranded(ctx, service_actor);
  await advance(ctx, 0);
  expect((await readPayout(ctx, payout)).status).toBe('success');
});

it('a stored callback without a job gets its job again until it is applied', async () => {
  const { merchant_id } = await makeCaller(ctx);
  await ctx.pool.query(
    `insert into callbacks (merchant_id, account_id, id, digest, method, url, headers_sealed, body, received_at)
    values ($1, 'cac_1', 'cbk_1', '\\x01', 'POST', '/callbacks', '', '', $2)`,
    [merchant_id, ctx.clock.now()],
  );
  expect(idsOf(await mendStranded(ctx, service_actor))).toEqual([]);
  ctx.clock.advance(minute_ms + 1);
  expect(idsOf(await mendStranded(ctx, service_actor))).toEqual([['take_callback', 'cbk_1']]);
  const [job] = await listJobs(ctx, 'take_callback');
  expect(job?.payload).toEqual({ merchant_id, account_id: 'cac_1', id: 'cbk_1' });
  await dropJobs(ctx);
  await ctx.pool.query('update callbacks set processed_at = received_at');
  expect(idsOf(await mendStranded(ctx, service_actor))).toEqual([]);
});
