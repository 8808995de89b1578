import { setTimeout } from 'node:timers/promises';
import type { FailureReason, Outcome } from '@guichet/kernel/outcome';
import { zeroPercent } from '@guichet/kernel/percent';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { command, commandOf } from '../../../../../test-support/actors.ts';
import { keyOf } from '../../../../../test-support/attempts.ts';
import {
  type Checkout,
  choose,
  chooseAndPay,
  makeCaller,
  makeCheckout,
  phoneEnding,
} from '../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { advance, dropJobs, listJobs } from '../../../../../test-support/jobs.ts';
import { type LiveAnswer, type LiveOperator, startLiveOperator } from '../../../../../test-support/live.ts';
import { summarize } from '../../../../../test-support/payments.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { checkLedger } from '../../ledger/check.ts';
import { customerWith, service_actor } from '../../platform/actor/actor.ts';
import { UnreadableAccountError } from '../../platform/provider-accounts.ts';
import { setRule } from '../../routing/set-rule.ts';
import { applyAnswer, applyOutcome } from '../attempt/apply-outcome.ts';
import { followAttempt, inquireAboutAttempt } from '../attempt/inquire.ts';
import { openAttempt } from '../attempt/open.ts';
import { type Attempt, listAttempts } from '../attempt/queries.ts';
import { listPaymentTransitions, lockPayment } from '../queries.ts';
import { payCheckout } from './pay.ts';

let ctx: TestContext;
let live: LiveOperator;
beforeAll(async () => {
  live = await startLiveOperator();
  ctx = await makeTestContext([live.provider]);
});
afterAll(async () => {
  expect((await checkLedger(ctx, command)).breaches).toEqual([]);
  await ctx.database.close();
  await live.close();
});

let caller: Caller;
let checkout: Checkout;
let names: string[];
let ids: string[];
let round = 0;
/** Creates accounts with names unique to the test, in order of preference. */
async function setUp(accounts: number, options: { is_gone?: readonly number[] } = {}): Promise<void> {
  caller = await makeCaller(ctx, 'live');
  checkout = await makeCheckout(ctx, caller);
  round++;
  names = Array.from({ length: accounts }, (_, index) => `r${round}-${index + 1}`);
  ids = [];
  for (const [index, name] of names.entries()) {
    const is_gone = options.is_gone?.includes(index) ?? false;
    ids.push(await live.addAccount(ctx, caller.merchant_id, { name, services: [{}], is_gone }));
    ctx.clock.advance(1);
  }
}
beforeEach(() => setUp(2));

const first = (how: LiveAnswer | (() => LiveAnswer | Promise<LiveAnswer>)): void =>
  live.answer(names[0] ?? '', 'collect', how);
/** Lists the attempts, each as `2 success`: the account's place and the attempt's status. */
async function tries(): Promise<string[]> {
  const attempts = await listAttempts(ctx.db, checkout.merchant_id, checkout.payment_id);
  return attempts.map(({ account_id, status }) => `${ids.indexOf(account_id ?? '') + 1} ${status}`);
}
const asked = (verb = 'collect') =>
  live.calls
    .filter((call) => call.verb === verb && names.includes(call.account))
    .map(({ account }) => account);

function refusal(reason: FailureReason, proof = true): LiveAnswer {
  return { kind: 'failed', reason, operator_code: 'E1', ...(proof && { reached_customer: false as const }) };
}

describe('the next account is tried if the customer was not asked to pay', () => {
  it.each<[string, LiveAnswer]>([
    ['the provider is down', refusal('operator_down')],
    ['the account has reached its limit', refusal('limit_exceeded')],
    ['the account is misconfigured', refusal('other')],
  ])('because %s', async (_, answer) => {
    first(answer);
    await chooseAndPay(ctx, checkout, '00');
    expect(await tries()).toEqual(['1 failed', '2 success']);
    expect(asked()).toEqual(names);
    // The merchant is only notified of the success.
    const { events, entries, payment, session } = await summarize(ctx, checkout);
    expect({ events, payment, session }).toEqual({
      events: ['1 payment.successful'],
      payment: 'success',
      session: 'completed',
    });
    expect(entries).toEqual([
      `collection operator_clearing:${ids[1]} 5000`,
      'collection merchant_balance -5000',
    ]);
  });

  it('when nothing listens at the account’s address', async () => {
    await setUp(2, { is_gone: [0] });
    await chooseAndPay(ctx, checkout, '00');
    expect(await tries()).toEqual(['1 failed', '2 success']);
    expect(asked()).toEqual([names[1]]);
  });

  it('when the response took so long that the remaining time is less than one call may take', async () => {
    first(async () => {
      await setTimeout(2_100);
      return refusal('operator_down');
    });
    await chooseAndPay(ctx, checkout, '00');
    expect(await tries()).toEqual(['1 failed', '2 success']);
    expect(asked()).toEqual(names);
  });

  it('when the account’s settings cannot be decrypted', async () => {
    const broken = { ...ctx, accounts: { ...ctx.accounts, open: openBut(ids[0]) } };
    await choose(ctx, checkout, '00');
    await payCheckout(broken, customerWith(checkout.token), { otp: null });
    expect(await tries()).toEqual(['1 failed', '2 success']);
    const [refused] = await listAttempts(ctx.db, checkout.merchant_id, checkout.payment_id);
    expect(refused?.operator_code).toBe('account_unusable');
  });
});

it('an attempt whose account’s settings cannot be decrypted any more needs review after three days', async () => {
  first({ kind: 'pending', action: null });
  await chooseAndPay(ctx, checkout, '00');
  await dropJobs(ctx);
  const { merchant_id, id: attempt_id } = await onlyAttempt();
  const broken = { ...ctx, accounts: { ...ctx.accounts, open: openBut(ids[0]) } };
  await followAttempt(broken, service_actor, { merchant_id, attempt_id });
  expect(await listJobs(ctx, 'follow_attempt')).toHaveLength(1);
  ctx.clock.advance(3 * 24 * 60 * 60_000);
  await followAttempt(broken, service_actor, { merchant_id, attempt_id });
  expect(await onlyAttempt()).toMatchObject({ status: 'unknown', needs_review: true });
});

const openBut = (broken: string | undefined) => (merchant_id: string, id: string) => {
  if (id === broken) throw new UnreadableAccountError('sealed with another key');
  return ctx.accounts.open(merchant_id, id);
};

describe('no other account is tried', () => {
  it.each<[string, LiveAnswer, string, string]>([
    [
      'the operator does not report that the customer was not asked',
      refusal('operator_down', false),
      '1 failed',
      'failed',
    ],
    ['the customer has no money', refusal('insufficient_funds'), '1 failed', 'failed'],
    ['the number has no wallet', refusal('not_registered'), '1 failed', 'failed'],
    ['the customer refused', refusal('payer_cancelled', false), '1 failed', 'failed'],
    ['a code is wrong', refusal('wrong_otp'), '1 failed', 'failed'],
    ['a 500', { status: 500, text: '{}' }, '1 unknown', 'processing'],
    ['a 503', { status: 503, text: 'down' }, '1 unknown', 'processing'],
    ['a 429', { status: 429, text: 'slow down' }, '1 unknown', 'processing'],
    ['a proxy’s page', { status: 200, text: '<html>' }, '1 unknown', 'processing'],
    ['a lost response', 'drop', '1 unknown', 'processing'],
    ['the operator reports unknown', { kind: 'unknown', cause: 'timeout' }, '1 unknown', 'processing'],
    [
      'the operator does not know the request',
      { kind: 'unknown', cause: 'not_found' },
      '1 unknown',
      'processing',
    ],
    ['the customer is being asked', { kind: 'pending', action: null }, '1 submitted', 'processing'],
  ])('after this outcome of the first account: %s', async (_, answer, attempt, payment) => {
    first(answer);
    await chooseAndPay(ctx, checkout, '00');
    expect(await tries()).toEqual([attempt]);
    expect((await summarize(ctx, checkout)).payment).toBe(payment);
    expect(asked()).toEqual([names[0]]);
  });

  it.each(['inquiry', 'callback'] as const)(
    'when the refusal arrives by %s instead of in the response',
    async (via) => {
      first({ kind: 'unknown', cause: 'timeout' });
      await chooseAndPay(ctx, checkout, '00');
      const attempt = await onlyAttempt();
      if (via === 'inquiry') {
        live.answer(names[0] ?? '', 'lookup', refusal('operator_down'));
        await inquireAboutAttempt(ctx, { merchant_id: attempt.merchant_id, attempt_id: attempt.id });
      } else {
        await applyOutcome(ctx, keyOf(attempt), { ...said, provider_reference: null }, via);
      }
      expect(await tries()).toEqual(['1 failed']);
      const { payment, events } = await summarize(ctx, checkout);
      expect({ payment, events }).toEqual({ payment: 'failed', events: ['1 payment.failed'] });
    },
  );

  it('when another outcome arrived before the refusal', async () => {
    first({ kind: 'pending', action: null });
    await chooseAndPay(ctx, checkout, '00');
    expect(
      await applyAnswer(ctx, keyOf(await onlyAttempt()), { ...said, provider_reference: null }),
    ).toBeNull();
    expect(await tries()).toEqual(['1 failed']);
  });

  it('when the session has ended in the meantime', async () => {
    // The session ends during the call, but the lease of the call does not.
    ctx.clock.advance(30 * 60_000 - 5_000);
    first(() => {
      ctx.clock.advance(10_000);
      return refusal('operator_down');
    });
    await chooseAndPay(ctx, checkout, '00');
    const ended = { attempts: ['failed'], events: ['1 payment.failed'] };
    expect(await summarize(ctx, checkout)).toMatchObject(ended);
  });

  it('when the process was suspended between “Pay” and the call, which was therefore not made', async () => {
    const open: typeof ctx.accounts.open = (merchant_id, id, ...rest) => {
      if (id === ids[0]) ctx.clock.advance(20 * 60_000);
      return ctx.accounts.open(merchant_id, id, ...rest);
    };
    await choose(ctx, checkout, '00');
    const accounts = { ...ctx.accounts, open };
    await payCheckout({ ...ctx, accounts }, customerWith(checkout.token), { otp: null });
    expect(asked()).toEqual([]);
    expect(await summarize(ctx, checkout)).toMatchObject({ payment: 'failed', attempts: ['failed'] });
  });

  it.each<[string, { enabled?: boolean; accounts?: number; max_amount?: string }]>([
    ['the operator was disabled in the meantime', { enabled: false }],
    ['the other account is no longer in the rule', { accounts: 1 }],
    ['the amount is above the limit by now', { max_amount: '4000' }],
  ])('because %s', async (_, { accounts, ...changes }) => {
    await choose(ctx, checkout, '00');
    let isSet: Promise<unknown> = Promise.resolve();
    live.answer(names[0] ?? '', 'collect', async () => {
      isSet = setRule(ctx, commandOf(caller.merchant_id, 'live'), {
        operator: 'mtn_ci',
        fee_percent: '0',
        enabled: true,
        ...(accounts && { accounts: ids.slice(0, accounts) }),
        ...changes,
      });
      await isSet;
      return refusal('operator_down');
    });
    await payCheckout(ctx, customerWith(checkout.token), { otp: null });
    await isSet;
    expect(await tries()).toEqual(['1 failed']);
  });

  it('when the sandbox refuses in test mode', async () => {
    caller = await makeCaller(ctx, 'test');
    checkout = await makeCheckout(ctx, caller);
    await chooseAndPay(ctx, checkout, '08');
    expect(await tries()).toEqual(['0 failed']);
  });
});

const said = { outcome: refusal('operator_down') as never, raw: null };

async function onlyAttempt(): Promise<Attempt> {
  const [attempt] = await listAttempts(ctx.db, checkout.merchant_id, checkout.payment_id);
  if (!attempt) throw new Error('no attempt');
  return attempt;
}

it('an attempt that is opened when no time is left fails, and nothing is sent', async () => {
  const now = performance.now.bind(performance);
  let late_ms = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + late_ms);
  onTestFinished(() => clock.mockRestore());
  let isRefused = false;
  first(() => {
    isRefused = true;
    return refusal('operator_down');
  });
  const references: TestContext['references'] = {
    ...ctx.references,
    of: (...asked) => {
      if (isRefused) late_ms = 11_500;
      return ctx.references.of(...asked);
    },
  };
  await chooseAndPay({ ...ctx, references }, checkout, '00');
  expect(await tries()).toEqual(['1 failed', '2 failed']);
  expect(asked()).toEqual([names[0]]);
  expect(await summarize(ctx, checkout)).toMatchObject({ payment: 'failed', events: ['1 payment.failed'] });
  const attempts = await listAttempts(ctx.db, checkout.merchant_id, checkout.payment_id);
  expect(attempts[1]).toMatchObject({ failure_reason: 'operator_down', operator_code: 'not_sent' });
});

describe('a payment tries each account once', () => {
  it('and fails once when all refuse; the next press of "Pay" tries them all again', async () => {
    await setUp(3);
    for (const name of names) live.answer(name, 'collect', refusal('limit_exceeded'));
    await chooseAndPay(ctx, checkout, '00');
    expect(await tries()).toEqual(['1 failed', '2 failed', '3 failed']);
    expect(await summarize(ctx, checkout)).toMatchObject({ payment: 'failed', events: ['1 payment.failed'] });

    live.answer(names[1] ?? '', 'collect', { kind: 'settled' });
    await payCheckout(ctx, customerWith(checkout.token), { otp: null });
    expect((await tries()).slice(3)).toEqual(['1 failed', '2 success']);
    const transitions = await listPaymentTransitions(ctx.db, checkout.merchant_id, checkout.payment_id);
    expect(transitions.map(({ event }) => event)).toEqual([
      'attempt_opened',
      'account_changed',
      'account_changed',
      'attempt_failed',
      'attempt_opened',
      'account_changed',
      'attempt_succeeded',
    ]);
  });

  it('in the order of the rule, and no account that is not in the rule', async () => {
    await setUp(3);
    const [one, , three] = ids;
    if (!one || !three) throw new Error('there are three');
    const accounts = [three, one];
    const rule = { operator: 'mtn_ci', fee_percent: '2', enabled: true, accounts };
    await setRule(ctx, commandOf(caller.merchant_id, 'live'), rule);
    live.answer(names[2] ?? '', 'collect', refusal('other'));
    await chooseAndPay(ctx, checkout, '00');
    expect(await tries()).toEqual(['3 failed', '1 success']);
    const attempts = await listAttempts(ctx.db, checkout.merchant_id, checkout.payment_id);
    // The details that the customer confirmed stay the same; only the account and the reference differ.
    expect(attempts.map(({ charged_minor, fee_minor, phone }) => [charged_minor, fee_minor, phone])).toEqual([
      [5100n, 100n, '+2250504030200'],
      [5100n, 100n, '+2250504030200'],
    ]);
    expect(new Set(attempts.map(({ reference }) => reference)).size).toBe(2);
    expect(live.calls.slice(-2).map(({ body }) => body.reference)).toEqual(
      attempts.map(({ reference }) => reference),
    );
  });
});

it('a process that dies between two accounts leaves an attempt to inquire about, and nothing is sent', async () => {
  await dropJobs(ctx);
  const [one, two] = ids;
  await ctx.db.transaction().execute(async (tx) => {
    const payment = await lockPayment(tx, checkout.merchant_id, checkout.payment_id);
    const account = { connector: 'scripted', account_id: one ?? null };
    const choice = { operator: 'mtn_ci', phone: phoneEnding('00'), fee_percent: zeroPercent };
    await openAttempt(ctx, tx, payment, { ...choice, ...account });
  });
  const next = await applyAnswer(ctx, keyOf(await onlyAttempt()), { ...said, provider_reference: null });
  expect(next?.account_id).toBe(two);
  expect(await tries()).toEqual(['1 failed', '2 created']);

  await advance(ctx, 60_000);
  expect(await tries()).toEqual(['1 failed', '2 success']);
  expect({ collect: asked(), lookup: asked('lookup') }).toEqual({ collect: [], lookup: [names[1]] });
});

it('no other account is tried while money of an earlier attempt awaits a decision', async () => {
  const [account] = ids;
  const open = () =>
    ctx.db.transaction().execute(async (tx) => {
      const payment = await lockPayment(tx, checkout.merchant_id, checkout.payment_id);
      const choice = { operator: 'mtn_ci', phone: phoneEnding('00'), fee_percent: zeroPercent };
      return openAttempt(ctx, tx, payment, { ...choice, connector: 'scripted', account_id: account ?? null });
    });
  const hear = (attempt: Attempt | undefined, outcome: Outcome) => {
    if (!attempt) throw new Error('there is no such attempt');
    return applyOutcome(ctx, keyOf(attempt), { outcome, raw: null, provider_reference: null }, 'callback');
  };
  const attempts = () => listAttempts(ctx.db, checkout.merchant_id, checkout.payment_id);
  await open();
  await hear((await attempts())[0], { kind: 'failed', reason: 'wrong_pin', operator_code: 'E1' });
  await open();
  const money = { amount_minor: 4000n, currency: 'XOF' as never };
  await hear((await attempts())[0], { kind: 'settled', money });
  const second = (await attempts())[1];
  if (!second) throw new Error('there is no second attempt');
  const outcome: Outcome = {
    ...{ kind: 'failed', reason: 'operator_down', operator_code: 'E1' },
    reached_customer: false,
  };
  const answer = { outcome, raw: null, provider_reference: null };
  expect(await applyAnswer(ctx, keyOf(second), answer)).toBeNull();
  expect(await tries()).toEqual(['1 held', '1 failed']);
  expect((await summarize(ctx, checkout)).payment).toBe('processing');
});

it('money that the first account took anyway is a duplicate', async () => {
  first(refusal('operator_down'));
  await chooseAndPay(ctx, checkout, '00');
  const attempt = await onlyAttempt();
  const money = { amount_minor: attempt.charged_minor, currency: 'XOF' as never };
  const answer = { outcome: { kind: 'settled', money }, raw: null, provider_reference: null } as const;
  await applyOutcome(ctx, keyOf(attempt), answer, 'callback');
  expect(await tries()).toEqual(['1 success', '2 success']);
  const { entries, events } = await summarize(ctx, checkout);
  expect(events).toEqual(['1 payment.successful', '2 payment.duplicate']);
  expect(entries).toContain(`duplicate operator_clearing:${ids[0]} 5000`);
});
