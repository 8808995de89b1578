import { setBranding } from '@guichet/core/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandOf } from '../../../../test-support/actors.ts';
import type { TestService } from '../../../../test-support/service.ts';
import { shareService } from '../../../../test-support/shared-service.ts';
import { callApi, least, makeCheckout, makeMerchant, retrievePayment } from '../testing/api.ts';
import { payOnPage } from '../testing/visitor.ts';

let service: TestService;
beforeAll(async () => {
  service = await shareService();
});
afterAll(() => service.stop());

const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/);

test('a session is returned without a key, with everything that a custom payment page needs', async () => {
  const { token, payment_id } = await makeCheckout(service, { customer_phone: '+2250500000042' });
  const answer = await callApi(service, `/api/v1/checkout/${token}`);
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    message: 'Checkout session found.',
    errors: null,
    data: {
      session_token: token,
      object: 'checkout_session',
      status: 'active',
      amount: 25_000,
      currency: 'XOF',
      description: null,
      template: 'default',
      expires_at: timestamp,
      livemode: false,
      customer_phone: '+2250500000042',
      customer_email: null,
      merchant: { name: expect.any(String), branding: { primary_color: null } },
      operators: expect.any(Array),
      payment: {
        id: payment_id,
        status: 'pending',
        operator: null,
        failure: null,
        retryable: false,
        action: null,
        respond_by: null,
      },
    },
  });
});

test('the operators offered follow the routing rules, cheapest first, each with its fee', async () => {
  const { token } = await makeCheckout(service);
  const answer = await callApi(service, `/api/v1/checkout/${token}`);
  const operators = answer.body.data?.operators as Record<string, unknown>[];
  expect(operators.map(({ code, fee_percent, fee, total }) => [code, fee_percent, fee, total])).toEqual([
    ['mtn_bj', 0, 0, 25_000],
    ['wave_ci', 1, 250, 25_250],
    ['orange_ci', 1.5, 375, 25_375],
    ['mtn_ci', 2, 500, 25_500],
  ]);
  expect(operators[1]).toEqual({
    code: 'wave_ci',
    name: expect.any(String),
    country: 'CI',
    flow: expect.stringMatching(/^(ussd_push|otp|redirect|qr)$/),
    fee_percent: 1,
    fee: 250,
    total: 25_250,
    min_amount: null,
    max_amount: null,
    code_first: null,
    available: true,
  });
});

test('a change of branding takes effect immediately, and a session may have its own template', async () => {
  const { merchant_id, key } = await makeMerchant(service, { rules: ['mtn_ci'] });
  const { token } = await makeCheckout(service, {}, key);
  const own = await makeCheckout(service, { template: 'default' }, key);
  await setBranding(service.ctx, commandOf(merchant_id), { primary_color: '#0a7d3c', template: 'cotonou' });
  expect((await callApi(service, `/api/v1/checkout/${token}`)).body.data).toMatchObject({
    template: 'cotonou',
    merchant: { name: 'Librairie du Port', branding: { primary_color: '#0A7D3C' } },
  });
  expect((await callApi(service, `/api/v1/checkout/${own.token}`)).body.data).toMatchObject({
    template: 'default',
  });
});

describe('a payment is returned', () => {
  test('before any attempt', async () => {
    const metadata = { order: 'A-1' };
    const { token, payment_id } = await makeCheckout(service, { metadata });
    const seen = await callApi(service, `/api/v1/payments/${payment_id}`, { key: service.demo.test_key });
    expect(seen.body).toEqual({
      message: 'Payment found.',
      errors: null,
      data: {
        id: payment_id,
        object: 'payment',
        status: 'pending',
        amount: 25_000,
        currency: 'XOF',
        fee: null,
        charged_amount: null,
        received_amount: null,
        received_currency: null,
        refunded_amount: 0,
        operator: null,
        description: null,
        customer: { id: null, email: null, first_name: null, last_name: null, phone: null, country: null },
        metadata,
        payment_link: null,
        failure: null,
        reversal: null,
        retryable: false,
        late: false,
        reference: expect.stringMatching(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/),
        checkout: { session_token: token, expires_at: timestamp },
        return_url: least.return_url,
        cancel_url: null,
        livemode: false,
        created_at: timestamp,
        paid_at: null,
      },
    });
  });

  test('once paid, with the fee on top', async () => {
    const { token, payment_id } = await makeCheckout(service);
    await payOnPage(service, token, { operator: 'mtn_ci', phone: '+2250500000000' });
    expect(await retrievePayment(service, payment_id)).toMatchObject({
      status: 'success',
      amount: 25_000,
      fee: 500,
      charged_amount: 25_500,
      operator: 'mtn_ci',
      customer: { phone: '+2250500000000', country: 'CI' },
      late: false,
      paid_at: timestamp,
    });
    const session = await callApi(service, `/api/v1/checkout/${token}`);
    expect(session.body.data).toMatchObject({ status: 'completed', payment: { status: 'success' } });
  });

  test('after a failure, with the reason and whether the customer may try again', async () => {
    const { token, payment_id } = await makeCheckout(service);
    await payOnPage(service, token, { operator: 'mtn_ci', phone: '+2250500000001' });
    expect(await retrievePayment(service, payment_id)).toMatchObject({
      status: 'failed',
      failure: { code: 'insufficient_funds', message: expect.any(String), operator_code: expect.any(String) },
      retryable: true,
      paid_at: null,
    });
  });
});

describe('verify', () => {
  const verify = (payment_id: string) =>
    callApi(service, `/api/v1/payments/${payment_id}/verify`, { key: service.demo.test_key });

  test('sends a status inquiry when the operator’s response was lost', async () => {
    const { token, payment_id } = await makeCheckout(service);
    await payOnPage(service, token, { operator: 'mtn_ci', phone: '+2250500000012' });
    const answer = await verify(payment_id);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      message: 'Payment verified.',
      data: { status: 'success' },
      errors: null,
    });
  });

  test('reports processing until the customer decides, however many requests are sent', async () => {
    const { token, payment_id } = await makeCheckout(service);
    await payOnPage(service, token, { operator: 'mtn_ci', phone: '+2250500000022' });
    const answers = await Promise.all(Array.from({ length: 5 }, () => verify(payment_id)));
    expect(answers.map(({ status, body }) => [status, body.data?.status])).toEqual(
      Array.from({ length: 5 }, () => [200, 'processing']),
    );
  });

  test('does not change a payment without attempts', async () => {
    const { payment_id } = await makeCheckout(service);
    expect((await verify(payment_id)).body.data).toMatchObject({ status: 'pending' });
  });
});

test('HEAD responds like GET, without the body', async () => {
  const { token } = await makeCheckout(service);
  const path = `/api/v1/checkout/${token}`;
  const get = await callApi(service, path);
  const response = await fetch(`${service.url}${path}`, { method: 'HEAD' });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-length')).toBe(String(get.headers['content-length']));
  expect(await response.text()).toBe('');
});
