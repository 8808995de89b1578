import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { command } from '../../../../test-support/actors.ts';
import { chooseAndPay, makeCaller, makeCheckout } from '../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../test-support/context.ts';
import { advance } from '../../../../test-support/jobs.ts';
import { keep_in_step, keepRows, plant } from '../../../../test-support/plant.ts';
import type { Caller } from '../accounts/api-keys/authenticate.ts';
import { checkLedger } from './check.ts';

const tables = ['ledger_transactions', 'ledger_entries', 'balances', 'balance_changes', 'balance_hours'];

let ctx: TestContext;
let caller: Caller;
let restore: () => Promise<void>;
beforeAll(async () => {
  ctx = await makeTestContext();
  caller = await makeCaller(ctx);
  const pay = async (digits: string) => {
    const checkout = await makeCheckout(ctx, caller);
    await chooseAndPay(ctx, checkout, digits);
    return checkout;
  };
  await pay('00');
  // Less arrives than was requested, and money that arrives twice.
  await pay('17');
  const twice = await pay('18');
  await advance(ctx, 1500);
  await chooseAndPay(ctx, twice, '00');
  await advance(ctx, 10_000);
  restore = await keepRows(ctx, tables);
});
beforeEach(() => restore());
afterAll(() => ctx.database.close());

async function breaches(): Promise<string[]> {
  const { breaches: found } = await checkLedger(ctx, command);
  return found.map(({ rule, detail }) => `${rule}: ${detail}`).toSorted();
}

const of = (kind: string) => `from ledger_transactions as booked
  where booked.id = transaction_id and booked.merchant_id = ledger_entries.merchant_id and kind = '${kind}'
    and starts_with(account, 'operator_clearing:')`;
const own = 'not once in operator_clearing:sandbox';

describe.each(['collection', 'duplicate', 'suspense_received'])(
  'the check finds the money of a %s',
  (kind) => {
    it('in the clearing account of another account', async () => {
      await plant(
        ctx,
        `update ledger_entries set account = 'operator_clearing:cac_other' ${of(kind)}`,
        ...keep_in_step,
      );
      const found = (await breaches()).filter((breach) => breach.startsWith('booking_is_of_an_attempt'));
      expect(found.length).toBeGreaterThan(0);
      for (const breach of found) {
        expect(breach).toMatch(new RegExp(`: ${kind} of operator_clearing:cac_other .*, ${own}$`, 'm'));
      }
    });

    it('in an account that is not an operator’s', async () => {
      await plant(
        ctx,
        `update ledger_entries set account = 'payouts_in_flight' ${of(kind)}`,
        ...keep_in_step,
      );
      const found = (await breaches()).filter((breach) => breach.startsWith('booking_is_of_an_attempt'));
      expect(found.length).toBeGreaterThan(0);
      for (const breach of found) expect(breach).toContain(own);
    });

    it('divided between two clearing accounts', async () => {
      await plant(
        ctx,
        `update ledger_entries set amount_minor = amount_minor - 1 ${of(kind)}`,
        `insert into ledger_entries (merchant_id, transaction_id, line, account, currency, amount_minor)
        select merchant_id, transaction_id, 9, 'operator_clearing:cac_other', currency, 1
        from ledger_entries where exists (select ${of(kind)})`,
        ...keep_in_step,
      );
      const found = (await breaches()).filter((breach) => breach.startsWith('booking_is_of_an_attempt'));
      expect(found.length).toBeGreaterThan(0);
      for (const breach of found) expect(breach).toContain(own);
    });
  },
);

it('the check accepts the books before any planted change', async () => {
  const { rows } = await ctx.pool.query<{ kind: string }>(
    'select distinct kind from ledger_transactions order by kind',
  );
  expect(rows.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['collection', 'duplicate', 'suspense_received']),
  );
  expect(await breaches()).toEqual([]);
});
