import { asCurrency } from '@guichet/kernel/currencies';
import type { ConnectorAnswer, LookupRequest } from '@guichet/operators/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeTestContext, sandboxOf, type TestContext } from '../../../../test-support/context.ts';
import { dropJobs, listJobs } from '../../../../test-support/jobs.ts';
import { jobOf, readTransfer, summarizeTransfer } from '../../../../test-support/transfers.ts';
import type { Caller } from '../accounts/api-keys/authenticate.ts';
import { ask_for_ms } from '../operator-calls/inquiry-schedule.ts';
import { service_actor } from '../platform/actor/actor.ts';
import { applyTransferOutcome } from './apply-outcome.ts';
import { followTransfer, inquireTransfer } from './inquire.ts';
import { sendTransfer } from './send.ts';
import { entriesOf, exerciseTransfer } from './testing/exercise-transfer.ts';
import type { TransferKey } from './transfer.ts';

exerciseTransfer('inquiring', (subject) => {
  const { kind, amount } = subject;
  const { noun } = kind;
  const amount_minor = BigInt(amount);
  const entries = entriesOf(subject);
  let ctx: TestContext;
  let caller: Caller;
  beforeAll(async () => {
    ctx = await makeTestContext();
    caller = await subject.makeMerchant(ctx, 10_000_000);
  });
  afterAll(() => ctx.database.close());
  beforeEach(() => dropJobs(ctx));

  /** Makes a transfer that was sent and awaits a decision in the sandbox. */
  async function makeSent(): Promise<TransferKey> {
    const transfer = await subject.make(ctx, caller, '22');
    await sendTransfer(ctx, service_actor, { kind, job: jobOf(kind, transfer) });
    return transfer;
  }

  /** Returns the context with a different implementation of inquiries. */
  function withLookup(lookup: (request: LookupRequest) => Promise<ConnectorAnswer>): TestContext {
    const real = sandboxOf(ctx);
    return { ...ctx, connectors: new Map([['sandbox', { ...real, lookup }]]) };
  }

  describe('an inquiry', () => {
    it('contains the transfer and the time at which it was sent', async () => {
      const transfer = await subject.make(ctx, caller, '22');
      ctx.clock.advance(5000);
      await sendTransfer(ctx, service_actor, { kind, job: jobOf(kind, transfer) });
      const sent_at = ctx.clock.now();
      ctx.clock.advance(5000);
      const seen: LookupRequest[] = [];
      const watching = withLookup((request) => {
        seen.push(request);
        return Promise.reject(new Error('ECONNRESET'));
      });
      await inquireTransfer(watching, kind, transfer);
      const { reference, provider_reference } = await readTransfer(ctx, kind, transfer);
      expect(seen).toEqual([
        {
          direction: noun,
          reference,
          provider_reference,
          operator: 'mtn_ci',
          phone: '+2250504030222',
          money: { amount_minor, currency: 'XOF' },
          created_at: sent_at,
          ...subject.inquiry,
        },
      ]);
    });

    it('that fails leaves the transfer unchanged, and is repeated', async () => {
      const transfer = await makeSent();
      const broken = withLookup(() => Promise.reject(new Error('ECONNRESET')));
      await dropJobs(ctx);
      await followTransfer(broken, service_actor, { kind, job: jobOf(kind, transfer) });
      expect(await summarizeTransfer(ctx, kind, transfer)).toMatchObject({
        status: 'processing',
        unknown_cause: 'unreachable',
      });
      expect((await readTransfer(ctx, kind, transfer)).inquiries).toBe(1);
      expect(await listJobs(ctx, `follow_${noun}`)).toHaveLength(1);
    });

    it('is made at most once a second, however many callers ask for it', async () => {
      const transfer = await makeSent();
      const all = await Promise.all(Array.from({ length: 20 }, () => inquireTransfer(ctx, kind, transfer)));
      expect(all.filter((isAsked) => isAsked)).toHaveLength(1);
      ctx.clock.advance(1000);
      expect(await inquireTransfer(ctx, kind, transfer)).toBe(false);
      ctx.clock.advance(1);
      expect(await inquireTransfer(ctx, kind, transfer)).toBe(true);
      expect((await readTransfer(ctx, kind, transfer)).inquiries).toBe(2);
    });

    it.each(['pending', 'success', 'failed'] as const)(
      'is not made when the transfer is %s',
      async (status) => {
        const transfer = await subject.make(ctx, caller, '00');
        const ended_at = status === 'success' ? ctx.clock.now() : null;
        await ctx.db
          .updateTable(`${noun}s`)
          .set({ status, [kind.ended_at]: ended_at })
          .where('id', '=', transfer.id)
          .execute();
        await dropJobs(ctx);
        expect(await inquireTransfer(ctx, kind, transfer)).toBe(false);
        await followTransfer(ctx, service_actor, { kind, job: jobOf(kind, transfer) });
        expect(await listJobs(ctx)).toEqual([]);
      },
    );

    it('about a missing transfer does nothing', async () => {
      await followTransfer(ctx, service_actor, {
        kind,
        job: jobOf(kind, { merchant_id: caller.merchant_id, id: 'none' }),
      });
      expect(await listJobs(ctx)).toEqual([]);
    });

    it('is scheduled by one job for each transfer, on the same schedule as for attempts', async () => {
      const transfer = await makeSent();
      const waits_ms: number[] = [];
      for (let time = 0; time < 4; time++) {
        const jobs = await listJobs(ctx, `follow_${noun}`);
        expect(jobs).toHaveLength(1);
        const wait_ms = (jobs[0]?.run_at.getTime() ?? 0) - ctx.clock.now().getTime();
        waits_ms.push(wait_ms);
        ctx.clock.advance(wait_ms);
        await followTransfer(ctx, service_actor, { kind, job: jobOf(kind, transfer) });
      }
      const planned_ms = [3000, 3000, 5000, 10_000];
      const off = waits_ms.filter((wait_ms, index) => {
        const least_ms = planned_ms[index] ?? 0;
        return wait_ms < least_ms || wait_ms > least_ms * 1.2;
      });
      expect(off).toEqual([]);
    });

    it('is not postponed by the inquiries that a merchant causes by polling', async () => {
      const transfer = await makeSent();
      for (let time = 0; time < 20; time++) {
        ctx.clock.advance(1500);
        await inquireTransfer(ctx, kind, transfer);
      }
      expect((await readTransfer(ctx, kind, transfer)).inquiries).toBe(20);
      ctx.clock.advance(1500);
      await followTransfer(ctx, service_actor, { kind, job: jobOf(kind, transfer) });
      const [job] = await listJobs(ctx, `follow_${noun}`);
      const wait_ms = (job?.run_at.getTime() ?? 0) - ctx.clock.now().getTime();
      expect(wait_ms).toBeGreaterThanOrEqual(20_000);
      expect(wait_ms).toBeLessThanOrEqual(24_000);
    });
  });

  describe('a transfer about which the operator cannot be asked', () => {
    const outcome = { kind: 'unknown', cause: 'not_found' } as const;
    const unfindable = { outcome, provider_reference: null, raw: null, cannot_be_found: true };

    it('needs review at once, with its money still in flight, until a callback reports its outcome', async () => {
      const transfer = await makeSent();
      const silent = withLookup(async () => unfindable);
      await followTransfer(silent, service_actor, { kind, job: jobOf(kind, transfer) });
      expect(await summarizeTransfer(ctx, kind, transfer)).toEqual({
        status: 'processing',
        needs_review: true,
        unknown_cause: 'not_found',
        events: [],
        entries: entries.reserved,
      });
      // A callback may bring the reference that inquiries need.
      expect(await listJobs(ctx, `follow_${noun}`)).toHaveLength(1);
      const money = { amount_minor, currency: asCurrency('XOF') };
      const paid = { outcome: { kind: 'settled', money }, provider_reference: null, raw: null } as const;
      await applyTransferOutcome(ctx, kind, transfer, paid, 'callback');
      expect(await readTransfer(ctx, kind, transfer)).toMatchObject({
        status: 'success',
        needs_review: false,
      });
    });

    it('is not flagged for review by a merchant’s inquiry, which may be made during the call', async () => {
      const transfer = await makeSent();
      await inquireTransfer(
        withLookup(async () => unfindable),
        kind,
        transfer,
      );
      expect((await readTransfer(ctx, kind, transfer)).needs_review).toBe(false);
    });
  });

  describe('a transfer whose outcome is unknown', () => {
    it('does not fail after a timeout, but needs review after three days, with its money still in flight', async () => {
      const transfer = await makeSent();
      const deaf = withLookup(() => Promise.reject(new Error('ETIMEDOUT')));
      ctx.clock.advance(ask_for_ms - 1);
      await followTransfer(deaf, service_actor, { kind, job: jobOf(kind, transfer) });
      expect((await readTransfer(ctx, kind, transfer)).needs_review).toBe(false);
      ctx.clock.advance(2 * 60 * 60 * 1000);
      await dropJobs(ctx);
      await followTransfer(deaf, service_actor, { kind, job: jobOf(kind, transfer) });
      expect(await listJobs(ctx, `follow_${noun}`)).toEqual([]);
      expect(await summarizeTransfer(ctx, kind, transfer)).toEqual({
        status: 'processing',
        needs_review: true,
        unknown_cause: 'unreachable',
        events: [],
        entries: entries.reserved,
      });
      // The outcome may still be reported later, which ends the review.
      const outcome = { kind: 'failed', reason: 'not_registered', operator_code: 'E06' } as const;
      await applyTransferOutcome(
        ctx,
        kind,
        transfer,
        { outcome, provider_reference: null, raw: null },
        'callback',
      );
      expect(await readTransfer(ctx, kind, transfer)).toMatchObject({
        status: 'failed',
        needs_review: false,
      });
    });
  });
});
