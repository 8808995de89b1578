import { equal, has, isA, matches, rejection } from './assert.ts';
import { type Check, each, makeChecks } from './check.ts';
import { failure, fault, page, type Reply, success } from './replies.ts';
import { clientOf, noFetch, order, play, session } from './stage.ts';
import {
  ApiError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  GoneError,
  type Guichet,
  GuichetError,
  NotFoundError,
  type Payment,
  PermissionError,
  RateLimitError,
  TimeoutError,
  ValidationError,
} from './subject.ts';

const payout = { amount: 5000, currency: 'XOF', operator: 'mtn_ci', recipient: { phone: '+2250700000000' } };
const payer = { operator: 'mtn_ci', phone: '+2250700000000', otp: '123456' };
type Operation = readonly [
  (guichet: Guichet) => PromiseLike<unknown>,
  method: string,
  path: string,
  body: string,
];

const operations: Readonly<Record<string, Operation>> = {
  'checkout.initialize': [
    (g) => g.checkout.initialize(order),
    'POST',
    '/v1/checkout/initialize',
    JSON.stringify(order),
  ],
  'checkout.retrieve': [(g) => g.checkout.retrieve('tok_1'), 'GET', '/v1/checkout/tok_1', ''],
  'checkout.pay': [
    (g) => g.checkout.pay('tok_1', payer),
    'POST',
    '/v1/checkout/tok_1/pay',
    JSON.stringify(payer),
  ],
  'checkout.cancel': [(g) => g.checkout.cancel('tok_1'), 'POST', '/v1/checkout/tok_1/cancel', ''],
  'payments.create': [(g) => g.payments.create(order), 'POST', '/v1/payments', JSON.stringify(order)],
  'payments.retrieve': [(g) => g.payments.retrieve('pay_1'), 'GET', '/v1/payments/pay_1', ''],
  'payments.verify': [(g) => g.payments.verify('pay_1'), 'GET', '/v1/payments/pay_1/verify', ''],
  'payouts.create': [(g) => g.payouts.create(payout), 'POST', '/v1/payouts', JSON.stringify(payout)],
  'payouts.retrieve': [(g) => g.payouts.retrieve('po_1'), 'GET', '/v1/payouts/po_1', ''],
  'payouts.verify': [(g) => g.payouts.verify('po_1'), 'GET', '/v1/payouts/po_1/verify', ''],
  'customers.list': [
    (g) => g.customers.list({ country: 'CI', limit: 10, cursor: 'a+b=' }),
    'GET',
    '/v1/customers?country=CI&limit=10&cursor=a%2Bb%3D',
    '',
  ],
  'customers.retrieve': [(g) => g.customers.retrieve('cus_1'), 'GET', '/v1/customers/cus_1', ''],
  'operators.list': [
    (g) => g.operators.list({ country: 'CI', currency: 'XOF' }),
    'GET',
    '/v1/operators?country=CI&currency=XOF',
    '',
  ],
  'balances.list': [(g) => g.balances.list(), 'GET', '/v1/balances', ''],
  'events.list': [
    (g) => g.events.list({ after: 'evt_1', limit: 5 }),
    'GET',
    '/v1/events?after=evt_1&limit=5',
    '',
  ],
};

const segments: Readonly<Record<string, string>> = {
  'a/b?c#é': '/v1/payments/a%2Fb%3Fc%23%C3%A9',
  'a b%20': '/v1/payments/a%20b%2520',
  '%2e%2e': '/v1/payments/%252e%252e',
  '../checkout': '/v1/payments/..%2Fcheckout',
  '...': '/v1/payments/...',
};

const noSegments: Readonly<Record<string, unknown>> = {
  'an empty text': '',
  'a dot': '.',
  'two dots': '..',
  undefined: undefined,
  null: null,
  'a number': 7,
};

const requests: Record<string, Check['run']> = {
  ...each(
    operations,
    (name) => `${name}: method, path and body`,
    async (t, [call, method, path, body]) => {
      const stage = await play(t, success({ items: [], next_cursor: null }));
      equal(await call(stage.client()), { items: [], next_cursor: null });
      const received = await stage.received();
      equal(received.length, 1, 'requests');
      has(received[0], { method, path, body });
    },
  ),
  ...each(
    segments,
    (id) => `the identifier ${id} stays one segment of the path`,
    async (t, path, id) => {
      const stage = await play(t, success({}));
      await stage.client().payments.retrieve(id);
      has((await stage.received())[0], { path });
    },
  ),
  ...each(
    noSegments,
    (name) => `${name} is not an identifier and is refused before any request`,
    async (_, id) => {
      const guichet = clientOf(noFetch);
      for (const call of [guichet.payments.retrieve, guichet.payments.verify]) {
        isA(await rejection(call.call(guichet.payments, id as string)), TypeError);
      }
      isA(await rejection(guichet.checkout.retrieve(id as string)), TypeError);
    },
  ),
  'the headers of a POST': async (t) => {
    const stage = await play(t, success(session));
    await stage.client().checkout.initialize(order);
    has((await stage.received())[0]?.headers, {
      authorization: 'Bearer svc_test_key',
      accept: 'application/json',
      'content-type': 'application/json',
    });
  },
  'a call without a body has no content type': async (t) => {
    const stage = await play(t, success({}));
    await stage.client().checkout.cancel('tok_1');
    await stage.client().payments.retrieve('pay_1');
    for (const { headers } of await stage.received()) equal(headers['content-type'], undefined);
  },
  'undefined is omitted at any depth': async (t) => {
    const stage = await play(t, success(session));
    const parameters = {
      ...order,
      description: undefined,
      metadata: { a: undefined, b: [{ c: undefined }] },
    };
    await stage.client().checkout.initialize(parameters);
    equal(JSON.parse((await stage.received())[0]?.body ?? ''), { ...order, metadata: { b: [{}] } });
  },
  'null is sent': async (t) => {
    const stage = await play(t, success(session));
    await stage.client().checkout.initialize({ ...order, metadata: { gift: null } });
    equal(JSON.parse((await stage.received())[0]?.body ?? ''), { ...order, metadata: { gift: null } });
  },
  'multi-byte characters are sent intact, and the length is in bytes': async (t) => {
    const stage = await play(t, success(session));
    const description = 'Pagne 👗 — café 漢字 \u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}';
    await stage.client().checkout.initialize({ ...order, description });
    const [request] = await stage.received();
    equal(JSON.parse(request?.body ?? ''), { ...order, description });
    equal(request?.headers['content-length'], String(new TextEncoder().encode(request?.body).length));
  },
  'a body that JSON cannot represent is refused before any request': async () => {
    const circle: Record<string, unknown> = {};
    circle.itself = circle;
    for (const metadata of [circle, { count: 7n }]) {
      isA(await rejection(clientOf(noFetch).checkout.initialize({ ...order, metadata })), TypeError);
    }
  },
  'amounts are sent unchanged': async (t) => {
    const stage = await play(t, success(session));
    await stage.client().checkout.initialize({ ...order, amount: 12.5, currency: 'GHS' });
    matches((await stage.received())[0]?.body, '"amount":12.5,');
  },
  'a query is encoded, and empty values are omitted': async (t) => {
    const stage = await play(t, page([], null));
    await stage.client().customers.list({ country: 'C&I', limit: undefined, cursor: 'é' });
    has((await stage.received())[0], { path: '/v1/customers?country=C%26I&cursor=%C3%A9' });
  },
};

const payment = { id: 'pay_1', status: 'success', metadata: null, description: 'Pagne 👗 — café' };
const envelope = JSON.stringify({ message: 'Done.', data: payment, errors: null });

const readable: Readonly<Record<string, Reply>> = {
  'at once': { status: 200, body: envelope },
  'byte by byte, with characters split': { status: 200, body: envelope, bytewise: true },
  compressed: { status: 200, body: envelope, gzip: true },
  'after a byte order mark': { status: 200, body: `\uFEFF${envelope}` },
  'with a different content type': { status: 200, body: envelope, headers: { 'content-type': 'text/plain' } },
  'with surrounding spaces': { status: 200, body: `\n ${envelope} \n` },
  'as a 201': { status: 201, body: envelope },
};

/** Unreadable responses: the status, and the body that the error keeps. */
const unreadable: Readonly<Record<string, readonly [number, string]>> = {
  'a success that is not JSON': [200, 'Welcome!'],
  'a success with truncated JSON': [200, envelope.slice(0, -10)],
  'an empty success': [200, ''],
  'a 204': [204, ''],
  'JSON of a different service': [200, '{"ok":true}'],
  'JSON that is a list': [200, '[1]'],
  'JSON that is null': [200, 'null'],
  'a success without data': [200, '{"message":"","data":null,"errors":null}'],
  'a success whose data is a list': [200, '{"message":"","data":[],"errors":null}'],
  'an error page of a proxy': [502, '<h1>Bad gateway</h1>'],
  'an empty error': [500, ''],
};

const silent: Readonly<Record<string, Reply>> = {
  'no response at all': fault('never answer'),
  'a body that stalls after the headers': fault('stall after headers'),
  'a body that never ends': fault('endless body'),
};

const answers: Record<string, Check['run']> = {
  ...each(
    readable,
    (how) => `a response is read: ${how}`,
    async (t, reply) => {
      const stage = await play(t, reply);
      equal(await stage.client().payments.retrieve('pay_1'), payment);
    },
  ),
  ...each(
    unreadable,
    (name) => `${name} is an ApiError that keeps the text`,
    async (t, [status, body]) => {
      const stage = await play(t, { status, body });
      const error = await rejection(stage.client({ maxRetries: 0 }).payments.retrieve('pay_1'));
      isA(error, ApiError);
      has(error, { status, body, code: null, requestId: null, errors: null });
      equal((await stage.received()).length, 1, 'requests');
    },
  ),
  ...each(
    silent,
    (name) => `${name} is a TimeoutError`,
    async (t, reply) => {
      const stage = await play(t, reply);
      const error = await rejection(stage.client({ timeout: 150, maxRetries: 0 }).payments.retrieve('pay_1'));
      isA(error, TimeoutError);
      has(error, { name: 'TimeoutError', code: 'timed_out' });
      matches(String(error instanceof ConnectionError && error instanceof GuichetError), 'true');
    },
  ),
  ...each(
    { 301: 301, 302: 302, 307: 307, 308: 308 },
    (row) => `a ${row} is not followed`,
    async (t, status) => {
      const target = await play(t, success(payment));
      const stage = await play(t, { status, headers: { location: `${target.base_url}/payments/pay_1` } });
      const error = await rejection(stage.client().checkout.initialize(order));
      isA(error, ApiError);
      matches((error as Error).message, 'baseUrl');
      equal((await target.received()).length, 0, 'requests that followed');
    },
  ),
  'an error response with data is still an error': async (t) => {
    const stage = await play(t, { status: 409, body: JSON.stringify({ message: 'No.', data: payment }) });
    isA(await rejection(stage.client().payments.retrieve('pay_1')), ConflictError);
  },
  'unknown fields are passed through': async (t) => {
    const stage = await play(t, success({ ...payment, colour: { name: 'blue' } }));
    equal(await stage.client().payments.retrieve('pay_1'), { ...payment, colour: { name: 'blue' } });
  },
  'unknown values are passed through': async (t) => {
    const stage = await play(t, success({ ...payment, status: 'on_the_moon' }));
    const { status }: Payment = await stage.client().payments.retrieve('pay_1');
    equal(status, 'on_the_moon');
  },
  'a large response is read': async (t) => {
    const description = 'é'.repeat(500_000);
    const stage = await play(t, success({ description }));
    equal((await stage.client().payments.retrieve('pay_1')).description, description);
  },
  'an oversized response is cut off': async (t) => {
    const stage = await play(t, { status: 200, body: 'x'.repeat(100_000), repeat: 200 });
    const error = await rejection(stage.client().payments.retrieve('pay_1'));
    isA(error, ApiError);
    equal((error as ApiError).body.length, 1000, 'the length of the kept text');
  },
  'the error for a truncated response has its status and request id': async (t) => {
    const stage = await play(t, fault('drop after headers'));
    const error = await rejection(stage.client({ maxRetries: 0 }).payments.retrieve('pay_1'));
    isA(error, ConnectionError);
    has(error, { status: 200, requestId: 'req_1', code: 'connection_failed' });
  },
};

const classes: Readonly<Record<string, readonly [number, string, typeof ApiError]>> = {
  'a 400 is an ApiError': [400, 'invalid_json', ApiError],
  'a 401 is an AuthenticationError': [401, 'revoked_api_key', AuthenticationError],
  'a 403 is a PermissionError': [403, 'missing_scope', PermissionError],
  'a 404 is a NotFoundError': [404, 'payment_not_found', NotFoundError],
  'a 409 is a ConflictError': [409, 'payment_in_progress', ConflictError],
  'a 410 is a GoneError': [410, 'session_expired', GoneError],
  'a 415 is an ApiError': [415, 'unsupported_media_type', ApiError],
  'a 422 is a ValidationError': [422, 'invalid_fields', ValidationError],
  'a 429 is a RateLimitError': [429, 'rate_limited', RateLimitError],
  'a 503 is an ApiError': [503, 'unavailable', ApiError],
  'an error with an unknown code': [418, 'teapot', ApiError],
};

const errors: Record<string, Check['run']> = {
  ...each(
    classes,
    (name) => name,
    async (t, [status, code, Class]) => {
      const stage = await play(t, failure(status, code));
      const error = await rejection(stage.client({ maxRetries: 0 }).payments.retrieve('pay_1'));
      isA(error, Class);
      matches(
        String(error instanceof ApiError && error instanceof GuichetError && error instanceof Error),
        'true',
      );
      has(error, {
        name: Class.name,
        message: `It is ${code}.`,
        status,
        code,
        requestId: 'req_1',
        errors: null,
        retryAfter: null,
      });
    },
  ),
  'a 422 names the fields': async (t) => {
    const wrong = { amount: ['must be at least 1'], 'customer.phone': ['is too short', 'has letters'] };
    const stage = await play(t, failure(422, 'invalid_fields', { errors: wrong }));
    has(await rejection(stage.client().checkout.initialize(order)), { errors: wrong });
  },
  'a 429 says how many seconds to wait': async (t) => {
    const stage = await play(t, failure(429, 'rate_limited', { headers: { 'retry-after': '7' } }));
    has(await rejection(stage.client({ maxRetries: 0 }).payments.retrieve('pay_1')), { retryAfter: 7 });
  },
  'the request id is found in the body when a proxy drops the header': async (t) => {
    const body = JSON.stringify({ message: 'No.', data: null, errors: null, code: 'x', request_id: 'req_2' });
    const stage = await play(t, { status: 404, body });
    has(await rejection(stage.client().payments.retrieve('pay_1')), { requestId: 'req_2' });
  },
  'the request id of the header takes precedence': async (t) => {
    const body = JSON.stringify({ message: 'No.', data: null, errors: null, code: 'x', request_id: 'req_2' });
    const stage = await play(t, { status: 404, headers: { 'x-request-id': 'req_3' }, body });
    has(await rejection(stage.client().payments.retrieve('pay_1')), { requestId: 'req_3' });
  },
  'error fields of the wrong type count as absent': async (t) => {
    const body = JSON.stringify({ message: 7, data: null, errors: ['no'], code: {}, request_id: [] });
    const stage = await play(t, { status: 422, body });
    const error = await rejection(stage.client().payments.retrieve('pay_1'));
    isA(error, ValidationError);
    has(error, { code: null, requestId: null, errors: null });
  },
};

export const bodies: readonly Check[] = makeChecks('bodies', { ...requests, ...answers, ...errors });
