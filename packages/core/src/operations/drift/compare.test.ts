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
import { correctMovement } from '../books/correct.ts';
import { recordMovement } from '../books/record.ts';
import { compareAccount } from './compare.ts';
import { describeDrifts } from './describe.ts';
import { driftOf } from './drift-of.ts';
import { compareDueAccounts } from './round.ts';
import { compareAllAccounts } from './show.ts';

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

describe('a movement in a currency that the account does not serve', () => {
  it('is accepted as doctor’s command for the drift says', async () => {
    const amounts = [12.34, 5] as const;
    const actor = commandFor({ name: 'root' }, caller);
    for (const amount of amounts) {
      operator.answer('GET /balance', { status: 200, body: { amount: amount * 100, currency: 'GHS' } });
      await compareAccount(ctx, { merchant_id: caller.merchant_id, account_id });
      const { differing } = await describeDrifts(ctx, actor, 1000);
      const ours = differing.filter((sentence) => sentence.startsWith(account_id));
      expect(ours).toHaveLength(1);
      for (const sentence of ours) await recordMovement(ctx, actor, movementIn(sentence));
      ctx.clock.advance(settled_ms);
      await compareAccount(ctx, { merchant_id: caller.merchant_id, account_id });
      expect((await describeDrifts(ctx, actor, 1000)).differing.join()).not.toContain(account_id);
    }
  });

  it('is refused if the account never held money in it', async () => {
    const actor = commandFor({ name: 'root' }, caller);
    const movement = { kind: 'float_deposited', account: account_id, currency: 'GHS', amount: 5 };
    await expect(recordMovement(ctx, actor, { ...movement, reference: 'TRX' })).rejects.toMatchObject({
      fields: { currency: expect.anything() },
    });
  });
});

/** Reads the movement in a command that doctor has printed. */
function movementIn(sentence: string): object {
  const of = (flag: string): string => new RegExp(`--${flag} (\\S+)`).exec(sentence)?.[1] ?? '';
  const [kind] = of('kind').split('|');
  const [account, currency, amount] = [of('account'), of('currency'), Number(of('amount'))];
  return { kind, account, currency, amount, reference: `Line ${++numbered}` };
}

describe('a provider that has not reported a balance for an hour', () => {
  const actor = () => commandFor({ name: 'root' }, caller);
  const silent = async () =>
    (await describeDrifts(ctx, actor(), 1000)).silent.filter((sentence) => sentence.startsWith(account_id));
  const key = () => ({ merchant_id: caller.merchant_id, account_id });
  const hour_ms = 60 * 60_000 + 1;

  it('is reported with the reason, until it reports one again', async () => {
    await float(1000);
    wallet = 1000;
    ctx.clock.advance(settled_ms);
    await compare();
    expect(await silent()).toEqual([]);
    operator.answer('GET /balance', { status: 500, body: {} });
    ctx.clock.advance(hour_ms);
    await compareAccount(ctx, key());
    expect(await silent()).toEqual([expect.stringContaining('has not reported a balance in XOF since')]);
    expect((await silent()).join()).toContain('no balance for');
    operator.answer('GET /balance', () => ({ status: 200, body: { amount: wallet } }));
    await compare();
    expect(await silent()).toEqual([]);
  });

  it('is reported if it has never reported one', async () => {
    operator.answer('GET /balance', { status: 500, body: {} });
    await compareAccount(ctx, key());
    expect(await silent()).toEqual([]);
    ctx.clock.advance(hour_ms);
    expect(await silent()).toEqual([expect.stringContaining('has never reported its balance')]);
  });

  it('is reported if it no longer lists a currency in which the books hold money, and not if they hold none', async () => {
    await float(1000);
    ctx.clock.advance(settled_ms);
    await compareAccount(ctx, key());
    operator.answer('GET /balance', { status: 200, body: { amount: 0, currency: 'GHS' } });
    ctx.clock.advance(hour_ms);
    expect((await compareAccount(ctx, key())).missing).toEqual(['XOF']);
    expect(await silent()).toEqual([expect.stringContaining('has not reported a balance in XOF since')]);
    await float(1);
    const { rows } = await ctx.pool.query<{ id: string }>(
      'select id from ledger_movements where merchant_id = $1',
      [caller.merchant_id],
    );
    for (const { id } of rows) await correctMovement(ctx, actor(), { id, body: { note: 'Never arrived' } });
    ctx.clock.advance(settled_ms);
    expect((await compareAccount(ctx, key())).missing).toEqual([]);
    expect(await silent()).toEqual([]);
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

it('an account whose settings cannot be read does not end the comparison of the others', async () => {
  await ctx.pool.query("update connector_accounts set config_sealed = 'unreadable' where id = $1", [
    account_id,
  ]);
  const { ok, not_asked } = await compareAllAccounts(ctx, commandFor({ name: 'root' }, caller));
  expect(ok).toBe(false);
  expect(not_asked.find((one) => one.account_id === account_id)?.problem).toContain(
    'settings cannot be read',
  );
});
