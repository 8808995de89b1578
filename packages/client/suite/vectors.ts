import { equal, has, isA, rejection } from './assert.ts';
import { type Check, each, makeChecks } from './check.ts';
import { signWebhook, verifyWebhook } from './subject.ts';

/** A message with a signature published by a third party, not computed by this library. */
interface Vector {
  readonly secret: string;
  readonly id: string;
  /** Unix time in seconds. */
  readonly timestamp: number;
  readonly body: string;
  readonly signature: string;
}

type Vectors = Readonly<Record<string, Vector>>;

const library: Vector = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: 1_614_265_330,
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};

const vectors: Vectors = {
  /** From the tests of the specification's own libraries. */
  'the Standard Webhooks libraries': library,
  /**
   * Docs of Svix, "Verifying webhooks manually": a key of 18 bytes, shorter than the specification requires for
   * new keys.
   */
  "Svix's manual": {
    secret: 'whsec_plJ3nmyCDGBKInavdOK15jsl',
    id: 'msg_loFOjxBNrRLzqYUf',
    timestamp: 1_731_705_121,
    body: '{"event_type":"ping","data":{"success":true}}',
    signature: 'v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=',
  },
  /** From the tests of the OpenAI SDKs: a key of 32 bytes. */
  'the OpenAI SDKs': {
    secret: 'whsec_RdvaYFYUXuIFuEbvZHwMfYFhUf7aMYjYcmM24+Aj40c=',
    id: 'wh_685c059ae39c8190af8c71ed1022a24d',
    timestamp: 1_750_861_210,
    body: '{"id": "evt_685c059ae3a481909bdc86819b066fb6", "object": "event", "created_at": 1750861210, "type": "response.completed", "data": {"id": "resp_123"}}',
    signature: 'v1,gUAg4R2hWouRZqRQG4uJypNS8YK885G838+EHb4nKBY=',
  },
};

/** Invalid signatures that the specification's own libraries refuse in their tests. */
const foreign = 'v1,Ceo5qEr07ixe2NLpvHk3FH9bwy/WavXrAFQ/9tdO6mc=';

type Change = (vector: Vector) => Partial<Vector>;

const harmless: Readonly<Record<string, Change>> = {
  'as published': () => ({}),
  'a secret without its prefix': ({ secret }) => ({ secret: secret.slice('whsec_'.length) }),
  'other signatures around it': ({ signature }) => ({
    signature: `${foreign} ${foreign.replace('v1', 'v2')} ${signature} ${foreign}`,
  }),
  'an asymmetric signature next to it': ({ signature }) => ({
    signature: `${signature} v1a,hnO3f9T8Ytu9HwrX`,
  }),
};

/** Changes that invalidate a signature, each with the expected problem. */
const harmful: Readonly<Record<string, readonly [Change, problem: string]>> = {
  'a different signature': [() => ({ signature: foreign }), 'no_match'],
  'a part of the signature': [({ signature }) => ({ signature: signature.slice(0, 8) }), 'no_match'],
  'only the version of the signature': [() => ({ signature: 'v1,' }), 'no_match'],
  'a different version': [({ signature }) => ({ signature: signature.replace('v1', 'v2') }), 'no_match'],
  'no version': [({ signature }) => ({ signature: signature.slice('v1,'.length) }), 'no_match'],
  'without padding': [({ signature }) => ({ signature: signature.replace('=', '') }), 'no_match'],
  'a different id': [({ id }) => ({ id: `${id}x` }), 'no_match'],
  'a different time': [({ timestamp }) => ({ timestamp: timestamp + 1 }), 'no_match'],
  'a different body': [({ body }) => ({ body: body.replace('{', '{ ') }), 'no_match'],
  'a reformatted body': [({ body }) => ({ body: JSON.stringify(JSON.parse(body), null, 1) }), 'no_match'],
  'a different secret': [() => ({ secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD' }), 'no_match'],
  'no id': [() => ({ id: '' }), 'missing_signature'],
  'no signature': [() => ({ signature: '' }), 'missing_signature'],
};

/** A tolerance for old vectors, which accepts any age. */
const any_age = { tolerance: 10_000_000_000 };

/**
 * Verifies a vector. No published body is one of our events, so even a valid signature ends in `malformed_event`,
 * which is checked last.
 */
async function verdict(
  { secret, id, timestamp, body, signature }: Vector,
  options = any_age,
): Promise<unknown> {
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signature,
  };
  const error = await rejection(verifyWebhook(body, headers, secret, options));
  has(error, { name: 'SignatureError' });
  return Object(error).problem;
}

/** Combines every vector with every row. */
function crossed<Row>(rows: Readonly<Record<string, Row>>): Readonly<Record<string, readonly [Vector, Row]>> {
  return Object.fromEntries(
    Object.entries(vectors).flatMap(([origin, vector]) =>
      Object.entries(rows).map(([name, row]) => [`${origin}: ${name}`, [vector, row] as const]),
    ),
  );
}

const runs: Record<string, Check['run']> = {
  ...each(
    vectors,
    (name) => `signs as published by ${name}`,
    async (_, { secret, id, timestamp, body, signature }) => {
      const headers = await signWebhook(body, secret, { id, timestamp });
      equal(headers['webhook-signature'], signature);
      equal(headers['webhook-id'], id);
      equal(headers['webhook-timestamp'], String(timestamp));
    },
  ),
  ...each(
    crossed(harmless),
    (name) => `accepts the message published by ${name}`,
    async (_, [vector, change]) => {
      equal(await verdict({ ...vector, ...change(vector) }), 'malformed_event');
    },
  ),
  ...each(
    crossed(harmful),
    (name) => `refuses the message published by ${name}`,
    async (_, [vector, [change, problem]]) => {
      equal(await verdict({ ...vector, ...change(vector) }), problem);
    },
  ),
  'vectors published years ago are too old': async () => {
    equal(await verdict(library, { tolerance: 300 }), 'too_old');
  },
  'an empty secret is a TypeError, as in the libraries': async () => {
    const { body, id, timestamp } = library;
    isA(await rejection(signWebhook(body, '', { id, timestamp })), TypeError);
  },
};

export const publishedVectors: readonly Check[] = makeChecks('webhook verification', runs);
