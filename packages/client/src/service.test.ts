import { createEndpoint } from '@guichet/core/events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandOf } from '../../../test-support/actors.ts';
import { startTestService, type TestService } from '../../../test-support/service.ts';
import {
  AuthenticationError,
  GoneError,
  Guichet,
  NotFoundError,
  type PaymentLinkFilter,
  responseOf,
  SyncError,
  ValidationError,
  type WebhookEvent,
} from './index.ts';

/** Tests the library with the real service; the suite checks the library in isolation. */
let service: TestService;
let guichet: Guichet;
beforeAll(async () => {
  service = await startTestService();
  guichet = new Guichet({ apiKey: service.demo.test_key, baseUrl: `${service.url}/api/v1` });
});
afterAll(() => service.stop());

const order = { amount: 2_500, currency: 'XOF', return_url: 'https://shop.example/back' };
const payer = { operator: 'mtn_ci', phone: '+2250504030200' };

test('a payment can be created with every parameter and retrieved', async () => {
  const customer = {
    email: 'ama@example.com',
    first_name: 'Ama',
    last_name: 'Koné',
    phone: '+2250504030200',
  };
  const known = { description: 'Pagne wax', operator: 'mtn_ci', customer, metadata: { order: 'A-1' } };
  const { checkout_url, session_token, expires_at, ...created } = await guichet.payments.create({
    ...order,
    ...known,
  });
  expect(checkout_url.endsWith(session_token)).toBe(true);
  expect(created).toMatchObject({ ...known, amount: 2_500, currency: 'XOF', status: 'pending' });
  expect(await guichet.payments.retrieve(created.id)).toEqual(created);
});

test('a payment is created, paid and added to the balance', async () => {
  const before = await balance();
  const created = await guichet.payments.create({ ...order, metadata: { order_id: '42' } });
  expect(created).toMatchObject({ object: 'payment', status: 'pending', amount: 2_500 });
  expect(created.checkout_url).toContain(created.session_token);
  expect(responseOf(created)).toMatchObject({ status: 201, attempts: 1, replayed: false });

  const session = await guichet.checkout.retrieve(created.session_token);
  expect(session.operators.map(({ code }) => code)).toContain('mtn_ci');
  const paid = await guichet.checkout.pay(created.session_token, payer);
  expect(paid.payment).toMatchObject({ id: created.id, status: 'success' });
  expect(await guichet.payments.verify(created.id)).toMatchObject({ status: 'success', operator: 'mtn_ci' });
  expect(await guichet.payments.retrieve(created.id)).toMatchObject({ metadata: { order_id: '42' } });
  expect(await balance()).toBe(before + 2_500);
});

test('an order that is sent twice is created once', async () => {
  const options = { idempotencyKey: 'order 7' };
  const first = await guichet.payments.create(order, options);
  const second = await guichet.payments.create(order, options);
  expect(second).toEqual(first);
  expect(responseOf(second)).toMatchObject({ replayed: true, idempotencyKey: 'order 7' });
  await expect(guichet.payments.create({ ...order, amount: 1 }, options)).rejects.toMatchObject({
    name: 'ValidationError',
    code: 'idempotency_key_reused',
  });
});

test('a payment asks for the one-time code that was sent by text message, and accepts it', async () => {
  const { session_token } = await guichet.checkout.initialize(order);
  const otpPayer = { ...payer, phone: '+2250504030220' };
  const asked = await guichet.checkout.pay(session_token, otpPayer);
  expect(asked.payment.action).toMatchObject({ kind: 'otp' });
  const paid = await guichet.checkout.pay(session_token, { ...otpPayer, otp: '123456' });
  expect(paid.payment.status).toBe('success');
});

test('a session can be cancelled', async () => {
  const { session_token } = await guichet.checkout.initialize(order);
  expect(await guichet.checkout.cancel(session_token)).toMatchObject({
    status: 'cancelled',
    payment: { status: 'cancelled' },
  });
});

test('a payment link is created with every parameter, changed, listed and retrieved', async () => {
  const fields = [{ key: 'class', label: 'Class', type: 'choice', required: false, options: ['CM1', 'CM2'] }];
  const parameters = {
    ...{
      title: 'School trip',
      description: 'Bus and lunch',
      amount: 15_000,
      currency: 'XOF',
      donation: false,
    },
    ...{ max_payments: 40, in_parts: false, expires_at: '2999-12-31T22:59:59.000+00:00', fields },
    ...{ template: 'cotonou', thank_you: 'See you on Saturday.', return_url: 'https://school.example/' },
    ...{ metadata: { trip: 7 }, customer: { phone: '+2250504030200', email: null } },
  };
  const options = { idempotencyKey: 'trip 7' };
  const link = await guichet.paymentLinks.create(parameters, options);
  expect(link).toMatchObject({ ...parameters, object: 'payment_link', status: 'active', payments: 0 });
  expect(await guichet.paymentLinks.create(parameters, options)).toEqual(link);
  expect(await guichet.paymentLinks.retrieve(link.id)).toEqual(link);

  const open = {
    amount: null,
    max_payments: null,
    min_amount: 500,
    max_amount: 900,
    suggested_amounts: [700],
  };
  const changes = { ...open, status: 'paused', fields: [], customer: null };
  const changed = await guichet.paymentLinks.update(link.id, changes);
  expect(changed).toMatchObject({ ...open, fields: [], unavailable: 'paused', title: 'School trip' });
  const [bill] = await Promise.all([
    guichet.paymentLinks.create({ ...order, return_url: null, title: 'Bill', in_parts: true, deposit: 500 }),
    guichet.paymentLinks.create({ title: 'Collection', currency: 'XOF' }),
  ]);
  expect(bill).toMatchObject({ due_amount: 2_500, deposit: 500 });

  const ids = async (filter: PaymentLinkFilter) => {
    const found: string[] = [];
    for await (const { id } of guichet.paymentLinks.list({ limit: 1, ...filter })) found.push(id);
    return found;
  };
  expect(await ids({})).toHaveLength(3);
  expect(await ids({ status: 'paused' })).toEqual([link.id]);
  await guichet.paymentLinks.update(link.id, { status: 'ended' });
  await expect(guichet.paymentLinks.update(link.id, { status: 'active' })).rejects.toMatchObject({
    name: 'ValidationError',
    errors: { status: [expect.any(String)] },
  });
});

test('a payout goes from the balance to its recipient', async () => {
  const payout = await guichet.payouts.create({
    amount: 1_000,
    currency: 'XOF',
    operator: 'mtn_ci',
    description: 'Commission of March',
    recipient: { phone: '+2250504030200', first_name: 'Awa', last_name: 'Koné' },
  });
  expect(payout).toMatchObject({
    ...{ object: 'payout', amount: 1_000, currency: 'XOF', operator: 'mtn_ci' },
    description: 'Commission of March',
    recipient: { phone: '+2250504030200', first_name: 'Awa', last_name: 'Koné' },
  });
  await expect
    .poll(async () => (await guichet.payouts.verify(payout.id)).status, { timeout: 15_000 })
    .toBe('success');
  expect(await guichet.payouts.retrieve(payout.id)).toMatchObject({ status: 'success', failure: null });
});

test('a payout above the balance is refused', async () => {
  const error: unknown = await guichet.payouts
    .create({
      amount: 9_999_999,
      currency: 'XOF',
      operator: 'mtn_ci',
      recipient: { phone: '+2250504030200' },
    })
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ValidationError);
  expect(error).toMatchObject({ code: 'insufficient_balance', errors: { amount: [expect.any(String)] } });
});

test('customers can be listed page by page', async () => {
  for (const last of ['10', '11', '12']) {
    await guichet.payments.create({
      ...order,
      customer: { phone: `+22505040303${last}`, first_name: 'Awa' },
    });
  }
  const ids: string[] = [];
  for await (const customer of guichet.customers.list({ country: 'CI', limit: 1 })) {
    expect(await guichet.customers.retrieve(customer.id)).toEqual(customer);
    ids.push(customer.id);
  }
  expect(ids.length).toBeGreaterThanOrEqual(3);
  expect(new Set(ids).size).toBe(ids.length);
  const { items } = await guichet.customers.list({ country: 'CI', limit: 100 });
  expect(items.map(({ id }) => id)).toEqual(ids);
});

test('operators can be listed by country', async () => {
  const operators = await guichet.operators.list({ country: 'CI' }).toArray({ limit: 100 });
  expect(operators.find(({ code }) => code === 'mtn_ci')).toMatchObject({ country: 'CI', collect: true });
});

test('sync catches up with events and resumes at one whose handler failed', async () => {
  const events: WebhookEvent[] = [];
  const cursor = await guichet.events.sync(null, (event) => events.push(event));
  expect(cursor).toBe(events.at(-1)?.id);
  expect(events.map(({ event }) => event)).toContain('payment.successful');
  expect(await guichet.events.list({ limit: 1 }).toArray({ limit: 100 })).toEqual(events);

  const third = events[2]?.id;
  const error: unknown = await guichet.events
    .sync(null, ({ id }) => {
      if (id === third) throw new Error('not yet');
    })
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(SyncError);
  const rest: string[] = [];
  await guichet.events.sync((error as SyncError).cursor, ({ id }) => rest.push(id));
  expect(rest).toEqual(events.slice(2).map(({ id }) => id));
});

test('the return address is signed with the secret of a webhook endpoint', async () => {
  const url = 'http://localhost:9/hook';
  const { secret } = await createEndpoint(service.ctx, commandOf(service.demo.merchant_id, 'test'), { url });
  const { checkout_url, session_token } = await guichet.checkout.initialize(order);
  await guichet.checkout.pay(session_token, payer);
  const leaving = await fetch(`${checkout_url}/leave`, { redirect: 'manual' });
  const back = leaving.headers.get('location') ?? '';
  expect(await guichet.checkout.verifyReturn(back, secret)).toEqual({
    payment_id: new URL(back).searchParams.get('payment_id'),
    status: 'success',
    receipt: new URL(back).searchParams.get('receipt'),
  });
  for (const changed of [back.replace('success', 'failed'), back.replace('%2Fr%2F', '%2Fx%2F')]) {
    await expect(guichet.checkout.verifyReturn(changed, secret)).rejects.toMatchObject({
      problem: 'no_match',
    });
  }
});

test('refused calls throw the right error class and code', async () => {
  await expect(guichet.payments.retrieve('pay_x')).rejects.toBeInstanceOf(NotFoundError);
  await expect(guichet.paymentLinks.retrieve('plk_x')).rejects.toMatchObject({
    code: 'payment_link_not_found',
  });
  await expect(guichet.payouts.verify('po_x')).rejects.toMatchObject({ code: 'payout_not_found' });
  await expect(guichet.customers.retrieve('cus_x')).rejects.toMatchObject({ code: 'customer_not_found' });
  await expect(guichet.checkout.retrieve('tok_x')).rejects.toMatchObject({ code: 'session_not_found' });
  const stranger = guichet.withOptions({ apiKey: `svc_test_${'x'.repeat(32)}` });
  await expect(stranger.balances.list().toArray({ limit: 1 })).rejects.toBeInstanceOf(AuthenticationError);
  const error: unknown = await guichet.checkout
    .initialize({ ...order, amount: 0, currency: 'xof' })
    .catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    name: 'ValidationError',
    code: 'invalid_fields',
    requestId: expect.stringMatching(/^req_/),
    errors: { amount: [expect.any(String)], currency: [expect.any(String)] },
  });
});

test('an expired session causes a GoneError', async () => {
  const { session_token } = await guichet.checkout.initialize(order);
  await service.ctx.pool.query(
    `update checkout_sessions set expires_at = now() - interval '1 minute' where token = $1`,
    [service.ctx.tokens.handleOf(session_token)],
  );
  await expect(guichet.checkout.retrieve(session_token)).rejects.toBeInstanceOf(GoneError);
});

async function balance(): Promise<number> {
  const { items } = await guichet.balances.list();
  return items.find(({ currency }) => currency === 'XOF')?.available ?? 0;
}
