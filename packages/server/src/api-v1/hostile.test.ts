import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../../test-support/service.ts';
import { initialize_path, least, makeCheckout } from '../testing/api.ts';
import { type Answer, send } from '../testing/send.ts';

let service: TestService;
let paths: readonly string[];
beforeAll(async () => {
  service = await startTestService();
  const { token, payment_id } = await makeCheckout(service);
  paths = [
    initialize_path,
    `/api/v1/checkout/${token}`,
    `/api/v1/payments/${payment_id}`,
    `/api/v1/payments/${payment_id}/verify`,
  ];
});
afterAll(() => service.stop());

interface Attack {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
}

const optional_fields = {
  ...least,
  cancel_url: 'https://shop.example/cart',
  customer_phone: '+2250700000042',
  customer_email: 'buyer@example.com',
  description: 'Pagne wax',
  metadata: { order: 'A-1' },
  template: 'abidjan',
};

/** What a field may hold: near to right, or anything. */
const anyValue = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.string({ unit: 'binary' }),
  fc.double(),
  fc.integer({ min: 1, max: 10_000_000 }),
  fc.constantFrom(
    'javascript:alert(1)',
    'https://a@b/',
    'XOF',
    '+225',
    1e21,
    -0,
    0.1,
    '__proto__',
    '\u0000',
    '\ud800',
  ),
  fc.webUrl(),
);

/** A right body in which some fields were changed, added or taken away. */
const changedBody = fc
  .tuple(
    fc.dictionary(fc.constantFrom(...Object.keys(optional_fields)), anyValue, { maxKeys: 2 }),
    fc.oneof(fc.constant({}), fc.dictionary(fc.string(), anyValue, { maxKeys: 1 })),
    fc.subarray(Object.keys(optional_fields), { maxLength: 2 }),
  )
  .map(([changed, added, taken]) => {
    const left = Object.entries(optional_fields).filter(([name]) => !taken.includes(name));
    return JSON.stringify({ ...Object.fromEntries(left), ...added, ...changed });
  });

const body = fc.oneof(
  { weight: 12, arbitrary: changedBody },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
  { weight: 1, arbitrary: fc.constant(undefined) },
);

/** Text that a header may hold (RFC 9110 section 5.5); Node's client refuses anything else. */
const headerText = fc.string({ unit: fc.constantFrom(...' !"#$%&\'()*+,-./09:;<=>?@AZ[\\]^_`az{|}~éÿ') });
const headers = fc.record(
  {
    authorization: fc.oneof(
      { weight: 12, arbitrary: fc.constant('key') },
      { weight: 1, arbitrary: headerText },
    ),
    'content-type': fc.oneof(
      { weight: 12, arbitrary: fc.constant('application/json') },
      {
        weight: 1,
        arbitrary: fc.constantFrom('text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'),
      },
      { weight: 1, arbitrary: headerText },
    ),
    accept: headerText,
    'accept-encoding': headerText,
    'accept-language': headerText,
    'content-encoding': fc.constantFrom('gzip', 'identity', 'br'),
    'x-request-id': headerText,
    'x-http-method-override': fc.constantFrom('DELETE', 'PUT'),
    'x-forwarded-for': headerText,
    'if-none-match': headerText,
    range: headerText,
    cookie: headerText,
    origin: headerText,
  },
  { requiredKeys: ['authorization', 'content-type'] },
);

const anyMethod = fc.constantFrom(
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'HEAD',
  'TRACE',
  'PROPFIND',
);
const anyPath = fc.oneof(
  fc.nat({ max: 3 }),
  fc.webPath().map((text) => `/api/v1${text}`),
  fc.webQueryParameters().map((text) => `/api/v1/checkout/x?${text}`),
  fc.uint8Array({ maxLength: 40 }).map((bytes) => `/api/v1/payments/${percent(bytes)}`),
);
const target = fc.oneof(
  { weight: 8, arbitrary: fc.constant({ method: 'POST', path: 0 }) },
  { weight: 2, arbitrary: fc.nat({ max: 3 }).map((index) => ({ method: 'GET', path: index })) },
  { weight: 3, arbitrary: fc.record({ method: anyMethod, path: anyPath }) },
);
const attack: fc.Arbitrary<Attack> = fc
  .tuple(target, headers, body)
  .map(([{ method, path }, sent, bytes]) => ({
    method,
    path: typeof path === 'number' ? (paths[path] ?? '/') : path,
    headers: {
      ...sent,
      ...(sent.authorization === 'key' && { authorization: `Bearer ${service.demo.test_key}` }),
    },
    body: bytes,
  }));

const percent = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

/** Requests of one round, at once; rounds times these are a few thousand. */
const at_once = 20;
const rounds = 200;

test('whatever is sent, the answer is the envelope and never a fault of ours', {
  timeout: 90_000,
}, async () => {
  const property = fc.asyncProperty(
    fc.array(attack, { minLength: at_once, maxLength: at_once }),
    async (attacks) => {
      const answers = await Promise.all(
        attacks.map(async (one) => ({
          one,
          answer: await send(service.url, one.path, {
            method: one.method,
            headers: one.headers,
            ...(one.body !== undefined && { body: one.body }),
          }),
        })),
      );
      for (const { one, answer } of answers) expectEnvelope(one, answer);
    },
  );
  await fc.assert(property, {
    numRuns: rounds,
    interruptAfterTimeLimit: 80_000,
    markInterruptAsFailure: true,
  });
  const faults = service.logs.filter(({ level, request_id }) => request_id && level !== 'info');
  expect(faults).toEqual([]);
});

function expectEnvelope(one: Attack, answer: Answer): void {
  expect(answer.status).toBeLessThan(500);
  expect(answer.headers['x-request-id']).toMatch(/^req_[0-9A-Z]{26}$/);
  if (one.method === 'HEAD') return;
  const envelope = JSON.parse(answer.text);
  if (answer.status < 300) {
    expect(envelope).toEqual({ message: expect.any(String), data: expect.any(Object), errors: null });
    return;
  }
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(envelope).toEqual({
    message: expect.any(String),
    data: null,
    errors: answer.status === 422 ? expect.any(Object) : null,
    code: expect.stringMatching(/^[a-z_]+$/),
    request_id: answer.headers['x-request-id'],
  });
}
