import { describeCheckout, expireCheckout } from '@guichet/core/payments';
import { customerWith } from '@guichet/core/platform';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command } from '../../../../test-support/actors.ts';
import { startTestService, type TestService } from '../../../../test-support/service.ts';
import {
  type ApiAnswer,
  callApi,
  expectError,
  initialize,
  least,
  makeCheckout,
  makeMerchant,
  retrievePayment,
} from '../testing/api.ts';
import { callCancel, callPay, meansEnding, phoneEnding, sessionOf } from '../testing/checkout-calls.ts';
import { letTimePass } from '../testing/rows.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const pay = async (digits: string, more: object = {}): Promise<string> => {
  const { token } = await makeCheckout(service);
  sessionOf(await callPay(service, token, meansEnding(digits, more)));
  return token;
};

async function countAttempts(token: string): Promise<number> {
  const { rows } = await service.ctx.pool.query<{ count: number }>(
    `select count(*)::int as count from attempts
    join payments on payments.id = attempts.payment_id where payments.session_token = $1`,
    [service.ctx.tokens.handleOf(token)],
  );
  return rows[0]?.count ?? 0;
}

describe('paying', () => {
  // The rows cover every kind of action and deadline, and a failure.
  test.each([
    ['10', 'mtn_ci'],
    ['10', 'moov_ci'],
    ['20', 'mtn_ci'],
    ['21', 'wave_ci'],
    ['12', 'mtn_ci'],
    ['01', 'mtn_ci'],
    ['00', 'mtn_ci'],
  ])('responds with every field of the session: %s with %s', async (digits, operator) => {
    // The demo merchant has only some of these operators.
    const { key } = await makeMerchant(service);
    const { token } = await makeCheckout(service, {}, key);
    const answer = await callPay(service, token, { operator, phone: phoneEnding(digits) });
    expect(sessionOf(answer)).toEqual(await describeCheckout(service.ctx, customerWith(token)));
    expect(answer.headers['cache-control']).toBe('no-store');
    const seen = await callApi(service, `/api/v1/checkout/${token}`);
    expect(seen.body.data).toEqual(answer.body.data);
  });

  test('reports a wrong code', async () => {
    const token = await pay('20');
    const answer = await callPay(service, token, meansEnding('20', { otp: '000000' }));
    expect(sessionOf(answer).payment.action).toEqual({ kind: 'otp', problem: 'wrong_otp' });
  });

  test('requires no key, and ignores one', async () => {
    const { token } = await makeCheckout(service);
    const path = `/api/v1/checkout/${token}/pay`;
    const answer = await callApi(service, path, { method: 'POST', json: meansEnding('00'), key: 'nonsense' });
    expect(sessionOf(answer).payment.status).toBe('success');
  });

  test('does not affect other sessions', async () => {
    const [one, other] = [await makeCheckout(service), await makeCheckout(service)];
    sessionOf(await callPay(service, one.token, meansEnding('00')));
    expect(await retrievePayment(service, other.payment_id)).toMatchObject({ status: 'pending' });
    sessionOf(await callCancel(service, other.token));
    expect(await retrievePayment(service, one.payment_id)).toMatchObject({ status: 'success' });
  });

  test('in a live session never reaches the sandbox', async () => {
    const { key } = await makeMerchant(service, { mode: 'live', rules: ['mtn_ci'] });
    const { token } = await makeCheckout(service, {}, key);
    const answer = await callPay(service, token, meansEnding('00'));
    expectError(answer, 422, 'invalid_fields');
    expect(await countAttempts(token)).toBe(0);
  });

  test('logs neither the phone number nor the code', async () => {
    const number = '+2250504039920';
    const { token } = await makeCheckout(service);
    for (const otp of [undefined, '871234', '123456']) {
      sessionOf(await callPay(service, token, { operator: 'mtn_ci', phone: number, ...(otp && { otp }) }));
    }
    expectError(await callPay(service, token, { operator: 'mtn_ci', phone: number }), 409, 'conflict');
    const text = JSON.stringify(service.logs);
    for (const secret of [number, '0504039920', '871234', '123456', token])
      expect(text).not.toContain(secret);
  });
});

describe('paying is refused', () => {
  const nobody = 'x'.repeat(43);
  test.each([nobody, 'short', '%00', `${nobody}'`, encodeURIComponent('é'.repeat(43))])(
    'with the token %j',
    async (token) => {
      expectError(await callPay(service, token, meansEnding('00')), 404, 'session_not_found');
      expectError(await callCancel(service, token), 404, 'session_not_found');
      expectError(await callApi(service, `/api/v1/checkout/${token}/events`), 404, 'session_not_found');
    },
  );

  test.each<[string, () => Promise<string>, status: number, code: string]>([
    ['while the payment is processing', () => pay('10'), 409, 'payment_in_progress'],
    ['while the outcome is unknown', () => pay('17'), 409, 'payment_in_progress'],
    ['while a code is awaited', () => pay('20'), 409, 'payment_in_progress'],
    ['once the payment is successful', () => pay('00'), 409, 'conflict'],
    [
      'after the 30 minutes of the session',
      async () => {
        const { token } = await makeCheckout(service);
        await letTimePass(service, token);
        return token;
      },
      410,
      'session_expired',
    ],
    [
      'after a command expired the session',
      async () => {
        const { token } = await makeCheckout(service);
        await expireCheckout(service.ctx, command, token);
        return token;
      },
      410,
      'session_expired',
    ],
  ])('%s', async (_, prepare, status, code) => {
    const token = await prepare();
    const before = await countAttempts(token);
    expectError(await callPay(service, token, meansEnding('00')), status, code);
    expectError(await callCancel(service, token), status, code);
    expect(await countAttempts(token)).toBe(before);
  });

  test('after the payment is cancelled, and cancelling it again returns the same response', async () => {
    const { token } = await makeCheckout(service);
    const first = await callCancel(service, token);
    expect(sessionOf(first)).toMatchObject({ status: 'cancelled', payment: { status: 'cancelled' } });
    expectError(await callPay(service, token, meansEnding('00')), 409, 'conflict');
    expect((await callCancel(service, token)).body.data).toEqual(first.body.data);
  });

  test.each<[unknown, Readonly<Record<string, string[]>>]>([
    [{}, { operator: ['is required'], phone: ['is required'] }],
    [[], { body: ['must be a JSON object'] }],
    [meansEnding('00', { amount: 1 }), { amount: ['is not a known field'] }],
    [meansEnding('00', { __proto__x: 1 }), { __proto__x: ['is not a known field'] }],
    [
      { operator: 'mtn_ci', phone: '+2290197000000' },
      {
        phone: [
          'must be a number from CI, the country of mtn_ci; this one is from BJ, where this session offers mtn_bj',
        ],
      },
    ],
    [
      { operator: 'mpesa_ke', phone: '+254712345678' },
      { operator: ['must be the code of an operator that is on offer in this session'] },
    ],
    [meansEnding('00', { otp: '12' }), { otp: ['must be the code from your operator'] }],
  ])('with the body %j', async (body, errors) => {
    const { token } = await makeCheckout(service);
    const answer = await callPay(service, token, body);
    expectError(answer, 422, 'invalid_fields');
    expect(answer.body.errors).toEqual(errors);
    expect(await countAttempts(token)).toBe(0);
  });

  test('with a body that is not JSON, or not declared as JSON', async () => {
    const { token } = await makeCheckout(service);
    const path = `/api/v1/checkout/${token}/pay`;
    const post = (type: string, body: string) =>
      callApi(service, path, { method: 'POST', body, headers: { 'content-type': type } });
    expectError(await post('application/json', '{'), 400, 'invalid_json');
    expectError(
      await post('application/x-www-form-urlencoded', 'operator=mtn_ci'),
      415,
      'unsupported_media_type',
    );
    expectError(await callApi(service, path, { method: 'POST' }), 422, 'invalid_fields');
  });

  test('and so is cancelling with an unknown field', async () => {
    const { token } = await makeCheckout(service);
    const answer = await callApi(service, `/api/v1/checkout/${token}/cancel`, {
      method: 'POST',
      json: { reason: 'too dear' },
    });
    expectError(answer, 422, 'invalid_fields');
    expect(answer.body.errors).toEqual({ reason: ['is not a known field'] });
  });

  test.each([
    ['GET', 'pay', 'OPTIONS, POST'],
    ['DELETE', 'pay', 'OPTIONS, POST'],
    ['GET', 'cancel', 'OPTIONS, POST'],
    ['PUT', 'cancel', 'OPTIONS, POST'],
    ['POST', 'events', 'GET, OPTIONS'],
  ])('with %s on %s', async (method, verb, allow) => {
    const { token } = await makeCheckout(service);
    const answer = await callApi(service, `/api/v1/checkout/${token}/${verb}`, { method });
    expectError(answer, 405, 'method_not_allowed');
    expect(answer.headers.allow).toBe(allow);
  });
});

describe('a customer is charged only once', () => {
  test('by twenty concurrent requests', async () => {
    const { token } = await makeCheckout(service);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => callPay(service, token, meansEnding('10'))),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(19);
    for (const answer of refused) expectError(answer, 409, 'payment_in_progress');
    expect(await countAttempts(token)).toBe(1);
  });

  test('by fifty concurrent requests with one key, all of which eventually get the result', async () => {
    const { token } = await makeCheckout(service);
    const payUntilAnswered = async (): Promise<ApiAnswer> => {
      for (;;) {
        const answer = await callPay(service, token, meansEnding('10'), 'one of fifty');
        if (answer.status === 200) return answer;
        expectError(answer, 409, 'idempotency_key_in_use');
        expect(answer.headers['retry-after']).toBe('1');
      }
    };
    const answers = await Promise.all(Array.from({ length: 50 }, payUntilAnswered));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1);
    expect(await countAttempts(token)).toBe(1);
  });
});

describe('an Idempotency-Key', () => {
  test('is the same with and without quotes, and is refused with a different body', async () => {
    const { token } = await makeCheckout(service);
    const first = await callPay(service, token, meansEnding('01'), 'order-7');
    const again = await callPay(service, token, meansEnding('01'), '"order-7"');
    expect([again.status, again.body, again.headers['idempotent-replayed']]).toEqual([
      200,
      first.body,
      'true',
    ]);
    expectError(await callPay(service, token, meansEnding('00'), 'order-7'), 422, 'idempotency_key_reused');
    expectError(await callCancel(service, token, 'order-7'), 422, 'idempotency_key_reused');
    expect(await countAttempts(token)).toBe(1);
  });

  test('of a customer is separate from those of the merchant and of other sessions', async () => {
    const headers = { 'idempotency-key': 'same' };
    const path = '/api/v1/checkout/initialize';
    const key = service.demo.test_key;
    const made = await callApi(service, path, { method: 'POST', key, json: least, headers });
    const token = String(made.body.data?.session_token);
    const other = String((await initialize(service, least)).body.data?.session_token);
    for (const one of [token, other]) {
      const answer = await callPay(service, one, meansEnding('00'), 'same');
      expect(answer.headers['idempotent-replayed']).toBeUndefined();
      expect(sessionOf(answer).session_token).toBe(one);
    }
  });

  test('makes a repeated cancellation return the first response', async () => {
    const { token } = await makeCheckout(service);
    const first = await callCancel(service, token, 'give up');
    const again = await callCancel(service, token, 'give up');
    expect([again.body, again.headers['idempotent-replayed']]).toEqual([first.body, 'true']);
  });
});
