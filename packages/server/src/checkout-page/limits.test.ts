import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeTestDatabase, type TestDatabase } from '../../../../test-support/database.ts';
import { startTestService, type TestService } from '../../../../test-support/service.ts';
import { type StoppedClock, stopClock } from '../../../../test-support/stopped-clock.ts';
import { callApi, expectError, initialize, least, makeCheckout } from '../testing/api.ts';
import { countRows } from '../testing/rows.ts';
import { type Answer, send } from '../testing/send.ts';
import { makeVisitor, payOnPage, postForm } from '../testing/visitor.ts';
import { texts } from './texts/texts.ts';

let database: TestDatabase;
let clock: StoppedClock;
let service: TestService;
let token: string;
beforeAll(async () => {
  database = await makeTestDatabase();
  clock = await stopClock(database);
  service = await startTestService({
    database,
    env: { GUICHET_ROLE: 'web', RATE_LIMIT_IP_PER_SECOND: '20', TRUSTED_PROXIES: '127.0.0.1' },
  });
  ({ token } = await makeCheckout(service));
});
afterAll(async () => {
  await service.stop();
  await database.close();
});
// The headers of a customer with an unused IP address.
let customers = 0;
let customer: Record<string, string>;
beforeEach(() => {
  customer = { 'x-forwarded-for': `192.0.2.${++customers}` };
});

/** Uses up the limit of the customer's address. */
async function exhaust(): Promise<void> {
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      send(service.url, `/pay/x${customers}-${index}`, { headers: customer }),
    ),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThanOrEqual(20);
}

describe('too many requests from one address get a page', () => {
  test.each(['fr', 'en'] as const)('in %s, with a link to continue', async (language) => {
    await exhaust();
    const headers = { ...customer, 'accept-language': language };
    const answer = await send(service.url, `/pay/${token}`, { headers });
    expect(answer.status).toBe(429);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'retry-after': '1',
      'ratelimit-policy': '"address";q=40;w=2',
      ratelimit: '"address";r=0;t=1',
    });
    const { title, sentence } = texts[language].rate_limited;
    expect(answer.text).toContain(`<html lang="${language}">`);
    expect(answer.text).toContain(`<h1>${title}</h1>`);
    expect(answer.text).toContain(sentence);
    expect(answer.text).toContain('data-state="rate_limited"');
    expect(answer.text).toContain(`<a class="button" href="/pay/${token}">${texts[language].reload}</a>`);
    expect(answer.text).toContain(`<meta http-equiv="refresh" content="5;url=/pay/${token}">`);
  });

  test('that keeps the picked language', async () => {
    await exhaust();
    const headers = { ...customer, 'accept-language': 'en' };
    const answer = await send(service.url, `/pay/${token}?lang=fr&step=choose`, { headers });
    expect(answer.text).toContain(texts.fr.rate_limited.title);
    expect(answer.text).toContain(`href="/pay/${token}?lang=fr"`);
  });

  test('in place of a form’s result, and the form has no effect', async () => {
    await exhaust();
    const before = await countRows(service);
    const body = 'operator=mtn_ci&phone=%2B2250548151600';
    const answer: Answer = await postForm(service, `/pay/${token}/choose`, body, customer);
    expect(answer.status).toBe(429);
    expect(answer.text).toContain(`href="/pay/${token}"`);
    expect(await countRows(service)).toEqual(before);
  });

  test('whatever the URL contains', async () => {
    await exhaust();
    const hostile = '%22%3E%3Cscript%3E..%2F%2Fevil.example';
    const answer = await send(service.url, `/pay/${hostile}`, { headers: customer });
    expect(answer.status).toBe(429);
    expect(answer.text).not.toContain('<script');
    expect(answer.text).toContain(`href="/pay/${hostile}"`);
  });

  test('and the current state again a moment later', async () => {
    await exhaust();
    await clock.advance(1000);
    // The node queries the database again after a tenth of a second of its own time.
    const open = async () => (await send(service.url, `/pay/${token}`, { headers: customer })).status;
    await expect.poll(open, { timeout: 15_000 }).toBe(200);
  });
});

test('too many requests for one session are refused, whatever their source', async () => {
  const made = await initialize(service, least);
  const own = String(made.body.data?.session_token);
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      send(service.url, `/pay/${own}`, { headers: { 'x-forwarded-for': `198.51.100.${index}` } }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(40);
  expect((await send(service.url, `/pay/${token}`, { headers: customer })).status).toBe(200);
});

describe('contacting an operator', () => {
  const post = (path: string, body = ''): Promise<Answer> => postForm(service, path, body, customer);

  test.each(['pay', 'otp', 'resend', 'again'])(
    'by %s is allowed in bursts of five per session, then a page asks to wait',
    async (verb) => {
      const { token: own } = await makeCheckout(service);
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => post(`/pay/${own}/${verb}`, 'otp=123456')),
      );
      const refused = answers.filter(({ status }) => status === 429);
      // A node loses the requests that it has leased but not used for a second, so fewer than five requests may be
      // admitted, but never more.
      expect(refused.length).toBeGreaterThanOrEqual(3);
      expect(refused.length).toBeLessThan(8);
      expect(refused[0]?.headers).toMatchObject({
        // The exact wait depends on the speed of the machine.
        'retry-after': expect.stringMatching(/^[1-5]$/),
        'ratelimit-policy': expect.stringContaining('"asking";q=5;w=5'),
      });
      expect(refused[0]?.text).toContain(texts.en.rate_limited.sentence);
      expect(refused[0]?.text).toContain(`href="/pay/${own}"`);
      // Viewing and choosing still work, and so do other sessions.
      expect((await send(service.url, `/pay/${own}`, { headers: customer })).status).toBe(200);
      expect((await post(`/pay/${own}/choose`, 'operator=mtn_ci&phone=0548151600')).status).toBe(303);
      expect((await post(`/pay/${token}/otp`, 'otp=1')).status).toBe(303);
      await clock.advance(1000);
      await expect
        .poll(async () => (await post(`/pay/${own}/${verb}`)).status, { timeout: 15_000 })
        .toBe(303);
    },
  );

  test('is limited for the page and the API together', async () => {
    const { token: own } = await makeCheckout(service);
    for (let count = 0; count < 5; count++) await post(`/pay/${own}/pay`);
    const answer = await callApi(service, `/api/v1/checkout/${own}/pay`, {
      method: 'POST',
      json: { operator: 'mtn_ci', phone: '+2250548151600' },
      headers: customer,
    });
    expectError(answer, 429, 'rate_limited');
    expect((await callApi(service, `/api/v1/checkout/${own}`, { headers: customer })).status).toBe(200);
  });
});

describe('typing short codes', () => {
  const type = (headers: Record<string, string>): Promise<Answer> =>
    postForm(service, '/pay', 'code=7KQ2-M9XD', headers);

  test('is allowed in bursts of twenty per address, then a page asks to wait', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => type(customer)));
    const tried = answers.filter(({ status }) => status === 422);
    expect(tried.length).toBeLessThanOrEqual(20);
    expect(tried.length).toBeGreaterThan(0);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.text).toContain('data-state="rate_limited"');
    expect(refused?.text).toContain('href="/pay"');
    expect(refused?.headers['retry-after']).toMatch(/^[1-9]$/);
    expect((await send(service.url, '/pay', { headers: customer })).status).toBe(200);
  });

  test('is limited for all addresses together', async () => {
    await clock.advance(60_000);
    const answers = await Promise.all(
      Array.from({ length: 150 }, (_, index) => type({ 'x-forwarded-for': `203.0.113.${index}` })),
    );
    const tried = answers.filter(({ status }) => status === 422);
    expect(tried.length).toBeLessThanOrEqual(100);
    expect(tried.length).toBeGreaterThan(20);
  });

  test('is limited even when all other limits are off', async () => {
    const open = await startTestService();
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => postForm(open, '/pay', 'code=7KQ2-M9XD')),
    );
    await open.stop();
    expect(answers.filter(({ status }) => status === 422).length).toBeLessThan(30);
  });
});

test.each(['/healthz', '/readyz'])('%s is never limited', async (path) => {
  await exhaust();
  const answers = await Promise.all(
    Array.from({ length: 60 }, () => send(service.url, path, { headers: customer })),
  );
  // PostgreSQL's clock is stopped here: after some seconds the process reports itself as not ready, with a 503.
  expect(answers.filter(({ status }) => status === 429)).toEqual([]);
});

test('the demo is rate limited per address', async () => {
  await exhaust();
  const answer = await send(service.url, '/demo', { headers: customer });
  expect([answer.status, answer.headers['retry-after']]).toEqual([429, '1']);
});

describe('with the default settings', () => {
  let usual: TestService;
  beforeAll(async () => {
    usual = await startTestService({
      env: { RATE_LIMIT_IP_PER_SECOND: undefined, RATE_LIMIT_KEY_PER_SECOND: undefined },
    });
  });
  afterAll(() => usual.stop());

  test('a customer who pays and reloads the page repeatedly is never refused', async () => {
    const { token: own } = await makeCheckout(usual);
    const visitor = makeVisitor(usual);
    await visitor.open(`/pay/${own}`);
    await visitor.open(`/pay/${own}?lang=fr`);
    const paid = await payOnPage(usual, own, { operator: 'mtn_ci', phone: '+2250548151600' });
    expect(paid).toMatchObject({ status: 200, state: 'success' });
    for (let count = 0; count < 15; count++) {
      expect((await visitor.open(`/pay/${own}`)).status).toBe(200);
    }
    expect((await visitor.open(`/pay/${own}`)).headers['ratelimit-policy']).toBe(
      '"address";q=40;w=2, "token";q=40;w=2',
    );
  });
});
