import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { commandOf } from '../../../../../test-support/actors.ts';
import { chooseAndPay, makeCaller, makeCheckout } from '../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { type LiveOperator, startLiveOperator } from '../../../../../test-support/live.ts';
import { makePayout, payoutJob, readPayout } from '../../../../../test-support/payouts.ts';
import {
  makeTestProvider,
  startTestOperator,
  type TestOperator,
} from '../../../../../test-support/test-operator.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { listAttempts } from '../../payments/attempt/queries.ts';
import { service_actor } from '../../platform/actor/actor.ts';
import { createAccount } from '../../routing/connector-accounts/create.ts';
import { makeListOperators } from '../../routing/list-operators.ts';
import { listRules } from '../../routing/list-rules.ts';
import { setRule } from '../../routing/set-rule.ts';
import { payouts } from '../../transfers/payouts/kind.ts';
import { sendTransfer } from '../../transfers/send.ts';
import { isOpen } from './is-open.ts';
import { noteCall } from './note.ts';
import { open_for_ms } from './states.ts';

let ctx: TestContext;
let live: LiveOperator;
/** Supports payouts, which `live` does not. */
let payer: TestOperator;
const payout_provider = makeTestProvider('hint');
beforeAll(async () => {
  live = await startLiveOperator();
  payer = await startTestOperator();
  ctx = await makeTestContext([live.provider, payout_provider]);
});
afterAll(async () => {
  await ctx.database.close();
  await live.close();
  await payer.close();
});

let caller: Caller;
let key: { merchant_id: string; account_id: string; operator: string };
let round = 0;
let name: string;
beforeEach(async () => {
  caller = await makeCaller(ctx, 'live');
  name = `c${++round}`;
  const { merchant_id } = caller;
  const services = [{}, { operator: 'wave_ci' }];
  const account_id = await live.addAccount(ctx, merchant_id, { name, services });
  key = { merchant_id, account_id, operator: 'mtn_ci' };
});

const down = {
  kind: 'failed',
  reason: 'operator_down',
  operator_code: 'x',
  reached_customer: false,
} as const;
const note = async (outcome: Parameters<typeof noteCall>[2], times: number): Promise<void> => {
  for (let count = 0; count < times; count++) await noteCall(ctx, key, outcome);
};
const open = (operator = 'mtn_ci') => isOpen(ctx, ctx.db, { ...key, operator });

/** Pays a new session of the merchant. @returns the status, or the error code of a refusal */
async function pay(operator = 'mtn_ci'): Promise<string> {
  const checkout = await makeCheckout(ctx, caller);
  try {
    await chooseAndPay(ctx, checkout, '00', operator);
  } catch (error) {
    return (error as { code: string }).code;
  }
  const attempts = await listAttempts(ctx.db, checkout.merchant_id, checkout.payment_id);
  return attempts.map(({ status }) => status).join();
}
const calls = () => live.calls.filter(({ account }) => account === name).length;

it('a circuit opens after five consecutive calls that the provider did not accept, for that operator only', async () => {
  await note(down, 4);
  expect(await open()).toBe(false);
  await note(down, 1);
  expect(await open()).toBe(true);
  expect(await open('wave_ci')).toBe(false);
});

it('a circuit starts counting again after an accepted call', async () => {
  await note(down, 4);
  await note({ kind: 'pending', action: null }, 1);
  await note(down, 4);
  expect(await open()).toBe(false);
});

it('a circuit counts concurrent failures', async () => {
  await Promise.all(Array.from({ length: 5 }, () => noteCall(ctx, key, down)));
  expect(await open()).toBe(true);
});

it('an open circuit sends nothing and makes no attempt', async () => {
  live.answer(name, 'collect', { status: 503, text: '' });
  for (let count = 0; count < 5; count++) expect(await pay()).toBe('unknown');
  expect(calls()).toBe(5);
  expect(await pay()).toBe('operator_unavailable');
  expect(calls()).toBe(5);
  expect(await pay('wave_ci')).toBe('unknown');
});

it('an open circuit leaves the operator listed, as unavailable', async () => {
  await note(down, 5);
  const list = async () =>
    (await makeListOperators(ctx)(caller, {})).items.map(
      ({ code, availability }) => `${code} ${availability.available}`,
    );
  expect(await list()).toEqual(['mtn_ci false', 'wave_ci true']);
  ctx.clock.advance(open_for_ms);
  expect(await list()).toEqual(['mtn_ci true', 'wave_ci true']);
});

it('an open circuit lets one call through as a probe after half a minute', async () => {
  await note(down, 5);
  ctx.clock.advance(open_for_ms);
  const let_in = await Promise.all(Array.from({ length: 8 }, () => open()));
  expect(let_in.filter((is_open) => !is_open)).toHaveLength(1);
});

it.each([
  ['that is taken closes it', { kind: 'pending', action: null } as const, 'success'],
  ['that is not keeps it open', down, 'operator_unavailable'],
])('a probe of an open circuit %s', async (_, answer, then) => {
  await note(down, 5);
  ctx.clock.advance(open_for_ms);
  live.answer(name, 'collect', answer);
  await pay();
  live.answer(name, 'collect', { kind: 'settled' });
  expect(await pay()).toBe(then);
});

it('a probe that dies keeps the circuit open for another half minute', async () => {
  await note(down, 5);
  ctx.clock.advance(open_for_ms);
  expect(await open()).toBe(false);
  ctx.clock.advance(open_for_ms - 1);
  expect(await open()).toBe(true);
  ctx.clock.advance(1);
  expect(await open()).toBe(false);
});

it('a circuit opens on wrong credentials as well', async () => {
  live.answer(name, 'collect', {
    kind: 'failed',
    reason: 'operator_down',
    operator_code: '401',
    reached_customer: false,
  });
  for (let count = 0; count < 5; count++) expect(await pay()).toBe('failed');
  expect(await pay()).toBe('operator_unavailable');
});

it('a circuit stays closed when the operator refuses requests for their content, so that others can still pay', async () => {
  const refused = { kind: 'failed', operator_code: 'INVALID', reached_customer: false } as const;
  for (const reason of ['other', 'not_registered', 'limit_exceeded'] as const) {
    live.answer(name, 'collect', { ...refused, reason });
    for (let count = 0; count < 5; count++) expect(await pay()).toBe('failed');
  }
  live.answer(name, 'collect', { kind: 'settled' });
  expect(await pay()).toBe('success');
});

describe('an account that serves payments and payouts', () => {
  /** Makes an account with money to pay out. */
  async function makePayingAccount(): Promise<void> {
    caller = await makeCaller(ctx, 'live');
    payer.answer('GET /check', { status: 200, body: {} });
    const { id: account_id } = await createAccount(ctx, commandOf(caller.merchant_id, 'live'), {
      ...{ connector: payout_provider.id, name: 'main', unchecked: false },
      config: { base_url: payer.url, api_key: 'key-of-the-platform' },
    });
    key = { merchant_id: caller.merchant_id, account_id, operator: 'mtn_ci' };
    payer.answer('POST /collect', ({ body }) => ({
      status: 200,
      body: { status: 'paid', amount: (body as { amount: number }).amount },
    }));
    expect(await pay()).toBe('success');
  }

  it('still takes payments after five payouts that the provider did not accept', async () => {
    await makePayingAccount();
    payer.answer('POST /payout', { status: 200, body: { status: 'refused', reached: false } });
    for (let count = 0; count < 5; count++) {
      const payout = await makePayout(ctx, caller, '00', { amount: 1000 });
      await sendTransfer(ctx, service_actor, { kind: payouts, job: payoutJob(payout) });
      expect((await readPayout(ctx, payout)).status).toBe('failed');
    }
    expect(await pay()).toBe('success');
  });

  it('makes no payouts while its circuit is open and another account can make them', async () => {
    await makePayingAccount();
    const { id: other } = await createAccount(ctx, commandOf(caller.merchant_id, 'live'), {
      ...{ connector: payout_provider.id, name: 'other', unchecked: false },
      config: { base_url: payer.url, api_key: 'another-key' },
    });
    const accountOf = async () =>
      (await readPayout(ctx, await makePayout(ctx, caller, '00', { amount: 1000 }))).account_id;
    expect(await accountOf()).toBe(key.account_id);
    await note(down, 5);
    expect(await accountOf()).toBe(other);
  });

  it('keeps its probe for a payment, even if a payout is made when the circuit is half open', async () => {
    await makePayingAccount();
    await note(down, 5);
    const payout = await makePayout(ctx, caller, '00', { amount: 1000 });
    payer.answer('POST /payout', { status: 200, body: { status: 'paid', amount: 1000 } });
    await sendTransfer(ctx, service_actor, { kind: payouts, job: payoutJob(payout) });
    expect(await pay()).toBe('operator_unavailable');
    ctx.clock.advance(open_for_ms);
    await makePayout(ctx, caller, '00', { amount: 1000 });
    expect(await pay()).toBe('success');
  });
});

it('another account takes over without a call to the one with an open circuit', async () => {
  await note(down, 5);
  const other = `${name}-other`;
  await live.addAccount(ctx, caller.merchant_id, { name: other, services: [{}] });
  expect(await pay()).toBe('success');
  expect(calls()).toBe(0);
  expect(live.calls.at(-1)?.account).toBe(other);
});

it('an open circuit is shown with the rules', async () => {
  const { merchant_id } = caller;
  await setRule(ctx, commandOf(merchant_id, 'live'), {
    operator: 'mtn_ci',
    fee_percent: '1.5',
    enabled: true,
  });
  await note(down, 5);
  const shown = async () => (await listRules(ctx, commandOf(merchant_id, 'live'))).rules;
  const account = { id: key.account_id, connector: 'scripted', name, enabled: true };
  expect(await shown()).toEqual([
    {
      operator: 'mtn_ci',
      fee_percent: '1.5',
      enabled: true,
      order: 'oldest_first',
      min_amount: null,
      max_amount: null,
      accounts: [{ ...account, circuit: 'open', open_until: expect.stringContaining('2040-03-01T') }],
    },
  ]);
  ctx.clock.advance(open_for_ms);
  expect(await shown()).toMatchObject([{ accounts: [{ circuit: 'half_open' }] }]);
});
