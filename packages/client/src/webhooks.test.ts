import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, expectTypeOf, onTestFinished, test } from 'vitest';
import { rejection } from '../test-support/local-server.ts';
import {
  Guichet,
  type HeadersInput,
  type Payment,
  signWebhook,
  verifyWebhook,
  type WebhookEvent,
  type WebhookHeaders,
} from './index.ts';

const secret = 'whsec_Z3VpY2hldC13ZWJob29rLXNlY3JldC0zMi1ieXRlcyE=';
const otherSecret = 'whsec_YW5vdGhlci13ZWJob29rLXNlY3JldC0zMmJ5dGVzISE=';
const event = {
  id: 'evt_1',
  event: 'payment.successful',
  created_at: '2026-11-21T08:00:00+00:00',
  livemode: false,
  sequence: 1,
  data: { id: 'pay_1', description: 'Pagne wax — café' },
};
const body = JSON.stringify(event);

/** Reference signatures, computed with OpenSSL's command line from the definitions, not with this library. */
const vector = {
  timestamp: 1_795_248_000,
  service: 'ac4b18e9386da46d055b5b8ce55f2b9f221e4b86244e0c759aa20e0be96736ad',
  standard: 'tR26JrFK1P7mdNUZ9yWI4FYYJu3ghWnTsfcPtsrbtgI=',
};
/** Seconds enough for every vector, old or from the future. */
const anyTime = { tolerance: 10_000_000_000 };
const now = () => Math.floor(Date.now() / 1000);

function serviceHeaders(timestamp: number | string, ...signatures: string[]): Record<string, string> {
  return { 'X-Service-Signature': [`t=${timestamp}`, ...signatures.map((text) => `v1=${text}`)].join(',') };
}

function standardHeaders(
  timestamp: number | string,
  signature: string,
  id = 'evt_1',
): Record<string, string> {
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signature };
}

function reference(timestamp: number, text: string, key = secret): string {
  return createHmac('sha256', key).update(`${timestamp}.${text}`).digest('hex');
}

test('both schemes give the reference signatures', async () => {
  expect(await signWebhook(body, secret, { id: 'evt_1', timestamp: vector.timestamp })).toEqual({
    'x-service-signature': `t=${vector.timestamp},v1=${vector.service}`,
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(vector.timestamp),
    'webhook-signature': `v1,${vector.standard}`,
  });
  expect(reference(vector.timestamp, body)).toBe(vector.service);
});

test('the worked example of the Standard Webhooks specification', async () => {
  const headers = await signWebhook('{"test": 2432232314}', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: 1_614_265_330,
  });
  expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

const { timestamp, service, standard } = vector;
test.each<[string, HeadersInput]>([
  ['the service header', serviceHeaders(timestamp, service)],
  ['a Headers object', new Headers(serviceHeaders(timestamp, service))],
  ['another letter case', { 'x-sErViCe-sIgNaTuRe': `t=${timestamp},v1=${service}` }],
  ['a list as value', { 'x-service-signature': [`t=${timestamp},v1=${service}`] }],
  ['spaces between the parts', { 'x-service-signature': ` t=${timestamp} , v1=${service} ` }],
  ['several signatures, one good', serviceHeaders(timestamp, 'f'.repeat(64), service)],
  ['schemes of the future', { 'x-service-signature': `v2=abc,t=${timestamp},v1=${service},v0=def` }],
  ['the standard headers', standardHeaders(timestamp, `v1,${standard}`)],
  ['the standard headers in a Headers object', new Headers(standardHeaders(timestamp, `v1,${standard}`))],
  ['a standard list, one good', standardHeaders(timestamp, `v1a,xyz v1,AAAA v1,${standard}`)],
  [
    'both, where only the service header is right',
    { ...serviceHeaders(timestamp, service), ...standardHeaders(timestamp, 'v1,AAAA') },
  ],
  [
    'a service header that is not there',
    { 'x-service-signature': undefined, ...standardHeaders(timestamp, `v1,${standard}`) },
  ],
])('accepted: %s', async (_name, headers) => {
  expect(await verifyWebhook(body, headers, secret, anyTime)).toEqual(event);
});

test.each<[string, string | Uint8Array, HeadersInput, string]>([
  ['no header', body, {}, 'missing_header'],
  ['no header in a Headers object', body, new Headers(), 'missing_header'],
  ['an empty list', body, { 'x-service-signature': [] }, 'missing_header'],
  ['a part of the standard headers', body, { 'webhook-id': 'evt_1' }, 'missing_header'],
  ['an empty header', body, { 'x-service-signature': '' }, 'malformed_header'],
  ['no time', body, { 'x-service-signature': `v1=${service}` }, 'malformed_header'],
  ['a time that is no number', body, serviceHeaders('soon', service), 'malformed_header'],
  ['a time with a sign', body, serviceHeaders(`-${timestamp}`, service), 'malformed_header'],
  ['two times', body, { 'x-service-signature': `t=1,t=${timestamp},v1=${service}` }, 'malformed_header'],
  ['two headers', body, { 'x-service-signature': ['t=1,v1=a', `t=2,v1=${service}`] }, 'malformed_header'],
  ['a standard time that is no number', body, standardHeaders('1e9', `v1,${standard}`), 'malformed_header'],
  ['no signature', body, serviceHeaders(timestamp), 'no_match'],
  ['an empty signature', body, serviceHeaders(timestamp, ''), 'no_match'],
  ['a part of the signature', body, serviceHeaders(timestamp, service.slice(0, 63)), 'no_match'],
  ['a longer signature', body, serviceHeaders(timestamp, `${service}0`), 'no_match'],
  ['one other digit', body, serviceHeaders(timestamp, `${service.slice(0, 63)}e`), 'no_match'],
  ['another scheme', body, { 'x-service-signature': `t=${timestamp},v0=${service}` }, 'no_match'],
  ['another time', body, serviceHeaders(timestamp + 1, service), 'no_match'],
  ['another body', `${body} `, serviceHeaders(timestamp, service), 'no_match'],
  ['an empty body', '', serviceHeaders(timestamp, service), 'no_match'],
  ['the standard signature in the service header', body, serviceHeaders(timestamp, standard), 'no_match'],
  ['another message id', body, standardHeaders(timestamp, `v1,${standard}`, 'evt_2'), 'no_match'],
  ['a standard scheme for other keys', body, standardHeaders(timestamp, `v1a,${standard}`), 'no_match'],
  [
    'a wrong service header beside right standard ones',
    body,
    { ...serviceHeaders(timestamp, 'f'.repeat(64)), ...standardHeaders(timestamp, `v1,${standard}`) },
    'no_match',
  ],
])('refused: %s', async (_name, rawBody, headers, problem) => {
  const error = await rejection(verifyWebhook(rawBody, headers, secret, anyTime));
  expect(error).toMatchObject({ name: 'SignatureError', problem });
});

test('the secret is checked', async () => {
  const error = await rejection(
    verifyWebhook(body, serviceHeaders(timestamp, service), otherSecret, anyTime),
  );
  expect(error).toMatchObject({ problem: 'no_match' });
});

test.each([
  ['the first', [secret, otherSecret]],
  ['the second', [otherSecret, secret]],
  ['with a line end', `${secret}\n`],
])('several secrets: %s is the right one', async (_name, secrets) => {
  expect(await verifyWebhook(body, serviceHeaders(timestamp, service), secrets, anyTime)).toEqual(event);
  expect(await verifyWebhook(body, standardHeaders(timestamp, `v1,${standard}`), secrets, anyTime)).toEqual(
    event,
  );
});

test('what is signed with two secrets is accepted by a receiver that has either', async () => {
  const headers = await signWebhook(body, [secret, otherSecret]);
  for (const own of [secret, otherSecret]) {
    expect(await verifyWebhook(body, headers, own)).toEqual(event);
    const { 'x-service-signature': _, ...withoutServiceHeader } = headers;
    expect(await verifyWebhook(body, withoutServiceHeader, own)).toEqual(event);
  }
});

test.each([
  { age_s: 290, options: {}, problem: null },
  { age_s: -290, options: {}, problem: null },
  { age_s: 310, options: {}, problem: 'too_old' },
  { age_s: -320, options: {}, problem: 'too_new' },
  { age_s: 310, options: { tolerance: 400 }, problem: null },
  { age_s: 60, options: { tolerance: 30 }, problem: 'too_old' },
  { age_s: -60, options: { tolerance: 30 }, problem: 'too_new' },
  { age_s: 100_000_000, options: {}, problem: 'too_old' },
])('signed $age_s s ago with $options: $problem', async ({ age_s, options, problem }) => {
  const headers = await signWebhook(body, secret, { timestamp: now() - age_s });
  const { 'x-service-signature': _, ...standardOnly } = headers;
  for (const each of [headers, standardOnly]) {
    const result = verifyWebhook(body, each, secret, options);
    if (problem === null) expect(await result).toEqual(event);
    else expect(await rejection(result)).toMatchObject({ problem });
  }
});

test.each<[string, string | Uint8Array]>([
  ['a string', body],
  ['bytes', new TextEncoder().encode(body)],
  ['a Buffer', Buffer.from(body)],
  ['a window on a larger buffer', Buffer.from(`..${body}..`).subarray(2, -2)],
])('the raw body may be %s', async (_name, rawBody) => {
  expect(await verifyWebhook(rawBody, serviceHeaders(timestamp, service), secret, anyTime)).toEqual(event);
});

test.each<[string, string | Uint8Array]>([
  ['not JSON', 'hello'],
  ['no object', '[]'],
  ['null', 'null'],
  ['without id', '{"event":"payment.failed","data":{}}'],
  ['without data', '{"id":"evt_1","event":"payment.failed"}'],
  ['with a number as name', '{"id":"evt_1","event":7,"data":{}}'],
  ['not UTF-8', Uint8Array.of(0x22, 0xff, 0x22)],
])('signed, but %s: refused', async (_name, rawBody) => {
  const headers = await signWebhook(rawBody, secret);
  expect(await rejection(verifyWebhook(rawBody, headers, secret))).toMatchObject({
    problem: 'malformed_event',
  });
});

test.each<[string, unknown, unknown, { tolerance?: number }, string]>([
  ['a parsed body', event, secret, {}, 'raw body'],
  ['no body', undefined, secret, {}, 'raw body'],
  ['no secret', body, undefined, {}, 'secret'],
  ['an empty secret', body, ' ', {}, 'secret'],
  ['no secret in the list', body, [], {}, 'secret'],
  ['an empty secret in the list', body, [secret, ''], {}, 'secret'],
  ['a tolerance that is no number', body, secret, { tolerance: Number.NaN }, 'tolerance'],
  ['an endless tolerance', body, secret, { tolerance: Number.POSITIVE_INFINITY }, 'tolerance'],
])('a call with %s is a TypeError', async (_name, rawBody, secrets, options, words) => {
  const headers = await signWebhook(body, secret);
  const error = await rejection(verifyWebhook(rawBody as string, headers, secrets as string, options));
  expect(error).toBeInstanceOf(TypeError);
  expect((error as Error).message).toContain(words);
});

test.each(['whsec_', 'whsec_%%%', 'a_secret'])(
  'the secret %j cannot sign the standard headers',
  async (wrong) => {
    expect(await rejection(signWebhook(body, wrong))).toBeInstanceOf(TypeError);
  },
);

test('an event of a name not known yet survives', async () => {
  const text = JSON.stringify({ ...event, event: 'wallet.filled', data: { colour: 'blue' } });
  const read = await verifyWebhook(text, await signWebhook(text, secret), secret);
  expect(read).toMatchObject({ event: 'wallet.filled', data: { colour: 'blue' } });
});

test('the client has the same two functions', () => {
  const guichet = new Guichet({ apiKey: 'svc_test_key' });
  expect(guichet.webhooks).toEqual({ verify: verifyWebhook, sign: signWebhook });
});

test('over real HTTP, with the headers of node:http', async () => {
  const received: WebhookEvent[] = [];
  const server = createServer(async (request, response) => {
    received.push(await verifyWebhook(await buffer(request), request.headers, secret));
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const headers: WebhookHeaders = await signWebhook(body, secret);
  const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body });
  expect(answer.status).toBe(200);
  expect(received).toEqual([event]);
});

/** Compiled more than run: the name of an event decides the type of its data. */
function describe(event: WebhookEvent): string {
  switch (event.event) {
    case 'payment.successful':
    case 'payment.expired':
      return expectPayment(event.data).status;
    case 'payout.failed': {
      const data: Readonly<Record<string, unknown>> = event.data;
      return String(data.id);
    }
    default: {
      const name: string = event.event;
      return name;
    }
  }
}
const expectPayment = (payment: Payment): Payment => payment;

test('types: the name of an event decides its data, and values not known yet can be compared', () => {
  expect(describe({ ...event, event: 'wallet.filled' } as unknown as WebhookEvent)).toBe('wallet.filled');
  expectTypeOf<Extract<WebhookEvent, { event: 'payment.failed' }>['data']>().toEqualTypeOf<Payment>();
  expectTypeOf<'on_the_moon'>().toExtend<Payment['status']>();
  expectTypeOf<IncomingHttpHeaders>().toExtend<HeadersInput>();
});
