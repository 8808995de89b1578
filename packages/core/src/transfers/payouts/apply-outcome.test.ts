import { asCurrency } from '@guichet/kernel/currencies';
import type { Outcome } from '@guichet/kernel/outcome';
import type { ConnectorAnswer } from '@guichet/operators/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import {
  makePayer,
  makePayout,
  payoutJob,
  readPayout,
  summarizePayout,
} from '../../../../../test-support/payouts.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { checkLedger } from '../../ledger/check.ts';
import type { Via } from '../../payments/attempt/transition.ts';
import { applyTransferOutcome } from '../apply-outcome.ts';
import { sendTransfer } from '../send.ts';
import type { TransferKey } from '../transfer.ts';
import { payouts } from './kind.ts';

let ctx: TestContext;
let caller: Caller;
beforeAll(async () => {
  ctx = await makeTestContext();
  caller = await makePayer(ctx, 10_000_000);
});
afterAll(() => ctx.database.close());
afterEach(async () => {
  expect((await checkLedger(ctx)).breaches).toEqual([]);
});

const xof = asCurrency('XOF');
const settled: Outcome = { kind: 'settled', money: { amount_minor: 5000n, currency: xof } };
const failed: Outcome = { kind: 'failed', reason: 'not_registered', operator_code: 'E06' };
const pending: Outcome = { kind: 'pending', action: null };
const unknown: Outcome = { kind: 'unknown', cause: 'timeout' };

const answerOf = (outcome: Outcome, provider_reference: string | null = 'op-1'): ConnectorAnswer => ({
  outcome,
  provider_reference,
  raw: { kind: outcome.kind },
});

/** A payout that was sent and hears of nothing but what the test says. */
async function makeSent(): Promise<TransferKey> {
  const payout = await makePayout(ctx, caller, '22');
  await sendTransfer(ctx, payouts, payoutJob(payout));
  return payout;
}

const hear = (payout: TransferKey, outcome: Outcome, via: Via = 'look_up'): Promise<void> =>
  applyTransferOutcome(ctx, payouts, payout, answerOf(outcome), via);

const reserved = ['payout_reserved merchant_balance 5000', 'payout_reserved payouts_in_flight -5000'];
const certain = { needs_person: false, unknown_cause: null };
const paid = {
  ...certain,
  payout: 'success',
  events: ['1 payout.successful'],
  entries: [...reserved, 'payout_paid payouts_in_flight 5000', 'payout_paid operator_clearing:sandbox -5000'],
};
const refused = {
  ...certain,
  payout: 'failed',
  events: ['1 payout.failed'],
  entries: [...reserved, 'payout_returned payouts_in_flight 5000', 'payout_returned merchant_balance -5000'],
};
const paid_late = {
  ...certain,
  payout: 'success',
  events: ['1 payout.failed', '2 payout.successful'],
  entries: [
    ...refused.entries,
    'payout_paid_late merchant_balance 5000',
    'payout_paid_late operator_clearing:sandbox -5000',
  ],
};
const waiting = { ...certain, payout: 'processing', events: [], entries: reserved };

/** Every order of the items, each once. */
function orders<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, index) =>
    orders(items.filter((_, other) => other !== index)).map((rest) => [item, ...rest]),
  );
}

/** Ways in which one truth reaches us: what the answer to the request says, and what everything else says. */
const truths = [
  { name: 'settled', truth: settled, in_the_end: paid },
  { name: 'failed', truth: failed, in_the_end: refused },
];
const ways = truths.flatMap((one) =>
  [one.truth, pending, unknown].map((outcome) => ({ ...one, answer: outcome.kind, outcome })),
);

describe('news of one payout', () => {
  it.each(ways)('$name, with an answer that says $answer, ends the same in every order', async (way) => {
    const news: { via: Via; outcome: Outcome }[] = [
      { via: 'answer', outcome: way.outcome },
      { via: 'callback', outcome: way.truth },
      { via: 'callback', outcome: way.truth },
      { via: 'look_up', outcome: way.truth },
    ];
    for (const order of orders(news)) {
      const payout = await makeSent();
      for (const { via, outcome } of order) await hear(payout, outcome, via);
      expect(await summarizePayout(ctx, payout)).toEqual(way.in_the_end);
    }
  });

  it.each(ways)('$name, with an answer that says $answer, ends the same all at once', async (way) => {
    const payout = await makeSent();
    const told = Array.from({ length: 8 }, () => hear(payout, way.truth, 'callback'));
    await Promise.all([hear(payout, way.outcome, 'answer'), ...told]);
    expect(await summarizePayout(ctx, payout)).toEqual(way.in_the_end);
  });

  it('a yes after a no takes the money again, once; a no after a yes is nothing', async () => {
    const payout = await makeSent();
    for (const outcome of [failed, settled, failed, settled, pending, unknown]) await hear(payout, outcome);
    expect(await summarizePayout(ctx, payout)).toEqual(paid_late);
    expect(await readPayout(ctx, payout)).toMatchObject({
      failure_reason: null,
      failure_operator_code: null,
    });
  });

  it('what is pending or unknown changes neither status nor money, and tells nobody', async () => {
    const payout = await makeSent();
    for (const [outcome, unknown_cause] of [
      [pending, null],
      [unknown, 'timeout'],
      [pending, null],
    ] as const) {
      await hear(payout, outcome);
      expect(await summarizePayout(ctx, payout)).toEqual({ ...waiting, unknown_cause });
    }
  });

  it('that we never sent, as far as we know, is the truth as well', async () => {
    const [one, other] = [await makePayout(ctx, caller, '22'), await makePayout(ctx, caller, '22')];
    await hear(one, settled, 'callback');
    await hear(other, failed, 'callback');
    expect(await summarizePayout(ctx, one)).toEqual(paid);
    expect(await summarizePayout(ctx, other)).toEqual(refused);
    // The job that comes then sends nothing.
    for (const payout of [one, other]) await sendTransfer(ctx, payouts, payoutJob(payout));
    expect(await readPayout(ctx, one)).toMatchObject({ status: 'success', sent_at: null });
    expect(await readPayout(ctx, other)).toMatchObject({ status: 'failed', sent_at: null });
  });
});

describe('facts of a payout', () => {
  it('the operator’s reference stays once it is known', async () => {
    const payout = await makeSent();
    await applyTransferOutcome(ctx, payouts, payout, answerOf(pending, 'op-7'), 'callback');
    await applyTransferOutcome(ctx, payouts, payout, answerOf(unknown, null), 'look_up');
    expect((await readPayout(ctx, payout)).provider_reference).toBe('op-7');
    await applyTransferOutcome(ctx, payouts, payout, answerOf(settled, null), 'look_up');
    expect(await readPayout(ctx, payout)).toMatchObject({
      provider_reference: 'op-7',
      paid_at: ctx.clock.now(),
    });
  });

  it('a failure keeps our reason and the operator’s code', async () => {
    const payout = await makeSent();
    await hear(payout, failed);
    expect(await readPayout(ctx, payout)).toMatchObject({
      failure_reason: 'not_registered',
      failure_operator_code: 'E06',
      paid_at: null,
    });
  });
});

describe('another amount than was asked for', () => {
  const less: Outcome = { kind: 'settled', money: { amount_minor: 4999n, currency: xof } };
  const more: Outcome = { kind: 'settled', money: { amount_minor: 5001n, currency: xof } };
  const other: Outcome = { kind: 'settled', money: { amount_minor: 5000n, currency: asCurrency('XAF') } };
  const for_a_person = { ...waiting, needs_person: true, unknown_cause: 'amount_mismatch' };

  it.each([
    ['less', less, { amount_minor: '4999', currency: 'XOF' }],
    ['more', more, { amount_minor: '5001', currency: 'XOF' }],
    ['another currency', other, { amount_minor: '5000', currency: 'XAF' }],
  ])('%s is recorded for a person, and neither paid nor given back', async (_, outcome, mismatch) => {
    const payout = await makeSent();
    for (const heard of [outcome, pending, unknown, outcome]) await hear(payout, heard, 'callback');
    expect(await summarizePayout(ctx, payout)).toEqual(for_a_person);
    expect(await readPayout(ctx, payout)).toMatchObject({ mismatch, paid_at: null });
  });

  it('is kept as it was first said', async () => {
    const payout = await makeSent();
    await hear(payout, less);
    await hear(payout, more);
    expect((await readPayout(ctx, payout)).mismatch).toEqual({ amount_minor: '4999', currency: 'XOF' });
  });

  it('of a failed payout is recorded and leaves it failed', async () => {
    const payout = await makeSent();
    await hear(payout, failed);
    await hear(payout, less);
    expect(await summarizePayout(ctx, payout)).toEqual({
      ...refused,
      needs_person: true,
      unknown_cause: 'amount_mismatch',
    });
  });

  it('of a paid payout is nothing', async () => {
    const payout = await makeSent();
    await hear(payout, settled);
    await hear(payout, less);
    expect(await summarizePayout(ctx, payout)).toEqual(paid);
  });

  it('does not stand in the way of the right one', async () => {
    const payout = await makeSent();
    await hear(payout, less);
    await hear(payout, settled);
    expect(await summarizePayout(ctx, payout)).toEqual(paid);
  });
});
