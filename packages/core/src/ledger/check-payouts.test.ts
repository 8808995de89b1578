import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { command } from '../../../../test-support/actors.ts';
import { makeTestContext, type TestContext } from '../../../../test-support/context.ts';
import { advance, dropJobs } from '../../../../test-support/jobs.ts';
import { makePayer, makePayout } from '../../../../test-support/payouts.ts';
import { keep_in_step, plant as plantRows } from '../../../../test-support/plant.ts';
import type { Caller } from '../accounts/api-keys/authenticate.ts';
import { service_actor } from '../platform/actor/actor.ts';
import { rollUpBalances } from './balances/roll-up.ts';
import { checkLedger } from './check.ts';

let ctx: TestContext;
let caller: Caller;
/** Ids of payouts, by their placeholders in statements. */
let ids: Readonly<Record<string, string>>;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());
beforeEach(async () => {
  await plantRows(
    ctx,
    'truncate ledger_entries, ledger_transactions, balances, balance_changes, balance_hours, events, payout_transitions, payouts cascade',
  );
  await dropJobs(ctx);
  caller = await makePayer(ctx, 100_000);
  ids = {
    PAID: await make('00'),
    FAILED: await make('01'),
    WAITING: await make('22'),
    LATE: await make('18'),
  };
  await advance(ctx, 10_000);
  ids = { ...ids, NEW: await make('00') };
});

const make = async (digits: string): Promise<string> => (await makePayout(ctx, caller, digits)).id;

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

const of_kind = (kind: string, payout: string): string =>
  `(select id from ledger_transactions where kind = '${kind}' and payout_id = '${payout}')`;

describe('a sound ledger', () => {
  it('is ok with payouts in every state, rolled up or not', async () => {
    expect(await breaches()).toEqual([]);
    await rollUpBalances(ctx, service_actor);
    expect(await breaches()).toEqual([]);
  });

  it('may have a balance below zero when a failed payout was paid after all', async () => {
    caller = await makePayer(ctx, 5000);
    await make('18');
    await advance(ctx, 2000);
    await make('22');
    await advance(ctx, 10_000);
    expect(await breaches()).toEqual([]);
  });
});

describe('the check finds', () => {
  it.each<[string, string[], string[]]>([
    [
      'a balance that was changed manually',
      [`update balance_changes set amount_minor = amount_minor - 1 where account = 'sandbox_funding'`],
      ['balance_is_of_its_entries: kept 99999, booked 100000'],
    ],
    [
      'a change that was lost',
      [`delete from balance_changes where account = 'sandbox_funding'`],
      ['balance_is_of_its_entries: kept 0, booked 100000'],
    ],
    [
      'a balance of nothing',
      [`insert into balances values ('mer_x', 'test', 'XOF', 'merchant_balance', -7)`],
      ['balance_is_of_its_entries: kept -7, booked 0', 'balance_is_of_its_hours: kept -7, by the hour 0'],
    ],
    [
      'an hourly sum without entries',
      [`insert into balance_hours values ('mer_x', 'test', 'XOF', '2026-01-01T00:00Z', 'collection', -7, 1)`],
      ['balance_is_of_its_hours: kept 0, by the hour -7'],
    ],
    [
      'a payout that was not reserved',
      [
        `delete from ledger_entries where transaction_id in ${of_kind('payout_reserved', 'WAITING')}`,
        `delete from ledger_transactions where payout_id = 'WAITING'`,
        ...keep_in_step,
      ],
      ['payout_is_booked_as_it_is: WAITING: processing with no booking'],
    ],
    [
      'a payout that was set to failed manually, its money still in flight',
      [`update payouts set status = 'failed' where id = 'WAITING'`],
      ['payout_is_booked_as_it_is: WAITING: failed with payout_reserved'],
    ],
    [
      'a payout that was set to paid manually',
      [`update payouts set status = 'success', paid_at = now() where id = 'FAILED'`],
      ['payout_is_booked_as_it_is: FAILED: success with payout_reserved, payout_returned'],
    ],
    [
      'a payout that was paid and is waiting again',
      [`update payouts set status = 'processing', paid_at = null where id = 'PAID'`],
      ['payout_is_booked_as_it_is: PAID: processing with payout_paid, payout_reserved'],
    ],
    [
      'a payout that was returned and paid',
      [
        `insert into ledger_transactions (merchant_id, id, mode, kind, payment_id, attempt_id, created_at, payout_id)
          select merchant_id, 'ltx_twin', mode, kind, payment_id, attempt_id, created_at, 'FAILED'
          from ledger_transactions where id = ${of_kind('payout_paid', 'PAID')}`,
        `insert into ledger_entries (merchant_id, transaction_id, line, account, currency, amount_minor)
          select merchant_id, 'ltx_twin', line, account, currency, amount_minor
          from ledger_entries where transaction_id = ${of_kind('payout_paid', 'PAID')}`,
        ...keep_in_step,
      ],
      ['payout_is_booked_as_it_is: FAILED: failed with payout_paid, payout_reserved, payout_returned'],
    ],
    [
      'an amount other than the payout’s, balanced',
      [
        `update ledger_entries set amount_minor = amount_minor / 2
          where transaction_id = ${of_kind('payout_reserved', 'NEW')}`,
        ...keep_in_step,
      ],
      [
        'payout_is_booked_in_full: payout_reserved of 5000 XOF: ' +
          'merchant_balance 2500 XOF, payouts_in_flight -2500 XOF',
      ],
    ],
    [
      'money that went to the wrong account',
      [
        `update ledger_entries set account = 'fees'
          where account like 'operator_clearing%' and transaction_id = ${of_kind('payout_paid', 'PAID')}`,
        ...keep_in_step,
      ],
      ['payout_is_booked_in_full: payout_paid of 5000 XOF: payouts_in_flight 5000 XOF, fees -5000 XOF'],
    ],
    [
      'money that went the wrong way',
      [
        `update ledger_entries set amount_minor = -amount_minor
          where transaction_id = ${of_kind('payout_returned', 'FAILED')}`,
        ...keep_in_step,
      ],
      [
        'payout_is_booked_in_full: payout_returned of 5000 XOF: ' +
          'payouts_in_flight -5000 XOF, merchant_balance 5000 XOF',
      ],
    ],
    [
      'a booking in a different currency',
      [
        `update ledger_entries set currency = 'XAF'
          where transaction_id = ${of_kind('payout_paid', 'PAID')}`,
        ...keep_in_step,
      ],
      [
        'payout_is_booked_in_full: payout_paid of 5000 XOF: ' +
          'payouts_in_flight 5000 XAF, operator_clearing:sandbox -5000 XAF',
      ],
    ],
    [
      'a booking with duplicated lines',
      [
        `insert into ledger_entries (merchant_id, transaction_id, line, account, currency, amount_minor)
          select merchant_id, transaction_id, line + 2, account, currency, amount_minor
          from ledger_entries where transaction_id = ${of_kind('payout_paid', 'PAID')}`,
        ...keep_in_step,
      ],
      [
        'payout_is_booked_in_full: payout_paid of 5000 XOF: ' +
          'payouts_in_flight 5000 XOF, operator_clearing:sandbox -5000 XOF, ' +
          'payouts_in_flight 5000 XOF, operator_clearing:sandbox -5000 XOF',
      ],
    ],
    [
      'a booking of a payout that does not exist',
      [
        `update ledger_transactions set payout_id = 'po_ghost'
          where id = ${of_kind('payout_paid_late', 'LATE')}`,
      ],
      [
        'payout_is_booked_as_it_is: LATE: success with payout_reserved, payout_returned',
        'payout_is_booked_in_full: payout_paid_late of no payout',
      ],
    ],
    [
      'a change without its event',
      [`delete from events where object_id = 'LATE' and sequence = 1`],
      ['payout_change_has_one_event: LATE: 2 changes, 1 events'],
    ],
    [
      'an event without any change',
      [
        `insert into events (merchant_id, id, mode, type, object_id, sequence, body, created_at)
          select merchant_id, 'evt_ghost', mode, type, 'WAITING', 1, body, created_at
          from events where object_id = 'PAID'`,
      ],
      ['payout_change_has_one_event: WAITING: 0 changes, 1 events'],
    ],
    [
      'a merchant that spent more than its balance',
      [
        `delete from ledger_entries where transaction_id in
          (select id from ledger_transactions where kind = 'sandbox_funding')`,
        `delete from ledger_transactions where kind = 'sandbox_funding'`,
        ...keep_in_step,
      ],
      // The paid, the waiting, the late and the new payout are 5,000 each; the late one explains 5,000 of the
      // overdraft.
      ['balance_is_not_overdrawn: below zero by 20000, explained 5000'],
    ],
  ])('%s', async (_, statements, expected) => {
    await plant(...statements);
    expect(await breaches()).toEqual(expected);
  });
});
