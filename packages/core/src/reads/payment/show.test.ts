import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command, commandOf } from '../../../../../test-support/actors.ts';
import {
  type Checkout,
  chooseAndPay,
  makeCaller,
  makeCheckout,
  phoneEnding,
  setFees,
} from '../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { advance } from '../../../../../test-support/jobs.ts';
import { type Receiver, startReceiver } from '../../../../../test-support/receiver.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { createEndpoint } from '../../events/webhooks/endpoints/create.ts';
import { showPayment } from './show.ts';

let ctx: TestContext;
let caller: Caller;
let receiver: Receiver;
beforeAll(async () => {
  ctx = await makeTestContext();
  caller = await makeCaller(ctx);
  await setFees(ctx, caller, { mtn_ci: '2' });
  receiver = await startReceiver((response, _, count) =>
    response.writeHead(count === 1 ? 500 : 200).end('ok'),
  );
  await createEndpoint(ctx, commandOf(caller.merchant_id, 'test'), { url: receiver.url });
});
afterAll(async () => {
  await receiver.close();
  await ctx.database.close();
});

async function pay(digits: string): Promise<Checkout> {
  const checkout = await makeCheckout(ctx, caller, { customer_phone: '+2250707070707' });
  await chooseAndPay(ctx, checkout, digits);
  return checkout;
}

describe('a payment’s details', () => {
  it('include the payment, its attempts, ledger entries and events, and deliveries with their attempts', async () => {
    const { payment_id } = await pay('12');
    await advance(ctx, 60_000);
    const shown = await showPayment(ctx, command, payment_id);
    expect(shown.payment).toMatchObject({ id: payment_id, status: 'success', amount: 5000, fee: 100 });
    expect(shown.attempts).toMatchObject([
      {
        number: 1,
        status: 'success',
        operator: 'mtn_ci',
        connector: 'sandbox',
        charged_amount: 5100,
        currency: 'XOF',
        duplicate: false,
        inquiries: 1,
        needs_review: false,
        settled_at: expect.stringMatching(/\+00:00$/),
      },
    ]);
    expect(
      shown.ledger_entries.map(({ account, direction, amount }) => [account, direction, amount]),
    ).toEqual([
      ['operator_clearing:sandbox', 'debit', 5100],
      ['merchant_balance', 'credit', 5000],
      ['fees', 'credit', 100],
    ]);
    expect(shown.events).toMatchObject([{ event: 'payment.successful', sequence: 1 }]);
    expect(shown.deliveries).toMatchObject([
      {
        status: 'delivered',
        next_attempt_at: null,
        attempts: [
          { number: 1, status_code: 500, response_excerpt: 'ok' },
          { number: 2, status_code: 200, error: null },
        ],
      },
    ]);
  });

  it('have empty lists before the first attempt', async () => {
    const { payment_id } = await makeCheckout(ctx, caller);
    const shown = await showPayment(ctx, command, payment_id);
    expect(shown).toMatchObject({ attempts: [], ledger_entries: [], events: [], deliveries: [] });
  });

  it('mask the payer’s number, and are valid JSON', async () => {
    const { payment_id } = await pay('17');
    const { attempts } = await showPayment(ctx, command, payment_id);
    expect(attempts[0]?.phone).toBe('+22505******17');
    expect(JSON.stringify(attempts)).not.toContain(phoneEnding('17'));
    expect(attempts[0]?.mismatch).toEqual({ amount_minor: '5099', currency: 'XOF' });
  });

  it('are not found for an unknown payment', async () => {
    await expect(showPayment(ctx, command, 'pay_none')).rejects.toMatchObject({ code: 'payment_not_found' });
  });
});
