import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { phoneEnding } from '../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { advance } from '../../../../../test-support/jobs.ts';
import { makePayer, makePayout } from '../../../../../test-support/payouts.ts';
import { type Receiver, startReceiver } from '../../../../../test-support/receiver.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { createEndpoint } from '../../events/webhooks/endpoints/create.ts';
import { showPayout } from './show.ts';

let ctx: TestContext;
let caller: Caller;
let receiver: Receiver;
beforeAll(async () => {
  ctx = await makeTestContext();
  caller = await makePayer(ctx, 100_000);
  receiver = await startReceiver((response) => response.writeHead(200).end('ok'));
  await createEndpoint(ctx, caller.merchant_id, { mode: 'test', url: receiver.url });
});
afterAll(async () => {
  await receiver.close();
  await ctx.database.close();
});

describe('all that is known of a payout', () => {
  it('is told: payout, sending, changes, ledger entries, events and deliveries', async () => {
    const { id } = await makePayout(ctx, caller, '18');
    await advance(ctx, 60_000);
    const shown = await showPayout(ctx, id);
    expect(shown.payout).toMatchObject({ id, status: 'success', amount: 5000 });
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
      ['payout_reserved', 'merchant_balance', 'debit', 5000],
      ['payout_reserved', 'payouts_in_flight', 'credit', 5000],
      ['payout_returned', 'payouts_in_flight', 'debit', 5000],
      ['payout_returned', 'merchant_balance', 'credit', 5000],
      ['payout_paid_late', 'merchant_balance', 'debit', 5000],
      ['payout_paid_late', 'operator_clearing:sandbox', 'credit', 5000],
    ]);
    expect(shown.events).toMatchObject([
      { event: 'payout.failed', sequence: 1 },
      { event: 'payout.successful', sequence: 2 },
    ]);
    expect(shown.deliveries).toMatchObject([
      { status: 'delivered', attempts: [{ number: 1, status_code: 200 }] },
      { status: 'delivered', attempts: [{ number: 1, status_code: 200 }] },
    ]);
  });

  it('may be little', async () => {
    const { id } = await makePayout(ctx, caller, '00');
    expect(await showPayout(ctx, id)).toMatchObject({ transitions: [], events: [], deliveries: [] });
  });

  it('hides the number in what merchants do not see, and can be written as JSON', async () => {
    const { id } = await makePayout(ctx, caller, '17');
    await advance(ctx, 0);
    const { sending, transitions } = await showPayout(ctx, id);
    expect(sending.phone).toBe('+22505******17');
    expect(JSON.stringify([sending, transitions])).not.toContain(phoneEnding('17').slice(-8));
    expect(sending.mismatch).toEqual({ amount_minor: '4999', currency: 'XOF' });
  });

  it('is nothing of a payout that is not there', async () => {
    await expect(showPayout(ctx, 'po_none')).rejects.toMatchObject({ code: 'payout_not_found' });
  });
});
