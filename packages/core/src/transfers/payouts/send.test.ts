import type { Connector, PayoutRequest } from '@guichet/operators/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeTestContext, sandboxOf, type TestContext } from '../../../../../test-support/context.ts';
import { advance, dropJobs, listJobs } from '../../../../../test-support/jobs.ts';
import {
  balancesOf,
  makePayer,
  makePayout,
  payoutJob,
  readPayout,
  summarizePayout,
} from '../../../../../test-support/payouts.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { findTransaction } from '../../operations/sandbox/queries.ts';
import { followTransfer } from '../inquire.ts';
import { beginSending, sendTransfer } from '../send.ts';
import { payouts } from './kind.ts';
import { requestOf } from './prepare-call.ts';

let ctx: TestContext;
let caller: Caller;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());
beforeEach(async () => {
  await dropJobs(ctx);
  caller = await makePayer(ctx, 5000);
});

/** The context with parts of the sandbox replaced, and the calls to it counted. */
function withSandbox(around: (real: Connector) => Partial<Connector> = () => ({})) {
  const real = sandboxOf(ctx);
  const parts = { ...real, ...around(real) };
  const calls: string[] = [];
  const counted: Connector = {
    ...parts,
    payout: (request, signal) => {
      calls.push(`payout ${request.reference}`);
      return payoutOf(parts)(request, signal);
    },
    lookup: (request, signal) => {
      calls.push(`lookup ${request.reference}`);
      return parts.lookup(request, signal);
    },
  };
  return { ctx: { ...ctx, connectors: new Map([['sandbox', counted]]) }, calls };
}

function payoutOf({ payout }: Connector): NonNullable<Connector['payout']> {
  if (!payout) throw new Error('the sandbox pays out');
  return payout;
}

const reserved = ['payout_reserved merchant_balance 5000', 'payout_reserved payouts_in_flight -5000'];

describe('sending', () => {
  it('commits first that the call comes next, then calls once with all that is known', async () => {
    const payout = await makePayout(ctx, caller, '22', {
      recipient: { phone: '+2250504030222', first_name: 'Awa', last_name: 'Recipient' },
      description: 'Commission of March',
    });
    const seen: { status: string; sent_at: Date | null; request: PayoutRequest; jobs: string[] }[] = [];
    const watching = withSandbox((real) => ({
      payout: async (request, signal) => {
        const { status, sent_at } = await readPayout(ctx, payout);
        const jobs = (await listJobs(ctx, 'follow_payout')).map(({ task }) => task);
        seen.push({ status, sent_at, request, jobs });
        return payoutOf(real)(request, signal);
      },
    }));
    await sendTransfer(watching.ctx, payouts, payoutJob(payout));
    const { reference, provider_reference } = await readPayout(ctx, payout);
    expect(seen).toEqual([
      {
        status: 'processing',
        sent_at: ctx.clock.now(),
        jobs: ['follow_payout'],
        request: {
          reference,
          operator: 'mtn_ci',
          phone: '+2250504030222',
          money: { amount_minor: 5000n, currency: 'XOF' },
          first_name: 'Awa',
          last_name: 'Recipient',
          description: 'Commission of March',
        },
      },
    ]);
    expect(provider_reference).toBe(`sbx_${reference.slice(0, 8)}`);
  });

  it('many times at once calls once', async () => {
    const payout = await makePayout(ctx, caller, '00');
    const sandbox = withSandbox();
    await Promise.all(Array.from({ length: 8 }, () => sendTransfer(sandbox.ctx, payouts, payoutJob(payout))));
    const { reference } = await readPayout(ctx, payout);
    expect(sandbox.calls.filter((call) => call.startsWith('payout'))).toEqual([`payout ${reference}`]);
    expect(await summarizePayout(ctx, payout)).toMatchObject({
      payout: 'success',
      events: ['1 payout.successful'],
    });
  });

  it('of what is over does nothing', async () => {
    for (const digits of ['00', '01']) {
      const payer = await makePayer(ctx, 5000);
      const payout = await makePayout(ctx, payer, digits);
      await sendTransfer(ctx, payouts, payoutJob(payout));
      const before = await summarizePayout(ctx, payout);
      const sandbox = withSandbox();
      await sendTransfer(sandbox.ctx, payouts, payoutJob(payout));
      expect(sandbox.calls).toEqual([]);
      expect(await summarizePayout(ctx, payout)).toEqual(before);
    }
  });

  it('by a connector that is gone or pays nothing out fails before anything has happened', async () => {
    const payout = await makePayout(ctx, caller, '00');
    const { payout: _, ...unable } = sandboxOf(ctx);
    for (const connectors of [new Map(), new Map([['sandbox', unable]])]) {
      await expect(sendTransfer({ ...ctx, connectors }, payouts, payoutJob(payout))).rejects.toThrow(
        'connector sandbox',
      );
      expect(await summarizePayout(ctx, payout)).toMatchObject({ payout: 'pending', entries: reserved });
    }
    expect(await listJobs(ctx, 'follow_payout')).toEqual([]);
  });
});

/** Calls that reach nobody, or are answered by nobody. */
const lost: readonly [string, NonNullable<Connector['payout']>, string][] = [
  ['breaks', () => Promise.reject(new Error('ECONNRESET')), 'unreachable'],
  [
    'is lost',
    async () => ({ outcome: { kind: 'unknown', cause: 'timeout' }, provider_reference: null, raw: null }),
    'timeout',
  ],
];

describe('an answer that does not come', () => {
  it.each(lost)(
    'because the call %s leaves the payout processing, and is looked up',
    async (_, call, cause) => {
      const payout = await makePayout(ctx, caller, '00');
      const broken = withSandbox(() => ({ payout: call }));
      await sendTransfer(broken.ctx, payouts, payoutJob(payout));
      expect(await summarizePayout(ctx, payout)).toEqual({
        payout: 'processing',
        needs_person: false,
        unknown_cause: cause,
        events: [],
        entries: reserved,
      });
      const [job] = await listJobs(ctx, 'follow_payout');
      const wait_ms = (job?.run_at.getTime() ?? 0) - ctx.clock.now().getTime();
      expect(wait_ms).toBeGreaterThanOrEqual(3000);
      expect(wait_ms).toBeLessThanOrEqual(3600);
    },
  );
});

describe('a process that dies', () => {
  it('before it said that it will call: the job sends when it runs again', async () => {
    const payout = await makePayout(ctx, caller, '00');
    const dying = { ...ctx, clock: { now: () => raise(new Error('the process is gone')) } };
    await expect(sendTransfer(dying, payouts, payoutJob(payout))).rejects.toThrow('the process is gone');
    expect(await summarizePayout(ctx, payout)).toMatchObject({ payout: 'pending' });
    await advance(ctx, 0);
    expect(await summarizePayout(ctx, payout)).toMatchObject({ payout: 'success' });
  });

  it('between its word and the call: the job asks and does not call; the money comes back', async () => {
    const payout = await makePayout(ctx, caller, '00');
    await dropJobs(ctx);
    await beginSending(ctx, payouts, payout);
    const again = withSandbox();
    const { reference } = await readPayout(ctx, payout);
    await sendTransfer(again.ctx, payouts, payoutJob(payout));
    expect(again.calls).toEqual([`lookup ${reference}`]);
    // "Not found" may still mean that the request is on its way.
    expect(await summarizePayout(ctx, payout)).toMatchObject({
      payout: 'processing',
      unknown_cause: 'not_found',
      entries: reserved,
    });
    ctx.clock.advance(61_000);
    await followTransfer(again.ctx, payouts, payoutJob(payout));
    expect(again.calls).toEqual([`lookup ${reference}`, `lookup ${reference}`]);
    expect(await summarizePayout(ctx, payout)).toMatchObject({
      payout: 'failed',
      events: ['1 payout.failed'],
    });
    expect(await balancesOf(ctx, caller)).toEqual(['XOF 5000 available, 0 in flight']);
    expect(await findTransaction(ctx.db, reference)).toBeUndefined();
  });

  it('long after it was created: a look-up counts the time from when it was sent', async () => {
    const payout = await makePayout(ctx, caller, '00');
    await dropJobs(ctx);
    ctx.clock.advance(4 * 24 * 60 * 60 * 1000);
    await beginSending(ctx, payouts, payout);
    await followTransfer(ctx, payouts, payoutJob(payout));
    expect(await summarizePayout(ctx, payout)).toMatchObject({
      payout: 'processing',
      unknown_cause: 'not_found',
      needs_person: false,
    });
    expect(await listJobs(ctx, 'follow_payout')).toHaveLength(1);
  });

  it('after the call: the job asks and finds the money gone', async () => {
    const payout = await makePayout(ctx, caller, '00');
    await dropJobs(ctx);
    const sent = await beginSending(ctx, payouts, payout);
    if (!sent) throw new Error('the payout is not to be sent');
    const { reference } = sent;
    // The operator pays; its answer reaches nobody.
    await payoutOf(sandboxOf(ctx))(requestOf(sent), AbortSignal.timeout(1000));
    const again = withSandbox();
    await sendTransfer(again.ctx, payouts, payoutJob(payout));
    expect(again.calls).toEqual([`lookup ${reference}`]);
    expect(await summarizePayout(ctx, payout)).toMatchObject({
      payout: 'success',
      events: ['1 payout.successful'],
    });
    expect(await balancesOf(ctx, caller)).toEqual(['XOF 0 available, 0 in flight']);
  });
});

function raise(error: Error): never {
  throw error;
}
