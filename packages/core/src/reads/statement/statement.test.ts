import { systemClock } from '@guichet/kernel/clock';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chooseAndPay, makeCheckout } from '../../../../../test-support/checkouts.ts';
import { composeContext, type TestContext } from '../../../../../test-support/context.ts';
import { makeTestDatabase } from '../../../../../test-support/database.ts';
import { makeRefund, makeSeller } from '../../../../../test-support/refunds.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { accounts } from '../../ledger/accounts.ts';
import { rollUpBalances } from '../../ledger/balances/roll-up.ts';
import { post } from '../../ledger/post.ts';
import { type StaffActor, service_actor } from '../../platform/actor/actor.ts';
import { browseCustomers, listCustomerPayments, showCustomer } from '../customers/browse.ts';
import { exportStatement, showBalances, showStatement } from './statement.ts';

let ctx: TestContext<typeof systemClock>;
let seller: Caller;
let actor: StaffActor;
let between: string;
beforeAll(async () => {
  ctx = composeContext(await makeTestDatabase(), systemClock);
  seller = await makeSeller(ctx);
  const { merchant_id, mode } = seller;
  const person = { user_id: 'stf_1', name: 'Awa', email: 'a@b.example', address: '', request_id: '' };
  actor = { ...person, kind: 'staff', merchant_id, mode, role: 'viewer' };
  const pay = async (amount: number) => {
    const customer = { customer_email: 'awa@shop.example', customer_phone: '+2250504030200' };
    const checkout = await makeCheckout(ctx, seller, { amount, ...customer });
    await chooseAndPay(ctx, checkout, '00');
    return checkout;
  };
  const first = await pay(5000);
  // Live money of the same merchant is not in its statement of test money.
  await ctx.db.transaction().execute((tx) =>
    post(tx, {
      ...{ merchant_id, mode: 'live', kind: 'collection', currency: 'XOF', at: new Date() },
      ...{ payment_id: 'pay_live', attempt_id: 'att_live', payout_id: null },
      lines: [
        { account: accounts.operatorClearing('sandbox'), amount_minor: 900n },
        { account: accounts.merchantBalance, amount_minor: -900n },
      ],
    }),
  );
  await pay(3000);
  between = new Date(Date.now() + 1).toISOString();
  while (Date.now() <= Date.parse(between)) await new Promise((resolve) => setTimeout(resolve, 1));
  await makeRefund(ctx, first, { amount: 1020 });
  await pay(700);
});
afterAll(() => ctx.database.close());

const long_ago = '2020-01-01T00:00:00Z';
const lines = ({ items }: Awaited<ReturnType<typeof showStatement>>) =>
  items.map(({ kind, amount }) => `${kind} ${amount}`);

it('a statement adds up, for any period and any state of the roll-up', async () => {
  const check = async () => {
    const all = await showStatement(ctx, actor, { currency: 'XOF', query: { since: long_ago } });
    expect(all).toMatchObject({ opening: 0, closing: 7700, next_cursor: null });
    expect(lines(all)).toEqual([
      'collection 700',
      'refund_reserved -1000',
      'collection 3000',
      'collection 5000',
    ]);
    expect(all.totals).toEqual([
      { kind: 'collection', count: 3, amount: 8700 },
      { kind: 'refund_reserved', count: 1, amount: -1000 },
    ]);
    const early = await showStatement(ctx, actor, {
      currency: 'XOF',
      query: { since: long_ago, until: between },
    });
    expect(early).toMatchObject({ opening: 0, closing: 8000 });
    const late = await showStatement(ctx, actor, { currency: 'XOF', query: { since: between } });
    expect(late).toMatchObject({ opening: 8000, closing: 7700 });
    expect(await showBalances(ctx, actor)).toMatchObject({ items: [{ currency: 'XOF', available: 7700 }] });
  };
  await check();
  await rollUpBalances(ctx, service_actor);
  await check();
});

it('a statement is read page by page', async () => {
  const first = await showStatement(ctx, actor, { currency: 'XOF', query: { since: long_ago, limit: '3' } });
  const second = await showStatement(ctx, actor, {
    currency: 'XOF',
    query: {
      since: long_ago,
      limit: '3',
      cursor: first.next_cursor ?? '',
    },
  });
  expect([...lines(first), ...lines(second)]).toHaveLength(4);
  expect(second.next_cursor).toBeNull();
});

async function loadStatement(query: { readonly since: string; readonly until?: string }) {
  let text = '';
  for await (const chunk of exportStatement(ctx, actor, { currency: 'XOF', query })) text += chunk;
  const [, ...rows] = text.trimEnd().split('\r\n');
  return rows.map((row) => row.split(','));
}

it('an exported statement has the balance at both ends and after each movement', async () => {
  const rows = await loadStatement({ since: between });
  expect(rows.map((row) => row.slice(2, 6).join(' '))).toEqual([
    'opening_balance XOF  8000',
    'refund_reserved XOF -1000 7000',
    'collection XOF 700 7700',
    'closing_balance XOF  7700',
  ]);
});

it('the exported statement of any period adds up', async () => {
  for (const period of [
    { since: long_ago },
    { since: between },
    { since: long_ago, until: between },
    { since: long_ago, until: '2020-02-01T00:00:00Z' },
  ]) {
    const rows = await loadStatement(period);
    const { opening, closing, items } = await showStatement(ctx, actor, { currency: 'XOF', query: period });
    expect(rows).toHaveLength(items.length + 2);
    const [first, last] = [rows[0]?.[5], rows.at(-1)?.[5]];
    const moved = rows.reduce((sum, row) => sum + Number(row[4]), 0);
    expect([first, last].map(Number)).toEqual([opening, closing]);
    expect(Number(first) + moved).toBe(Number(last));
    const [begins, ends] = [rows[0]?.[1], rows.at(-1)?.[1]].map((at) => Date.parse(at ?? ''));
    expect(begins).toBe(Date.parse(period.since));
    if ('until' in period) expect(ends).toBe(Date.parse(period.until ?? ''));
  }
});

it('a statement covers one currency and period of the merchant in its mode', async () => {
  await expect(
    showStatement(ctx, actor, { currency: 'nope', query: { since: long_ago } }),
  ).rejects.toMatchObject({
    code: 'not_found',
  });
  for (const query of [{}, { since: 'now' }, { since: long_ago, cursor: 'x' }]) {
    await expect(showStatement(ctx, actor, { currency: 'XOF', query })).rejects.toMatchObject({
      code: 'invalid_fields',
    });
  }
  const live = { ...actor, mode: 'live' as const };
  expect(await showStatement(ctx, live, { currency: 'XOF', query: { since: long_ago } })).toMatchObject({
    closing: 900,
    items: [{ payment_id: 'pay_live', amount: 900 }],
  });
});

it('customers are found by phone number, e-mail address and country, with their payments', async () => {
  for (const query of [
    {},
    { text: '+2250504030200' },
    { text: '+22505' },
    { text: 'AWA@' },
    { country: 'ci' },
  ]) {
    expect((await browseCustomers(ctx, actor, query)).items).toMatchObject([{ email: 'awa@shop.example' }]);
  }
  for (const query of [{ text: 'nobody' }, { country: 'SN' }, { text: 'awa', country: 'SN' }]) {
    expect((await browseCustomers(ctx, actor, query)).items).toEqual([]);
  }
  const [customer] = (await browseCustomers(ctx, actor, {})).items;
  const id = customer?.id ?? '';
  const { items } = await listCustomerPayments(ctx, actor, { id, query: {} });
  expect(items.map(({ amount }) => amount)).toEqual([700, 3000, 5000]);
  const stranger = { ...actor, merchant_id: (await makeSeller(ctx)).merchant_id };
  for (const verb of [
    () => showCustomer(ctx, stranger, id),
    () => listCustomerPayments(ctx, stranger, { id, query: {} }),
  ]) {
    await expect(verb()).rejects.toMatchObject({ code: 'customer_not_found' });
  }
});

it('the exported statement of a period that has not ended ends now, and does not change', async () => {
  const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString();
  const before = Date.now();
  const rows = await loadStatement({ since: long_ago, until: tomorrow });
  const [, ended = '', kind] = rows.at(-1) ?? [];
  expect(kind).toBe('closing_balance');
  expect(Date.parse(ended)).toBeGreaterThanOrEqual(before);
  expect(Date.parse(ended)).toBeLessThanOrEqual(Date.now());
  const { merchant_id, mode } = actor;
  await ctx.db.transaction().execute((tx) =>
    post(tx, {
      ...{ merchant_id, mode, kind: 'sandbox_funding', currency: 'XOF', at: new Date(before) },
      ...{ payment_id: null, attempt_id: null, payout_id: null },
      lines: [
        { account: accounts.sandboxFunding, amount_minor: 100n },
        { account: accounts.merchantBalance, amount_minor: -100n },
      ],
    }),
  );
  expect(await loadStatement({ since: long_ago, until: ended })).toEqual(rows);
});

it('a statement that would end before it begins is refused', async () => {
  const query = { since: between, until: long_ago };
  const refused = { code: 'invalid_fields', fields: { until: ['must not be earlier than since'] } };
  await expect(showStatement(ctx, actor, { currency: 'XOF', query })).rejects.toMatchObject(refused);
  await expect(async () => exportStatement(ctx, actor, { currency: 'XOF', query })).rejects.toMatchObject(
    refused,
  );
});
