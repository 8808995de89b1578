import { createEndpoint } from '@guichet/core/events';
import { expireCheckout } from '@guichet/core/payments';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { command, commandOf } from '../../../../test-support/actors.ts';
import { startTestService, type TestService } from '../../../../test-support/service.ts';
import { callApi, initialize, initialize_path, least, makeCheckout } from '../testing/api.ts';
import { send } from '../testing/send.ts';
import { makeVisitor, payOnPage, postForm } from '../testing/visitor.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

test('every response has its own id, which its log line repeats', async () => {
  const { token } = await makeCheckout(service);
  const answers = [
    await initialize(service, least),
    await initialize(service, {}),
    await callApi(service, initialize_path, { method: 'POST' }),
    await callApi(service, '/api/v1/nothing'),
    await callApi(service, '/api/v1/checkout/%'),
    await send(service.url, '/healthz'),
    await send(service.url, '/readyz'),
    await send(service.url, '/demo'),
    await send(service.url, `/pay/${token}`),
    await send(service.url, '/pay/unknown'),
    await postForm(service, `/pay/${token}/choose`, 'operator=x'),
    await postForm(service, `/pay/${token}/cancel`, ''),
  ];
  const ids = answers.map(({ headers }) => String(headers['x-request-id']));
  expect(new Set(ids).size).toBe(answers.length);
  const lines = service.logs.filter(({ msg }) => msg === 'request answered');
  for (const [index, id] of ids.entries()) {
    expect(lines.filter(({ request_id }) => request_id === id)).toEqual([
      expect.objectContaining({
        level: 'info',
        status: answers[index]?.status,
        method: expect.stringMatching(/^(GET|POST)$/),
        duration_ms: expect.any(Number),
      }),
    ]);
  }
});

test('a refused request is logged with its author and address', async () => {
  const { test_key, merchant_id } = service.demo;
  const refused = [
    [await initialize(service, {}), { status: 422, code: 'invalid_fields', merchant_id }],
    [
      await callApi(service, initialize_path, {
        method: 'POST',
        key: test_key,
        body: '{',
        headers: { 'content-type': 'application/json' },
      }),
      { status: 400, merchant_id },
    ],
    [await callApi(service, '/api/v1/balances', { key: `${test_key}x` }), { status: 401 }],
  ] as const;
  for (const [{ headers }, told] of refused) {
    const lines = service.logs.filter(({ request_id }) => request_id === headers['x-request-id']);
    expect(lines.filter(({ msg }) => msg === 'request refused')).toEqual([
      expect.objectContaining({ ...told, address: '127.0.0.1' }),
    ]);
  }
});

test('a request id sent by the client is ignored', async () => {
  const answer = await callApi(service, '/api/v1/nothing', { headers: { 'x-request-id': 'req_mine' } });
  expect(answer.headers['x-request-id']).not.toBe('req_mine');
});

test('the log contains no key, token, phone number, code or secret', async () => {
  const shown = { phone: '+2250512345620', otp: '123456', wrong_otp: '654321', email: 'buyer@example.com' };
  const endpoint = await createEndpoint(service.ctx, commandOf(service.demo.merchant_id, 'test'), {
    url: 'http://127.0.0.1:9/hook',
  });
  const { token, payment_id } = await makeCheckout(service, {
    customer_phone: shown.phone,
    customer_email: shown.email,
  });
  const page = await payOnPage(service, token, { operator: 'mtn_ci', phone: shown.phone });
  const visitor = makeVisitor(service);
  const again = await visitor.submit(page, '/otp', { otp: shown.wrong_otp });
  expect((await visitor.submit(again, '/otp', { otp: shown.otp })).state).toBe('success');
  await callApi(service, `/api/v1/payments/${payment_id}/verify`, { key: service.demo.test_key });
  await callApi(service, `/api/v1/payments/x`, { key: `${service.demo.test_key}x` });
  const expired = await makeCheckout(service);
  await expireCheckout(service.ctx, command, expired.token);
  await send(service.url, `/pay/${expired.token}?lang=fr`);
  await expect
    .poll(() => service.logs.filter(({ msg }) => msg === 'webhook not delivered').length, { timeout: 15_000 })
    .toBeGreaterThan(0);

  const log = service.logs.map((line) => JSON.stringify(line)).join('\n');
  expect(log).toContain(payment_id);
  const hidden = {
    ...shown,
    digits: shown.phone.slice(4),
    key: service.demo.test_key,
    token,
    expired: expired.token,
    webhook_secret: endpoint.secret,
    secret_part: endpoint.secret.slice('whsec_'.length),
  };
  const leaked = Object.entries(hidden).filter(([, text]) => log.includes(text));
  expect(leaked).toEqual([]);
});
