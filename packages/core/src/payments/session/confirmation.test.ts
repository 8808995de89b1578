import type { Service } from '@guichet/operators/contract';
import { expect, it } from 'vitest';
import { commandOf } from '../../../../../test-support/actors.ts';
import { makeCaller, makeCheckout } from '../../../../../test-support/checkouts.ts';
import type { TestContext } from '../../../../../test-support/context.ts';
import type { LiveOperator } from '../../../../../test-support/live.ts';
import { withLiveOperator } from '../../../../../test-support/with-live-operator.ts';
import { customerWith } from '../../platform/actor/actor.ts';
import { setRule } from '../../routing/set-rule.ts';
import { listAttempts } from '../attempt/queries.ts';
import { chooseOperator } from './choose.ts';
import { confirmationOf } from './confirmation.ts';
import { getCheckoutSnapshot } from './get-snapshot.ts';
import { payCheckout } from './pay.ts';

let ctx: TestContext;
let live: LiveOperator;
withLiveOperator((context, operator) => {
  ctx = context;
  live = operator;
});

it('a confirmation charges the total shown, or nothing if a new account has changed the total', async () => {
  const caller = await makeCaller(ctx, 'live');
  const add = (decimals: Service['decimals']) =>
    live.addAccount(ctx, caller.merchant_id, {
      name: `with-${decimals}-decimals`,
      services: [{ operator: 'airtel_tz', currency: 'TZS', decimals }],
    });
  await add(2);
  const rule = { operator: 'airtel_tz', fee_percent: '2', enabled: true };
  await setRule(ctx, commandOf(caller.merchant_id, 'live'), rule);
  const checkout = await makeCheckout(ctx, caller, { amount: 2601, currency: 'TZS' });
  const customer = customerWith(checkout.token);
  const choice = { operator: 'airtel_tz', phone: '+255682345678' };
  expect(await chooseOperator(ctx, customer, choice)).toBeNull();
  const show = async () => {
    const { session, offers } = await getCheckoutSnapshot(ctx, customer);
    const [offer] = offers;
    if (!offer) throw new Error('nothing is on offer');
    return { confirmation: confirmationOf(session, offer.total), total_minor: offer.total.amount_minor };
  };
  const shown = await show();
  await add(0);
  await expect(
    payCheckout(ctx, customer, { otp: null, confirmation: shown.confirmation }),
  ).rejects.toMatchObject({ code: 'conflict' });
  const shown_again = await show();
  expect(shown_again.total_minor).not.toBe(shown.total_minor);
  await payCheckout(ctx, customer, { otp: null, confirmation: shown_again.confirmation });
  const [attempt] = await listAttempts(ctx.db, checkout.merchant_id, checkout.payment_id);
  expect(attempt?.charged_minor).toBe(shown_again.total_minor);
});
