import type { Service } from '@guichet/operators/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { commandOf, staffOf } from '../../../../../test-support/actors.ts';
import { makeCaller, makeCheckout } from '../../../../../test-support/checkouts.ts';
import type { TestContext } from '../../../../../test-support/context.ts';
import { advance } from '../../../../../test-support/jobs.ts';
import type { LiveOperator } from '../../../../../test-support/live.ts';
import { withLiveOperator } from '../../../../../test-support/with-live-operator.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { payDirectly } from '../../payments/session/pay-directly.ts';
import { customerWith } from '../../platform/actor/actor.ts';
import { setRule } from '../../routing/set-rule.ts';
import { createRefund } from '../../transfers/refunds/create.ts';
import { showGoLive } from './show.ts';

let ctx: TestContext;
let live: LiveOperator;
withLiveOperator((context, operator) => {
  ctx = context;
  live = operator;
});

let caller: Caller;
beforeEach(async () => {
  caller = await makeCaller(ctx, 'live');
});

const show = () => showGoLive(ctx, staffOf('owner', caller.merchant_id, 'live'));

async function add(name: string, ...services: Partial<Service>[]): Promise<string> {
  const id = await live.addAccount(ctx, caller.merchant_id, { name, services });
  ctx.clock.advance(1);
  return id;
}

async function pay(): Promise<string> {
  const { token, payment_id } = await makeCheckout(ctx, caller, { return_url: 'https://shop.example/' });
  await payDirectly(ctx, customerWith(token), { operator: 'mtn_ci', phone: '+2250504030200' }, null);
  return payment_id;
}

async function wayOf(id: string) {
  return (await show()).accounts.find((account) => account.id === id)?.ways[0];
}

describe('the way to live payments', () => {
  it('begins with the providers of the merchant’s country', async () => {
    const { country, providers, accounts } = await show();
    expect([country, accounts]).toEqual(['CI', []]);
    const codes = providers[0]?.operators.map(({ code }) => code);
    expect(codes).toEqual(['mtn_ci', 'wave_ci']);
  });

  it('lists what an account collects with, those of the country first', async () => {
    await add('one', { operator: 'mtn_bj', min_amount: 150 }, { min_amount: 200 }, { operator: 'wave_ci' });
    const [account] = (await show()).accounts;
    expect(account).toMatchObject({ name: 'one', enabled: true });
    const shown = account?.ways.map(({ operator, smallest_amount, is_offered, proven_at }) => [
      ...[operator.code, smallest_amount, is_offered, proven_at],
    ]);
    expect(shown).toEqual([
      ['mtn_ci', 200, true, null],
      ['wave_ci', 100, true, null],
      ['mtn_bj', 150, false, null],
    ]);
  });

  it('respects the smallest amount of the merchant’s own rule', async () => {
    const id = await add('one', { min_amount: 200 });
    const rule = { operator: 'mtn_ci', fee_percent: '2', enabled: true, min_amount: '500' };
    await setRule(ctx, commandOf(caller.merchant_id, 'live'), rule);
    expect(await wayOf(id)).toMatchObject({ smallest_amount: 500, is_offered: true });
  });

  it('proves an account by a payment and its refund', async () => {
    const id = await add('one', { refund: true });
    expect(await wayOf(id)).toMatchObject({ can_refund: true, payment: null, refund: null, proven_at: null });
    const payment_id = await pay();
    expect(await wayOf(id)).toMatchObject({ payment: { id: payment_id }, refund: null, proven_at: null });
    const refund = await createRefund(ctx, commandOf(caller.merchant_id, 'live'), { payment_id });
    await advance(ctx, 1_000);
    const proven = await wayOf(id);
    expect(proven?.refund).toMatchObject({ id: refund.id, payment_id });
    expect(proven?.proven_at).toBe(proven?.refund?.refunded_at);
  });

  it('proves an account without refunds by a payment', async () => {
    const id = await add('one', { refund: false, payout: false });
    await pay();
    const way = await wayOf(id);
    expect(way).toMatchObject({ can_refund: false, refund: null });
    expect(way?.proven_at).toBe(way?.payment?.paid_at);
  });

  it('counts only what went through the account itself', async () => {
    const first = await add('one', {});
    const second = await add('two', {});
    await pay();
    expect(await wayOf(first)).toMatchObject({ comes_first: true, payment: { id: expect.any(String) } });
    expect(await wayOf(second)).toMatchObject({ comes_first: false, is_offered: true, payment: null });
  });
});
