import { systemClock } from '@guichet/kernel/clock';
import { asCurrency } from '@guichet/kernel/currencies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command } from '../../../../../test-support/actors.ts';
import { commitAttempt, keyOf } from '../../../../../test-support/attempts.ts';
import {
  type Checkout,
  chooseAndPay,
  makeCheckout,
  phoneEnding,
} from '../../../../../test-support/checkouts.ts';
import { composeContext, type TestContext } from '../../../../../test-support/context.ts';
import { makeTestDatabase } from '../../../../../test-support/database.ts';
import { makeSeller } from '../../../../../test-support/refunds.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { erasePerson } from '../../operations/personal-data/erase.ts';
import { applyOutcome } from '../../payments/attempt/apply-outcome.ts';
import { referenceOf } from '../../payments/reference.ts';
import { cancelCheckout } from '../../payments/session/cancel.ts';
import { customerWith, type StaffActor } from '../../platform/actor/actor.ts';
import { browsePayments } from './browse.ts';
import { exportPayments } from './export.ts';

let ctx: TestContext<typeof systemClock>;
let seller: Caller;
let made: Readonly<Record<'paid' | 'failed' | 'waiting' | 'cancelled' | 'other', Checkout>>;
beforeAll(async () => {
  ctx = composeContext(await makeTestDatabase(), systemClock);
  seller = await makeSeller(ctx);
  const stranger = await makeSeller(ctx);
  const paid = await makeCheckout(ctx, seller, {
    metadata: { order: 'A-1001', nested: { deep: 'B-1' }, count: 12 },
    customer_email: 'Awa@Shop.example',
    description: 'Pagne wax, 6 yards',
  });
  await chooseAndPay(ctx, paid, '00');
  const failed = await makeCheckout(ctx, seller, { amount: 7000, description: 'Pagne d’été (bleu)' });
  await chooseAndPay(ctx, failed, '01', 'wave_ci');
  const waiting = await makeCheckout(ctx, seller, { description: '=1+1', metadata: { order: 'A-1002' } });
  const cancelled = await makeCheckout(ctx, seller, { customer_phone: phoneEnding('44') });
  await cancelCheckout(ctx, customerWith(cancelled.token));
  const other = await makeCheckout(ctx, stranger, { metadata: { order: 'A-1001' } });
  made = { paid, failed, waiting, cancelled, other };
});
afterAll(() => ctx.database.close());

const actorOf = ({ merchant_id, mode }: Pick<Caller, 'merchant_id' | 'mode'>): StaffActor => ({
  kind: 'staff',
  user_id: 'stf_1',
  name: 'Awa',
  email: 'awa@shop.example',
  address: '127.0.0.1',
  request_id: 'req',
  merchant_id,
  mode,
  role: 'viewer',
});

async function find(query: Record<string, string>): Promise<string[]> {
  const { items } = await browsePayments(ctx, actorOf(seller), query);
  return items.map(
    ({ id }) => Object.entries(made).find(([, { payment_id }]) => payment_id === id)?.[0] ?? id,
  );
}

describe('a list of payments', () => {
  it.each<[Record<string, string>, string[]]>([
    [{}, ['cancelled', 'waiting', 'failed', 'paid']],
    [{ status: 'success' }, ['paid']],
    [{ status: 'failed' }, ['failed']],
    [{ status: 'failed,cancelled' }, ['cancelled', 'failed']],
    [{ status: 'pending,success' }, ['waiting', 'paid']],
    [{ status: 'pending,success,pending' }, ['waiting', 'paid']],
    [{ status: 'pending' }, ['waiting']],
    [{ status: 'processing' }, []],
    [{ status: 'expired' }, []],
    [{ operator: 'wave_ci' }, ['failed']],
    [{ country: 'ci' }, ['cancelled', 'failed', 'paid']],
    [{ country: 'SN' }, []],
    [{ currency: 'XOF', amount_min: '5001' }, ['failed']],
    [{ currency: 'XOF', amount_max: '5000' }, ['cancelled', 'waiting', 'paid']],
    [{ currency: 'GHS' }, []],
    [{ since: '2020-01-01T00:00:00Z', until: '2020-02-01T00:00:00Z' }, []],
    [{ since: '2020-01-01T00:00:00Z' }, ['cancelled', 'waiting', 'failed', 'paid']],
    [{ text: 'A-1001' }, ['paid']],
    [{ text: ' a-1001 ' }, ['paid']],
    [{ text: '12' }, ['paid']],
    [{ text: 'A-100' }, []],
    [{ text: 'awa@shop.example' }, ['paid']],
    [{ text: 'AWA@' }, ['paid']],
    [{ text: phoneEnding('44') }, ['cancelled']],
    [{ text: '05 04 03 02 44' }, ['cancelled']],
    [{ text: '+22505040302' }, ['cancelled', 'failed', 'paid']],
    [{ text: phoneEnding('01') }, ['failed']],
    [{ text: phoneEnding('01'), status: 'success' }, []],
    [{ text: 'pay_' }, []],
    [{ text: '7000' }, ['failed']],
    [{ text: '7 000' }, ['failed']],
    [{ text: '7,000' }, ['failed']],
    [{ text: '7000 XOF' }, ['failed']],
    [{ text: '7 000 F CFA' }, ['failed']],
    [{ text: '7000 GHS' }, []],
    [{ text: '7000', currency: 'GHS' }, []],
    [{ text: '70' }, []],
    // The charged amount, with the fee of 2 %.
    [{ text: '5 100' }, ['paid']],
    [{ text: '5000' }, ['cancelled', 'waiting', 'paid']],
    [{ text: '5000', status: 'success' }, ['paid']],
    [{ text: 'pagne' }, ['failed', 'paid']],
    [{ text: 'WAX' }, ['paid']],
    [{ text: 'yards wax' }, ['paid']],
    [{ text: 'été' }, ['failed']],
    [{ text: 'pagne brodé' }, []],
    [{ text: 'pagn' }, []],
    [{ text: '-- !' }, []],
    [{ text: "'; drop table payments; --" }, []],
    [{ needs_review: 'true' }, []],
  ])('%j finds %j', async (query, expected) => {
    expect(await find(query)).toEqual(expected);
  });

  it('can be searched by id, by the beginning of an id, and by the reference as people write it', async () => {
    const { payment_id } = made.paid;
    const reference = referenceOf(payment_id);
    const texts = [payment_id, reference, reference.replace('-', ' ').toLowerCase()];
    for (const text of texts) expect(await find({ text })).toEqual(['paid']);
    expect(await find({ text: payment_id.slice(0, 9) })).toHaveLength(4);
  });

  it('can be searched by the beginning and the end of its reference', async () => {
    const [begin = '', end = ''] = referenceOf(made.paid.payment_id).split('-');
    for (const text of [begin, end, `${begin}-${end.slice(0, 2)}`, end.toLowerCase()]) {
      expect(await find({ text }), text).toEqual(['paid']);
    }
    // People read these digits aloud as letters.
    expect(await find({ text: end.replaceAll('1', 'I').replaceAll('0', 'o') })).toEqual(['paid']);
    expect(await find({ text: `${begin.slice(1)}-${end.slice(0, 3)}` })).toEqual([]);
  });

  it('can be searched by an operator’s reference and receipt, and by their beginnings, even in test mode', async () => {
    const { rows } = await ctx.pool.query<{ reference: string }>(
      `update attempts set receipt = 'RBK7Q0X2PL' where payment_id = $1 returning provider_reference as reference`,
      [made.paid.payment_id],
    );
    const reference = rows[0]?.reference ?? '';
    expect(reference).toMatch(/^sbx_/);
    for (const text of [reference, reference.toUpperCase(), reference.slice(0, -2), 'rbk7q0x2pl', 'RBK7Q']) {
      expect(await find({ text }), text).toEqual(['paid']);
    }
    for (const text of ['RBK', 'BK7Q0X2PL', `${reference}0`]) expect(await find({ text }), text).toEqual([]);
  });

  it('cannot be searched by the details of an erased person', async () => {
    const own = await makeSeller(ctx);
    const customer_phone = phoneEnding('45');
    const description = `Dress for ${customer_phone}`;
    const { payment_id } = await makeCheckout(ctx, own, { description, customer_phone });
    const search = async (text: string) =>
      (await browsePayments(ctx, actorOf(own), { text })).items.map(({ id }) => id);
    expect(await search(`dress ${customer_phone}`)).toEqual([payment_id]);
    await erasePerson(ctx, command, { merchant_id: own.merchant_id, phone: customer_phone });
    expect(await search(customer_phone)).toEqual([]);
    expect(await search(customer_phone.slice(1))).toEqual([]);
    expect(await search('dress')).toEqual([payment_id]);
  });

  it('never contains payments of another merchant or mode', async () => {
    const text = made.other.payment_id;
    expect(await find({ text })).toEqual([]);
    const live = { ...actorOf(seller), mode: 'live' as const };
    for (const query of [{}, { text: 'A-1001' }, { status: 'failed' }, { text: '+22505040302' }]) {
      expect((await browsePayments(ctx, live, query)).items).toEqual([]);
    }
  });

  it('is read page by page, unaffected by new payments', async () => {
    const merchant = await makeSeller(ctx);
    const ids: string[] = [];
    for (let count = 0; count < 3; count++) ids.unshift((await makeCheckout(ctx, merchant)).payment_id);
    const first = await browsePayments(ctx, actorOf(merchant), { limit: '2' });
    await makeCheckout(ctx, merchant);
    const cursor = first.next_cursor ?? '';
    const second = await browsePayments(ctx, actorOf(merchant), { limit: '2', cursor });
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids);
    expect(second.next_cursor).toBeNull();
  });

  it.each([
    [{ status: 'success,gone' }, 'status'],
    [{ amount_min: '5' }, 'amount_min'],
    [{ amount_min: '1.5', currency: 'XOF' }, 'amount_min'],
    [{ amount_min: '99999999999999999999', currency: 'XOF' }, 'amount_min'],
    [{ currency: 'XXZ' }, 'currency'],
    [{ country: 'ZZ' }, 'country'],
    [{ operator: 'nobody' }, 'operator'],
    [{ since: 'yesterday' }, 'since'],
    [{ cursor: 'x' }, 'cursor'],
    [{ sort: 'id' }, 'sort'],
  ])('rejects %j', async (query, field) => {
    await expect(browsePayments(ctx, actorOf(seller), query)).rejects.toMatchObject({
      code: 'invalid_fields',
      fields: { [field]: [expect.any(String)] },
    });
  });
});

describe('the export of payments', () => {
  it('has one line for each payment, and no formulas', async () => {
    let text = '';
    for await (const chunk of exportPayments(ctx, actorOf(seller), {})) text += chunk;
    const lines = text.trimEnd().split('\r\n');
    expect(lines).toHaveLength(5);
    expect(lines[0]).toContain('id,reference,status');
    expect(text).toContain(",'=1+1,");
    expect(lines.at(-1)).toContain('success');
    expect(lines.at(-1)).toContain('5000,100,5100,5100,XOF,0');
  });
});

it('a payment whose money awaits a decision is found with the status processing', async () => {
  const caller = await makeSeller(ctx);
  const { payment_id, ...checkout } = await makeCheckout(ctx, caller);
  const attempt = await commitAttempt(ctx, { payment_id, ...checkout });
  const money = { amount_minor: 4000n, currency: asCurrency('XOF') };
  const less = { outcome: { kind: 'settled', money }, provider_reference: null, raw: {} } as const;
  await applyOutcome(ctx, keyOf(attempt), less, 'callback');
  const { items } = await browsePayments(ctx, actorOf(caller), { status: 'processing' });
  expect(items.map(({ id }) => id)).toEqual([payment_id]);
});
