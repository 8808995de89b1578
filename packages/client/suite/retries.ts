import { between, equal, has, isA, matches, ok, rejection } from './assert.ts';
import { type Check, each, makeChecks, type Tester } from './check.ts';
import { type AnswerReply, failure, fault, passing, type Reply, success } from './replies.ts';
import { absentAddress, order, play, session } from './stage.ts';
import { ApiError, ConnectionError, Guichet, type LogLine, NotFoundError, TimeoutError } from './subject.ts';

const again: Readonly<Record<string, Reply>> = {
  'a 408': passing(408, 'request_timeout'),
  'a 409 while the key is in use': passing(409, 'idempotency_key_in_use'),
  'a 429': passing(429, 'rate_limited'),
  'a 500': passing(500, 'internal_error'),
  'a 502 that is not JSON': { status: 502, headers: { 'retry-after': '0' }, body: '<h1>Bad gateway</h1>' },
  'a 503': passing(503, 'unavailable'),
  'a 503 without Retry-After': failure(503, 'unavailable'),
  'a 504 without a body': { status: 504, headers: { 'retry-after': '0' } },
  'a connection that drops': fault('drop'),
  'a connection that is reset': fault('reset'),
  'a response that is not HTTP': fault('not HTTP'),
  'a response that breaks off': fault('drop after headers'),
  'a response shorter than its Content-Length': fault('short body'),
};

/** Status and code of responses that a retry would not change. */
const final: Readonly<Record<string, readonly [number, string]>> = {
  'a 400': [400, 'invalid_json'],
  'a 401': [401, 'revoked_api_key'],
  'a 403': [403, 'forbidden'],
  'a 404': [404, 'payment_not_found'],
  'a 405': [405, 'method_not_allowed'],
  'a 409 with a different code': [409, 'payment_in_progress'],
  'a 409 without a code': [409, ''],
  'a 410': [410, 'session_expired'],
  'a 413': [413, 'body_too_large'],
  'a 422': [422, 'invalid_fields'],
};

/** Returns the wait that would follow a reply. The call is aborted before the wait starts. */
async function waitAfter(t: Tester, reply: Reply): Promise<number> {
  const stage = await play(t, reply);
  const controller = new AbortController();
  let wait_ms = Number.NaN;
  const logger = {
    debug: () => undefined,
    warn: ({ retry_in_ms }: LogLine) => {
      wait_ms = retry_in_ms ?? Number.NaN;
      controller.abort();
    },
  };
  await rejection(stage.client({ logger }).payments.retrieve('pay_1', { signal: controller.signal }));
  return wait_ms;
}

const asking = (name: string, value: string, status = 429, code = 'rate_limited'): AnswerReply =>
  failure(status, code, { headers: { [name]: value } });

/** Lowest and highest wait in milliseconds after each reply. */
const waits: Readonly<Record<string, readonly [() => Reply, number, number]>> = {
  'Retry-After: 0': [() => asking('retry-after', '0'), 0, 0],
  'Retry-After in seconds': [() => asking('retry-after', '7'), 7000, 7000],
  'Retry-After of a 503': [() => asking('retry-after', '3', 503, 'unavailable'), 3000, 3000],
  'Retry-After of a 409 while the key is in use': [
    () => asking('retry-after', '2', 409, 'idempotency_key_in_use'),
    2000,
    2000,
  ],
  'Retry-After as a date': [() => asking('retry-after', dateIn(20)), 10_000, 20_000],
  'Retry-After as a date that has passed': [() => asking('retry-after', dateIn(-60)), 0, 0],
  'Retry-After of a day, which is capped': [() => asking('retry-after', '86400'), 30_000, 30_000],
  'Retry-After as a far date, which is capped': [() => asking('retry-after', dateIn(86_400)), 30_000, 30_000],
  'a negative Retry-After': [() => asking('retry-after', '-5'), 0, 500],
  'Retry-After in an unknown form': [() => asking('retry-after', 'soon'), 0, 500],
  'no Retry-After': [() => failure(503, 'unavailable'), 0, 500],
  'a broken connection': [() => fault('drop'), 0, 500],
  'an exhausted RateLimit': [() => asking('ratelimit', '"key";r=0;t=5'), 5000, 5000],
  'a RateLimit with quota left': [() => asking('ratelimit', '"key";r=3;t=5'), 0, 500],
  'Retry-After along with RateLimit': [
    () => failure(429, 'rate_limited', { headers: { 'retry-after': '1', ratelimit: '"key";r=0;t=9' } }),
    1000,
    1000,
  ],
};

function dateIn(seconds: number): string {
  return new Date(Date.now() + seconds * 1000).toUTCString();
}

const statuses: Record<string, Check['run']> = {
  ...each(
    again,
    (name) => `${name} is retried with the same key and body`,
    async (t, reply) => {
      const stage = await play(t, reply, success(session, { status: 201 }));
      equal(await stage.client().checkout.initialize(order), session);
      const [first, second, ...more] = await stage.received();
      equal(more.length, 0, 'further requests');
      equal(second?.headers['idempotency-key'], first?.headers['idempotency-key'], 'the key');
      equal(second?.body, first?.body, 'the body');
    },
  ),
  ...each(
    final,
    (name) => `${name} is not retried`,
    async (t, [status, code]) => {
      const stage = await play(t, failure(status, code, { headers: { 'retry-after': '0' } }), success({}));
      has(await rejection(stage.client().payments.retrieve('pay_1')), { status });
      equal((await stage.received()).length, 1, 'requests');
    },
  ),
  ...each(
    waits,
    (name) => `the wait after ${name}`,
    async (t, [reply, low_ms, high_ms]) => {
      between(await waitAfter(t, reply()), low_ms, high_ms);
    },
  ),
};

const numbers: Record<string, Check['run']> = {
  ...each(
    { 0: 0, 1: 1, 3: 3, 5: 5 },
    (row) => `maxRetries ${row} limits the attempts`,
    async (t, maxRetries) => {
      const stage = await play(t, passing());
      const error = await rejection(stage.client({ maxRetries }).checkout.initialize(order));
      const received = await stage.received();
      has(error, { status: 503, idempotencyKey: received[0]?.headers['idempotency-key'] });
      equal(received.length, maxRetries + 1, 'requests');
    },
  ),
  'by default there are three retries': async (t) => {
    const stage = await play(t, passing());
    await rejection(stage.client().payments.retrieve('pay_1'));
    equal((await stage.received()).length, 4, 'requests');
  },
  'maxRetries of a call may be higher': async (t) => {
    const stage = await play(t, passing(), passing(), success({ id: 'pay_1' }));
    const guichet = stage.client({ maxRetries: 0 });
    equal(await guichet.payments.retrieve('pay_1', { maxRetries: 2 }), { id: 'pay_1' });
  },
  'maxRetries of a call may be lower': async (t) => {
    const stage = await play(t, passing());
    await rejection(stage.client({ maxRetries: 5 }).payments.retrieve('pay_1', { maxRetries: 0 }));
    equal((await stage.received()).length, 1, 'requests');
  },
  'two broken connections and then a success': async (t) => {
    const stage = await play(t, fault('drop'), fault('drop after headers'), success({ id: 'pay_1' }));
    equal(await stage.client().payments.retrieve('pay_1'), { id: 'pay_1' });
    equal((await stage.received()).length, 3, 'requests');
  },
  'a connection that always drops ends in a ConnectionError': async (t) => {
    const stage = await play(t, fault('drop'));
    isA(await rejection(stage.client({ maxRetries: 1 }).payments.retrieve('pay_1')), ConnectionError);
    equal((await stage.received()).length, 2, 'requests');
  },
  'a final response ends the retries': async (t) => {
    const stage = await play(t, passing(), failure(404, 'payment_not_found'), success({}));
    isA(await rejection(stage.client().payments.retrieve('pay_1')), NotFoundError);
    equal((await stage.received()).length, 2, 'requests');
  },
  'an unreachable service is a ConnectionError that names the address': async (t) => {
    const baseUrl = await absentAddress(t);
    const error = await rejection(
      new Guichet({ apiKey: 'svc_test_key', baseUrl, maxRetries: 0 }).payments.retrieve('pay_1'),
    );
    isA(error, ConnectionError);
    matches((error as Error).message, baseUrl);
    has(error, { status: null, code: 'connection_failed', requestId: null });
  },
  'the bound of the wait doubles, with full jitter': async (t) => {
    const stage = await play(t, failure(503, 'unavailable'));
    const waits_ms: number[] = [];
    const logger = { debug: () => undefined, warn: (line: LogLine) => waits_ms.push(line.retry_in_ms ?? -1) };
    await rejection(stage.client({ logger, maxRetries: 2 }).payments.retrieve('pay_1'));
    equal(waits_ms.length, 2, 'waits');
    between(waits_ms[0] ?? -1, 0, 500);
    between(waits_ms[1] ?? -1, 0, 1000);
  },
  'the wait that Retry-After requests is observed': async (t) => {
    const stage = await play(
      t,
      failure(429, 'rate_limited', { headers: { 'retry-after': '1' } }),
      success({}),
    );
    const start_ms = performance.now();
    await stage.client().payments.retrieve('pay_1');
    // Timers may fire up to a millisecond early.
    ok(performance.now() - start_ms >= 999, 'it did not wait');
  },
  'X-Should-Retry: true retries any response': async (t) => {
    const willing = failure(400, 'invalid_request', {
      headers: { 'x-should-retry': 'true', 'retry-after': '0' },
    });
    const stage = await play(t, willing, success({ id: 'pay_1' }));
    equal(await stage.client().payments.retrieve('pay_1'), { id: 'pay_1' });
  },
  'X-Should-Retry: true does not go beyond maxRetries': async (t) => {
    const willing = failure(400, 'invalid_request', {
      headers: { 'x-should-retry': 'true', 'retry-after': '0' },
    });
    const stage = await play(t, willing);
    has(await rejection(stage.client({ maxRetries: 1 }).payments.retrieve('pay_1')), { status: 400 });
    equal((await stage.received()).length, 2, 'requests');
  },
  'X-Should-Retry: false prevents any retry': async (t) => {
    const stage = await play(t, failure(503, 'unavailable', { headers: { 'x-should-retry': 'false' } }));
    isA(await rejection(stage.client().payments.retrieve('pay_1')), ApiError);
    equal((await stage.received()).length, 1, 'requests');
  },
  'each retry sends its number, the first attempt does not': async (t) => {
    const stage = await play(t, passing(), passing(), success({}));
    await stage.client().payments.retrieve('pay_1');
    const counts = (await stage.received()).map(({ headers }) => headers['x-retry-count']);
    equal(counts, [undefined, '1', '2']);
  },
  'the number of a retry can be removed': async (t) => {
    const stage = await play(t, passing(), success({}));
    await stage.client({ headers: { 'X-Retry-Count': null } }).payments.retrieve('pay_1');
    equal((await stage.received())[1]?.headers['x-retry-count'], undefined);
  },
};

const times: Record<string, Check['run']> = {
  'timeout applies to each attempt: after a stall, the next attempt has the full timeout': async (t) => {
    const stage = await play(t, fault('stall after headers'), success({ id: 'pay_1' }));
    equal(await stage.client({ timeout: 500 }).payments.retrieve('pay_1'), { id: 'pay_1' });
  },
  'timeout of the client ends a longer attempt': async (t) => {
    const stage = await play(t, fault('never answer'));
    const error = await rejection(
      stage.client({ timeout: 50, maxRetries: 0 }).payments.retrieve('pay_1', { deadline: 5_000 }),
    );
    isA(error, TimeoutError);
    matches((error as Error).message, '50 ms');
  },
  'timeout of a call overrides that of the client': async (t) => {
    const stage = await play(t, fault('never answer'));
    const error = await rejection(stage.client().payments.retrieve('pay_1', { timeout: 50, maxRetries: 0 }));
    isA(error, TimeoutError);
    matches((error as Error).message, '50 ms');
  },
  'a wait that would exceed the deadline is not started': async (t) => {
    const stage = await play(
      t,
      failure(429, 'rate_limited', { headers: { 'retry-after': '25' } }),
      success({}),
    );
    const error = await rejection(stage.client({ deadline: 20_000 }).payments.retrieve('pay_1'));
    has(error, { name: 'RateLimitError', retryAfter: 25 });
    equal((await stage.received()).length, 1, 'requests');
  },
  'the deadline cuts an attempt short': async (t) => {
    const stage = await play(t, fault('never answer'));
    isA(await rejection(stage.client({ deadline: 1_500 }).payments.retrieve('pay_1')), TimeoutError);
    equal((await stage.received()).length, 1, 'requests');
  },
  'the deadline covers all attempts together': async (t) => {
    const stage = await play(t, passing());
    const guichet = stage.client({ deadline: 300, maxRetries: 1_000_000 });
    ok((await rejection(guichet.payments.retrieve('pay_1'))) instanceof Error, 'an error');
    ok((await stage.received()).length > 1, 'it was not retried');
  },
  'deadline of a call overrides that of the client': async (t) => {
    const stage = await play(t, failure(429, 'rate_limited', { headers: { 'retry-after': '25' } }));
    await rejection(stage.client().payments.retrieve('pay_1', { deadline: 20_000 }));
    equal((await stage.received()).length, 1, 'requests');
  },
};

export const retries: readonly Check[] = makeChecks('retries', { ...statuses, ...numbers, ...times });
