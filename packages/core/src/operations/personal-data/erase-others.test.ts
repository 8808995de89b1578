import { createHash } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { command } from '../../../../../test-support/actors.ts';
import { choose, chooseAndPay, makeCheckout, phoneEnding } from '../../../../../test-support/checkouts.ts';
import type { TestContext } from '../../../../../test-support/context.ts';
import { advance } from '../../../../../test-support/jobs.ts';
import { makeSeller } from '../../../../../test-support/refunds.ts';
import { withSeller } from '../../../../../test-support/with-seller.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { makeCreatePayment } from '../../payments/create.ts';
import { getPayment } from '../../payments/queries.ts';
import { retrievePayment } from '../../payments/retrieve.ts';
import { makeGroupedInsert } from '../../payments/session/insert-in-groups.ts';
import { erasePerson } from './erase.ts';
import { exportPerson } from './export.ts';

// Each test searches many tables.
vi.setConfig({ testTimeout: 60_000 });

let ctx: TestContext;
let caller: Caller;
withSeller((context, seller) => {
  ctx = context;
  caller = seller;
});

const phone = phoneEnding('00');
const other_phone = '+2250707070708';
const email = 'Famille@Courriel.example';
const names = { first_name: 'Awatifatou', last_name: 'N’Guessanbrou' };

/** Creates a payment, and returns its id and the customer's id. */
async function payAs(
  customer: object,
): Promise<{ readonly payment_id: string; readonly customer_id: string }> {
  const body = { amount: 100, currency: 'XOF', return_url: 'https://shop.example/', customer };
  const { value } = await makeCreatePayment(ctx, makeGroupedInsert(ctx))(
    caller,
    { ...body, description: `Pour ${names.first_name} ${names.last_name}` },
    null,
  );
  return { payment_id: value.id, customer_id: value.customer.id ?? '' };
}

const read = ({ payment_id }: { readonly payment_id: string }) => retrievePayment(ctx, caller, payment_id);

describe('erasing a person', () => {
  it('spares others who share their name and e-mail address, or use their number at another merchant', async () => {
    const other = await payAs({ phone: other_phone, email, ...names });
    const before = await read(other);
    const elsewhere = await makeSeller(ctx);
    const theirs = await makeCheckout(ctx, elsewhere, { customer_phone: phone });
    await payAs({ phone, email, ...names });
    await erasePerson(ctx, command, { merchant_id: caller.merchant_id, phone });
    expect(await read(other)).toEqual(before);
    expect(await retrievePayment(ctx, elsewhere, theirs.payment_id)).toMatchObject({ customer: { phone } });
  });
});

it('a number that was only entered on the page is exported and erased', async () => {
  const { merchant_id } = caller;
  const own = await makeCheckout(ctx, caller);
  await choose(ctx, own, '00');
  const data = await exportPerson(ctx, command, { merchant_id, phone });
  expect(data.held.checkout_sessions).toMatchObject([{ payment_id: own.payment_id, chosen_phone: phone }]);
  expect(data.held.payments).toMatchObject([{ id: own.payment_id }]);

  const others = await makeCheckout(ctx, caller, { customer_phone: other_phone });
  await choose(ctx, others, '00');
  const before = await read(others);
  expect(await erasePerson(ctx, command, { merchant_id, phone })).toEqual({
    erased: { checkout_sessions: 2 },
  });
  expect(await read(others)).toEqual(before);
  const { rows } = await ctx.pool.query('select from checkout_sessions where chosen_phone = $1', [phone]);
  expect(rows).toEqual([]);
});

it('erasing a person who paid for a relative keeps the relative’s name in that payment’s records', async () => {
  const { merchant_id } = caller;
  await payAs({ phone, ...names });
  const own = { phone: other_phone, last_name: names.last_name };
  const body = { amount: 5000, currency: 'XOF', return_url: 'https://shop.example/', customer: own };
  const { value } = await makeCreatePayment(ctx, makeGroupedInsert(ctx))(caller, body, {
    key: 'order-8',
    request_hash: createHash('sha256').update('8').digest(),
  });
  await chooseAndPay(ctx, { merchant_id, payment_id: value.id, token: value.session_token }, '00');
  await advance(ctx, 60_000);
  const texts = async () => {
    const { rows } = await ctx.pool.query<{ text: string }>(
      `select body::text as text from events where merchant_id = $1 and object_id = $2
       union all select answer::text from idempotency_keys where merchant_id = $1 and object_id = $2 order by 1`,
      [merchant_id, value.id],
    );
    return rows.map(({ text }) => JSON.parse(text));
  };
  const before = await texts();
  expect(before.length).toBeGreaterThanOrEqual(2);
  await erasePerson(ctx, command, { merchant_id, phone });
  expect(await texts()).toEqual(JSON.parse(JSON.stringify(before).replaceAll(phone, '[erased]')));
});

it('erasing a person does not change the host of a return URL that contains their name', async () => {
  const { value } = await makeCreatePayment(ctx, makeGroupedInsert(ctx))(
    caller,
    {
      amount: 100,
      currency: 'XOF',
      return_url: 'https://boutique-awatifatou.example/merci/Awatifatou?tel=%2B2250504030200#Awatifatou',
      cancel_url: 'https://awatifatou.example',
      customer: { phone, ...names },
    },
    null,
  );
  await erasePerson(ctx, command, { merchant_id: caller.merchant_id, phone });
  expect(await getPayment(ctx.db, caller.merchant_id, value.id)).toMatchObject({
    return_url: 'https://boutique-awatifatou.example/merci/[erased]?tel=[erased]#[erased]',
    cancel_url: 'https://awatifatou.example',
  });
});

it('an address is not erased where it is part of a longer address of somebody else', async () => {
  await payAs({ phone, email: 'ali@courriel.example' });
  const log = (text: string) =>
    ctx.pool.query(
      `insert into audit_log (merchant_id, author_kind, action, object_type, object_id, after)
       values ($1, 'staff', 'created', 'payment_search', 'x', $2)`,
      [caller.merchant_id, JSON.stringify({ text })],
    );
  for (const text of [
    'koneali@courriel.example',
    'ali@courriel.example.br',
    'q=kone%2Bali%40courriel.example',
    'Pour\nali@courriel.example.',
    'q=%3Aali%40courriel.example&p=1',
    'q=Pour+ali%40courriel.example',
  ]) {
    await log(text);
  }
  await erasePerson(ctx, command, { merchant_id: caller.merchant_id, phone });
  const { rows } = await ctx.pool.query<{ text: string }>(
    `select after ->> 'text' as text from audit_log
     where merchant_id = $1 and object_type = 'payment_search' order by position`,
    [caller.merchant_id],
  );
  expect(rows.map(({ text }) => text)).toEqual([
    'koneali@courriel.example',
    'ali@courriel.example.br',
    'q=kone%2Bali%40courriel.example',
    'Pour\n[erased].',
    'q=%3A[erased]&p=1',
    'q=Pour+[erased]',
  ]);
});

describe('an e-mail address', () => {
  const wanted = () => ({ merchant_id: caller.merchant_id, email: email.toLowerCase() });

  it('that customers with different numbers share identifies none of them', async () => {
    const people = [await payAs({ phone, email }), await payAs({ phone: other_phone, email })];
    const before = await Promise.all(people.map(read));
    for (const act of [erasePerson, exportPerson]) {
      const refusal: unknown = await act(ctx, command, wanted()).catch((error: unknown) => error);
      expect(refusal).toMatchObject({ code: 'conflict' });
      for (const { customer_id } of people) expect(String(refusal)).toContain(customer_id);
    }
    expect(await Promise.all(people.map(read))).toEqual(before);
  });

  it('identifies the customer with a number and the one without', async () => {
    await payAs({ email });
    await payAs({ phone, email });
    await makeCheckout(ctx, { ...caller, mode: 'live' }, { customer_phone: phone, customer_email: email });
    expect(await exportPerson(ctx, command, wanted())).toMatchObject({ person: { phones: [phone] } });
    expect(await erasePerson(ctx, command, wanted())).toMatchObject({ erased: { payments: 3 } });
  });
});
