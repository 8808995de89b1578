import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestService } from '../../../../test-support/service.ts';
import { shareService } from '../../../../test-support/shared-service.ts';
import { callApi, expectError, type Json, least, makeMerchant, retrievePayment } from '../testing/api.ts';
import { send } from '../testing/send.ts';

let service: TestService;
beforeAll(async () => {
  service = await shareService();
});
afterAll(() => service.stop());

const path = '/api/v1/payments';
const create = (json: unknown, key: string = service.demo.test_key) =>
  callApi(service, path, { method: 'POST', key, json });

async function made(fields: Json): Promise<Json> {
  const answer = await create({ ...least, ...fields });
  expect(answer.body).toMatchObject({ errors: null });
  expect(answer.status).toBe(201);
  return answer.body.data ?? {};
}

describe('a payment', () => {
  test('is created with only the required fields', async () => {
    const answer = await create(least);
    expect(answer.status).toBe(201);
    const { session_token } = answer.body.data ?? {};
    expect(answer.body).toEqual({
      message: 'Payment created.',
      data: {
        id: expect.stringMatching(/^pay_/),
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
        metadata: null,
        payment_link: null,
        failure: null,
        reversal: null,
        retryable: false,
        late: false,
        reference: expect.any(String),
        checkout: { session_token, expires_at: answer.body.data?.expires_at },
        return_url: least.return_url,
        cancel_url: null,
        livemode: false,
        created_at: expect.stringMatching(/\+00:00$/),
        paid_at: null,
        checkout_url: `${service.url}/pay/${session_token}`,
        session_token: expect.stringMatching(/^[A-Za-z0-9_-]{48}$/),
        expires_at: expect.stringMatching(/\+00:00$/),
      },
      errors: null,
    });
  });

  test('is retrieved as it was created', async () => {
    const { checkout_url, session_token, expires_at, ...payment } = await made({
      amount: 1250.5,
      currency: 'GHS',
      description: 'Pagne wax, 6 yards · é ₵ 👗',
      customer: {
        email: 'ama@example.com',
        first_name: 'Ama',
        last_name: "N'Guessan",
        phone: '+233 24 481 5142',
      },
      operator: 'mtn_gh',
      metadata: { order: 'A-1', lines: [{ count: 6 }] },
      cancel_url: 'https://shop.example/cart',
      template: 'cotonou',
    });
    expect(payment).toMatchObject({
      amount: 1250.5,
      currency: 'GHS',
      description: 'Pagne wax, 6 yards · é ₵ 👗',
      metadata: { order: 'A-1', lines: [{ count: 6 }] },
      cancel_url: 'https://shop.example/cart',
      operator: 'mtn_gh',
      customer: {
        id: expect.stringMatching(/^cus_/),
        email: 'ama@example.com',
        first_name: 'Ama',
        last_name: "N'Guessan",
        phone: '+233244815142',
        country: 'GH',
      },
    });
    expect(await retrievePayment(service, String(payment.id))).toEqual(payment);
  });
});

describe('the page', () => {
  const phone = '+2250504030200';
  test.each([
    [
      'opens on the confirmation step if operator and phone number are given',
      { operator: 'mtn_ci', customer: { phone } },
      /action="[^"]*\/pay"/,
    ],
    [
      'asks for the phone number if only the operator is given',
      { operator: 'mtn_ci' },
      /value="mtn_ci"[^>]* checked/,
    ],
    [
      'has the phone number in the form if only that is given',
      { customer: { phone } },
      /name="phone"[^>]* value="05.04.03.02.00"/,
    ],
  ])('%s', async (_, fields, shows) => {
    const { checkout_url } = await made(fields);
    const page = await send(service.url, new URL(String(checkout_url)).pathname);
    expect(page.status).toBe(200);
    expect(page.text).toMatch(shows);
  });
});

describe('a request is refused', () => {
  test.each<[what: string, fields: Json, errors: Json]>([
    [
      'for an unknown operator',
      { operator: 'mtn_xx' },
      { operator: [expect.stringContaining('is not on offer')] },
    ],
    [
      'for an operator that does not support the currency',
      { operator: 'mpesa_ke' },
      { operator: [expect.any(String)] },
    ],
    [
      'for a phone number from a country other than the operator’s',
      { operator: 'mtn_ci', customer: { phone: '+233244815142' } },
      { 'customer.phone': [expect.stringContaining('CI')] },
    ],
    [
      'for an invalid phone number',
      { customer: { phone: '12' } },
      { 'customer.phone': [expect.any(String)] },
    ],
    [
      'for a phone number without a country code',
      { customer: { phone: '0504030200' } },
      { 'customer.phone': [expect.any(String)] },
    ],
    [
      'for an invalid e-mail address',
      { customer: { email: 'ama' } },
      { 'customer.email': [expect.any(String)] },
    ],
    [
      'for a name that is a number',
      { customer: { first_name: 5 } },
      { 'customer.first_name': ['must be a string'] },
    ],
    [
      'for a name that is too long',
      { customer: { last_name: 'x'.repeat(101) } },
      { 'customer.last_name': ['must be at most 100 characters'] },
    ],
    [
      'for an unknown field',
      { customer_phone: '+2250504030200' },
      { customer_phone: ['is not a known field'] },
    ],
    [
      'for an unknown field inside the customer',
      { customer: { name: 'Ama' } },
      { 'customer.name': ['is not a known field'] },
    ],
    ['for a customer that is a string', { customer: 'Ama' }, { customer: ['must be a JSON object'] }],
    ['for too many decimals', { amount: 1.5 }, { amount: ['must be a whole number: XOF has no decimals'] }],
  ])('%s', async (_, fields, errors) => {
    const answer = await create({ ...least, ...fields });
    expectError(answer, 422, 'invalid_fields');
    expect(answer.body.errors).toEqual(errors);
  });

  test('with all its errors in one response', async () => {
    const answer = await create({ customer: { phone: 'x', email: 'y' }, operator: 5, amount: 'z' });
    expect(Object.keys(answer.body.errors ?? {}).sort()).toEqual(
      ['amount', 'currency', 'customer.email', 'customer.phone', 'operator', 'return_url'].sort(),
    );
  });

  test('for http URLs in live mode', async () => {
    const live = await makeMerchant(service, { mode: 'live' });
    const answer = await create({ ...least, return_url: 'http://shop.example/' }, live.key);
    expect(answer.body.errors).toEqual({ return_url: [expect.stringContaining('https')] });
  });
});
