import { between, equal, has, isA, matches, ok, rejection, thrown } from './assert.ts';
import { type Check, each, makeChecks } from './check.ts';
import { failure, fault, passing, success } from './replies.ts';
import { clientOf, noFetch, order, play, session, withEnvironment } from './stage.ts';
import {
  Guichet,
  GuichetError,
  type GuichetOptions,
  type LogLine,
  responseOf,
  signWebhook,
  verifyWebhook,
} from './subject.ts';

const key = 'svc_test_key';

/** Invalid options, each with the name that the error must contain. */
const refused: Readonly<Record<string, readonly [unknown, string]>> = {
  'no key': [{ apiKey: undefined }, 'apiKey'],
  'an empty key': [{ apiKey: ' ' }, 'apiKey'],
  'a key with a line break': [{ apiKey: 'svc_test_a\nX-Other: b' }, 'apiKey'],
  'a key with characters that headers do not allow': [{ apiKey: 'svc_test_é' }, 'apiKey'],
  'no address': [{ baseUrl: '' }, 'baseUrl'],
  'an address without a scheme': [{ baseUrl: 'pay.example.com/api/v1' }, 'baseUrl'],
  'a protocol other than HTTP': [{ baseUrl: 'ftp://pay.example.com/v1' }, 'baseUrl'],
  'a user name in the address': [{ baseUrl: 'https://me@pay.example.com/v1' }, 'baseUrl'],
  'a fragment in the address': [{ baseUrl: 'https://pay.example.com/v1#a' }, 'baseUrl'],
  'a password in the address': [{ baseUrl: 'https://:secret@pay.example.com/v1' }, 'baseUrl'],
  'a query in the address': [{ baseUrl: 'https://pay.example.com/v1?a=b' }, 'baseUrl'],
  'an address without the version': [
    { baseUrl: 'https://pay.example.com/api' },
    'https://pay.example.com/api/v1',
  ],
  'an address without a path': [{ baseUrl: 'https://pay.example.com' }, 'https://pay.example.com/api/v1'],
  'a timeout of zero': [{ timeout: 0 }, 'timeout'],
  'a timeout that is not a number': [{ timeout: Number.NaN }, 'timeout'],
  'a timeout as text': [{ timeout: '30' }, 'timeout'],
  'a timeout that timers do not support': [{ timeout: 2 ** 31 }, 'timeout'],
  'a negative deadline': [{ deadline: -1 }, 'deadline'],
  'an infinite deadline': [{ deadline: Number.POSITIVE_INFINITY }, 'deadline'],
  'a negative number of retries': [{ maxRetries: -1 }, 'maxRetries'],
  'a fraction of a retry': [{ maxRetries: 0.5 }, 'maxRetries'],
  'an infinite number of retries': [{ maxRetries: Number.POSITIVE_INFINITY }, 'maxRetries'],
};

const refusedByCalls: Readonly<Record<string, readonly [object, string]>> = {
  timeout: [{ timeout: 0 }, 'timeout'],
  deadline: [{ deadline: 0 }, 'deadline'],
  maxRetries: [{ maxRetries: -1 }, 'maxRetries'],
};

/** Base addresses as configured, each with the prefix that `/payments/pay_1` gets. */
const addresses: Readonly<Record<string, string>> = {
  'https://pay.example.com/api/v1': 'https://pay.example.com/api/v1',
  'https://pay.example.com/api/v1/': 'https://pay.example.com/api/v1',
  'https://pay.example.com/api/v1//': 'https://pay.example.com/api/v1',
  ' https://pay.example.com/v1 ': 'https://pay.example.com/v1',
  'http://[::1]:3000/v1': 'http://[::1]:3000/v1',
};

const data = { id: 'pay_1' };
const answerOf = (value: unknown): Response =>
  new Response(JSON.stringify({ message: '', data: value, errors: null }));

/** Makes a fetch that responds immediately and records its requests. */
function noting() {
  const calls: { readonly url: string; readonly init: RequestInit }[] = [];
  return {
    calls,
    fetch: async (url: string, init: RequestInit) => {
      calls.push({ url, init });
      return answerOf(data);
    },
  };
}

const construction: Record<string, Check['run']> = {
  ...each(
    refused,
    (name) => `${name} is refused with an error that names the option`,
    (_, [wrong, option]) => {
      const error = thrown(() => new Guichet({ apiKey: key, ...(wrong as object) }));
      isA(error, TypeError);
      matches((error as Error).message, option);
    },
  ),
  ...each(
    refusedByCalls,
    (name) => `an invalid ${name} of a call is refused with an error that names it`,
    async (_, [options, name]) => {
      const error = await rejection(clientOf(noFetch).payments.retrieve('pay_1', options));
      isA(error, TypeError);
      matches((error as Error).message, name);
    },
  ),
  ...each(
    addresses,
    (baseUrl) => `the base address ${JSON.stringify(baseUrl)}`,
    async (_, expected, baseUrl) => {
      const { calls, fetch } = noting();
      await clientOf(fetch, { baseUrl }).payments.retrieve('pay_1');
      equal(calls[0]?.url, `${expected}/payments/pay_1`);
    },
  ),
  'without a base address, calls go to version 1 of a local service': async () => {
    const { calls, fetch } = noting();
    await clientOf(fetch).payments.retrieve('pay_1');
    equal(calls[0]?.url, 'http://localhost:3000/api/v1/payments/pay_1');
  },
  'missing options come from the environment': async () => {
    const { calls, fetch } = noting();
    const variables = { GUICHET_API_KEY: 'svc_test_env', GUICHET_BASE_URL: 'https://pay.example.com/api/v1' };
    await withEnvironment(variables, () => new Guichet({ fetch })).payments.retrieve('pay_1');
    equal(calls[0]?.url, 'https://pay.example.com/api/v1/payments/pay_1');
    equal(new Headers(calls[0]?.init.headers).get('authorization'), 'Bearer svc_test_env');
  },
  'explicit options override the environment': async () => {
    const { calls, fetch } = noting();
    const variables = { GUICHET_API_KEY: 'svc_test_env', GUICHET_BASE_URL: 'https://other.example.com/v1' };
    const baseUrl = 'https://pay.example.com/v1';
    await withEnvironment(variables, () => clientOf(fetch, { baseUrl })).payments.retrieve('pay_1');
    equal(calls[0]?.url, 'https://pay.example.com/v1/payments/pay_1');
    equal(new Headers(calls[0]?.init.headers).get('authorization'), `Bearer ${key}`);
  },
  'in production there is no default address': () => {
    const error = withEnvironment({ NODE_ENV: 'production' }, () =>
      thrown(() => new Guichet({ apiKey: key })),
    );
    isA(error, TypeError);
    matches((error as Error).message, 'GUICHET_BASE_URL');
  },
  'without a key, the error names the environment variable': () => {
    const error = withEnvironment({ GUICHET_API_KEY: ' ' }, () => thrown(() => new Guichet()));
    isA(error, TypeError);
    matches((error as Error).message, 'GUICHET_API_KEY');
  },
  'a key is trimmed': async (t) => {
    const stage = await play(t, success(data));
    await stage.client({ apiKey: ' svc_test_key\n' }).payments.retrieve('pay_1');
    equal((await stage.received())[0]?.headers.authorization, 'Bearer svc_test_key');
  },
  'a live key in a browser is refused': () => {
    const error = inBrowser(() => thrown(() => new Guichet({ apiKey: 'svc_live_private' })));
    isA(error, TypeError);
    matches((error as Error).message, 'browser');
    ok(!(error as Error).message.includes('private'), 'the key is in the message');
  },
  'a test key in a browser is accepted': () => {
    inBrowser(() => new Guichet({ apiKey: key }));
  },
  'a live key elsewhere is accepted': () => {
    new Guichet({ apiKey: 'svc_live_private' });
  },
  'withOptions keeps the other options': async (t) => {
    const stage = await play(t, passing(), success(data));
    const other = stage.client({ maxRetries: 0 }).withOptions({ maxRetries: 1 });
    equal((await other.payments.retrieve('pay_1')) as unknown, data);
    equal((await stage.received())[0]?.headers.authorization, `Bearer ${key}`);
  },
  'withOptions does not change the client': async (t) => {
    const stage = await play(t, passing(), success(data));
    const guichet = stage.client({ maxRetries: 0 });
    guichet.withOptions({ maxRetries: 1 });
    has(await rejection(guichet.payments.retrieve('pay_1')), { status: 503 });
  },
  'withOptions validates like the constructor': () => {
    isA(
      thrown(() => clientOf(noFetch).withOptions({ timeout: 0 })),
      TypeError,
    );
  },
  'webhooks has the two functions that can be imported on their own': () => {
    equal(clientOf(noFetch).webhooks as unknown, { verify: verifyWebhook, sign: signWebhook });
  },
};

/** Runs a synchronous function with a global window and document, as in a browser. */
function inBrowser<Result>(run: () => Result): Result {
  const scope = globalThis as { window?: unknown };
  const before = scope.window;
  scope.window = { document: {} };
  try {
    return run();
  } finally {
    if (before === undefined) delete scope.window;
    else scope.window = before;
  }
}

const fetches: Record<string, Check['run']> = {
  'a custom fetch is used, and asked not to follow redirects': async () => {
    const { calls, fetch } = noting();
    equal((await clientOf(fetch).payments.retrieve('pay_1')) as unknown, data);
    has(calls[0]?.init, { method: 'GET', redirect: 'manual' });
    ok(calls[0]?.init.signal instanceof AbortSignal, 'no signal');
  },
  'the headers passed to fetch are a plain record that can be spread': async () => {
    const { calls, fetch } = noting();
    await clientOf(fetch).payments.retrieve('pay_1');
    has({ ...(calls[0]?.init.headers as object) }, { authorization: `Bearer ${key}` });
  },
  'a fetch without streams works': async () => {
    const response = answerOf(data);
    const plain = { ok: true, status: 200, headers: response.headers, text: () => response.text() };
    equal((await clientOf(async () => plain as Response).payments.retrieve('pay_1')) as unknown, data);
  },
  'a fetch that rejects is a ConnectionError with its cause': async () => {
    const cause = new Error('no network in the tunnel');
    const guichet = clientOf(() => Promise.reject(cause), { maxRetries: 0 });
    has(await rejection(guichet.payments.retrieve('pay_1')), { name: 'ConnectionError', cause });
  },
  'a fetch that throws is a ConnectionError with its cause': async () => {
    const cause = new Error('no network in the tunnel');
    const guichet = clientOf(
      () => {
        throw cause;
      },
      { maxRetries: 0 },
    );
    has(await rejection(guichet.payments.retrieve('pay_1')), { name: 'ConnectionError', cause });
  },
};

const headers: Record<string, Check['run']> = {
  'client headers are sent, and call headers override them': async (t) => {
    const stage = await play(t, success(data));
    const guichet = stage.client({ headers: { 'X-Shop': 'abidjan', 'X-Trace': 'a' } });
    await guichet.payments.retrieve('pay_1', { headers: { 'x-trace': 'b' } });
    has((await stage.received())[0]?.headers, { 'x-shop': 'abidjan', 'x-trace': 'b' });
  },
  'an undefined header of a call changes nothing': async (t) => {
    const stage = await play(t, success(data));
    const guichet = stage.client({ headers: { 'X-Trace': 'a' } });
    await guichet.payments.retrieve('pay_1', { headers: { 'X-Trace': undefined } });
    equal((await stage.received())[0]?.headers['x-trace'], 'a');
  },
  'a null header of a call removes it': async (t) => {
    const stage = await play(t, success(data));
    const guichet = stage.client({ headers: { 'X-Trace': 'a' } });
    await guichet.payments.retrieve('pay_1', { headers: { 'x-trace': null } });
    equal((await stage.received())[0]?.headers['x-trace'], undefined);
  },
  'other headers cannot replace the API key': async (t) => {
    const stage = await play(t, success(data));
    const guichet = stage.client({ headers: { authorization: 'Bearer theirs' } });
    await guichet.payments.retrieve('pay_1', { headers: { Authorization: null } });
    equal((await stage.received())[0]?.headers.authorization, `Bearer ${key}`);
  },
  "responseOf returns the details of the library's objects": async (t) => {
    const stage = await play(t, passing(), success(data, { headers: { 'x-other': 'a' } }));
    const info = responseOf(await stage.client().payments.retrieve('pay_1'));
    has(info, { status: 200, requestId: 'req_1', attempts: 2, idempotencyKey: null, replayed: false });
    equal(info?.headers.get('x-other'), 'a');
  },
  'responseOf returns undefined for other objects': () => {
    equal(responseOf({}), undefined);
  },
};

/** Makes a logger that keeps its entries. */
function listening() {
  const lines: (LogLine & { readonly level: string })[] = [];
  const at = (level: string) => (line: LogLine) => void lines.push({ ...line, level });
  return { lines, logger: { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') } };
}

const logging: Record<string, Check['run']> = {
  'a logger gets successes': async (t) => {
    const stage = await play(t, success(session, { status: 201 }));
    const { lines, logger } = listening();
    await stage.client({ logger }).checkout.initialize(order, { idempotencyKey: 'order-7' });
    equal(lines.length, 1, 'lines');
    has(lines[0], {
      level: 'debug',
      message: 'POST /checkout/initialize: 201',
      method: 'POST',
      path: '/checkout/initialize',
      attempt: 1,
      status: 201,
      code: null,
      request_id: 'req_1',
      idempotency_key: 'order-7',
      retry_in_ms: null,
    });
    between(lines[0]?.duration_ms ?? -1, 0, 60_000);
  },
  'a logger gets each retry': async (t) => {
    const stage = await play(t, passing(), fault('drop'), success(data));
    const { lines, logger } = listening();
    await stage.client({ logger }).payments.retrieve('pay_1');
    equal(
      lines.map(({ level, attempt, status, code }) => [level, attempt, status, code]),
      [
        ['warn', 1, 503, 'unavailable'],
        ['warn', 2, null, 'connection_failed'],
        ['debug', 3, 200, null],
      ],
    );
    equal(lines[0]?.message, 'GET /payments/pay_1: 503, again in 0 ms');
  },
  'a logger gets the failure that ends the call': async (t) => {
    const stage = await play(t, failure(404, 'payment_not_found'));
    const { lines, logger } = listening();
    await rejection(stage.client({ logger }).payments.retrieve('pay_1'));
    equal(lines.length, 1, 'lines');
    has(lines[0], { level: 'debug', status: 404, code: 'payment_not_found', retry_in_ms: null });
  },
  'a logger gets aborts': async (t) => {
    const stage = await play(t, fault('never answer'));
    const { lines, logger } = listening();
    const controller = new AbortController();
    const ended = rejection(
      stage.client({ logger }).payments.retrieve('pay_1', { signal: controller.signal }),
    );
    controller.abort('enough');
    equal(await ended, 'enough');
    has(lines[0], { level: 'debug', message: 'GET /payments/pay_1: stopped', status: null, code: null });
  },
  'a logger gets no secrets and no personal data': async (t) => {
    const stage = await play(t, passing(), success(data));
    const { lines, logger } = listening();
    const guichet = stage.client({ logger, apiKey: 'svc_test_private', headers: { cookie: 'crumbs' } });
    await guichet.checkout.pay('tok_private', { operator: 'mtn_ci', phone: '+225 private', otp: 'private' });
    await guichet.checkout.retrieve('tok_private');
    await guichet.customers.list({ cursor: 'private' });
    const text = JSON.stringify(lines);
    equal(lines.map(({ path }) => path).slice(0, 3), [
      '/checkout/{token}/pay',
      '/checkout/{token}/pay',
      '/checkout/{token}',
    ]);
    for (const secret of ['private', 'crumbs']) {
      ok(!text.includes(secret), `the lines contain ${secret}`);
    }
  },
  'a logger that throws does not break the call': async (t) => {
    const stage = await play(t, passing(), success(data));
    const broken = (): never => {
      throw new Error('the disk is full');
    };
    const guichet = stage.client({ logger: { debug: broken, warn: broken } });
    equal((await guichet.payments.retrieve('pay_1')) as unknown, data);
  },
};

/** Returns everything readable in a value, as text. */
function textOf(value: unknown, depth = 0): string {
  if (typeof value !== 'object' || value === null || depth > 6) return String(value);
  const names = [...Object.getOwnPropertyNames(value), ...(value instanceof Error ? ['stack', 'cause'] : [])];
  const record = value as Record<string, unknown>;
  return names.map((name) => `${name}: ${textOf(record[name], depth + 1)}`).join('\n');
}

/** Failing calls with their responses. */
const failing: Readonly<Record<string, Partial<GuichetOptions>>> = {
  'a refused key': {
    fetch: async () => new Response('{"message":"No.","code":"invalid_api_key"}', { status: 401 }),
  },
  'a broken connection': { fetch: () => Promise.reject(new Error('no network in the tunnel')) },
  'a timeout': { fetch: () => new Promise<never>(() => undefined), timeout: 20 },
};

const secrecy: Record<string, Check['run']> = {
  ...each(
    failing,
    (name) => `the error of ${name} does not show the key`,
    async (_, options) => {
      const guichet = new Guichet({ apiKey: 'svc_test_private', maxRetries: 0, ...options });
      const error = await rejection(guichet.payments.retrieve('pay_1'));
      ok(error instanceof GuichetError, 'it is not a GuichetError');
      ok(!textOf(error).includes('private'), 'it shows the key');
    },
  ),
  'the error for an invalid key does not show it': () => {
    const error = thrown(() => new Guichet({ apiKey: 'svc_live_private\n\nX-Other: words' }));
    ok(!textOf(error).includes('private'), 'it shows the key');
  },
  'a client does not show its key': () => {
    const guichet = new Guichet({ apiKey: 'svc_live_private' });
    ok(!`${textOf(guichet)}${JSON.stringify(guichet)}`.includes('private'), 'it shows the key');
  },
};

export const options: readonly Check[] = makeChecks('client options', {
  ...construction,
  ...fetches,
  ...headers,
  ...logging,
  ...secrecy,
});
