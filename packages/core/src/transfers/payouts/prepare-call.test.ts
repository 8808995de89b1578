import type { Connector, PayoutRequest } from '@guichet/operators/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestContext, sandboxOf, type TestContext } from '../../../../../test-support/context.ts';
import { makePayer, makePayout, payoutJob, readPayout } from '../../../../../test-support/payouts.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { service_actor } from '../../platform/actor/actor.ts';
import { sendTransfer } from '../send.ts';
import { payouts } from './kind.ts';

let ctx: TestContext;
let caller: Caller;
beforeAll(async () => {
  ctx = await makeTestContext();
  caller = await makePayer(ctx, 5000);
});
afterAll(() => ctx.database.close());

/** Returns the context with parts of the sandbox connector replaced. */
function withSandbox(around: (real: Connector) => Partial<Connector>): TestContext {
  const real = sandboxOf(ctx);
  return { ...ctx, connectors: new Map([['sandbox', { ...real, ...around(real) }]]) };
}

function payoutOf({ payout }: Connector): NonNullable<Connector['payout']> {
  if (!payout) throw new Error('the sandbox has no payout');
  return payout;
}

describe('the request for a payout', () => {
  it('contains the recipient’s number and names, the amount and the description', async () => {
    const payout = await makePayout(ctx, caller, '22', {
      recipient: { phone: '+2250504030222', first_name: 'Awa', last_name: 'Recipient' },
      description: 'Commission of March',
    });
    const seen: PayoutRequest[] = [];
    const watching = withSandbox((real) => ({
      payout: async (request, signal) => {
        seen.push(request);
        return payoutOf(real)(request, signal);
      },
    }));
    await sendTransfer(watching, service_actor, { kind: payouts, job: payoutJob(payout) });
    const { reference } = await readPayout(ctx, payout);
    expect(seen).toEqual([
      {
        reference,
        operator: 'mtn_ci',
        phone: '+2250504030222',
        money: { amount_minor: 5000n, currency: 'XOF' },
        first_name: 'Awa',
        last_name: 'Recipient',
        description: 'Commission of March',
      },
    ]);
  });
});
