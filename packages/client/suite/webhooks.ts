import { equal, has, isA, matches, rejection } from './assert.ts';
import { type Check, each, makeChecks } from './check.ts';
import { type HeadersInput, type RawBody, signWebhook, verifyWebhook } from './subject.ts';

const secret = 'whsec_Z3VpY2hldC13ZWJob29rLXNlY3JldC0zMi1ieXRlcyE=';
const other_secret = 'whsec_YW5vdGhlci13ZWJob29rLXNlY3JldC0zMmJ5dGVzISE=';
const event = {
  id: 'evt_1',
  event: 'payment.successful',
  created_at: '2026-11-21T08:00:00+00:00',
  livemode: false,
  sequence: 1,
  data: { id: 'pay_1', description: 'Pagne wax — café' },
};
const body = JSON.stringify(event);

/** Signatures computed with OpenSSL's command line from the definitions, not with this library. */
const time = 1_795_248_000;
const own = 'ac4b18e9386da46d055b5b8ce55f2b9f221e4b86244e0c759aa20e0be96736ad';
const standard = 'tR26JrFK1P7mdNUZ9yWI4FYYJu3ghWnTsfcPtsrbtgI=';

/** Tolerance in seconds that covers those signatures, past or future. */
const anyTime = { tolerance: 10_000_000_000 };
const now = (): number => Math.floor(Date.now() / 1000);

type PlainHeaders = Readonly<Record<string, string>>;

function ownHeaders(at: number | string, ...signatures: readonly string[]): PlainHeaders {
  return { 'X-Service-Signature': [`t=${at}`, ...signatures.map((text) => `v1=${text}`)].join(',') };
}

function standardHeaders(at: number | string, signature: string, id = 'evt_1'): PlainHeaders {
  return { 'webhook-id': id, 'webhook-timestamp': String(at), 'webhook-signature': signature };
}

/** A function, because some runtimes do not allow `Headers` to be created before a request. */
type Sent = () => HeadersInput;

const accepted: Readonly<Record<string, Sent>> = {
  'the service header': () => ownHeaders(time, own),
  'a Headers object': () => new Headers(ownHeaders(time, own)),
  'a different letter case': () => ({ 'x-sErViCe-sIgNaTuRe': `t=${time},v1=${own}` }),
  'a list as value': () => ({ 'x-service-signature': [`t=${time},v1=${own}`] }),
  'spaces between the parts': () => ({ 'x-service-signature': ` t=${time} , v1=${own} ` }),
  'several signatures, the last one valid': () => ownHeaders(time, 'f'.repeat(64), own),
  'several signatures, the first one valid': () => ownHeaders(time, own, 'f'.repeat(64)),
  'unknown schemes along with ours': () => ({ 'x-service-signature': `v2=abc,t=${time},v1=${own},v0=def` }),
  'the standard headers': () => standardHeaders(time, `v1,${standard}`),
  'the standard headers in a Headers object': () => new Headers(standardHeaders(time, `v1,${standard}`)),
  'a standard list, the last signature valid': () => standardHeaders(time, `v1a,xyz= v1,AAAA v1,${standard}`),
  'a standard list, the first signature valid': () => standardHeaders(time, `v1,${standard} v1,AAAA`),
  'a standard list as several values': () => ({
    ...standardHeaders(time, ''),
    'webhook-signature': ['v1,AAAA', `v1,${standard}`],
  }),
  'both schemes, where only the service header is valid': () => ({
    ...ownHeaders(time, own),
    ...standardHeaders(time, 'v1,AAAA'),
  }),
  'the standard headers along with an undefined service header': () => ({
    'x-service-signature': undefined,
    ...standardHeaders(time, `v1,${standard}`),
  }),
  'among other headers': () => ({ host: 'shop.example', cookie: ['a=1', 'b=2'], ...ownHeaders(time, own) }),
};

const refused: Readonly<Record<string, readonly [Sent, problem: string, body?: string]>> = {
  'no header': [() => ({}), 'missing_signature'],
  'no header in a Headers object': [() => new Headers(), 'missing_signature'],
  'an empty list': [() => ({ 'x-service-signature': [] }), 'missing_signature'],
  'an empty header': [() => ({ 'x-service-signature': '' }), 'missing_signature'],
  'only a part of the standard headers': [() => ({ 'webhook-id': 'evt_1' }), 'missing_signature'],
  'no time': [() => ({ 'x-service-signature': `v1=${own}` }), 'malformed_signature'],
  'a time that is not a number': [() => ownHeaders('soon', own), 'malformed_signature'],
  'a time with a sign': [() => ownHeaders(`-${time}`, own), 'malformed_signature'],
  'two times': [() => ({ 'x-service-signature': `t=1,t=${time},v1=${own}` }), 'malformed_signature'],
  'two headers': [
    () => ({ 'x-service-signature': ['t=1,v1=a', `t=${time},v1=${own}`] }),
    'malformed_signature',
  ],
  'a standard time that is not a number': [
    () => standardHeaders('1e9', `v1,${standard}`),
    'malformed_signature',
  ],
  'a header in a different format': [() => ({ 'x-service-signature': 'hello' }), 'malformed_signature'],
  'no signature': [() => ownHeaders(time), 'no_match'],
  'an empty signature': [() => ownHeaders(time, ''), 'no_match'],
  'a part of the signature': [() => ownHeaders(time, own.slice(0, 63)), 'no_match'],
  'a longer signature': [() => ownHeaders(time, `${own}0`), 'no_match'],
  'one different digit': [() => ownHeaders(time, `${own.slice(0, 63)}e`), 'no_match'],
  'a different first digit': [() => ownHeaders(time, `b${own.slice(1)}`), 'no_match'],
  'a different scheme': [() => ({ 'x-service-signature': `t=${time},v0=${own}` }), 'no_match'],
  'a different time': [() => ownHeaders(time + 1, own), 'no_match'],
  'a different body': [() => ownHeaders(time, own), 'no_match', `${body} `],
  'an empty body': [() => ownHeaders(time, own), 'no_match', ''],
  'the standard signature in the service header': [() => ownHeaders(time, standard), 'no_match'],
  'the service signature in the standard headers': [() => standardHeaders(time, `v1,${own}`), 'no_match'],
  'a different message id': [() => standardHeaders(time, `v1,${standard}`, 'evt_2'), 'no_match'],
  'a different standard time': [() => standardHeaders(time + 1, `v1,${standard}`), 'no_match'],
  'a standard scheme for other keys': [() => standardHeaders(time, `v1a,${standard}`), 'no_match'],
  'an invalid service header along with valid standard headers': [
    () => ({ ...ownHeaders(time, 'f'.repeat(64)), ...standardHeaders(time, `v1,${standard}`) }),
    'no_match',
  ],
};

/** Age in seconds, tolerance and the expected problem. */
const ages: Readonly<Record<string, readonly [number, number | undefined, string | null]>> = {
  '290 s ago': [290, undefined, null],
  '290 s ahead': [-290, undefined, null],
  '310 s ago': [310, undefined, 'too_old'],
  '320 s ahead': [-320, undefined, 'too_new'],
  '310 s ago, with a tolerance of 400 s': [310, 400, null],
  '60 s ago, with a tolerance of 30 s': [60, 30, 'too_old'],
  '60 s ahead, with a tolerance of 30 s': [-60, 30, 'too_new'],
  'three years ago': [100_000_000, undefined, 'too_old'],
};

const bytes = (): Uint8Array => new TextEncoder().encode(body);

const raw: Readonly<Record<string, () => RawBody>> = {
  'a string': () => body,
  bytes: bytes,
  'an ArrayBuffer': () => new TextEncoder().encode(body).buffer,
  'a view of a larger buffer': () => {
    const larger = new TextEncoder().encode(`..${body}..`);
    return larger.subarray(2, larger.length - 2);
  },
};

const noEvents: Readonly<Record<string, () => RawBody>> = {
  'not JSON': () => 'hello',
  empty: () => '',
  'a list': () => '[]',
  null: () => 'null',
  'without id': () => '{"event":"payment.failed","data":{}}',
  'without data': () => '{"id":"evt_1","event":"payment.failed"}',
  'with null as data': () => '{"id":"evt_1","event":"payment.failed","data":null}',
  'with a number as name': () => '{"id":"evt_1","event":7,"data":{}}',
  'not UTF-8': () => {
    const broken = bytes();
    // The byte is inside a string, where JSON parsing alone would accept it.
    broken[broken.lastIndexOf(0x66)] = 0xff;
    return broken;
  },
};

const secrets: Readonly<Record<string, string | readonly string[]>> = {
  'the first of two': [secret, other_secret],
  'the second of two': [other_secret, secret],
  'with a trailing newline': `${secret}\n`,
  'with surrounding spaces': ` ${secret} `,
};

const noSecrets: Readonly<Record<string, string>> = {
  'ends after its prefix': 'whsec_',
  'is not base64': 'whsec_%%%',
  'is neither prefixed nor base64': 'a_secret',
};

const misuses: Readonly<Record<string, readonly [unknown, unknown, number, words: string]>> = {
  'a parsed body': [event, secret, 300, 'raw body'],
  'no body': [undefined, secret, 300, 'raw body'],
  'null as body': [null, secret, 300, 'raw body'],
  'no secret': [body, undefined, 300, 'secret'],
  'an empty secret': [body, ' ', 300, 'secret'],
  'no secret in the list': [body, [], 300, 'secret'],
  'an empty secret in the list': [body, [secret, ''], 300, 'secret'],
  'a tolerance that is not a number': [body, secret, Number.NaN, 'tolerance'],
  'a negative tolerance': [body, secret, -1, 'tolerance'],
  'an infinite tolerance': [body, secret, Number.POSITIVE_INFINITY, 'tolerance'],
};

const signatures: Record<string, Check['run']> = {
  ...each(
    accepted,
    (name) => `accepted: ${name}`,
    async (_, headers) => {
      equal((await verifyWebhook(body, headers(), secret, anyTime)) as unknown, event);
    },
  ),
  ...each(
    refused,
    (name) => `refused: ${name}`,
    async (_, [headers, problem, text = body]) => {
      const error = await rejection(verifyWebhook(text, headers(), secret, anyTime));
      has(error, { name: 'SignatureError', problem });
    },
  ),
  ...each(
    ages,
    (name) => `signed ${name}`,
    async (_, [age_s, tolerance, problem]) => {
      const headers = await signWebhook(body, secret, { timestamp: now() - age_s });
      const { 'x-service-signature': mine, ...rest } = headers;
      for (const one of [{ 'x-service-signature': mine }, rest]) {
        const verified = verifyWebhook(body, one, secret, { tolerance });
        if (problem === null) equal((await verified) as unknown, event);
        else has(await rejection(verified), { problem });
      }
    },
  ),
  ...each(
    raw,
    (name) => `the raw body may be ${name}`,
    async (_, rawBody) => {
      equal((await verifyWebhook(rawBody(), ownHeaders(time, own), secret, anyTime)) as unknown, event);
      const right = { timestamp: time, id: 'evt_1' };
      has(await signWebhook(rawBody(), secret, right), { 'webhook-signature': `v1,${standard}` });
    },
  ),
};

const keys: Record<string, Check['run']> = {
  ...each(
    secrets,
    (name) => `the right secret is ${name}`,
    async (_, given) => {
      equal((await verifyWebhook(body, ownHeaders(time, own), given, anyTime)) as unknown, event);
      equal(
        (await verifyWebhook(body, standardHeaders(time, `v1,${standard}`), given, anyTime)) as unknown,
        event,
      );
    },
  ),
  'a different secret is refused in both schemes': async () => {
    for (const headers of [ownHeaders(time, own), standardHeaders(time, `v1,${standard}`)]) {
      const error = await rejection(verifyWebhook(body, headers, other_secret, anyTime));
      has(error, { problem: 'no_match' });
    }
  },
  'the standard scheme accepts a secret without its prefix': async () => {
    const bare = secret.slice('whsec_'.length);
    equal(
      (await verifyWebhook(body, standardHeaders(time, `v1,${standard}`), bare, anyTime)) as unknown,
      event,
    );
  },
  'a webhook signed with two secrets is accepted with either': async () => {
    const { 'x-service-signature': mine, ...rest } = await signWebhook(body, [secret, other_secret]);
    for (const one of [secret, other_secret]) {
      equal((await verifyWebhook(body, { 'x-service-signature': mine }, one)) as unknown, event);
      equal((await verifyWebhook(body, rest, one)) as unknown, event);
    }
  },
  'both schemes produce the signatures of OpenSSL': async () => {
    equal((await signWebhook(body, secret, { id: 'evt_1', timestamp: time })) as unknown, {
      'x-service-signature': `t=${time},v1=${own}`,
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(time),
      'webhook-signature': `v1,${standard}`,
    });
  },
  ...each(
    noSecrets,
    (name) => `a secret that ${name} cannot sign`,
    async (_, wrong) => {
      isA(await rejection(signWebhook(body, wrong)), TypeError);
    },
  ),
};

const events: Record<string, Check['run']> = {
  ...each(
    noEvents,
    (name) => `signed, but ${name}: refused`,
    async (_, rawBody) => {
      const headers = await signWebhook(rawBody(), secret);
      has(await rejection(verifyWebhook(rawBody(), headers, secret)), { problem: 'malformed_event' });
    },
  ),
  ...each(
    misuses,
    (name) => `a call with ${name} is a TypeError`,
    async (_, [rawBody, given, tolerance, words]) => {
      const headers = await signWebhook(body, secret);
      const call = verifyWebhook(rawBody as string, headers, given as string, { tolerance });
      const error = await rejection(call);
      isA(error, TypeError);
      matches((error as Error).message, words);
    },
  ),
  'an event with an unknown name is kept': async () => {
    const text = JSON.stringify({ ...event, event: 'wallet.filled', data: { colour: 'blue' } });
    has(await verifyWebhook(text, await signWebhook(text, secret), secret), { event: 'wallet.filled' });
  },
  'unknown fields of an event are kept': async () => {
    const text = JSON.stringify({ ...event, mood: 'good' });
    has(await verifyWebhook(text, await signWebhook(text, secret), secret), { mood: 'good' });
  },
};

export const webhooks: readonly Check[] = makeChecks('webhook verification', {
  ...signatures,
  ...keys,
  ...events,
});
