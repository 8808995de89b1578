import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../../test-support/service.ts';
import {
  callApi,
  initialize,
  initialize_path,
  least,
  makeMerchant,
  retrievePayment,
} from '../testing/api.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const session_lifetime_ms = 30 * 60 * 1000;

describe('a session', () => {
  test('is created with only the required fields', async () => {
    const before_ms = Date.now();
    const answer = await initialize(service, least);
    const after_ms = Date.now();

    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      message: 'Checkout session created.',
      data: {
        checkout_url: expect.any(String),
        session_token: expect.stringMatching(/^[A-Za-z0-9_-]{48}$/),
        expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/),
      },
      errors: null,
    });
    const { checkout_url, session_token, expires_at } = answer.body.data ?? {};
    expect(checkout_url).toBe(`${service.url}/pay/${session_token}`);
    const ends_ms = Date.parse(String(expires_at));
    // The end is in PostgreSQL's time, which the service estimates to within half a round trip.
    expect(ends_ms).toBeGreaterThanOrEqual(before_ms + session_lifetime_ms - 1000);
    expect(ends_ms).toBeLessThanOrEqual(after_ms + session_lifetime_ms + 1000);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers['x-request-id']).toMatch(/^req_/);
  });

  test('keeps every field that was sent', async () => {
    const metadata = { order: 'A-1', lines: [{ sku: 'pagne', count: 6 }], gift: null, weight_kg: 1.25 };
    const made = await initialize(service, {
      amount: 1250.5,
      currency: 'GHS',
      return_url: 'https://shop.example/thanks?order=A-1&lang=fr#paid',
      cancel_url: 'http://shop.example/cart',
      customer_phone: '+233 24 481 5142',
      customer_email: 'buyer@example.com',
      description: 'Pagne wax, 6 yards · é ₵ 👗',
      metadata,
      template: 'abidjan',
    });
    expect(made.status).toBe(201);
    const token = String(made.body.data?.session_token);
    const seen = await callApi(service, `/api/v1/checkout/${token}`);
    expect(seen.body).toMatchObject({
      data: {
        session_token: token,
        object: 'checkout_session',
        status: 'active',
        amount: 1250.5,
        currency: 'GHS',
        description: 'Pagne wax, 6 yards · é ₵ 👗',
        template: 'abidjan',
        expires_at: made.body.data?.expires_at,
        livemode: false,
        customer_phone: '+233244815142',
        customer_email: 'buyer@example.com',
        payment: { status: 'pending' },
      },
    });
    const payment = seen.body.data?.payment as { id: string };
    expect(await retrievePayment(service, payment.id)).toMatchObject({
      amount: 1250.5,
      metadata,
      return_url: 'https://shop.example/thanks?order=A-1&lang=fr#paid',
      cancel_url: 'http://shop.example/cart',
      customer: { email: 'buyer@example.com', phone: '+233244815142', country: 'GH' },
    });
  });

  test('created with a live key accepts https URLs', async () => {
    const { key } = await makeMerchant(service, { mode: 'live' });
    const made = await initialize(service, least, key);
    expect(made.status).toBe(201);
    const seen = await callApi(service, `/api/v1/checkout/${made.body.data?.session_token}`);
    expect(seen.body.data).toMatchObject({ livemode: true, operators: [] });
  });
});

describe('values at their limits are accepted', () => {
  const padded = (length: number): string => `https://shop.example/${'a'.repeat(length)}`.slice(0, length);
  const cases: readonly [what: string, fields: object][] = [
    ['the smallest amount', { amount: 1 }],
    ['the largest amount', { amount: 10_000_000 }],
    ['the largest amount with decimals', { amount: 9_999_999.99, currency: 'GHS' }],
    ['three decimals where the currency has three', { amount: 1.005, currency: 'TND' }],
    ['zero decimals in a currency without decimals', { amount: 100.0, currency: 'XOF' }],
    ...['XOF', 'XAF', 'GHS', 'KES'].map((currency): [string, object] => [currency, { currency }]),
    ['a URL of 500 characters', { return_url: padded(500), cancel_url: padded(500) }],
    ['a URL on this machine', { return_url: 'http://localhost:4000/thanks' }],
    ['a URL with non-ASCII letters', { return_url: 'https://café.example/merci/é' }],
    ['a description of 255 characters', { description: 'é'.repeat(255) }],
    ['an empty description', { description: '' }],
    ['a phone number that begins with 00', { customer_phone: '00225 07 00 00 00 42' }],
    ['a number from Benin in the format before 2024', { customer_phone: '+229 97 00 00 42' }],
    ['an e-mail address with a tag', { customer_email: 'buyer+shop@mail.example.com' }],
    ['50 keys of metadata', { metadata: Object.fromEntries(Array.from({ length: 50 }, (_, i) => [i, i])) }],
    ['16 KB of metadata', { metadata: { text: 'a'.repeat(16 * 1024 - '{"text":""}'.length) } }],
    ['metadata in metadata', { metadata: JSON.parse('{"a":'.repeat(7) + 1 + '}'.repeat(7)) }],
    ['empty metadata', { metadata: {} }],
    ...['default', 'abidjan', 'cotonou'].map((template): [string, object] => [template, { template }]),
  ];
  test.each(cases)('%s', async (_, fields) => {
    const answer = await initialize(service, { ...least, ...fields });
    expect([answer.status, answer.body.errors]).toEqual([201, null]);
  });
});

describe('null in an optional field equals an absent field', () => {
  const nothing = { cancel_url: null, description: null, metadata: null, template: null };

  test('of a session', async () => {
    const json = { ...least, ...nothing, customer_phone: null, customer_email: null };
    const made = await initialize(service, json);
    expect([made.status, made.body.errors]).toEqual([201, null]);
    const seen = await callApi(service, `/api/v1/checkout/${made.body.data?.session_token}`);
    expect(seen.body.data).toMatchObject({ description: null, template: 'default', customer_phone: null });
  });

  test.each([
    ['of a payment', { customer: null }],
    [
      'inside the customer of a payment',
      { customer: { email: null, first_name: null, last_name: null, phone: null } },
    ],
  ])('%s', async (_, customer) => {
    const json = { ...least, ...nothing, operator: null, ...customer };
    const made = await callApi(service, '/api/v1/payments', {
      method: 'POST',
      key: service.demo.test_key,
      json,
    });
    expect([made.status, made.body.errors]).toEqual([201, null]);
    expect(made.body.data).toMatchObject({ operator: null, metadata: null, customer: { phone: null } });
  });

  test('of a payout', async () => {
    const recipient = { phone: '+2250504030200', first_name: null, last_name: null };
    const json = { amount: 500, currency: 'XOF', operator: 'mtn_ci', recipient, description: null };
    const made = await callApi(service, '/api/v1/payouts', {
      method: 'POST',
      key: service.demo.test_key,
      json,
    });
    expect([made.status, made.body.errors]).toEqual([201, null]);
    expect(made.body.data).toMatchObject({ description: null, recipient: { first_name: null } });
  });

  test('of a pay request', async () => {
    const { body } = await initialize(service, least);
    const paid = await callApi(service, `/api/v1/checkout/${body.data?.session_token}/pay`, {
      method: 'POST',
      json: { operator: 'mtn_ci', phone: '+2250504030210', otp: null },
    });
    expect([paid.status, paid.body.errors]).toEqual([200, null]);
  });
});

test('a byte order mark, whitespace and escapes in a JSON body are accepted', async () => {
  const body = JSON.stringify(least);
  const texts = [`\ufeff${body}`, ` \n\t${body}\r\n`, body.replace('https', '\\u0068ttps')];
  for (const text of texts) {
    const answer = await callApi(service, initialize_path, {
      method: 'POST',
      key: service.demo.test_key,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: text,
    });
    expect(answer.status).toBe(201);
    const seen = await callApi(service, `/api/v1/checkout/${answer.body.data?.session_token}`);
    expect(seen.body.data?.amount).toBe(least.amount);
  }
});

test('a trailing slash in the path makes no difference', async () => {
  const key = service.demo.test_key;
  const answer = await callApi(service, `${initialize_path}/`, { method: 'POST', key, json: least });
  expect(answer.status).toBe(201);
});

test('concurrent requests each create one session', async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, () => initialize(service, least)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  const handles = answers.map(({ body }) => service.ctx.tokens.handleOf(String(body.data?.session_token)));
  const { rows } = await service.ctx.pool.query(
    'select count(*)::int as sessions, count(distinct payment_id)::int as payments from checkout_sessions where token = any($1)',
    [handles],
  );
  expect(rows).toEqual([{ sessions: 100, payments: 100 }]);
});
