import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { commandOf } from '../../../../../test-support/actors.ts';
import { makeCaller, makeCheckout, phoneEnding } from '../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { payoutJob, payoutTo } from '../../../../../test-support/payouts.ts';
import {
  makeTestProvider,
  startTestOperator,
  type TestOperator,
} from '../../../../../test-support/test-operator.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { payDirectly } from '../../payments/session/pay-directly.ts';
import { commandFor, customerWith, service_actor } from '../../platform/actor/actor.ts';
import { createAccount } from '../../routing/connector-accounts/create.ts';
import { inquireTransfer } from '../../transfers/inquire.ts';
import { createPayout } from '../../transfers/payouts/create.ts';
import { payouts } from '../../transfers/payouts/kind.ts';
import { sendTransfer } from '../../transfers/send.ts';
import { recordMovement } from '../books/record.ts';
import { compareAccount } from './compare.ts';
import { describeDrifts } from './describe.ts';
import { driftOf } from './drift-of.ts';
import { compareDueAccounts } from './round.ts';

let ctx: TestContext;
let operator: TestOperator;
let caller: Caller;
let account_id: string;
/** The balance of the operator's wallet: it changes when money moves, whatever the operator reports to us. */
let wallet: number;
const logged: string[] = [];
beforeAll(async () => {
  const made = await makeTestContext([makeTestProvider('signed')]);
  ctx = { ...made, log: { ...made.log, warn: (_: object, message: string) => void logged.push(message) } };
  operator = await startTestOperator();
});
afterAll(async () => {
  await operator.close();
  await ctx.database.close();
});
beforeEach(async () => {
  wallet = 0;
  logged.length = 0;
  operator.answer('GET /check', { status: 200, body: {} });
  operator.answer('GET /balance', () => ({ status: 200, body: { amount: wallet } }));
  caller = await makeCaller(ctx, 'live');
  const config = {
    ...{ base_url: operator.url, api_key: 'key-of-the-tests', callback_secret: 'secret-of-the-tests' },
  };
  const { merchant_id } = caller;
  const account = { merchant_id, connector: 'plain-signed', name: 'Main', config, unchecked: false };
  account_id = (await createAccount(ctx, commandOf(account.merchant_id, 'live'), account)).id;
});

const settled_ms = 2 * 60_000 + 1;

async function compare() {
  const { drifts, problem } = await compareAccount(ctx, { merchant_id: caller.merchant_id, account_id });
  expect(problem).toBeNull();
  expect(drifts).toHaveLength(1);
  return { drift: Number(drifts[0]?.drift_minor), since: drifts[0]?.since };
}

let numbered = 0;
async function float(amount: number): Promise<void> {
  const actor = commandFor({ name: 'root' }, caller);
  const movement = { kind: 'float_deposited', account: account_id, currency: 'XOF', amount };
  await recordMovement(ctx, actor, { ...movement, reference: `TRX-${++numbered}` });
}

it('a provider’s balance in one currency is not compared with the books of another', async () => {
  await float(6000);
  ctx.clock.advance(settled_ms);
  operator.answer('GET /balance', { status: 200, body: { amount: 10, currency: 'GHS' } });
  const { drifts } = await compareAccount(ctx, { merchant_id: caller.merchant_id, account_id });
  expect(drifts).toMatchObject([
    { currency: 'GHS', booked_minor: 0n, reported_minor: 10n, drift_minor: 10n },
  ]);
});

describe.each<[what: string, reported: bigint, drift: bigint]>([
  ['the booked amount', 1000n, 0n],
  ['the booked amount with everything coming in', 1300n, 0n],
  ['the booked amount without everything going out', 500n, 0n],
  ['more than can have arrived', 1301n, 1n],
  ['less than can have remained', 499n, -1n],
  ['an amount that no calculation may overflow', 2n ** 61n, 2n ** 61n - 1300n],
])('a provider that holds %s', (_, reported_minor, drift) => {
  it(`drifts by ${drift}`, () => {
    const flight = { booked_minor: 1000n, coming_minor: 300n, going_minor: 500n };
    expect(driftOf({ ...flight, reported_minor })).toBe(drift);
  });
});

describe('money in flight causes no drift', () => {
  it.each(['before', 'after'])('for a collection that the operator made %s the comparison', async (when) => {
    operator.answer('POST /collect', { status: 200, body: { status: 'pending' } });
    const checkout = await makeCheckout(ctx, caller);
    await payDirectly(
      ctx,
      customerWith(checkout.token),
      { operator: 'mtn_ci', phone: phoneEnding('00') },
      null,
    );
    if (when === 'before') wallet = 5000;
    ctx.clock.advance(settled_ms);
    expect(await compare()).toEqual({ drift: 0, since: null });
    // A collection explains no more than its own amount.
    wallet += 9000;
    expect(await compare()).toMatchObject({ drift: when === 'before' ? 9000 : 4000 });
  });

  it('for a payout, from its request until its booking is old enough', async () => {
    await float(6000);
    wallet = 6000;
    ctx.clock.advance(settled_ms);
    expect(await compare()).toEqual({ drift: 0, since: null });
    operator.answer('POST /payout', { status: 200, body: { status: 'pending' } });
    const { value } = await createPayout(ctx, caller, payoutTo('00'), null);
    const key = { merchant_id: caller.merchant_id, id: value.id };
    expect(await compare()).toMatchObject({ drift: 0 });
    await sendTransfer(ctx, service_actor, { kind: payouts, job: payoutJob(key) });
    for (const balance of [6000, 1000]) {
      wallet = balance;
      expect(await compare()).toMatchObject({ drift: 0 });
    }
    operator.answer('GET /transactions', { status: 200, body: { status: 'paid', amount: 5000 } });
    await inquireTransfer(ctx, payouts, key);
    for (const balance of [6000, 1000]) {
      wallet = balance;
      expect(await compare()).toMatchObject({ drift: 0 });
    }
    ctx.clock.advance(settled_ms);
    expect(await compare()).toMatchObject({ drift: 0 });
    wallet = 6000;
    expect(await compare()).toMatchObject({ drift: 5000 });
  });

  it('for a booking that is committed during the balance inquiry', async () => {
    operator.answer('GET /balance', () => ({ status: 200, body: { amount: 0 } }));
    ctx.clock.advance(settled_ms);
    const [compared] = await Promise.all([compare(), float(700)]);
    expect(compared).toEqual({ drift: 0, since: null });
  });
});

describe('a drift', () => {
  it('keeps its start time, is logged when it appears and when it grows, and ends', async () => {
    await float(1000);
    wallet = 1000;
    ctx.clock.advance(settled_ms);
    await compare();
    wallet = 900;
    const began = ctx.clock.now();
    expect(await compare()).toEqual({ drift: -100, since: began });
    ctx.clock.advance(60_000);
    expect(await compare()).toEqual({ drift: -100, since: began });
    expect(logged).toEqual(['the books differ from what the provider reports']);
    wallet = 850;
    expect(await compare()).toEqual({ drift: -150, since: began });
    expect(logged).toHaveLength(2);
    expect((await describeDrifts(ctx, commandFor({ name: 'root' }, caller), 100)).differing.join()).toContain(
      `${account_id} holds 150 XOF less than booked`,
    );
    const actor = commandFor({ name: 'root' }, caller);
    const fee = { kind: 'operator_fee', account: account_id, currency: 'XOF', amount: 150, reference: 'Fee' };
    await recordMovement(ctx, actor, fee);
    ctx.clock.advance(settled_ms);
    expect(await compare()).toEqual({ drift: 0, since: null });
    expect(
      (await describeDrifts(ctx, commandFor({ name: 'root' }, caller), 100)).differing.join(),
    ).not.toContain(account_id);
  });

  it('of float that never arrived appears once its booking is old enough', async () => {
    await float(50_000);
    expect(await compare()).toMatchObject({ drift: 0 });
    ctx.clock.advance(settled_ms);
    expect(await compare()).toMatchObject({ drift: -50_000 });
  });

  it('is not measured when the provider does not respond; the reported problem contains no secrets', async () => {
    operator.answer('GET /balance', { status: 500, body: {} });
    const { drifts, problem } = await compareAccount(ctx, { merchant_id: caller.merchant_id, account_id });
    expect(drifts).toEqual([]);
    expect(problem).toContain('no balance for');
    expect(problem).not.toContain('key-of-the-tests');
  });
});

it('the round compares each account once every 15 minutes, however many processes run it', async () => {
  await compareDueAccounts(ctx);
  ctx.clock.advance(15 * 60_000);
  const { rows } = await ctx.pool.query('select from connector_accounts');
  const before = operator.asked.filter(({ path }) => path === '/balance').length;
  const compared = await Promise.all([
    compareDueAccounts(ctx),
    compareDueAccounts(ctx),
    compareDueAccounts(ctx),
  ]);
  expect(compared.reduce((sum, one) => sum + one, 0)).toBe(rows.length);
  expect(operator.asked.filter(({ path }) => path === '/balance').length - before).toBe(rows.length);
  expect(await compareDueAccounts(ctx)).toBe(0);
});
