import type { Connector, RefundRequest } from '@guichet/operators/contract';
import { noteExchange } from '@guichet/operators/http/exchanges';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeTestContext, sandboxOf, type TestContext } from '../../../../../test-support/context.ts';
import { advance, dropJobs, listJobs } from '../../../../../test-support/jobs.ts';
import { balancesOf } from '../../../../../test-support/payouts.ts';
import {
  makePaid,
  makeRefund,
  makeSeller,
  readRefund,
  refundJob,
  summarizeRefund,
} from '../../../../../test-support/refunds.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { findTransaction } from '../../operations/sandbox/queries.ts';
import { listAttempts } from '../../payments/attempt/queries.ts';
import { followTransfer } from '../inquire.ts';
import { beginSending, sendTransfer } from '../send.ts';
import { refunds } from './kind.ts';
import { prepareCall } from './prepare-call.ts';
import { showRefund } from './show.ts';

let ctx: TestContext;
let caller: Caller;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());
beforeEach(async () => {
  await dropJobs(ctx);
  caller = await makeSeller(ctx);
});

/** The context with parts of the sandbox replaced, and the calls to it counted. */
function withSandbox(around: (real: Connector) => Partial<Connector> = () => ({})) {
  const real = sandboxOf(ctx);
  const parts = { ...real, ...around(real) };
  const calls: string[] = [];
  const counted: Connector = {
    ...parts,
    refund: (request, signal) => {
      calls.push(`refund ${request.reference}`);
      return refundOf(parts)(request, signal);
    },
    lookup: (request, signal) => {
      calls.push(`lookup ${request.reference}`);
      return parts.lookup(request, signal);
    },
  };
  return { ctx: { ...ctx, connectors: new Map([['sandbox', counted]]) }, calls };
}

function refundOf({ refund }: Connector): NonNullable<Connector['refund']> {
  if (!refund) throw new Error('the sandbox refunds');
  return refund;
}

const reserved = [
  'refund_reserved merchant_balance 5000',
  'refund_reserved fees 100',
  'refund_reserved refunds_in_flight -5100',
];

describe('sending', () => {
  it('commits first that the call comes next, then calls once with all that is known', async () => {
    const checkout = await makePaid(ctx, caller, '22');
    const refund = await makeRefund(ctx, checkout, { amount: 1000, reason: 'One of two was broken' });
    const [attempt] = await listAttempts(ctx.db, checkout.merchant_id, checkout.payment_id);
    const seen: { status: string; sent_at: Date | null; request: RefundRequest; jobs: string[] }[] = [];
    const watching = withSandbox((real) => ({
      refund: async (request, signal) => {
        const { status, sent_at } = await readRefund(ctx, refund);
        const jobs = (await listJobs(ctx, 'follow_refund')).map(({ task }) => task);
        seen.push({ status, sent_at, request, jobs });
        return refundOf(real)(request, signal);
      },
    }));
    await sendTransfer(watching.ctx, refunds, refundJob(refund));
    const { reference, provider_reference } = await readRefund(ctx, refund);
    expect(seen).toEqual([
      {
        status: 'processing',
        sent_at: ctx.clock.now(),
        jobs: ['follow_refund'],
        request: {
          reference,
          operator: 'mtn_ci',
          phone: '+2250504030222',
          money: { amount_minor: 1000n, currency: 'XOF' },
          collection: {
            reference: attempt?.reference,
            provider_reference: attempt?.provider_reference,
            receipt: null,
            money: { amount_minor: 5100n, currency: 'XOF' },
          },
          description: 'One of two was broken',
        },
      },
    ]);
    expect(provider_reference).toBe(`sbx_${reference.slice(0, 8)}`);
  });

  it('keeps what was said without the number and the names of the payer', async () => {
    const checkout = await makePaid(ctx, caller, '22');
    await ctx.db
      .updateTable('payments')
      .set({ customer_first_name: 'Awa', customer_last_name: 'Toure' })
      .where('id', '=', checkout.payment_id)
      .execute();
    const refund = await makeRefund(ctx, checkout);
    const said = 'to AWA Toure, 0504030222';
    const talk = () => {
      const reply = { kind: 'reply', status: 200, headers: {}, text: said } as const;
      noteExchange({ method: 'POST', url: 'http://localhost/refunds', body: said }, reply, 1);
    };
    const talking = withSandbox((real) => ({
      refund: (request, signal) => {
        talk();
        return refundOf(real)(request, signal);
      },
      lookup: (request, signal) => {
        talk();
        return real.lookup(request, signal);
      },
    }));
    await sendTransfer(talking.ctx, refunds, refundJob(refund));
    ctx.clock.advance(5_000);
    await followTransfer(talking.ctx, refunds, refundJob(refund));
    const { operator_calls } = await showRefund(ctx, refund.id);
    const kept = 'to [redacted] [redacted], [redacted]';
    expect(operator_calls).toMatchObject(
      ['refund', 'look_up'].map((verb) => ({ verb, exchanges: [{ request: kept, response: kept }] })),
    );
  });

  it('many times at once calls once', async () => {
    const refund = await makeRefund(ctx, await makePaid(ctx, caller, '00'));
    const sandbox = withSandbox();
    await Promise.all(Array.from({ length: 8 }, () => sendTransfer(sandbox.ctx, refunds, refundJob(refund))));
    const { reference } = await readRefund(ctx, refund);
    expect(sandbox.calls.filter((call) => call.startsWith('refund'))).toEqual([`refund ${reference}`]);
    expect(await summarizeRefund(ctx, refund)).toMatchObject({
      refund: 'success',
      events: ['1 refund.successful'],
    });
  });

  it('of what is over does nothing', async () => {
    for (const digits of ['00', '01']) {
      const payer = await makeSeller(ctx);
      const refund = await makeRefund(ctx, await makePaid(ctx, payer, digits));
      await sendTransfer(ctx, refunds, refundJob(refund));
      const before = await summarizeRefund(ctx, refund);
      const sandbox = withSandbox();
      await sendTransfer(sandbox.ctx, refunds, refundJob(refund));
      expect(sandbox.calls).toEqual([]);
      expect(await summarizeRefund(ctx, refund)).toEqual(before);
    }
  });

  it('by a connector that is gone or gives nothing back fails before anything has happened', async () => {
    const refund = await makeRefund(ctx, await makePaid(ctx, caller, '00'));
    const { refund: _, payout: __, ...unable } = sandboxOf(ctx);
    for (const connectors of [new Map(), new Map([['sandbox', unable]])]) {
      await expect(sendTransfer({ ...ctx, connectors }, refunds, refundJob(refund))).rejects.toThrow(
        'connector sandbox',
      );
      expect(await summarizeRefund(ctx, refund)).toMatchObject({ refund: 'pending', entries: reserved });
    }
    expect(await listJobs(ctx, 'follow_refund')).toEqual([]);
  });
});

/** Calls that reach nobody, or are answered by nobody. */
const lost: readonly [string, NonNullable<Connector['refund']>, string][] = [
  ['breaks', () => Promise.reject(new Error('ECONNRESET')), 'unreachable'],
  [
    'is lost',
    async () => ({ outcome: { kind: 'unknown', cause: 'timeout' }, provider_reference: null, raw: null }),
    'timeout',
  ],
];

describe('an answer that does not come', () => {
  it.each(lost)(
    'because the call %s leaves the refund processing, and is looked up',
    async (_, call, cause) => {
      const refund = await makeRefund(ctx, await makePaid(ctx, caller, '00'));
      const broken = withSandbox(() => ({ refund: call }));
      await sendTransfer(broken.ctx, refunds, refundJob(refund));
      expect(await summarizeRefund(ctx, refund)).toEqual({
        refund: 'processing',
        needs_person: false,
        unknown_cause: cause,
        events: [],
        entries: reserved,
      });
      const [job] = await listJobs(ctx, 'follow_refund');
      const wait_ms = (job?.run_at.getTime() ?? 0) - ctx.clock.now().getTime();
      expect(wait_ms).toBeGreaterThanOrEqual(3000);
      expect(wait_ms).toBeLessThanOrEqual(3600);
    },
  );
});

describe('a process that dies', () => {
  it('before it said that it will call: the job sends when it runs again', async () => {
    const refund = await makeRefund(ctx, await makePaid(ctx, caller, '00'));
    const dying = { ...ctx, clock: { now: () => raise(new Error('the process is gone')) } };
    await expect(sendTransfer(dying, refunds, refundJob(refund))).rejects.toThrow('the process is gone');
    expect(await summarizeRefund(ctx, refund)).toMatchObject({ refund: 'pending' });
    await advance(ctx, 0);
    expect(await summarizeRefund(ctx, refund)).toMatchObject({ refund: 'success' });
  });

  it('between its word and the call: the job asks and does not call; the money comes back', async () => {
    const refund = await makeRefund(ctx, await makePaid(ctx, caller, '00'));
    await dropJobs(ctx);
    await beginSending(ctx, refunds, refund);
    const again = withSandbox();
    const { reference } = await readRefund(ctx, refund);
    await sendTransfer(again.ctx, refunds, refundJob(refund));
    expect(again.calls).toEqual([`lookup ${reference}`]);
    // "Not found" may still mean that the request is on its way.
    expect(await summarizeRefund(ctx, refund)).toMatchObject({
      refund: 'processing',
      unknown_cause: 'not_found',
      entries: reserved,
    });
    ctx.clock.advance(61_000);
    await followTransfer(again.ctx, refunds, refundJob(refund));
    expect(again.calls).toEqual([`lookup ${reference}`, `lookup ${reference}`]);
    expect(await summarizeRefund(ctx, refund)).toMatchObject({
      refund: 'failed',
      events: ['1 refund.failed'],
    });
    expect(await balancesOf(ctx, caller)).toEqual(['XOF 5000 available, 0 in flight']);
    expect(await findTransaction(ctx.db, reference)).toBeUndefined();
  });

  it('long after it was created: a look-up counts the time from when it was sent', async () => {
    const refund = await makeRefund(ctx, await makePaid(ctx, caller, '00'));
    await dropJobs(ctx);
    ctx.clock.advance(4 * 24 * 60 * 60 * 1000);
    await beginSending(ctx, refunds, refund);
    await followTransfer(ctx, refunds, refundJob(refund));
    expect(await summarizeRefund(ctx, refund)).toMatchObject({
      refund: 'processing',
      unknown_cause: 'not_found',
      needs_person: false,
    });
    expect(await listJobs(ctx, 'follow_refund')).toHaveLength(1);
  });

  it('after the call: the job asks and finds the money gone', async () => {
    const refund = await makeRefund(ctx, await makePaid(ctx, caller, '00'));
    await dropJobs(ctx);
    const sent = await beginSending(ctx, refunds, refund);
    if (!sent) throw new Error('the refund is not to be sent');
    const { reference } = sent;
    // The operator pays; its answer reaches nobody.
    await (await prepareCall(ctx, ctx.db, sent)).call(AbortSignal.timeout(1000));
    const again = withSandbox();
    await sendTransfer(again.ctx, refunds, refundJob(refund));
    expect(again.calls).toEqual([`lookup ${reference}`]);
    expect(await summarizeRefund(ctx, refund)).toMatchObject({
      refund: 'success',
      events: ['1 refund.successful'],
    });
    expect(await balancesOf(ctx, caller)).toEqual(['XOF 0 available, 0 in flight']);
  });
});

function raise(error: Error): never {
  throw error;
}
