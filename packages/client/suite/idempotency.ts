import { equal, has, isA, matches, ok, rejection } from './assert.ts';
import { type Check, each, makeChecks } from './check.ts';
import { failure, fault, passing, type Reply, success } from './replies.ts';
import { clientOf, noFetch, order, play, session } from './stage.ts';
import { ConflictError, type Guichet, responseOf, ValidationError } from './subject.ts';

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const payout = { amount: 5000, currency: 'XOF', operator: 'mtn_ci', recipient: { phone: '+2250700000000' } };

const making: Readonly<Record<string, (guichet: Guichet) => Promise<unknown>>> = {
  'checkout.initialize': (guichet) => guichet.checkout.initialize(order),
  'checkout.pay': (guichet) => guichet.checkout.pay('tok_1', { operator: 'mtn_ci', phone: '+2250700000000' }),
  'checkout.cancel': (guichet) => guichet.checkout.cancel('tok_1'),
  'payments.create': (guichet) => guichet.payments.create(order),
  'payouts.create': (guichet) => guichet.payouts.create(payout),
};

const asking: Readonly<Record<string, (guichet: Guichet) => PromiseLike<unknown>>> = {
  'payments.retrieve': (guichet) => guichet.payments.retrieve('pay_1'),
  'payments.verify': (guichet) => guichet.payments.verify('pay_1'),
  'payouts.verify': (guichet) => guichet.payouts.verify('po_1'),
  'customers.list': (guichet) => guichet.customers.list(),
};

const failures: Readonly<Record<string, Reply>> = {
  'a ValidationError': failure(422, 'invalid_fields'),
  'a ConflictError': failure(409, 'payment_in_progress'),
  'a RateLimitError': failure(429, 'rate_limited'),
  'an ApiError': failure(500, 'internal_error'),
  'a response that is not from the service': { status: 200, body: 'Welcome!' },
  'a ConnectionError': fault('drop'),
  'a TimeoutError': fault('never answer'),
};

const refused: Readonly<Record<string, unknown>> = {
  'an empty text': '',
  'only spaces': '  ',
  'characters that headers do not allow': 'clé n° 7',
  'two lines': 'order\r\nX-Other: 7',
  '256 characters': 'k'.repeat(256),
  'a number': 7,
};

const taken: Readonly<Record<string, string>> = {
  'a word': 'order-7',
  'a word with a space': 'order 7',
  'punctuation of all kinds': `~!@#$%^&*()_+{}|:<>?-=[];',./`,
  '255 characters': 'k'.repeat(255),
};

const keys: Record<string, Check['run']> = {
  ...each(
    making,
    (name) => `${name} carries its own key`,
    async (t, call) => {
      const stage = await play(t, success({}));
      await call(stage.client());
      const [request] = await stage.received();
      equal(request?.method, 'POST');
      matches(request?.headers['idempotency-key'], uuid);
    },
  ),
  ...each(
    asking,
    (name) => `${name} carries no key`,
    async (t, call) => {
      const stage = await play(t, success({ items: [], next_cursor: null }));
      await call(stage.client());
      const [request] = await stage.received();
      equal(request?.method, 'GET');
      equal(request?.headers['idempotency-key'], undefined, 'the key');
    },
  ),
  ...each(
    taken,
    (name) => `a key from the caller is sent unchanged: ${name}`,
    async (t, idempotencyKey) => {
      const stage = await play(t, success(session));
      await stage.client().checkout.initialize(order, { idempotencyKey });
      equal((await stage.received())[0]?.headers['idempotency-key'], idempotencyKey);
    },
  ),
  ...each(
    refused,
    (name) => `a key is refused before any request: ${name}`,
    async (_, key) => {
      const idempotencyKey = key as string;
      const error = await rejection(clientOf(noFetch).checkout.initialize(order, { idempotencyKey }));
      isA(error, TypeError);
      matches((error as Error).message, 'idempotencyKey');
    },
  ),
  'each call has a new key': async (t) => {
    const stage = await play(t, success(session));
    const guichet = stage.client();
    await Promise.all([1, 2, 3, 4].map(() => guichet.checkout.initialize(order)));
    const sent = (await stage.received()).map(({ headers }) => headers['idempotency-key']);
    equal(new Set(sent).size, 4, 'different keys');
  },
  'a key from the caller is sent with every attempt': async (t) => {
    const stage = await play(t, passing(), fault('drop'), success(session));
    await stage.client().checkout.initialize(order, { idempotencyKey: 'order-7' });
    const sent = (await stage.received()).map(({ headers }) => headers['idempotency-key']);
    equal(sent, ['order-7', 'order-7', 'order-7']);
  },
  'a timed-out attempt is repeated with the same key': async (t) => {
    const stage = await play(t, fault('never answer'), success(session));
    await stage.client({ timeout: 1_000 }).checkout.initialize(order);
    const sent = (await stage.received()).map(({ headers }) => headers['idempotency-key']);
    equal(new Set(sent).size, 1, 'different keys');
    ok(sent.length > 1, 'it was not retried');
  },
  'other headers cannot remove the key': async (t) => {
    const stage = await play(t, success(session));
    await stage.client({ headers: { 'Idempotency-Key': null } }).checkout.initialize(order);
    matches((await stage.received())[0]?.headers['idempotency-key'], uuid);
  },
  'other headers cannot change the key': async (t) => {
    const stage = await play(t, success(session));
    const headers = { 'idempotency-key': 'theirs' };
    await stage.client().checkout.initialize(order, { headers, idempotencyKey: 'ours' });
    equal((await stage.received())[0]?.headers['idempotency-key'], 'ours');
  },
};

const answers: Record<string, Check['run']> = {
  ...each(
    failures,
    (name) => `${name} shows the key that was sent`,
    async (t, reply) => {
      const stage = await play(t, reply);
      const error = await rejection(
        stage.client({ maxRetries: 0, timeout: 1_000 }).checkout.initialize(order),
      );
      has(error, { idempotencyKey: (await stage.received())[0]?.headers['idempotency-key'] });
      matches((error as { idempotencyKey: string }).idempotencyKey, uuid);
    },
  ),
  'an error of a read call has no key': async (t) => {
    const stage = await play(t, failure(404, 'payment_not_found'));
    has(await rejection(stage.client().payments.retrieve('pay_1')), { idempotencyKey: null });
  },
  'the key of an error repeats the same call': async (t) => {
    const stage = await play(t, fault('drop'), success(session));
    const guichet = stage.client({ maxRetries: 0 });
    const error = await rejection(guichet.checkout.initialize(order));
    const { idempotencyKey } = error as { idempotencyKey: string };
    equal(await guichet.checkout.initialize(order, { idempotencyKey }), session);
    const [first, second] = await stage.received();
    equal(second?.headers['idempotency-key'], first?.headers['idempotency-key'], 'the key');
  },
  'a key that stays in use ends in a ConflictError': async (t) => {
    const stage = await play(t, passing(409, 'idempotency_key_in_use'));
    const error = await rejection(stage.client().checkout.initialize(order, { idempotencyKey: 'order-7' }));
    isA(error, ConflictError);
    has(error, { code: 'idempotency_key_in_use', idempotencyKey: 'order-7' });
  },
  'a key that was used for something else is a ValidationError': async (t) => {
    const stage = await play(t, failure(422, 'idempotency_key_reused'));
    const error = await rejection(stage.client().checkout.initialize(order, { idempotencyKey: 'order-7' }));
    isA(error, ValidationError);
    has(error, { code: 'idempotency_key_reused' });
    equal((await stage.received()).length, 1, 'requests');
  },
  'a replayed response is marked as such': async (t) => {
    const stage = await play(t, success(session, { headers: { 'idempotent-replayed': 'true' } }));
    const made = await stage.client().checkout.initialize(order, { idempotencyKey: 'order-7' });
    has(responseOf(made), { replayed: true, idempotencyKey: 'order-7' });
  },
  'a new response is marked as such': async (t) => {
    const stage = await play(t, success(session));
    has(responseOf(await stage.client().checkout.initialize(order)), { replayed: false });
  },
};

export const idempotency: readonly Check[] = makeChecks('idempotency', { ...keys, ...answers });
