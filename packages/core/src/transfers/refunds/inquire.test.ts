import type { LookupRequest } from '@guichet/operators/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeTestContext, sandboxOf, type TestContext } from '../../../../../test-support/context.ts';
import { dropJobs, listJobs } from '../../../../../test-support/jobs.ts';
import {
  makePaid,
  makeRefund,
  makeSeller,
  readRefund,
  refundJob,
  summarizeRefund,
} from '../../../../../test-support/refunds.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { ask_for_ms } from '../../operator-calls/inquiry-schedule.ts';
import { service_actor } from '../../platform/actor/actor.ts';
import { applyTransferOutcome } from '../apply-outcome.ts';
import { followTransfer, inquireTransfer } from '../inquire.ts';
import { sendTransfer } from '../send.ts';
import type { TransferKey } from '../transfer.ts';
import { refunds } from './kind.ts';

let ctx: TestContext;
let caller: Caller;
beforeAll(async () => {
  ctx = await makeTestContext();
  caller = await makeSeller(ctx);
});
afterAll(() => ctx.database.close());
beforeEach(() => dropJobs(ctx));

/** A refund that was sent and that nobody has decided about. */
async function makeSent(): Promise<TransferKey> {
  const refund = await makeRefund(ctx, await makePaid(ctx, caller, '22'));
  await sendTransfer(ctx, service_actor, { kind: refunds, job: refundJob(refund) });
  return refund;
}

/** The context with another way of answering inquiries. */
function withLookup(lookup: (request: LookupRequest) => Promise<never>): TestContext {
  const real = sandboxOf(ctx);
  return { ...ctx, connectors: new Map([['sandbox', { ...real, lookup }]]) };
}

describe('an inquiry of a refund', () => {
  it('says what is looked up, and when it was sent', async () => {
    const refund = await makeRefund(ctx, await makePaid(ctx, caller, '22'));
    ctx.clock.advance(5000);
    await sendTransfer(ctx, service_actor, { kind: refunds, job: refundJob(refund) });
    const sent_at = ctx.clock.now();
    ctx.clock.advance(5000);
    const seen: LookupRequest[] = [];
    const watching = withLookup((request) => {
      seen.push(request);
      return Promise.reject(new Error('ECONNRESET'));
    });
    await inquireTransfer(watching, refunds, refund);
    const { reference, provider_reference } = await readRefund(ctx, refund);
    expect(seen).toEqual([
      {
        direction: 'refund',
        reference,
        provider_reference,
        operator: 'mtn_ci',
        phone: '+2250504030222',
        money: { amount_minor: 5100n, currency: 'XOF' },
        created_at: sent_at,
        collection: {
          reference: expect.stringMatching(/^[0-9a-f-]{36}$/),
          provider_reference: expect.stringMatching(/^sbx_/),
          receipt: null,
          money: { amount_minor: 5100n, currency: 'XOF' },
        },
      },
    ]);
  });

  it('of one that went out as a payout asks about a payout, and names no collection', async () => {
    const refund = await makeSent();
    await ctx.db.updateTable('refunds').set({ method: 'payout' }).where('id', '=', refund.id).execute();
    const seen: string[] = [];
    const watching = withLookup((request) => {
      seen.push(`${request.direction} ${request.collection?.reference}`);
      return Promise.reject(new Error('ECONNRESET'));
    });
    await inquireTransfer(watching, refunds, refund);
    expect(seen).toEqual(['payout undefined']);
  });

  it('that breaks leaves the refund as it is, and is tried again', async () => {
    const refund = await makeSent();
    const broken = withLookup(() => Promise.reject(new Error('ECONNRESET')));
    await dropJobs(ctx);
    await followTransfer(broken, service_actor, { kind: refunds, job: refundJob(refund) });
    expect(await summarizeRefund(ctx, refund)).toMatchObject({
      refund: 'processing',
      unknown_cause: 'unreachable',
    });
    expect((await readRefund(ctx, refund)).inquiries).toBe(1);
    expect(await listJobs(ctx, 'follow_refund')).toHaveLength(1);
  });

  it('is made once a second at most, whoever asks', async () => {
    const refund = await makeSent();
    const all = await Promise.all(Array.from({ length: 20 }, () => inquireTransfer(ctx, refunds, refund)));
    expect(all.filter((isAsked) => isAsked)).toHaveLength(1);
    ctx.clock.advance(1000);
    expect(await inquireTransfer(ctx, refunds, refund)).toBe(false);
    ctx.clock.advance(1);
    expect(await inquireTransfer(ctx, refunds, refund)).toBe(true);
    expect((await readRefund(ctx, refund)).inquiries).toBe(2);
  });

  it.each(['pending', 'success', 'failed'] as const)('is not made when it is %s', async (status) => {
    const refund = await makeRefund(ctx, await makePaid(ctx, caller, '00'));
    const refunded_at = status === 'success' ? ctx.clock.now() : null;
    await ctx.db.updateTable('refunds').set({ status, refunded_at }).where('id', '=', refund.id).execute();
    await dropJobs(ctx);
    expect(await inquireTransfer(ctx, refunds, refund)).toBe(false);
    await followTransfer(ctx, service_actor, { kind: refunds, job: refundJob(refund) });
    expect(await listJobs(ctx)).toEqual([]);
  });

  it('of a refund that is gone does nothing', async () => {
    await followTransfer(ctx, service_actor, {
      kind: refunds,
      job: { merchant_id: caller.merchant_id, refund_id: 'ref_none' },
    });
    expect(await listJobs(ctx)).toEqual([]);
  });

  it('keeps one job for each refund, and plans the next time by the schedule of attempts', async () => {
    const refund = await makeSent();
    const waits_ms: number[] = [];
    for (let time = 0; time < 4; time++) {
      const jobs = await listJobs(ctx, 'follow_refund');
      expect(jobs).toHaveLength(1);
      const wait_ms = (jobs[0]?.run_at.getTime() ?? 0) - ctx.clock.now().getTime();
      waits_ms.push(wait_ms);
      ctx.clock.advance(wait_ms);
      await followTransfer(ctx, service_actor, { kind: refunds, job: refundJob(refund) });
    }
    const planned_ms = [3000, 3000, 5000, 10_000];
    const off = waits_ms.filter((wait_ms, index) => {
      const least_ms = planned_ms[index] ?? 0;
      return wait_ms < least_ms || wait_ms > least_ms * 1.2;
    });
    expect(off).toEqual([]);
  });
});

describe('a refund that nobody can tell the truth of', () => {
  it('is never failed by time: after three days it is for a person, and its money still in flight', async () => {
    const refund = await makeSent();
    const deaf = withLookup(() => Promise.reject(new Error('ETIMEDOUT')));
    ctx.clock.advance(ask_for_ms - 1);
    await followTransfer(deaf, service_actor, { kind: refunds, job: refundJob(refund) });
    expect((await readRefund(ctx, refund)).needs_review).toBe(false);
    ctx.clock.advance(2 * 60 * 60 * 1000);
    await dropJobs(ctx);
    await followTransfer(deaf, service_actor, { kind: refunds, job: refundJob(refund) });
    expect(await listJobs(ctx, 'follow_refund')).toEqual([]);
    expect(await summarizeRefund(ctx, refund)).toEqual({
      refund: 'processing',
      needs_review: true,
      unknown_cause: 'unreachable',
      events: [],
      entries: [
        'refund_reserved merchant_balance 5000',
        'refund_reserved fees 100',
        'refund_reserved refunds_in_flight -5100',
      ],
    });
    // The truth may still come, and then nobody has anything left to find out.
    const outcome = { kind: 'failed', reason: 'not_registered', operator_code: 'E06' } as const;
    await applyTransferOutcome(
      ctx,
      refunds,
      refund,
      { outcome, provider_reference: null, raw: null },
      'callback',
    );
    expect(await readRefund(ctx, refund)).toMatchObject({ status: 'failed', needs_review: false });
  });
});
