import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { phoneEnding } from '../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { advance } from '../../../../../test-support/jobs.ts';
import { type Receiver, startReceiver } from '../../../../../test-support/receiver.ts';
import { makePaid, makeRefund, makeSeller } from '../../../../../test-support/refunds.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { createEndpoint } from '../../events/webhooks/endpoints/create.ts';
import { keepExchanges } from '../../operator-calls/keep.ts';
import { showRefund } from './show.ts';

let ctx: TestContext;
let caller: Caller;
let receiver: Receiver;
beforeAll(async () => {
  ctx = await makeTestContext();
  caller = await makeSeller(ctx);
  receiver = await startReceiver((response) => response.writeHead(200).end('ok'));
  await createEndpoint(ctx, caller.merchant_id, { mode: 'test', url: receiver.url });
});
afterAll(async () => {
  await receiver.close();
  await ctx.database.close();
});

describe('all that is known of a refund', () => {
  it('is told: refund, sending, changes, ledger entries, events and deliveries', async () => {
    const { id } = await makeRefund(ctx, await makePaid(ctx, caller, '18'));
    await advance(ctx, 60_000);
    const shown = await showRefund(ctx, id);
    expect(shown.refund).toMatchObject({ id, status: 'success', amount: 5100 });
    expect(shown.sending).toMatchObject({
      connector: 'sandbox',
      provider_reference: `sbx_${shown.sending.reference.slice(0, 8)}`,
      needs_person: false,
      sent_at: expect.stringMatching(/\+00:00$/),
    });
    expect(shown.transitions.map(({ event, to_status, via }) => [event, to_status, via])).toEqual([
      ['sending', 'processing', 'sender'],
      ['refused', 'failed', 'callback'],
      ['settled', 'success', 'callback'],
    ]);
    expect(
      shown.ledger_entries.map(({ kind, account, direction, amount }) => [kind, account, direction, amount]),
    ).toEqual([
      ['refund_reserved', 'merchant_balance', 'debit', 5000],
      ['refund_reserved', 'fees', 'debit', 100],
      ['refund_reserved', 'refunds_in_flight', 'credit', 5100],
      ['refund_returned', 'refunds_in_flight', 'debit', 5100],
      ['refund_returned', 'merchant_balance', 'credit', 5000],
      ['refund_returned', 'fees', 'credit', 100],
      ['refund_paid_late', 'merchant_balance', 'debit', 5000],
      ['refund_paid_late', 'fees', 'debit', 100],
      ['refund_paid_late', 'operator_clearing:sandbox', 'credit', 5100],
    ]);
    expect(shown.events).toMatchObject([
      { event: 'refund.failed', sequence: 1 },
      { event: 'refund.successful', sequence: 2 },
    ]);
    expect(shown.deliveries).toMatchObject([
      { status: 'delivered', attempts: [{ number: 1, status_code: 200 }] },
      { status: 'delivered', attempts: [{ number: 1, status_code: 200 }] },
    ]);
  });

  it('is told with what was said to the operator', async () => {
    const refund = await makeRefund(ctx, await makePaid(ctx, caller, '00'));
    const call = { method: 'POST', url: 'http://localhost/refunds', status: 202, duration_ms: 3 };
    const exchange = { ...call, request: '{}', response: 'taken', problem: null };
    await keepExchanges(ctx, { ...refund, verb: 'refund', sensitive: [] }, [exchange]);
    const { operator_calls } = await showRefund(ctx, refund.id);
    expect(operator_calls).toMatchObject([{ verb: 'refund', exchanges: [exchange] }]);
  });

  it('may be little', async () => {
    const { id } = await makeRefund(ctx, await makePaid(ctx, caller, '00'));
    expect(await showRefund(ctx, id)).toMatchObject({ transitions: [], events: [], deliveries: [] });
  });

  it('hides the number in what merchants do not see, and can be written as JSON', async () => {
    const { id } = await makeRefund(ctx, await makePaid(ctx, caller, '17'));
    await advance(ctx, 0);
    const { sending, transitions } = await showRefund(ctx, id);
    expect(sending.phone).toBe('+22505******17');
    expect(JSON.stringify([sending, transitions])).not.toContain(phoneEnding('17').slice(-8));
    expect(sending.mismatch).toEqual({ amount_minor: '5099', currency: 'XOF' });
  });

  it('is nothing of a refund that is not there', async () => {
    await expect(showRefund(ctx, 'ref_none')).rejects.toMatchObject({ code: 'refund_not_found' });
  });
});
