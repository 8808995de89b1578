import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { command } from '../../../../test-support/actors.ts';
import {
  type Checkout,
  chooseAndPay,
  makeCaller,
  makeCheckout,
  setFees,
} from '../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../test-support/context.ts';
import { advance, dropJobs } from '../../../../test-support/jobs.ts';
import { plant as plantRows } from '../../../../test-support/plant.ts';
import type { Caller } from '../accounts/api-keys/authenticate.ts';
import { cancelCheckout } from '../payments/session/cancel.ts';
import { expireCheckout } from '../payments/session/expire.ts';
import { customerWith } from '../platform/actor/actor.ts';
import { checkLedger } from './check.ts';

let ctx: TestContext;
let caller: Caller;
let paid: Checkout;
let failed: Checkout;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());
beforeEach(async () => {
  await plant(
    'truncate ledger_entries, ledger_transactions, events, payment_transitions, attempt_transitions, attempts, payments, customer_payments, checkout_sessions, balances, balance_changes, balance_hours cascade',
  );
  await dropJobs(ctx);
  caller = await makeCaller(ctx);
  await setFees(ctx, caller, { mtn_ci: '2' });
  paid = await pay('00');
  failed = await pay('01');
  await makeCheckout(ctx, caller);
});

async function pay(digits: string): Promise<Checkout> {
  const checkout = await makeCheckout(ctx, caller);
  await chooseAndPay(ctx, checkout, digits);
  return checkout;
}

/** Changes rows of the two given payments as a wrong manual repair would. */
async function plant(...statements: string[]): Promise<void> {
  const named = statements.map((text) =>
    text.replaceAll('PAID', paid?.payment_id).replaceAll('FAILED', failed?.payment_id),
  );
  await plantRows(ctx, ...named);
}

/** Lists the broken rules, once for each breach, without the ids of the planted subjects. */
async function breaches(): Promise<string[]> {
  const result = await checkLedger(ctx, command);
  expect(result.ok).toBe(result.breaches.length === 0);
  return result.breaches.map(({ rule, detail }) => `${rule}: ${detail}`).toSorted();
}

/** Describes the breach of a balance that differs from its entries. */
const unkept = (kept: number, booked: number): string =>
  `balance_is_of_its_entries: kept ${kept}, booked ${booked}`;
const not_booked = [unkept(5100, 0), unkept(-5000, 0), unkept(-100, 0)];
const booked_twice = [unkept(5100, 10_200), unkept(-5000, -10_000), unkept(-100, -200)];

describe('a sound ledger', () => {
  it('is ok, and the number of entries read is reported', async () => {
    expect(await checkLedger(ctx, command)).toEqual({ ok: true, entries: 3, breaches: [] });
  });

  it('is ok with payments in every state', async () => {
    for (const digits of ['10', '12', '17', '18', '20']) await pay(digits);
    await cancelCheckout(ctx, customerWith((await makeCheckout(ctx, caller)).token));
    await expireCheckout(ctx, command, (await makeCheckout(ctx, caller)).token);
    await advance(ctx, 2000);
    expect(await breaches()).toEqual([]);
  });

  it('is ok when it is empty', async () => {
    await plant(
      'truncate ledger_entries, ledger_transactions, events, payment_transitions, attempts, payments, customer_payments, balances, balance_changes, balance_hours cascade',
    );
    expect(await checkLedger(ctx, command)).toEqual({ ok: true, entries: 0, breaches: [] });
  });
});

describe('the check finds', () => {
  it.each<[string, string[], string[]]>([
    [
      'a transaction that does not balance',
      [`update ledger_entries set amount_minor = -99 where account = 'fees'`],
      [unkept(-100, -99), 'booked_as_charged: fees holds -99', 'transaction_sums_to_zero: XOF is off by 1'],
    ],
    [
      'a line that is missing',
      [`delete from ledger_entries where account = 'fees'`],
      [unkept(-100, 0), 'transaction_sums_to_zero: XOF is off by 100'],
    ],
    [
      'a transaction that balances over two currencies only',
      [`update ledger_entries set currency = 'XAF' where account = 'fees'`],
      [
        unkept(-100, 0),
        unkept(0, -100),
        'booked_as_charged: fees holds -100',
        'transaction_sums_to_zero: XAF is off by -100',
        'transaction_sums_to_zero: XOF is off by 100',
      ],
    ],
    [
      'a transaction without entries',
      ['delete from ledger_entries'],
      [...not_booked, 'transaction_has_entries: collection'],
    ],
    [
      'a paid payment that is not booked',
      ['delete from ledger_entries', 'delete from ledger_transactions'],
      [
        ...not_booked,
        'paid_is_booked_once: success with 0 collections',
        'successful_attempt_is_booked: success with 0 bookings',
      ],
    ],
    [
      'a payment that was set to paid manually',
      [`update payments set status = 'success', paid_at = now() where id = 'FAILED'`],
      ['paid_is_booked_once: success with 0 collections'],
    ],
    [
      'a payment that was booked and set to failed manually',
      [`update payments set status = 'failed', paid_at = null where id = 'PAID'`],
      ['paid_is_booked_once: failed with 1 collections'],
    ],
    [
      'a payment that was booked twice',
      [
        `insert into ledger_transactions (merchant_id, id, mode, kind, payment_id, attempt_id, created_at)
          select merchant_id, 'ltx_twin', mode, kind, payment_id, null, created_at
          from ledger_transactions where payment_id = 'PAID'`,
        `insert into ledger_entries (merchant_id, transaction_id, line, account, currency, amount_minor)
          select merchant_id, 'ltx_twin', line, account, currency, amount_minor
          from ledger_entries`,
      ],
      [
        ...booked_twice,
        'booking_is_of_an_attempt: collection of no attempt',
        'paid_is_booked_once: success with 2 collections',
      ],
    ],
    [
      'an amount other than was charged, balanced',
      ['update ledger_entries set amount_minor = amount_minor * 2'],
      [
        ...booked_twice,
        'booked_as_charged: fees holds -200',
        'booked_as_charged: merchant_balance holds -10000',
        'booked_as_charged: operator_clearing:sandbox holds 10200',
        'booking_is_of_an_attempt: collection of 10200 XOF, charged 5100 XOF',
      ],
    ],
    [
      'an amount that went to the wrong account',
      [
        `update ledger_entries set account = case account
          when 'fees' then 'merchant_balance' when 'merchant_balance' then 'fees' else account end`,
      ],
      [
        unkept(-100, -5000),
        unkept(-5000, -100),
        'booked_as_charged: fees holds -5000',
        'booked_as_charged: merchant_balance holds -100',
      ],
    ],
    [
      'a currency other than was charged',
      [`update ledger_entries set currency = 'XAF'`],
      [
        ...not_booked,
        unkept(0, 5100),
        unkept(0, -5000),
        unkept(0, -100),
        'booked_as_charged: fees holds -100',
        'booked_as_charged: merchant_balance holds -5000',
        'booked_as_charged: operator_clearing:sandbox holds 5100',
        'booking_is_of_an_attempt: collection of 5100 XAF, charged 5100 XOF',
      ],
    ],
    [
      'an attempt that took money and is not booked',
      [`update attempts set status = 'success' where payment_id = 'FAILED'`],
      ['successful_attempt_is_booked: success with 0 bookings'],
    ],
    [
      'an attempt that is booked and took no money',
      [`update attempts set status = 'failed' where payment_id = 'PAID'`],
      ['successful_attempt_is_booked: failed with 1 bookings'],
    ],
    [
      'a booking of an attempt that does not exist',
      [
        `insert into ledger_transactions (merchant_id, id, mode, kind, payment_id, attempt_id, created_at)
          select merchant_id, 'ltx_ghost', mode, 'duplicate', 'pay_ghost', 'att_ghost', created_at
          from ledger_transactions where payment_id = 'PAID'`,
        `insert into ledger_entries (merchant_id, transaction_id, line, account, currency, amount_minor)
          select merchant_id, 'ltx_ghost', line, account, currency, amount_minor
          from ledger_entries`,
      ],
      [
        ...booked_twice,
        'booking_is_of_an_attempt: duplicate of no attempt',
        'duplicate_has_one_event: 1 duplicates, 0 events',
      ],
    ],
    [
      'a change without its event',
      [`delete from events where object_id = 'PAID'`],
      ['change_has_one_event: 1 changes, 0 events'],
    ],
    [
      'a change with two events',
      [
        `insert into events (merchant_id, id, mode, type, object_id, sequence, body, created_at)
          select merchant_id, 'evt_twin', mode, type, object_id, 2, body, created_at
          from events where object_id = 'PAID'`,
      ],
      ['change_has_one_event: 1 changes, 2 events'],
    ],
    [
      'an event without any change',
      [
        `insert into events (merchant_id, id, mode, type, object_id, sequence, body, created_at)
          select merchant_id, 'evt_ghost', mode, type, (select id from payments where status = 'pending'), 1, body, created_at
          from events where object_id = 'PAID'`,
      ],
      ['change_has_one_event: 0 changes, 1 events'],
    ],
    [
      'a payment that its customer’s list lacks, and one that is in the list of a former customer',
      [
        `delete from customer_payments where payment_id = 'PAID'`,
        `insert into customer_payments select 'cus_former', merchant_id, id from payments where id = 'FAILED'`,
        `insert into customer_payments select 'cus_former', merchant_id, id from payments where status = 'pending'`,
      ],
      [
        'payment_is_listed_for_its_customer: in the list of another customer',
        'payment_is_listed_for_its_customer: in the list of another customer',
        'payment_is_listed_for_its_customer: not in the list',
      ],
    ],
  ])('%s', async (_, statements, expected) => {
    await plant(...statements);
    expect(await breaches()).toEqual(expected.toSorted());
  });

  it('a breach in duplicates', async () => {
    const checkout = await pay('18');
    await advance(ctx, 1500);
    await chooseAndPay(ctx, checkout, '00');
    await advance(ctx, 10_000);
    expect(await breaches()).toEqual([]);
    await plant(
      `update ledger_entries set amount_minor = amount_minor / 2
      where transaction_id in (select id from ledger_transactions where kind = 'duplicate')`,
    );
    expect(await breaches()).toEqual([
      unkept(-5100, -2550),
      unkept(15_300, 12_750),
      'booking_is_of_an_attempt: duplicate of 2550 XOF, charged 5100 XOF',
    ]);
  });

  it('the id of a breach’s subject', async () => {
    await plant(`delete from events where object_id = 'PAID'`);
    const { breaches: found } = await checkLedger(ctx, command);
    expect(found).toEqual([
      { rule: 'change_has_one_event', subject: paid.payment_id, detail: '1 changes, 0 events' },
    ]);
  });

  it('at most a hundred breaches of each kind', async () => {
    await plant(
      `insert into ledger_transactions (merchant_id, id, mode, kind, payment_id, attempt_id, created_at)
        select 'mer_x', 'ltx_' || number, 'test', 'collection', null, null, now()
        from generate_series(1, 250) as number`,
    );
    const { ok, breaches: found } = await checkLedger(ctx, command);
    expect(ok).toBe(false);
    expect(found.filter(({ rule }) => rule === 'transaction_has_entries')).toHaveLength(100);
  });
});

describe('checking while payments move', () => {
  it('sees one snapshot, so that nothing half done looks like a breach', async () => {
    const moving = Promise.all(Array.from({ length: 8 }, () => pay('00')));
    const results = await Promise.all(Array.from({ length: 4 }, () => checkLedger(ctx, command)));
    await moving;
    expect(results.flatMap((result) => result.breaches)).toEqual([]);
  });
});
