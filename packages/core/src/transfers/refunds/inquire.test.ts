import type { LookupRequest } from '@guichet/operators/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestContext, sandboxOf, type TestContext } from '../../../../../test-support/context.ts';
import { makePaid, makeRefund, makeSeller, refundJob } from '../../../../../test-support/refunds.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { service_actor } from '../../platform/actor/actor.ts';
import { inquireTransfer } from '../inquire.ts';
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

/** Makes a refund that was sent and awaits a person's decision. */
async function makeSent(): Promise<TransferKey> {
  const refund = await makeRefund(ctx, await makePaid(ctx, caller, '22'));
  await sendTransfer(ctx, service_actor, { kind: refunds, job: refundJob(refund) });
  return refund;
}

/** Returns the context with a different implementation of inquiries. */
function withLookup(lookup: (request: LookupRequest) => Promise<never>): TestContext {
  const real = sandboxOf(ctx);
  return { ...ctx, connectors: new Map([['sandbox', { ...real, lookup }]]) };
}

describe('an inquiry about a refund', () => {
  it('asks about a payout, and names no collection, if the refund was sent as a payout', async () => {
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
});
