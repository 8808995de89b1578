import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { command } from '../../../../test-support/actors.ts';
import { chooseAndPay, makeCheckout, phoneEnding } from '../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../test-support/context.ts';
import { advance, dropJobs } from '../../../../test-support/jobs.ts';
import { makePayout } from '../../../../test-support/payouts.ts';
import { keep_in_step, keepRows, plant as plantRows } from '../../../../test-support/plant.ts';
import { duplicateOf, makePaid, makeRefund, makeSeller } from '../../../../test-support/refunds.ts';
import type { Caller } from '../accounts/api-keys/authenticate.ts';
import { service_actor } from '../platform/actor/actor.ts';
import { rollUpBalances } from './balances/roll-up.ts';
import { checkLedger } from './check.ts';

let ctx: TestContext;
let caller: Caller;
/** Ids of refunds, and of the attempt that `MADE` refunds, by their placeholders in statements. */
let ids: Readonly<Record<string, string>>;
let restore: () => Promise<void>;
beforeAll(async () => {
  ctx = await makeTestContext();
  caller = await makeSeller(ctx);
  ids = {
    MADE: await make('00', { amount: 2550 }),
    FAILED: await make('01'),
    WAITING: await make('22'),
    LATE: await make('18'),
    TWICE: await makeTwice(),
  };
  await advance(ctx, 10_000);
  const rows = await ctx.db
    .selectFrom('refunds')
    .select('attempt_id')
    .where('id', '=', ids.MADE ?? '')
    .execute();
  ids = { ...ids, NEW: await make('00'), TRY: rows[0]?.attempt_id ?? '' };
  await dropJobs(ctx);
  restore = await keepRows(ctx, [
    ...['payments', 'customer_payments', 'payment_transitions', 'attempts', 'attempt_transitions'],
    ...['refunds', 'refund_transitions', 'payouts', 'payout_transitions', 'events'],
    ...['ledger_transactions', 'ledger_entries', 'balances', 'balance_changes', 'balance_hours'],
  ]);
});
afterAll(() => ctx.database.close());
beforeEach(async () => {
  await restore();
  await dropJobs(ctx);
});

const make = async (digits: string, fields: object = {}): Promise<string> =>
  (await makeRefund(ctx, await makePaid(ctx, caller, digits), fields)).id;

/** Makes a refund of 5,100 for a duplicate. */
async function makeTwice(): Promise<string> {
  const checkout = await makeCheckout(ctx, caller);
  await chooseAndPay(ctx, checkout, '18', 'mtn_ci');
  await advance(ctx, 1500);
  await chooseAndPay(ctx, checkout, '00', 'wave_ci');
  await advance(ctx, 10_000);
  const attempt_id = await duplicateOf(ctx, checkout);
  await ctx.db
    .updateTable('attempts')
    .set({ phone: phoneEnding('00') })
    .where('id', '=', attempt_id)
    .execute();
  const refund = await makeRefund(ctx, checkout, { attempt_id });
  return refund.id;
}

/** Changes rows as a wrong manual repair would. */
async function plant(...statements: string[]): Promise<void> {
  const named = statements.map((text) => text.replace(/\b[A-Z]+\b/g, (word) => ids[word] ?? word));
  await plantRows(ctx, ...named);
}

/** Lists the broken rules, once for each breach, with placeholders instead of ids. */
async function breaches(): Promise<string[]> {
  const result = await checkLedger(ctx, command);
  expect(result.ok).toBe(result.breaches.length === 0);
  const name = (subject: string) => Object.entries(ids).find(([, id]) => id === subject)?.[0];
  return result.breaches
    .map(({ rule, subject, detail }) => [rule, name(subject), detail].filter(Boolean).join(': '))
    .toSorted();
}

const of_kind = (kind: string, refund: string): string =>
  `(select id from ledger_transactions where kind = '${kind}' and refund_id = '${refund}')`;
/** Returns statements that book a posting of one refund a second time, for another refund. */
const copy = (kind: string, from: string, to: string): string[] => [
  `insert into ledger_transactions (merchant_id, id, mode, kind, payment_id, created_at, refund_id)
    select booked.merchant_id, 'ltx_twin', booked.mode, kind, refunds.payment_id, booked.created_at, '${to}'
    from ledger_transactions as booked, refunds
    where booked.id = ${of_kind(kind, from)} and refunds.id = '${to}'`,
  `insert into ledger_entries (merchant_id, transaction_id, line, account, currency, amount_minor)
    select merchant_id, 'ltx_twin', line, account, currency, amount_minor
    from ledger_entries where transaction_id = ${of_kind(kind, from)}`,
];

describe('a sound ledger', () => {
  it('is ok with refunds in every state, rolled up or not', async () => {
    expect(await breaches()).toEqual([]);
    await rollUpBalances(ctx, service_actor);
    expect(await breaches()).toEqual([]);
  });

  it('may have a balance below zero when a failed refund was made after all', async () => {
    caller = await makeSeller(ctx);
    await make('18');
    await advance(ctx, 2000);
    await makePayout(ctx, caller, '22');
    await advance(ctx, 10_000);
    expect(await breaches()).toEqual([]);
  });

  it('may have more refunded than charged when a failed refund was made after all', async () => {
    const checkout = await makePaid(ctx, caller, '18');
    await makeRefund(ctx, checkout);
    await advance(ctx, 2000);
    await makeRefund(ctx, checkout);
    await advance(ctx, 10_000);
    expect(await breaches()).toEqual([]);
  });
});

describe('the check finds', () => {
  it.each<[string, string[], string[]]>([
    [
      'a refund that was not reserved',
      [
        `delete from ledger_entries where transaction_id in ${of_kind('refund_reserved', 'WAITING')}`,
        `delete from ledger_transactions where refund_id = 'WAITING'`,
        ...keep_in_step,
      ],
      [
        'refund_is_booked_as_it_is: WAITING: processing with no booking',
        'refunds_in_flight_are_open: in flight 5100, open 10200',
      ],
    ],
    [
      'a refund that was set to failed manually, its money still in flight',
      [`update refunds set status = 'failed' where id = 'WAITING'`],
      [
        'refund_is_booked_as_it_is: WAITING: failed with refund_reserved',
        'refunds_in_flight_are_open: in flight 10200, open 5100',
      ],
    ],
    [
      'a refund that was set to successful manually',
      [`update refunds set status = 'success', refunded_at = now() where id = 'FAILED'`],
      ['refund_is_booked_as_it_is: FAILED: success with refund_reserved, refund_returned'],
    ],
    [
      'a refund that was returned and paid',
      [...copy('refund_paid', 'TWICE', 'FAILED'), ...keep_in_step],
      [
        'refund_is_booked_as_it_is: FAILED: failed with refund_paid, refund_reserved, refund_returned',
        'refunds_in_flight_are_open: in flight 5100, open 10200',
      ],
    ],
    [
      'money in flight that no refund reserved',
      [
        `update ledger_entries set amount_minor = amount_minor + 1
          where account = 'refunds_in_flight' and transaction_id = ${of_kind('refund_reserved', 'NEW')}`,
        `update ledger_entries set amount_minor = amount_minor - 1
          where account = 'fees' and transaction_id = ${of_kind('refund_reserved', 'NEW')}`,
        ...keep_in_step,
      ],
      [
        'refund_is_booked_in_full: refund_reserved of 5100 XOF, fee 100: ' +
          'merchant_balance 5000 XOF, fees 99 XOF, refunds_in_flight -5099 XOF',
        'refunds_in_flight_are_open: in flight 10199, open 10200',
      ],
    ],
    [
      'a fee that was taken from the merchant',
      [
        `update ledger_entries set amount_minor = amount_minor + 10
          where account = 'merchant_balance' and transaction_id = ${of_kind('refund_reserved', 'NEW')}`,
        `update ledger_entries set amount_minor = amount_minor - 10
          where account = 'fees' and transaction_id = ${of_kind('refund_reserved', 'NEW')}`,
        ...keep_in_step,
      ],
      [
        'refund_is_booked_in_full: refund_reserved of 5100 XOF, fee 100: ' +
          'merchant_balance 5010 XOF, fees 90 XOF, refunds_in_flight -5100 XOF',
      ],
    ],
    [
      'a duplicate that was taken from the merchant',
      [
        `update ledger_entries set account = 'merchant_balance'
          where account = 'duplicates' and transaction_id = ${of_kind('refund_reserved', 'TWICE')}`,
        ...keep_in_step,
      ],
      [
        'refund_is_booked_in_full: refund_reserved of 5100 XOF, fee 0: ' +
          'merchant_balance 5100 XOF, refunds_in_flight -5100 XOF',
      ],
    ],
    [
      'money that a different operator paid',
      [
        `update ledger_entries set account = 'operator_clearing:wave'
          where account like 'operator_clearing%' and transaction_id = ${of_kind('refund_paid', 'MADE')}`,
        ...keep_in_step,
      ],
      [
        'refund_is_booked_in_full: refund_paid of 2550 XOF, fee 50: ' +
          'refunds_in_flight 2550 XOF, operator_clearing:wave -2550 XOF',
      ],
    ],
    [
      'money that went the wrong way',
      [
        `update ledger_entries set amount_minor = -amount_minor
          where transaction_id = ${of_kind('refund_paid_late', 'LATE')}`,
        ...keep_in_step,
      ],
      [
        'refund_is_booked_in_full: refund_paid_late of 5100 XOF, fee 100: ' +
          'merchant_balance -5000 XOF, fees -100 XOF, operator_clearing:sandbox 5100 XOF',
      ],
    ],
    [
      'a booking in a different currency',
      [
        `update ledger_entries set currency = 'XAF' where transaction_id = ${of_kind('refund_paid', 'MADE')}`,
        ...keep_in_step,
      ],
      [
        'refund_is_booked_in_full: refund_paid of 2550 XOF, fee 50: ' +
          'refunds_in_flight 2550 XAF, operator_clearing:sandbox -2550 XAF',
        'refunds_in_flight_are_open: in flight -2550, open 0',
        'refunds_in_flight_are_open: in flight 12750, open 10200',
      ],
    ],
    [
      'a booking of a refund that does not exist',
      [
        `update ledger_transactions set refund_id = 'ref_ghost' where id = ${of_kind('refund_paid_late', 'LATE')}`,
      ],
      [
        'refund_is_booked_as_it_is: LATE: success with refund_reserved, refund_returned',
        'refund_is_booked_in_full: refund_paid_late of no refund',
      ],
    ],
    [
      'a booking of a payment other than the refund’s',
      [
        `update ledger_transactions set payment_id = 'pay_ghost' where id = ${of_kind('refund_paid', 'MADE')}`,
      ],
      ['refund_is_booked_in_full: refund_paid of no refund'],
    ],
    [
      'more refunded than was charged',
      [
        `update ledger_transactions set payment_id = (select payment_id from refunds where id = 'MADE')
          where refund_id = 'NEW'`,
        `update refunds set attempt_id = 'TRY', payment_id = (select payment_id from refunds where id = 'MADE')
          where id = 'NEW'`,
      ],
      ['refunded_within_charged: TRY: refunded 7650 of 5100, fee 150 of 100'],
    ],
    [
      'more of the fee refunded than was charged',
      [`update attempts set fee_minor = 49, amount_minor = 5051 where id = 'TRY'`],
      ['refunded_within_charged: TRY: refunded 2550 of 5100, fee 50 of 49'],
    ],
    [
      'a refund of an attempt that took no money',
      [`update attempts set status = 'failed' where id = 'TRY'`],
      [
        'refund_is_of_a_collection: MADE: of an attempt that is failed, charged 5100 XOF',
        'successful_attempt_is_booked: TRY: failed with 1 bookings',
      ],
    ],
    [
      'a refund of an attempt at a different payment',
      [`update attempts set payment_id = 'pay_ghost' where id = 'TRY'`],
      ['refund_is_of_a_collection: MADE: of no attempt at its payment'],
    ],
    [
      'a change without its event',
      [`delete from events where object_id = 'LATE' and sequence = 1`],
      ['refund_change_has_one_event: LATE: 2 changes, 1 events'],
    ],
    [
      'an event without any change',
      [
        `insert into events (merchant_id, id, mode, type, object_id, sequence, body, created_at)
          select merchant_id, 'evt_ghost', mode, type, 'WAITING', 1, body, created_at
          from events where object_id = 'MADE'`,
      ],
      ['refund_change_has_one_event: WAITING: 0 changes, 1 events'],
    ],
  ])('%s', async (_, statements, expected) => {
    await plant(...statements);
    expect(await breaches()).toEqual(expected);
  });
});
