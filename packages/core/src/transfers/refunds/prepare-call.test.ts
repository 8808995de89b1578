import type { Connector, RefundRequest } from '@guichet/operators/contract';
import { noteExchange } from '@guichet/operators/http/exchanges';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command } from '../../../../../test-support/actors.ts';
import { makeTestContext, sandboxOf, type TestContext } from '../../../../../test-support/context.ts';
import {
  makePaid,
  makeRefund,
  makeSeller,
  readRefund,
  refundJob,
} from '../../../../../test-support/refunds.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { listAttempts } from '../../payments/attempt/queries.ts';
import { service_actor } from '../../platform/actor/actor.ts';
import { followTransfer, inquireTransfer } from '../inquire.ts';
import { sendTransfer } from '../send.ts';
import { refunds } from './kind.ts';
import { showRefund } from './show.ts';

let ctx: TestContext;
let caller: Caller;
beforeAll(async () => {
  ctx = await makeTestContext();
  caller = await makeSeller(ctx);
});
afterAll(() => ctx.database.close());

/** Returns the context with parts of the sandbox connector replaced. */
function withSandbox(around: (real: Connector) => Partial<Connector>): TestContext {
  const real = sandboxOf(ctx);
  return { ...ctx, connectors: new Map([['sandbox', { ...real, ...around(real) }]]) };
}

function refundOf({ refund }: Connector): NonNullable<Connector['refund']> {
  if (!refund) throw new Error('the sandbox has no refund');
  return refund;
}

describe('the request for a refund', () => {
  it('contains the collection, the payer’s number, the amount and the reason', async () => {
    const checkout = await makePaid(ctx, caller, '22');
    const refund = await makeRefund(ctx, checkout, { amount: 1000, reason: 'One of two was broken' });
    const [attempt] = await listAttempts(ctx.db, checkout.merchant_id, checkout.payment_id);
    const seen: RefundRequest[] = [];
    const watching = withSandbox((real) => ({
      refund: async (request, signal) => {
        seen.push(request);
        return refundOf(real)(request, signal);
      },
    }));
    await sendTransfer(watching, service_actor, { kind: refunds, job: refundJob(refund) });
    const { reference } = await readRefund(ctx, refund);
    expect(seen).toEqual([
      {
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
    ]);
  });

  it('is stored without the number and the names of the payer', async () => {
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
    await sendTransfer(talking, service_actor, { kind: refunds, job: refundJob(refund) });
    ctx.clock.advance(5_000);
    await followTransfer(talking, service_actor, { kind: refunds, job: refundJob(refund) });
    const { operator_calls } = await showRefund(ctx, command, refund.id);
    const kept = 'to [redacted] [redacted], [redacted]';
    expect(operator_calls).toMatchObject(
      ['refund', 'inquiry'].map((verb) => ({ verb, exchanges: [{ request: kept, response: kept }] })),
    );
  });

  it('that was sent as a payout leads to inquiries about a payout, which name no collection', async () => {
    const refund = await makeRefund(ctx, await makePaid(ctx, caller, '22'));
    await sendTransfer(ctx, service_actor, { kind: refunds, job: refundJob(refund) });
    await ctx.db.updateTable('refunds').set({ method: 'payout' }).where('id', '=', refund.id).execute();
    const seen: string[] = [];
    const watching = withSandbox(() => ({
      lookup: (request) => {
        seen.push(`${request.direction} ${request.collection?.reference}`);
        return Promise.reject(new Error('ECONNRESET'));
      },
    }));
    await inquireTransfer(watching, refunds, refund);
    expect(seen).toEqual(['payout undefined']);
  });
});
