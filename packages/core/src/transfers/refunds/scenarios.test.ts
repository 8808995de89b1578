import { scenarios } from '@guichet/operators/sandbox/scenarios';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { command } from '../../../../../test-support/actors.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { advance, dropJobs, listJobs } from '../../../../../test-support/jobs.ts';
import { balancesOf } from '../../../../../test-support/payouts.ts';
import {
  listRefundEvents,
  makePaid,
  makeRefund,
  makeSeller,
  readRefund,
  summarizeRefund,
} from '../../../../../test-support/refunds.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { checkLedger } from '../../ledger/check.ts';
import { decideSandboxRefund } from '../../operations/sandbox/decide.ts';
import { ask_for_ms } from '../../operator-calls/inquiry-schedule.ts';
import { retrievePayment } from '../../payments/retrieve.ts';
import type { TransferKey } from '../transfer.ts';

let ctx: TestContext;
let caller: Caller;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());
beforeEach(async () => {
  await dropJobs(ctx);
  // A separate balance for each case.
  caller = await makeSeller(ctx);
});
afterEach(async () => {
  expect(await checkLedger(ctx, command)).toMatchObject({ ok: true, breaches: [] });
});

const reserved = [
  'refund_reserved merchant_balance 5000',
  'refund_reserved fees 100',
  'refund_reserved refunds_in_flight -5100',
];
const booked_back = [
  'refund_returned refunds_in_flight 5100',
  'refund_returned merchant_balance -5000',
  'refund_returned fees -100',
];
const certain = { needs_review: false, unknown_cause: null };
const waiting = { ...certain, refund: 'processing', events: [], entries: reserved };
const unsure = { ...waiting, unknown_cause: 'timeout' };
const mismatched = { ...waiting, needs_review: true, unknown_cause: 'amount_mismatch' };
const made = {
  ...certain,
  refund: 'success',
  events: ['1 refund.successful'],
  entries: [...reserved, 'refund_paid refunds_in_flight 5100', 'refund_paid operator_clearing:sandbox -5100'],
};
const refused = {
  ...certain,
  refund: 'failed',
  events: ['1 refund.failed'],
  entries: [...reserved, ...booked_back],
};
const made_late = {
  ...made,
  events: ['1 refund.failed', '2 refund.successful'],
  entries: [
    ...reserved,
    ...booked_back,
    'refund_paid_late merchant_balance 5000',
    'refund_paid_late fees 100',
    'refund_paid_late operator_clearing:sandbox -5100',
  ],
};

const gone = 'XOF 0 available, 0 in flight';
const back = 'XOF 5000 available, 0 in flight';

interface Row {
  readonly digits: string;
  readonly becomes: string;
  /** The state after the operator's response. */
  readonly answered: object;
  /** An action performed before the time passes. */
  readonly act?: (refund: TransferKey) => Promise<unknown>;
  /** The time that passes; a minute when omitted. */
  readonly passes_ms?: number;
  readonly in_the_end: object;
  readonly balance: string;
  readonly refunded: number;
  /** The reason for the failure, if one was reported. */
  readonly failure?: string;
}

const decides = (decision: 'approved' | 'refused') => (refund: TransferKey) =>
  decideSandboxRefund(ctx, refund.id, decision);

const success = { in_the_end: made, balance: gone, refunded: 5100 };
const open = { balance: gone, refunded: 0 };
const fails = (failure: string) => ({ in_the_end: refused, balance: back, refunded: 0, failure });
const rows: readonly Row[] = [
  { digits: '00', becomes: 'is made', answered: made, ...success },
  { digits: '01', becomes: 'fails', answered: refused, ...fails('insufficient_funds') },
  { digits: '02', becomes: 'fails', answered: waiting, ...fails('payer_cancelled') },
  { digits: '03', becomes: 'fails', answered: waiting, ...fails('payer_timeout') },
  { digits: '04', becomes: 'fails', answered: refused, ...fails('limit_exceeded') },
  { digits: '05', becomes: 'fails', answered: waiting, ...fails('wrong_pin') },
  { digits: '06', becomes: 'fails', answered: refused, ...fails('not_registered') },
  { digits: '07', becomes: 'fails', answered: refused, ...fails('account_blocked') },
  { digits: '08', becomes: 'fails', answered: refused, ...fails('operator_down') },
  { digits: '10', becomes: 'is made', answered: waiting, ...success },
  { digits: '11', becomes: 'stays open', answered: waiting, in_the_end: waiting, ...open },
  {
    digits: '11',
    becomes: 'is made after half an hour',
    answered: waiting,
    passes_ms: 3_600_000,
    ...success,
  },
  { digits: '12', becomes: 'is made', answered: unsure, ...success },
  { digits: '13', becomes: 'fails', answered: unsure, ...fails('other') },
  { digits: '14', becomes: 'is made once', answered: waiting, ...success },
  { digits: '15', becomes: 'is made before the response', answered: made, ...success },
  { digits: '16', becomes: 'is made', answered: waiting, ...success },
  { digits: '17', becomes: 'needs review', answered: mismatched, in_the_end: mismatched, ...open },
  {
    digits: '18',
    becomes: 'fails, then is made',
    answered: waiting,
    in_the_end: made_late,
    balance: gone,
    refunded: 5100,
    failure: 'payer_timeout',
  },
  { digits: '20', becomes: 'is made, without a code', answered: waiting, ...success },
  { digits: '21', becomes: 'is made, without a page', answered: waiting, ...success },
  { digits: '22', becomes: 'awaits a person', answered: waiting, in_the_end: waiting, ...open },
  { digits: '22', becomes: 'is made', answered: waiting, act: decides('approved'), ...success },
  { digits: '22', becomes: 'fails', answered: waiting, act: decides('refused'), ...fails('payer_cancelled') },
  { digits: '77', becomes: 'is made', answered: waiting, ...success },
];

describe('a sandbox refund', () => {
  it.each(rows)('to a number ending in $digits $becomes', async (row) => {
    const checkout = await makePaid(ctx, caller, row.digits);
    const refund = await makeRefund(ctx, checkout);
    expect(await summarizeRefund(ctx, refund)).toEqual({ ...waiting, refund: 'pending' });
    await advance(ctx, 0);
    expect(await summarizeRefund(ctx, refund)).toEqual(row.answered);
    await row.act?.(refund);
    await advance(ctx, row.passes_ms ?? 60_000);
    expect(await summarizeRefund(ctx, refund)).toEqual(row.in_the_end);
    expect(await balancesOf(ctx, caller)).toEqual([row.balance]);
    expect(await retrievePayment(ctx, caller, checkout.payment_id)).toMatchObject({
      status: 'success',
      refunded_amount: row.refunded,
    });

    const told = await listRefundEvents(ctx, refund);
    expect(told.find(({ event }) => event === 'refund.failed')?.data.failure?.code).toBe(row.failure);
    // No inquiry is scheduled for a refund whose outcome is known.
    const { status } = await readRefund(ctx, refund);
    expect((await listJobs(ctx, 'follow_refund')).length).toBe(status === 'processing' ? 1 : 0);
  });

  it('is tested with every row of the sandbox’s table of numbers', () => {
    const covered = new Set(rows.map(({ digits }) => digits));
    expect(scenarios.filter(({ digits }) => !covered.has(digits))).toEqual([]);
  });
});

describe('an event of a refund', () => {
  it('contains the refund as it was at that moment', async () => {
    const checkout = await makePaid(ctx, caller, '18');
    const refund = await makeRefund(ctx, checkout, { amount: 1000, reason: 'One of two was broken' });
    await advance(ctx, 60_000);
    const [failed, successful, ...more] = await listRefundEvents(ctx, refund);
    expect(failed).toMatchObject({
      event: 'refund.failed',
      sequence: 1,
      livemode: false,
      data: {
        status: 'failed',
        refunded_at: null,
        failure: { code: 'payer_timeout', operator_code: 'payer_timeout' },
      },
    });
    expect(successful).toMatchObject({ event: 'refund.successful', sequence: 2 });
    expect(successful?.data).toEqual({
      id: refund.id,
      object: 'refund',
      status: 'success',
      amount: 1000,
      currency: 'XOF',
      payment_id: checkout.payment_id,
      duplicate: false,
      source: 'balance',
      reason: 'One of two was broken',
      failure: null,
      reversal: null,
      reference: expect.stringMatching(/^\w{5}-\w{5}$/),
      livemode: false,
      created_at: expect.stringMatching(/\+00:00$/),
      refunded_at: expect.stringMatching(/\+00:00$/),
    });
    expect(more).toEqual([]);
  });
});

describe('a refund to a number ending in 17', () => {
  it('needs review after three days of inquiries, and its money stays in flight', async () => {
    const refund = await makeRefund(ctx, await makePaid(ctx, caller, '17'));
    await advance(ctx, ask_for_ms + 3 * 60 * 60 * 1000);
    expect(await summarizeRefund(ctx, refund)).toEqual(mismatched);
    const { mismatch, inquiries } = await readRefund(ctx, refund);
    expect(mismatch).toEqual({ amount_minor: '5099', currency: 'XOF' });
    expect(inquiries).toBeGreaterThan(30);
    expect(await listJobs(ctx, 'follow_refund')).toEqual([]);
  });
});

describe('a person’s decision about a sandbox refund', () => {
  it('is final, and is accepted only in test mode while the refund awaits it', async () => {
    const refund = await makeRefund(ctx, await makePaid(ctx, caller, '22'));
    const decide = () => decideSandboxRefund(ctx, refund.id, 'approved');
    // Not sent yet.
    await expect(decide()).rejects.toMatchObject({ code: 'conflict' });
    await advance(ctx, 0);
    await ctx.db.updateTable('refunds').set({ mode: 'live' }).where('id', '=', refund.id).execute();
    await expect(decide()).rejects.toMatchObject({ code: 'forbidden' });
    await ctx.db.updateTable('refunds').set({ mode: 'test' }).where('id', '=', refund.id).execute();
    expect(await decide()).toMatchObject({ id: refund.id, status: 'success' });
    await expect(decide()).rejects.toMatchObject({
      code: 'conflict',
      message: 'This refund is not awaiting a decision: it is success.',
    });
    await expect(decideSandboxRefund(ctx, 'ref_none', 'approved')).rejects.toMatchObject({
      code: 'refund_not_found',
    });
  });
});
