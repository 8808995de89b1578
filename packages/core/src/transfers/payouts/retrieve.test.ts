import { setTimeout } from 'node:timers/promises';
import { systemClock } from '@guichet/kernel/clock';
import type { Connector } from '@guichet/operators/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCaller } from '../../../../../test-support/checkouts.ts';
import {
  composeContext,
  makeTestContext,
  sandboxOf,
  type TestContext,
} from '../../../../../test-support/context.ts';
import { makePayer, makePayout, payoutJob, summarizePayout } from '../../../../../test-support/payouts.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { service_actor } from '../../platform/actor/actor.ts';
import type { Context } from '../../platform/context.ts';
import { sendTransfer } from '../send.ts';
import type { TransferKey } from '../transfer.ts';
import { payouts } from './kind.ts';
import { retrievePayout, verifyPayout } from './retrieve.ts';

let ctx: TestContext;
let caller: Caller;
beforeAll(async () => {
  ctx = await makeTestContext();
  caller = await makePayer(ctx, 1_000_000);
});
afterAll(() => ctx.database.close());

async function send(digits: string, on: Context = ctx): Promise<TransferKey> {
  const payout = await makePayout(on, caller, digits);
  await sendTransfer(on, service_actor, { kind: payouts, job: payoutJob(payout) });
  return payout;
}

/**
 * Returns a context whose sandbox counts the inquiries, and the maximum number of inquiries at the same time. Each
 * inquiry is delayed by `slow_ms`.
 */
function withCount<C extends Context>(on: C, slow_ms = 0) {
  const real = sandboxOf(on);
  const counts = { all: 0, now: 0, at_once: 0 };
  const lookup: Connector['lookup'] = async (request, signal) => {
    counts.all++;
    counts.now++;
    counts.at_once = Math.max(counts.at_once, counts.now);
    if (slow_ms > 0) await setTimeout(slow_ms);
    counts.now--;
    return real.lookup(request, signal);
  };
  return { ctx: { ...on, connectors: new Map([['sandbox', { ...real, lookup }]]) }, counts };
}

const verbs = [
  ['retrieve', retrievePayout],
  ['verify', verifyPayout],
] as const;

describe.each(verbs)('%s', (_, verb) => {
  it.each(['00', '01', '12', '22'])('returns the merchant’s own payout (%s)', async (digits) => {
    const { id } = await send(digits);
    expect(await verb(ctx, caller, id)).toMatchObject({ id, object: 'payout', amount: 5000 });
  });

  it('does not find a payout of another merchant or mode', async () => {
    const { id } = await send('12');
    const stranger = await makeCaller(ctx);
    const counted = withCount(ctx);
    for (const by of [stranger, { ...caller, mode: 'live' as const }]) {
      await expect(verb(counted.ctx, by, id)).rejects.toMatchObject({
        code: 'payout_not_found',
        status: 404,
      });
    }
    // No inquiry is made either.
    expect(counted.counts.all).toBe(0);
  });

  it.each([
    '',
    'po_',
    'po_01JD0Z5T8Q0000000000000000',
    'pay_01JD0Z5T8Q0000000000000000',
    'po_01JD0Z5T8QILOU000000000000',
    'po_01jd0z5t8q0000000000000000',
    'po_01JD0Z5T8Q0000000000000000\n',
    'po_\u0000',
    "' or 1=1 --",
    'x'.repeat(10_000),
  ])('does not find %j', async (id) => {
    await expect(verb(ctx, caller, id)).rejects.toMatchObject({ code: 'payout_not_found' });
  });
});

describe('retrieving', () => {
  it('makes no inquiry', async () => {
    const { id } = await send('12');
    const { ctx: counted, counts } = withCount(ctx);
    expect(await retrievePayout(counted, caller, id)).toMatchObject({ status: 'processing' });
    expect(counts.all).toBe(0);
  });

  it('states the reason for a failure, worded for the merchant', async () => {
    const { id } = await send('06');
    expect(await retrievePayout(ctx, caller, id)).toMatchObject({
      status: 'failed',
      paid_at: null,
      failure: {
        code: 'not_registered',
        message: 'This number has no wallet with the operator.',
        operator_code: 'not_registered',
      },
    });
  });

  it('reports a reason that is unknown to this version as "other"', async () => {
    const { id } = await send('06');
    await ctx.db
      .updateTable('payouts')
      .set({ failure_reason: 'from_the_future' })
      .where('id', '=', id)
      .execute();
    expect((await retrievePayout(ctx, caller, id)).failure?.code).toBe('other');
  });
});

describe('verifying', () => {
  it.each([
    ['12', 'success'],
    ['13', 'failed'],
    ['16', 'success'],
    ['22', 'processing'],
  ])(
    'returns the result of an inquiry about a payout that is processing: number ending in %s, status %s',
    async (digits, status) => {
      const { id } = await send(digits);
      ctx.clock.advance(2000);
      expect(await verifyPayout(ctx, caller, id)).toMatchObject({ status });
    },
  );

  it('makes no inquiry about a payout that has ended, or was not sent yet', async () => {
    const { ctx: counted, counts } = withCount(ctx);
    const ids = [(await send('00')).id, (await send('01')).id, (await makePayout(ctx, caller, '12')).id];
    for (const id of ids) await verifyPayout(counted, caller, id);
    expect(counts.all).toBe(0);
  });

  it('makes a single inquiry for twenty concurrent requests, which all get its result', async () => {
    const payout = await send('12');
    const { ctx: counted, counts } = withCount(ctx);
    const told = await Promise.all(
      Array.from({ length: 20 }, () => verifyPayout(counted, caller, payout.id)),
    );
    expect(new Set(told.map(({ status }) => status))).toEqual(new Set(['success']));
    expect(counts.all).toBe(1);
    expect(await summarizePayout(ctx, payout)).toMatchObject({ events: ['1 payout.successful'] });
  });

  it('makes a single inquiry for twenty concurrent requests, even if the operator is slow and undecided', async () => {
    // This test needs a clock that advances.
    const moving = composeContext(ctx.database, systemClock);
    const { id } = await send('22', moving);
    // Longer than the minimum of one second between two inquiries.
    const { ctx: counted, counts } = withCount(moving, 1500);
    const told = await Promise.all(Array.from({ length: 20 }, () => verifyPayout(counted, caller, id)));
    expect(new Set(told.map(({ status }) => status))).toEqual(new Set(['processing']));
    expect(counts).toEqual({ all: 1, now: 0, at_once: 1 });
  });
});
