import { scenarios } from '@guichet/operators/sandbox/scenarios';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { command } from '../../../../../test-support/actors.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { advance, dropJobs, listJobs } from '../../../../../test-support/jobs.ts';
import {
  balancesOf,
  listPayoutEvents,
  makePayer,
  makePayout,
  readPayout,
  summarizePayout,
} from '../../../../../test-support/payouts.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { checkLedger } from '../../ledger/check.ts';
import { ask_for_ms } from '../../operator-calls/inquiry-schedule.ts';
import type { TransferKey } from '../../transfers/transfer.ts';
import { decideSandboxPayout } from './decide.ts';

let ctx: TestContext;
let caller: Caller;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());
beforeEach(async () => {
  await dropJobs(ctx);
  // A separate balance for each case.
  caller = await makePayer(ctx, 5000);
});
afterEach(async () => {
  expect(await checkLedger(ctx, command)).toMatchObject({ ok: true, breaches: [] });
});

const reserved = ['payout_reserved merchant_balance 5000', 'payout_reserved payouts_in_flight -5000'];
const given_back = ['payout_returned payouts_in_flight 5000', 'payout_returned merchant_balance -5000'];
const certain = { needs_review: false, unknown_cause: null };
const waiting = { ...certain, payout: 'processing', events: [], entries: reserved };
const unsure = { ...waiting, unknown_cause: 'timeout' };
const mismatched = { ...waiting, needs_review: true, unknown_cause: 'amount_mismatch' };
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
  entries: [...reserved, ...given_back],
};
const paid_late = {
  ...paid,
  // The merchant may have sent the payout again meanwhile.
  ...{ needs_review: true, unknown_cause: 'paid_after_failure' },
  events: ['1 payout.failed', '2 payout.successful'],
  entries: [
    ...reserved,
    ...given_back,
    'payout_paid_late merchant_balance 5000',
    'payout_paid_late operator_clearing:sandbox -5000',
  ],
};

const in_flight = 'XOF 0 available, 5000 in flight';
const gone = 'XOF 0 available, 0 in flight';
const back = 'XOF 5000 available, 0 in flight';

interface Row {
  readonly digits: string;
  readonly becomes: string;
  /** The state after the operator's response. */
  readonly answered: object;
  /** An action before a minute passes. */
  readonly act?: (payout: TransferKey) => Promise<unknown>;
  /** The time that passes; a minute when omitted. */
  readonly passes_ms?: number;
  readonly in_the_end: object;
  readonly balance: string;
  /** The reason of the failure, if one was reported. */
  readonly failure?: string;
}

const decides = (decision: 'approved' | 'refused') => (payout: TransferKey) =>
  decideSandboxPayout(ctx, payout.id, decision);

const success = { in_the_end: paid, balance: gone };
const fails = (failure: string) => ({ in_the_end: refused, balance: back, failure });
const rows: readonly Row[] = [
  { digits: '00', becomes: 'is paid', answered: paid, ...success },
  { digits: '01', becomes: 'fails', answered: refused, ...fails('insufficient_funds') },
  { digits: '02', becomes: 'fails', answered: waiting, ...fails('payer_cancelled') },
  { digits: '03', becomes: 'fails', answered: waiting, ...fails('payer_timeout') },
  { digits: '04', becomes: 'fails', answered: refused, ...fails('limit_exceeded') },
  { digits: '05', becomes: 'fails', answered: waiting, ...fails('wrong_pin') },
  { digits: '06', becomes: 'fails', answered: refused, ...fails('not_registered') },
  { digits: '07', becomes: 'fails', answered: refused, ...fails('account_blocked') },
  { digits: '08', becomes: 'fails', answered: refused, ...fails('operator_down') },
  { digits: '10', becomes: 'is paid', answered: waiting, ...success },
  { digits: '11', becomes: 'stays open', answered: waiting, in_the_end: waiting, balance: in_flight },
  {
    digits: '11',
    becomes: 'is paid after half an hour',
    answered: waiting,
    passes_ms: 3_600_000,
    ...success,
  },
  { digits: '12', becomes: 'is paid', answered: unsure, ...success },
  { digits: '13', becomes: 'fails', answered: unsure, ...fails('other') },
  { digits: '14', becomes: 'is paid once', answered: waiting, ...success },
  { digits: '15', becomes: 'is paid before the response', answered: paid, ...success },
  { digits: '16', becomes: 'is paid', answered: waiting, ...success },
  {
    digits: '17',
    becomes: 'needs review',
    answered: mismatched,
    in_the_end: mismatched,
    balance: in_flight,
  },
  {
    digits: '18',
    becomes: 'fails, then is paid',
    answered: waiting,
    in_the_end: paid_late,
    balance: gone,
    failure: 'payer_timeout',
  },
  { digits: '20', becomes: 'is paid, without a code', answered: waiting, ...success },
  { digits: '21', becomes: 'is paid, without a page', answered: waiting, ...success },
  { digits: '22', becomes: 'awaits a person', answered: waiting, in_the_end: waiting, balance: in_flight },
  { digits: '22', becomes: 'is paid', answered: waiting, act: decides('approved'), ...success },
  { digits: '22', becomes: 'fails', answered: waiting, act: decides('refused'), ...fails('payer_cancelled') },
  { digits: '77', becomes: 'is paid', answered: waiting, ...success },
];

describe('a payout to a number that ends in', () => {
  it.each(rows)('$digits $becomes', async (row) => {
    const payout = await makePayout(ctx, caller, row.digits);
    expect(await summarizePayout(ctx, payout)).toEqual({ ...waiting, payout: 'pending' });
    await advance(ctx, 0);
    expect(await summarizePayout(ctx, payout)).toEqual(row.answered);
    await row.act?.(payout);
    await advance(ctx, row.passes_ms ?? 60_000);
    expect(await summarizePayout(ctx, payout)).toEqual(row.in_the_end);
    expect(await balancesOf(ctx, caller)).toEqual([row.balance]);

    const told = await listPayoutEvents(ctx, payout);
    expect(told.find(({ event }) => event === 'payout.failed')?.data.failure?.code).toBe(row.failure);
    // No inquiry is scheduled about a known outcome.
    const { status } = await readPayout(ctx, payout);
    expect((await listJobs(ctx, 'follow_payout')).length).toBe(status === 'processing' ? 1 : 0);
  });

  it('any digits of the sandbox’s table is covered by a test', () => {
    const covered = new Set(rows.map(({ digits }) => digits));
    expect(scenarios.filter(({ digits }) => !covered.has(digits))).toEqual([]);
  });
});

describe('the events of a payout to …18', () => {
  it('report a failure, then the success, each with the state at that moment', async () => {
    const payout = await makePayout(ctx, caller, '18');
    await advance(ctx, 60_000);
    const [failed, successful] = await listPayoutEvents(ctx, payout);
    expect(failed).toMatchObject({
      event: 'payout.failed',
      sequence: 1,
      data: {
        id: payout.id,
        status: 'failed',
        paid_at: null,
        failure: { code: 'payer_timeout', operator_code: 'payer_timeout' },
      },
    });
    expect(successful).toMatchObject({
      event: 'payout.successful',
      sequence: 2,
      data: { status: 'success', failure: null, amount: 5000, paid_at: expect.stringMatching(/\+00:00$/) },
    });
  });

  it('are emitted even if the balance falls below zero because the released money was spent meanwhile', async () => {
    const payout = await makePayout(ctx, caller, '18');
    await advance(ctx, 2000);
    expect(await balancesOf(ctx, caller)).toEqual([back]);
    const other = await makePayout(ctx, caller, '00');
    await advance(ctx, 60_000);
    expect(await summarizePayout(ctx, payout)).toEqual(paid_late);
    expect(await summarizePayout(ctx, other)).toEqual(paid);
    expect(await balancesOf(ctx, caller)).toEqual(['XOF -5000 available, 0 in flight']);
    await expect(makePayout(ctx, caller, '00', { amount: 1 })).rejects.toMatchObject({
      code: 'insufficient_balance',
      fields: { amount: ['must be at most the available balance of -5000 XOF'] },
    });
  });
});

describe('a payout to …17', () => {
  it('needs review after three days of inquiries, with its money still in flight', async () => {
    const payout = await makePayout(ctx, caller, '17');
    await advance(ctx, ask_for_ms + 3 * 60 * 60 * 1000);
    expect(await summarizePayout(ctx, payout)).toEqual(mismatched);
    const { mismatch, inquiries } = await readPayout(ctx, payout);
    expect(mismatch).toEqual({ amount_minor: '4999', currency: 'XOF' });
    expect(inquiries).toBeGreaterThan(30);
    expect(await listJobs(ctx, 'follow_payout')).toEqual([]);
  });
});

describe('a person’s decision', () => {
  it('is final: a second one is refused and changes nothing', async () => {
    const payout = await makePayout(ctx, caller, '22');
    await advance(ctx, 0);
    expect(await decideSandboxPayout(ctx, payout.id, 'approved')).toMatchObject({ status: 'success' });
    await expect(decideSandboxPayout(ctx, payout.id, 'refused')).rejects.toMatchObject({
      code: 'conflict',
      message: 'This payout is not awaiting a decision: it is success.',
    });
    await advance(ctx, 60_000);
    expect(await summarizePayout(ctx, payout)).toEqual(paid);
  });

  it.each(['10', '20', '21'])('is refused when none is awaited (%s)', async (digits) => {
    const payout = await makePayout(ctx, caller, digits);
    const decide = () => decideSandboxPayout(ctx, payout.id, 'refused');
    await expect(decide()).rejects.toMatchObject({ code: 'conflict' });
    await advance(ctx, 0);
    await expect(decide()).rejects.toMatchObject({ code: 'conflict' });
  });

  it('is refused for an unknown payout, and outside test mode', async () => {
    await expect(decideSandboxPayout(ctx, 'po_none', 'approved')).rejects.toMatchObject({
      code: 'payout_not_found',
    });
    const payout = await makePayout(ctx, caller, '22');
    await ctx.db.updateTable('payouts').set({ mode: 'live' }).where('id', '=', payout.id).execute();
    await expect(decideSandboxPayout(ctx, payout.id, 'approved')).rejects.toMatchObject({
      code: 'forbidden',
    });
    await ctx.db.updateTable('payouts').set({ mode: 'test' }).where('id', '=', payout.id).execute();
  });
});
