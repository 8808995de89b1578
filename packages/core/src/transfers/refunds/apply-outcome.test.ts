import { asCurrency } from '@guichet/kernel/currencies';
import type { Outcome } from '@guichet/kernel/outcome';
import type { ConnectorAnswer } from '@guichet/operators/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Checkout } from '../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import {
  makePaid,
  makeRefund,
  makeSeller,
  readRefund,
  refundJob,
  summarizeRefund,
} from '../../../../../test-support/refunds.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { checkLedger } from '../../ledger/check.ts';
import type { Via } from '../../payments/attempt/transition.ts';
import { applyTransferOutcome } from '../apply-outcome.ts';
import { sendTransfer } from '../send.ts';
import type { TransferKey } from '../transfer.ts';
import { refunds } from './kind.ts';

let ctx: TestContext;
let caller: Caller;
beforeAll(async () => {
  ctx = await makeTestContext();
  caller = await makeSeller(ctx);
});
afterAll(() => ctx.database.close());
afterEach(async () => {
  expect((await checkLedger(ctx)).breaches).toEqual([]);
});

const xof = asCurrency('XOF');
const settled: Outcome = { kind: 'settled', money: { amount_minor: 5100n, currency: xof } };
const failed: Outcome = { kind: 'failed', reason: 'not_registered', operator_code: 'E06' };
const pending: Outcome = { kind: 'pending', action: null };
const unknown: Outcome = { kind: 'unknown', cause: 'timeout' };

const answerOf = (outcome: Outcome, provider_reference: string | null = 'op-1'): ConnectorAnswer => ({
  outcome,
  provider_reference,
  raw: { kind: outcome.kind },
});

/** A refund that was sent and hears of nothing but what the test says. */
async function makeSent(): Promise<TransferKey> {
  const refund = await makeRefund(ctx, await makePaid(ctx, caller, '22'));
  await sendTransfer(ctx, refunds, refundJob(refund));
  return refund;
}

const hear = (refund: TransferKey, outcome: Outcome, via: Via = 'look_up'): Promise<void> =>
  applyTransferOutcome(ctx, refunds, refund, answerOf(outcome), via);

const reserved = [
  'refund_reserved merchant_balance 5000',
  'refund_reserved fees 100',
  'refund_reserved refunds_in_flight -5100',
];
const certain = { needs_person: false, unknown_cause: null };
const paid = {
  ...certain,
  refund: 'success',
  events: ['1 refund.successful'],
  entries: [...reserved, 'refund_paid refunds_in_flight 5100', 'refund_paid operator_clearing:sandbox -5100'],
};
const refused = {
  ...certain,
  refund: 'failed',
  events: ['1 refund.failed'],
  entries: [
    ...reserved,
    'refund_returned refunds_in_flight 5100',
    'refund_returned merchant_balance -5000',
    'refund_returned fees -100',
  ],
};
const paid_late = {
  ...certain,
  refund: 'success',
  events: ['1 refund.failed', '2 refund.successful'],
  entries: [
    ...refused.entries,
    'refund_paid_late merchant_balance 5000',
    'refund_paid_late fees 100',
    'refund_paid_late operator_clearing:sandbox -5100',
  ],
};
const waiting = { ...certain, refund: 'processing', events: [], entries: reserved };

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

describe('news of one refund', () => {
  it.each(ways)('$name, with an answer that says $answer, ends the same in every order', async (way) => {
    const news: { via: Via; outcome: Outcome }[] = [
      { via: 'answer', outcome: way.outcome },
      { via: 'callback', outcome: way.truth },
      { via: 'callback', outcome: way.truth },
      { via: 'look_up', outcome: way.truth },
    ];
    for (const order of orders(news)) {
      const refund = await makeSent();
      for (const { via, outcome } of order) await hear(refund, outcome, via);
      expect(await summarizeRefund(ctx, refund)).toEqual(way.in_the_end);
    }
  });

  it.each(ways)('$name, with an answer that says $answer, ends the same all at once', async (way) => {
    const refund = await makeSent();
    const told = Array.from({ length: 8 }, () => hear(refund, way.truth, 'callback'));
    await Promise.all([hear(refund, way.outcome, 'answer'), ...told]);
    expect(await summarizeRefund(ctx, refund)).toEqual(way.in_the_end);
  });

  it('a yes after a no takes the money again, once; a no after a yes is nothing', async () => {
    const refund = await makeSent();
    for (const outcome of [failed, settled, failed, settled, pending, unknown]) await hear(refund, outcome);
    expect(await summarizeRefund(ctx, refund)).toEqual(paid_late);
    expect(await readRefund(ctx, refund)).toMatchObject({
      failure_reason: null,
      failure_operator_code: null,
    });
  });

  it('what is pending or unknown changes neither status nor money, and tells nobody', async () => {
    const refund = await makeSent();
    for (const [outcome, unknown_cause] of [
      [pending, null],
      [unknown, 'timeout'],
      [pending, null],
    ] as const) {
      await hear(refund, outcome);
      expect(await summarizeRefund(ctx, refund)).toEqual({ ...waiting, unknown_cause });
    }
  });

  it('that we never sent, as far as we know, is the truth as well', async () => {
    const [one, other] = [
      await makeRefund(ctx, await makePaid(ctx, caller, '22')),
      await makeRefund(ctx, await makePaid(ctx, caller, '22')),
    ];
    await hear(one, settled, 'callback');
    await hear(other, failed, 'callback');
    expect(await summarizeRefund(ctx, one)).toEqual(paid);
    expect(await summarizeRefund(ctx, other)).toEqual(refused);
    // The job that comes then sends nothing.
    for (const refund of [one, other]) await sendTransfer(ctx, refunds, refundJob(refund));
    expect(await readRefund(ctx, one)).toMatchObject({ status: 'success', sent_at: null });
    expect(await readRefund(ctx, other)).toMatchObject({ status: 'failed', sent_at: null });
  });
});

describe('facts of a refund', () => {
  it('the operator’s reference stays once it is known', async () => {
    const refund = await makeSent();
    await applyTransferOutcome(ctx, refunds, refund, answerOf(pending, 'op-7'), 'callback');
    await applyTransferOutcome(ctx, refunds, refund, answerOf(unknown, null), 'look_up');
    expect((await readRefund(ctx, refund)).provider_reference).toBe('op-7');
    await applyTransferOutcome(ctx, refunds, refund, answerOf(settled, null), 'look_up');
    expect(await readRefund(ctx, refund)).toMatchObject({
      provider_reference: 'op-7',
      refunded_at: ctx.clock.now(),
    });
  });

  it('a failure keeps our reason and the operator’s code', async () => {
    const refund = await makeSent();
    await hear(refund, failed);
    expect(await readRefund(ctx, refund)).toMatchObject({
      failure_reason: 'not_registered',
      failure_operator_code: 'E06',
      refunded_at: null,
    });
  });
});

describe('another amount than was asked for', () => {
  const less: Outcome = { kind: 'settled', money: { amount_minor: 5099n, currency: xof } };
  const more: Outcome = { kind: 'settled', money: { amount_minor: 5101n, currency: xof } };
  const other: Outcome = { kind: 'settled', money: { amount_minor: 5100n, currency: asCurrency('XAF') } };
  const for_a_person = { ...waiting, needs_person: true, unknown_cause: 'amount_mismatch' };

  it.each([
    ['less', less, { amount_minor: '5099', currency: 'XOF' }],
    ['more', more, { amount_minor: '5101', currency: 'XOF' }],
    ['another currency', other, { amount_minor: '5100', currency: 'XAF' }],
  ])('%s is recorded for a person, and neither paid nor given back', async (_, outcome, mismatch) => {
    const refund = await makeSent();
    for (const heard of [outcome, pending, unknown, outcome]) await hear(refund, heard, 'callback');
    expect(await summarizeRefund(ctx, refund)).toEqual(for_a_person);
    expect(await readRefund(ctx, refund)).toMatchObject({ mismatch, refunded_at: null });
  });

  it('is kept as it was first said', async () => {
    const refund = await makeSent();
    await hear(refund, less);
    await hear(refund, more);
    expect((await readRefund(ctx, refund)).mismatch).toEqual({ amount_minor: '5099', currency: 'XOF' });
  });

  it('of a failed refund is recorded and leaves it failed', async () => {
    const refund = await makeSent();
    await hear(refund, failed);
    await hear(refund, less);
    expect(await summarizeRefund(ctx, refund)).toEqual({
      ...refused,
      needs_person: true,
      unknown_cause: 'amount_mismatch',
    });
  });

  it('of a paid refund is nothing', async () => {
    const refund = await makeSent();
    await hear(refund, settled);
    await hear(refund, less);
    expect(await summarizeRefund(ctx, refund)).toEqual(paid);
  });

  it('does not stand in the way of the right one', async () => {
    const refund = await makeSent();
    await hear(refund, less);
    await hear(refund, settled);
    expect(await summarizeRefund(ctx, refund)).toEqual(paid);
  });
});

describe('a refund that had failed and was made after all', () => {
  async function makeFailed(): Promise<{ checkout: Checkout; refund: TransferKey }> {
    const checkout = await makePaid(ctx, caller, '22');
    const refund = await makeRefund(ctx, checkout);
    await sendTransfer(ctx, refunds, refundJob(refund));
    await hear(refund, failed);
    return { checkout, refund };
  }

  it('is for a person when the money was given back again meanwhile', async () => {
    const { checkout, refund } = await makeFailed();
    const second = await makeRefund(ctx, checkout, { amount: 1 });
    await sendTransfer(ctx, refunds, refundJob(second));
    await hear(refund, settled);
    expect(await summarizeRefund(ctx, refund)).toEqual({ ...paid_late, needs_person: true });
    await expect(makeRefund(ctx, checkout)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('leaves nothing to give back', async () => {
    const { checkout, refund } = await makeFailed();
    await hear(refund, settled);
    await expect(makeRefund(ctx, checkout)).rejects.toMatchObject({
      code: 'conflict',
      message: 'This was already refunded in full.',
    });
  });

  it('and another one at the same moment: whoever comes second knows of the first', async () => {
    for (let time = 0; time < 10; time++) {
      const { checkout, refund } = await makeFailed();
      const [, made] = await Promise.all([
        hear(refund, settled),
        makeRefund(ctx, checkout).then(
          () => true,
          () => false,
        ),
      ]);
      expect((await readRefund(ctx, refund)).needs_person).toBe(made);
    }
  });
});
