import type { Connector, ConnectorAnswer } from '@guichet/operators/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { command } from '../../../../test-support/actors.ts';
import { makeTestContext, sandboxOf, type TestContext } from '../../../../test-support/context.ts';
import { advance, dropJobs, listJobs } from '../../../../test-support/jobs.ts';
import { balancesOf } from '../../../../test-support/payouts.ts';
import { jobOf, readTransfer, summarizeTransfer } from '../../../../test-support/transfers.ts';
import type { Caller } from '../accounts/api-keys/authenticate.ts';
import { beginRecovery } from '../operations/recovery/begin.ts';
import { findTransaction } from '../operations/sandbox/queries.ts';
import { service_actor } from '../platform/actor/actor.ts';
import { bulk_priority } from '../platform/jobs/queries.ts';
import { followTransfer } from './inquire.ts';
import { beginSending, sendTransfer } from './send.ts';
import { addSendJobs } from './send-job.ts';
import { entriesOf, exerciseTransfer } from './testing/exercise-transfer.ts';

type Request = { readonly reference: string };
type Call = (request: Request, signal: AbortSignal) => Promise<ConnectorAnswer>;

function callOf(connector: Connector, noun: 'payout' | 'refund'): Call {
  const call = connector[noun];
  if (!call) throw new Error(`the sandbox has no ${noun}`);
  return call as Call;
}

/** Calls that do not reach the operator, or get no response. */
const lost: readonly [string, Call, string][] = [
  ['breaks', () => Promise.reject(new Error('ECONNRESET')), 'unreachable'],
  [
    'is lost',
    async () => ({ outcome: { kind: 'unknown', cause: 'timeout' }, provider_reference: null, raw: null }),
    'timeout',
  ],
];

function raise(error: Error): never {
  throw error;
}
exerciseTransfer('sending', (subject) => {
  const { kind } = subject;
  const { noun } = kind;
  const entries = entriesOf(subject);
  let ctx: TestContext;
  let caller: Caller;
  beforeAll(async () => {
    ctx = await makeTestContext();
  });
  afterAll(() => ctx.database.close());
  beforeEach(async () => {
    await dropJobs(ctx);
    caller = await subject.makeMerchant(ctx);
  });

  /** Returns the context with the sandbox's call for this kind replaced, and its calls recorded. */
  function withSandbox(around: (real: Call) => Call = (real) => real, more: Partial<Connector> = {}) {
    const real = sandboxOf(ctx);
    const made = around(callOf(real, noun));
    const calls: string[] = [];
    const counted: Connector = {
      ...real,
      ...more,
      [noun]: (request: Request, signal: AbortSignal) => {
        calls.push(`${noun} ${request.reference}`);
        return made(request, signal);
      },
      lookup: (request, signal) => {
        calls.push(`lookup ${request.reference}`);
        return real.lookup(request, signal);
      },
    };
    return { ctx: { ...ctx, connectors: new Map([['sandbox', counted]]) }, calls };
  }

  const { reserved } = entries;

  describe('sending', () => {
    it('commits the intent to call, then calls once', async () => {
      const transfer = await subject.make(ctx, caller, '22');
      const seen: object[] = [];
      const watching = withSandbox((real) => async (request, signal) => {
        const { status, sent_at } = await readTransfer(ctx, kind, transfer);
        const jobs = (await listJobs(ctx, `follow_${noun}`)).map(({ task }) => task);
        seen.push({ status, sent_at, reference: request.reference, jobs });
        return real(request, signal);
      });
      await sendTransfer(watching.ctx, service_actor, { kind, job: jobOf(kind, transfer) });
      const { reference, provider_reference } = await readTransfer(ctx, kind, transfer);
      expect(seen).toEqual([
        { status: 'processing', sent_at: ctx.clock.now(), reference, jobs: [`follow_${noun}`] },
      ]);
      expect(provider_reference).toBe(`sbx_${reference.slice(0, 8)}`);
    });

    it('calls once if run many times concurrently', async () => {
      const transfer = await subject.make(ctx, caller, '00');
      const sandbox = withSandbox();
      await Promise.all(
        Array.from({ length: 8 }, () =>
          sendTransfer(sandbox.ctx, service_actor, { kind, job: jobOf(kind, transfer) }),
        ),
      );
      const { reference } = await readTransfer(ctx, kind, transfer);
      expect(sandbox.calls.filter((call) => call.startsWith(noun))).toEqual([`${noun} ${reference}`]);
      expect(await summarizeTransfer(ctx, kind, transfer)).toMatchObject({
        status: 'success',
        events: [`1 ${noun}.successful`],
      });
    });

    it('does nothing for a transfer that has ended', async () => {
      for (const digits of ['00', '01']) {
        const payer = await subject.makeMerchant(ctx);
        const transfer = await subject.make(ctx, payer, digits);
        await sendTransfer(ctx, service_actor, { kind, job: jobOf(kind, transfer) });
        const before = await summarizeTransfer(ctx, kind, transfer);
        const sandbox = withSandbox();
        await sendTransfer(sandbox.ctx, service_actor, { kind, job: jobOf(kind, transfer) });
        expect(sandbox.calls).toEqual([]);
        expect(await summarizeTransfer(ctx, kind, transfer)).toEqual(before);
      }
    });

    it('fails before any call if the connector is gone', async () => {
      const transfer = await subject.make(ctx, caller, '00');
      const without = { ...ctx, connectors: new Map() };
      await expect(
        sendTransfer(without, service_actor, { kind, job: jobOf(kind, transfer) }),
      ).rejects.toThrow('connector sandbox');
      expect(await summarizeTransfer(ctx, kind, transfer)).toMatchObject({
        ...{ status: 'pending', needs_review: false, entries: reserved },
      });
      expect(await listJobs(ctx, `follow_${noun}`)).toEqual([]);
    });
  });

  describe('a transfer that cannot be sent now', () => {
    it.each([
      ['because of a recovery', async () => void (await beginRecovery(ctx, command))],
      [
        'because its account cannot make it',
        async () => {
          const { payout: _, refund: __, ...unable } = sandboxOf(ctx);
          ctx.connectors.set('sandbox', unable);
        },
      ],
    ])('%s keeps the low priority of its job', async (_, prevent) => {
      const sandbox = sandboxOf(ctx);
      onTestFinished(async () => {
        ctx.connectors.set('sandbox', sandbox);
        await ctx.pool.query('delete from recoveries');
      });
      const transfer = await subject.make(ctx, caller, '00');
      await dropJobs(ctx);
      await ctx.db.transaction().execute((tx) => addSendJobs(tx, kind, [transfer], bulk_priority));
      await prevent();
      await advance(ctx, 0);
      const { rows } = await ctx.pool.query(
        `select priority from graphile_worker.jobs where task_identifier = 'send_${noun}'`,
      );
      expect(rows).toEqual([{ priority: bulk_priority }]);
    });
  });

  describe('a missing response', () => {
    it.each(lost)(
      'because the call %s leaves the transfer processing and schedules an inquiry',
      async (_, call, cause) => {
        const transfer = await subject.make(ctx, caller, '00');
        const broken = withSandbox(() => call);
        await sendTransfer(broken.ctx, service_actor, { kind, job: jobOf(kind, transfer) });
        expect(await summarizeTransfer(ctx, kind, transfer)).toEqual({
          status: 'processing',
          needs_review: false,
          unknown_cause: cause,
          events: [],
          entries: reserved,
        });
        const [job] = await listJobs(ctx, `follow_${noun}`);
        const wait_ms = (job?.run_at.getTime() ?? 0) - ctx.clock.now().getTime();
        expect(wait_ms).toBeGreaterThanOrEqual(3000);
        expect(wait_ms).toBeLessThanOrEqual(3600);
      },
    );
  });

  describe('a provider whose response is its only report', () => {
    it('has the time that its connector states, and no inquiry is made before', async () => {
      const transfer = await subject.make(ctx, caller, '00');
      const waits_ms: number[] = [];
      const slow = withSandbox(
        (real) => async (request, signal) => {
          const [job] = await listJobs(ctx, `follow_${noun}`);
          waits_ms.push((job?.run_at.getTime() ?? 0) - ctx.clock.now().getTime());
          return real(request, signal);
        },
        { answer_within_s: { [noun]: 60 } },
      );
      await sendTransfer(slow.ctx, service_actor, { kind, job: jobOf(kind, transfer) });
      expect(waits_ms).toEqual([65_000]);
    });

    it('is given up after that time', async () => {
      const transfer = await subject.make(ctx, caller, '00');
      const silent = withSandbox(() => () => new Promise(() => undefined), {
        answer_within_s: { [noun]: 0.05 },
      });
      const started_ms = performance.now();
      await sendTransfer(silent.ctx, service_actor, { kind, job: jobOf(kind, transfer) });
      expect(performance.now() - started_ms).toBeLessThan(9_000);
      expect(await summarizeTransfer(ctx, kind, transfer)).toMatchObject({
        status: 'processing',
        unknown_cause: 'timeout',
      });
    });
  });

  describe('a process that dies', () => {
    it('before committing the intent leaves the sending to the next run of the job', async () => {
      const transfer = await subject.make(ctx, caller, '00');
      const dying = { ...ctx, clock: { now: () => raise(new Error('the process is gone')) } };
      await expect(sendTransfer(dying, service_actor, { kind, job: jobOf(kind, transfer) })).rejects.toThrow(
        'the process is gone',
      );
      expect(await summarizeTransfer(ctx, kind, transfer)).toMatchObject({ status: 'pending' });
      await advance(ctx, 0);
      expect(await summarizeTransfer(ctx, kind, transfer)).toMatchObject({ status: 'success' });
    });

    it('between the intent and the call leads to inquiries instead of a call, and the money is released', async () => {
      const transfer = await subject.make(ctx, caller, '00');
      await dropJobs(ctx);
      await beginSending(ctx, kind, transfer);
      const again = withSandbox();
      const { reference } = await readTransfer(ctx, kind, transfer);
      await sendTransfer(again.ctx, service_actor, { kind, job: jobOf(kind, transfer) });
      expect(again.calls).toEqual([`lookup ${reference}`]);
      // "Not found" may still mean that the request is in flight.
      expect(await summarizeTransfer(ctx, kind, transfer)).toMatchObject({
        status: 'processing',
        unknown_cause: 'not_found',
        entries: reserved,
      });
      ctx.clock.advance(61_000);
      await followTransfer(again.ctx, service_actor, { kind, job: jobOf(kind, transfer) });
      expect(again.calls).toEqual([`lookup ${reference}`, `lookup ${reference}`]);
      expect(await summarizeTransfer(ctx, kind, transfer)).toMatchObject({
        status: 'failed',
        events: [`1 ${noun}.failed`],
      });
      expect(await balancesOf(ctx, caller)).toEqual(['XOF 5000 available, 0 in flight']);
      expect(await findTransaction(ctx.db, reference)).toBeUndefined();
    });

    it('long after the transfer was created leaves the full time for inquiries, counted from the sending', async () => {
      const transfer = await subject.make(ctx, caller, '00');
      await dropJobs(ctx);
      ctx.clock.advance(4 * 24 * 60 * 60 * 1000);
      await beginSending(ctx, kind, transfer);
      await followTransfer(ctx, service_actor, { kind, job: jobOf(kind, transfer) });
      expect(await summarizeTransfer(ctx, kind, transfer)).toMatchObject({
        status: 'processing',
        unknown_cause: 'not_found',
        needs_review: false,
      });
      expect(await listJobs(ctx, `follow_${noun}`)).toHaveLength(1);
    });

    it('after the call leads to an inquiry instead of a second call, and the transfer succeeds', async () => {
      const transfer = await subject.make(ctx, caller, '00');
      await dropJobs(ctx);
      const sent = await beginSending(ctx, kind, transfer);
      if (!sent) throw new Error('the transfer is not to be sent');
      const { reference } = sent;
      // The operator pays; its response is lost.
      const prepared = await kind.prepareCall(ctx, ctx.db, sent);
      await prepared?.call(AbortSignal.timeout(1000));
      const again = withSandbox();
      await sendTransfer(again.ctx, service_actor, { kind, job: jobOf(kind, transfer) });
      expect(again.calls).toEqual([`lookup ${reference}`]);
      expect(await summarizeTransfer(ctx, kind, transfer)).toMatchObject({
        status: 'success',
        events: [`1 ${noun}.successful`],
      });
      expect(await balancesOf(ctx, caller)).toEqual(['XOF 0 available, 0 in flight']);
    });
  });
});
