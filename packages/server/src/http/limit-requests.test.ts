import { setTimeout } from 'node:timers/promises';
import { type Caller, makeAuthenticate, resetMerchantLimit, setMerchantLimit } from '@guichet/core/accounts';
import { type Connected, connect } from '@guichet/core/platform';
import { systemClock } from '@guichet/kernel/clock';
import { silentLog } from '@guichet/kernel/log';
import type { FastifyRequest } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { commandOf } from '../../../../test-support/actors.ts';
import { makeCaller } from '../../../../test-support/checkouts.ts';
import { composeContext, type TestContext } from '../../../../test-support/context.ts';
import { makeTestDatabase, type TestDatabase } from '../../../../test-support/database.ts';
import { type StoppedClock, stopClock } from '../../../../test-support/stopped-clock.ts';
import { at_once_default } from '../config.ts';
import { type ApiAnswer, callApi, expectError } from '../testing/api.ts';
import { openSocket, readAnswer, readToEnd } from '../testing/send-bytes.ts';
import { makeLimits } from './limit-requests.ts';
import { makeApp } from './make-app.ts';

let database: TestDatabase;
let clock: StoppedClock;
let node: Connected;
let ctx: TestContext<typeof systemClock>;
let caller: Caller & { key: string };
let now_ms = 0;
let warnings: object[];
beforeAll(async () => {
  database = await makeTestDatabase();
  clock = await stopClock(database);
  node = connect(database.database_url, {
    connections_max: 5,
    onError: (error) => {
      throw error;
    },
  });
  ctx = composeContext({ ...database, ...node }, systemClock);
});
beforeEach(async () => {
  warnings = [];
  await database.pool.query('truncate rate_limit_buckets');
  caller = await makeCaller(ctx);
});
afterAll(async () => {
  await node.close();
  await database.close();
});

async function advance(duration_ms: number): Promise<void> {
  now_ms += duration_ms;
  await clock.advance(duration_ms);
}

interface Settings {
  readonly key?: number;
  readonly ip?: number;
  readonly trusted_proxies?: readonly string[];
}

/** Starts an HTTP server with a route of each kind, and limits that follow the test's clock. */
async function startApp({ key = 100, ip = 20, trusted_proxies = [] }: Settings = {}) {
  const config = {
    rate_limit_key_per_second: key,
    rate_limit_ip_per_second: ip,
    trusted_proxies,
    at_once: at_once_default,
  };
  const log = { ...silentLog, warn: (fields: object) => void warnings.push(fields) };
  const limits = makeLimits({ ...ctx, log }, config, { now_ms: () => now_ms, timeout_ms: 60_000 });
  const authenticate = makeAuthenticate(ctx.db);
  const app = makeApp(pino({ level: 'silent' }), config);
  app.route({
    method: ['GET', 'POST'],
    url: '/keyed',
    onRequest: async (request, reply) => {
      const found = await limits.byFailures(request, reply, () =>
        authenticate(request.headers.authorization),
      );
      await limits.byKey(found, reply);
    },
    handler: async () => ({ message: 'seen' }),
  });
  app.get('/public/:token', {
    onRequest: async (request: FastifyRequest<{ Params: { token: string } }>, reply) => {
      await limits.byAddress(request, reply);
      await limits.byToken(request.params.token, reply);
    },
    handler: async () => ({ message: 'seen' }),
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(async () => {
    await app.close();
    await limits.close();
  });
  return {
    url,
    /** Calls with the test's key, or with a different one. */
    keyed: (key: string = caller.key) => callApi({ url }, '/keyed', { key }),
    /** Opens the page with the token of a session of this name. */
    open: (name: string, headers: Record<string, string> = {}) =>
      callApi({ url }, `/public/${ctx.tokens.tokenOf(name.padEnd(22, 'x'))}`, { headers }),
    openWith: (token: string) => callApi({ url }, `/public/${token}`),
  };
}

const fieldsOf = ({ headers }: ApiAnswer) => ({
  limit: headers.ratelimit,
  policy: headers['ratelimit-policy'],
  retry_after: headers['retry-after'],
});

/** Makes concurrent calls. @returns the number of responses by status */
async function countStatuses(count: number, call: () => Promise<ApiAnswer>) {
  const answers = await Promise.all(Array.from({ length: count }, call));
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

describe('limits by key', () => {
  test('are reported in each response, with the requests remaining and the time until the bucket is full', async () => {
    const app = await startApp();
    const policy = '"key";q=200;w=2';
    expect(fieldsOf(await app.keyed())).toEqual({ policy, limit: '"key";r=199;t=1' });
    expect(fieldsOf(await app.keyed())).toEqual({ policy, limit: '"key";r=198;t=1' });
    await countStatuses(97, app.keyed);
    expect(fieldsOf(await app.keyed())).toEqual({ policy, limit: '"key";r=100;t=1' });
    expect(fieldsOf(await app.keyed())).toEqual({ policy, limit: '"key";r=99;t=2' });
  });

  test('allow a burst of 200 out of 500 concurrent requests; the rest get a 429 with Retry-After', async () => {
    const app = await startApp();
    expect(await countStatuses(500, app.keyed)).toEqual({ 200: 200, 429: 300 });
    const refused = await app.keyed();
    expectError(refused, 429, 'rate_limited');
    expect(refused.body.message).toBe('Too many requests. Wait as long as Retry-After says.');
    expect(fieldsOf(refused)).toEqual({
      policy: '"key";q=200;w=2',
      limit: '"key";r=0;t=1',
      retry_after: '1',
    });
    await advance(1000);
    expect(await countStatuses(150, app.keyed)).toEqual({ 200: 100, 429: 50 });
  });

  test('are shared by all nodes', async () => {
    const [one, other] = [await startApp(), await startApp()];
    const counts = await Promise.all([one, other].map(({ keyed }) => countStatuses(250, keyed)));
    expect(counts.reduce((sum, { 200: allowed = 0 }) => sum + allowed, 0)).toBe(200);
  });

  test('are separate for each key', async () => {
    const app = await startApp({ key: 1 });
    const other = await makeCaller(ctx);
    expect(await countStatuses(5, app.keyed)).toEqual({ 200: 2, 429: 3 });
    expect(await countStatuses(5, () => app.keyed(other.key))).toEqual({ 200: 2, 429: 3 });
  });

  test('are disabled and not reported when set to 0', async () => {
    const app = await startApp({ key: 0, ip: 0 });
    expect(await countStatuses(300, app.keyed)).toEqual({ 200: 300 });
    expect(fieldsOf(await app.keyed())).toEqual({});
  });

  test('use the merchant’s own limit instead of the configured one, within a second of a change', async () => {
    const app = await startApp();
    const show = async () => (await app.keyed()).headers['ratelimit-policy'];
    expect(await show()).toBe('"key";q=200;w=2');
    for (const [key_per_second, policy] of [
      [5, '"key";q=10;w=2'],
      [0, undefined],
      [null, '"key";q=200;w=2'],
    ] as const) {
      if (key_per_second === null) await resetMerchantLimit(ctx, commandOf(caller.merchant_id));
      else await setMerchantLimit(ctx, commandOf(caller.merchant_id), { key_per_second });
      await setTimeout(1000);
      expect(await show()).toBe(policy);
    }
  });
});

describe('limits by address and token', () => {
  test('are reported in one header', async () => {
    const app = await startApp();
    const policy = '"address";q=40;w=2, "token";q=40;w=2';
    expect(fieldsOf(await app.open('a'))).toEqual({
      policy,
      limit: '"address";r=39;t=1, "token";r=39;t=1',
    });
    expect(fieldsOf(await app.open('b'))).toEqual({
      policy,
      limit: '"address";r=38;t=1, "token";r=39;t=1',
    });
  });

  test('do not charge the token for a request refused by address', async () => {
    const app = await startApp();
    expect(await countStatuses(60, () => app.open('a'))).toEqual({ 200: 40, 429: 20 });
    const refused = await app.open('b');
    expectError(refused, 429, 'rate_limited');
    expect(fieldsOf(refused)).toEqual({
      policy: '"address";q=40;w=2',
      limit: '"address";r=0;t=1',
      retry_after: '1',
    });
    const { rows } = await database.pool.query(
      `select count(*)::int as count from rate_limit_buckets where subject like 'token:%'`,
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  test('limit a token whatever address uses it, and do not store the token', async () => {
    const app = await startApp({ trusted_proxies: ['127.0.0.1'] });
    let customer = 0;
    const openFromElsewhere = () => app.open('a', { 'x-forwarded-for': `192.0.2.${customer++}` });
    expect(await countStatuses(60, openFromElsewhere)).toEqual({ 200: 40, 429: 20 });
    const refused = await openFromElsewhere();
    expect(fieldsOf(refused)).toEqual({
      policy: '"address";q=40;w=2, "token";q=40;w=2',
      limit: '"address";r=39;t=1, "token";r=0;t=1',
      retry_after: '1',
    });
    const { rows } = await database.pool.query<{ subject: string }>('select subject from rate_limit_buckets');
    const subjects = rows.map(({ subject }) => subject).filter((subject) => subject.startsWith('token:'));
    expect(subjects).toEqual([expect.stringMatching(/^token:[\w-]{22}$/)]);
  });

  test('count a forged token against its address only', async () => {
    const app = await startApp();
    for (const token of ['a', 'x'.repeat(48), 'tok_'.padEnd(5000, 'x')]) {
      expect(fieldsOf(await app.openWith(token)).policy).toBe('"address";q=40;w=2');
    }
    const { rows } = await database.pool.query('select subject from rate_limit_buckets');
    expect(rows).toEqual([{ subject: 'address:127.0.0.1' }]);
  });

  test('are disabled when set to 0', async () => {
    const app = await startApp({ ip: 0 });
    expect(await countStatuses(100, () => app.open('a'))).toEqual({ 200: 100 });
    expect(fieldsOf(await app.open('a'))).toEqual({});
  });
});

describe('the client address', () => {
  const forwarded = (...addresses: string[]) => ({ 'x-forwarded-for': addresses.join(', ') });
  const left = (answer: ApiAnswer) => /^"address";r=(\d+)/.exec(String(answer.headers.ratelimit))?.[1];

  test('cannot be forged when no proxy is trusted', async () => {
    const app = await startApp();
    let customer = 0;
    const forge = () => {
      const address = `192.0.2.${customer++}`;
      return app.open('a', {
        'x-forwarded-for': address,
        'x-real-ip': address,
        'x-client-ip': address,
        'cf-connecting-ip': address,
        forwarded: `for=${address}`,
      });
    };
    expect(await countStatuses(60, forge)).toEqual({ 200: 40, 429: 20 });
    const { rows } = await database.pool.query(
      `select subject from rate_limit_buckets where subject not like 'token:%'`,
    );
    expect(rows).toEqual([{ subject: 'address:127.0.0.1' }]);
    // A single warning is logged: the sender may be a proxy that is missing from the setting.
    expect(warnings).toEqual([{ address: '127.0.0.1' }]);
  });

  test.each([['127.0.0.1'], ['127.0.0.0/8'], ['::ffff:127.0.0.0/104'], ['10.0.0.1', '127.0.0.1']])(
    'is the customer’s behind a trusted proxy: %s',
    async (...trusted_proxies) => {
      const app = await startApp({ trusted_proxies });
      expect(left(await app.open('a', forwarded('192.0.2.1')))).toBe('39');
      expect(left(await app.open('a', forwarded('192.0.2.2')))).toBe('39');
      expect(left(await app.open('a', forwarded('192.0.2.1')))).toBe('38');
      // Anything that the customer wrote into the header comes before the proxy's addition.
      expect(left(await app.open('a', forwarded('192.0.2.77', '192.0.2.1')))).toBe('37');
      expect(left(await app.open('a'))).toBe('39');
      expect(warnings).toEqual([]);
    },
  );

  test('is the last one in the header that does not belong to a trusted proxy', async () => {
    const app = await startApp({ trusted_proxies: ['127.0.0.1', '10.0.0.0/8'] });
    expect(left(await app.open('a', forwarded('192.0.2.1', '10.1.2.3', '10.3.2.1')))).toBe('39');
    expect(left(await app.open('a', forwarded('192.0.2.1')))).toBe('38');
    expect(left(await app.open('a', forwarded('10.1.2.3', '192.0.2.1', '10.3.2.1')))).toBe('37');
  });

  test('is the proxy’s own if that proxy is not trusted', async () => {
    const app = await startApp({ trusted_proxies: ['10.0.0.1'] });
    expect(left(await app.open('a', forwarded('192.0.2.1')))).toBe('39');
    expect(left(await app.open('a', forwarded('192.0.2.2')))).toBe('38');
  });

  test('counts as its /64 for IPv6, and as IPv4 for IPv4-mapped IPv6', async () => {
    const app = await startApp({ trusted_proxies: ['127.0.0.1'] });
    expect(left(await app.open('a', forwarded('2001:db8:0:1::1')))).toBe('39');
    expect(left(await app.open('a', forwarded('2001:db8:0:1:ffff:ffff:ffff:ffff')))).toBe('38');
    expect(left(await app.open('a', forwarded('2001:db8:0:2::1')))).toBe('39');
    expect(left(await app.open('a', forwarded('192.0.2.1')))).toBe('39');
    expect(left(await app.open('a', forwarded('::ffff:192.0.2.1')))).toBe('38');
    expect(left(await app.open('a', forwarded('192.0.2.1:4711')))).toBe('37');
  });

  test.each(['unknown', '_hidden', 'x'.repeat(5000), '<script>', ' , ,'])(
    'is the trusted proxy’s own if the forwarded address is invalid: %s',
    async (address) => {
      const app = await startApp({ trusted_proxies: ['127.0.0.1'] });
      expect(left(await app.open('a', forwarded(address)))).toBe('39');
      expect(left(await app.open('a'))).toBe('38');
    },
  );
});

describe('invalid keys', () => {
  const wrong = 'svc_test_00000000000000000000000000000000';

  test('are limited by address; valid keys do not count', async () => {
    const app = await startApp({ key: 0, trusted_proxies: ['127.0.0.1'] });
    expect(await countStatuses(100, app.keyed)).toEqual({ 200: 100 });
    expect(fieldsOf(await app.keyed(wrong))).toEqual({
      policy: '"failures";q=40;w=2',
      limit: '"failures";r=39;t=1',
    });
    expect(await countStatuses(60, () => app.keyed(wrong))).toEqual({ 401: 39, 429: 21 });
    const refused = await app.keyed(wrong);
    expectError(refused, 429, 'rate_limited');
    expect(refused.headers['www-authenticate']).toBeUndefined();

    // Otherwise the response would reveal which key is valid.
    expect((await app.keyed()).status).toBe(429);
    const elsewhere = { key: caller.key, headers: { 'x-forwarded-for': '192.0.2.1' } };
    expect((await callApi(app, '/keyed', elsewhere)).status).toBe(200);
    await advance(100);
    expect((await app.keyed()).status).toBe(200);
  });

  test('do not block their address from public pages', async () => {
    const app = await startApp();
    await countStatuses(60, () => app.keyed(wrong));
    expect((await app.open('a')).status).toBe(200);
    expect(await countStatuses(60, () => app.open('a'))).toEqual({ 200: 39, 429: 21 });
    await advance(100);
    expect((await app.keyed()).status).toBe(200);
  });

  test('are not limited when address limits are disabled', async () => {
    const app = await startApp({ ip: 0 });
    expect(await countStatuses(60, () => app.keyed(wrong))).toEqual({ 401: 60 });
  });
});

test('a 429 is sent before the body has arrived', async () => {
  const app = await startApp({ key: 1 });
  await countStatuses(3, app.keyed);
  const socket = await openSocket(app.url);
  const answer = readToEnd(socket);
  socket.write(
    `POST /keyed HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${caller.key}\r\n` +
      'content-type: application/json\r\ncontent-length: 60000\r\nconnection: close\r\n\r\n{',
  );
  expect(readAnswer(await answer).status).toBe(429);
});

test('while the table of limits is unavailable, no request is refused and no limit is reported', async () => {
  await database.pool.query('alter table rate_limit_buckets rename to buckets_away');
  const app = await startApp({ key: 1 });
  expect(await countStatuses(50, app.keyed)).toEqual({ 200: 50 });
  expect(fieldsOf(await app.open('a'))).toEqual({});
  await database.pool.query('alter table buckets_away rename to rate_limit_buckets');
});

test('limits work even when requests occupy every database connection', async () => {
  const app = await startApp();
  const taken = await Promise.all(Array.from({ length: 5 }, () => ctx.pool.connect()));
  const answer = await app.open('a');
  for (const client of taken) client.release();
  expect(answer.headers.ratelimit).toBe('"address";r=39;t=1, "token";r=39;t=1');
});
