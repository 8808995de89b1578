import { createEndpoint } from '@guichet/core/events';
import { requireSession } from '@guichet/core/testing';
import { createRefund } from '@guichet/core/transfers';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { command, commandOf } from '../../../../test-support/actors.ts';
import { findColumnsWith, listWords } from '../../../../test-support/find-text.ts';
import { type Receiver, startReceiver } from '../../../../test-support/receiver.ts';
import { startTestService, type TestService } from '../../../../test-support/service.ts';
import { type ApiAnswer, callApi, initialize_path, least, makeCheckout } from '../testing/api.ts';
import { callCancel, callPay, meansEnding, phoneEnding } from '../testing/checkout-calls.ts';
import { openEvents } from '../testing/event-stream.ts';
import { send } from '../testing/send.ts';
import { makeVisitor, postForm } from '../testing/visitor.ts';

let service: TestService;
let shop: Receiver;
beforeAll(async () => {
  service = await startTestService({
    env: { RATE_LIMIT_KEY_PER_SECOND: '0', RATE_LIMIT_IP_PER_SECOND: '0' },
  });
  // Echoes every body, as some endpoints do, and refuses the first request.
  shop = await startReceiver((response, { body }, count) => {
    response.statusCode = count === 1 ? 503 : 200;
    response.end(body);
  });
  await createEndpoint(service.ctx, commandOf(service.demo.merchant_id, 'test'), { url: shop.url });
});
afterAll(async () => {
  await shop.close();
  await service.stop();
});

const key = () => service.demo.test_key;

/** Sends a request twice and expects the same response, byte for byte. */
async function twice(call: () => Promise<ApiAnswer>): Promise<ApiAnswer> {
  const first = await call();
  expect(first.body.errors).toBeNull();
  const again = await call();
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect(again.text).toBe(first.text);
  return first;
}

const tokenOf = (answer: ApiAnswer): string => String(answer.body.data?.session_token);

/** Exercises every use of a token. @returns the tokens of all sessions that were created */
async function walk(): Promise<{ tokens: string[]; code: string; paid: string }> {
  const post = (path: string, json: object, once: string) =>
    callApi(service, path, { method: 'POST', key: key(), json, headers: { 'idempotency-key': once } });
  const initialized = tokenOf(await twice(() => post(initialize_path, least, 'initialize')));
  const created = await twice(() =>
    post(
      '/api/v1/payments',
      { ...least, metadata: { session_token: 'mine', checkout: { session_token: 'm' } } },
      'create',
    ),
  );
  const paid = String(created.body.data?.id);

  const direct = tokenOf(created);
  await twice(() => callPay(service, direct, meansEnding('00'), 'pay'));
  const coded = initialized;
  await callPay(service, coded, meansEnding('20'));
  await callPay(service, coded, meansEnding('20', { otp: '123456' }));

  const { token: sent_away } = await makeCheckout(service);
  const away = { operator: 'wave_ci', phone: phoneEnding('21') };
  const shown = await twice(() => callPay(service, sent_away, away, 'pay by redirect'));
  expect(shown.text).toContain(`/pay/${sent_away}/sandbox`);

  const { token: cancelled } = await makeCheckout(service);
  await twice(() => callCancel(service, cancelled, 'cancel'));

  // Pays on the hosted page, which is opened with the short code and redirects to the operator's own page.
  const { token: redirected } = await makeCheckout(service);
  const visitor = makeVisitor(service);
  const hand_over = await visitor.open(`/pay/${redirected}?step=phone`);
  const code = /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(hand_over.words)?.[0] ?? '';
  const typed = await postForm(service, '/pay', new URLSearchParams({ code }).toString());
  expect(typed.headers.location).toBe(`/pay/${redirected}`);
  const choice = await visitor.open(`/pay/${redirected}`);
  const confirm = await visitor.submit(choice, '/choose', { operator: 'wave_ci', phone: phoneEnding('21') });
  const gone = await visitor.submit(confirm, '/pay');
  expect(gone.text).toContain(`/pay/${redirected}/sandbox`);
  const events = await openEvents(service.url, `/api/v1/checkout/${redirected}/events`);
  expect(JSON.stringify((await events.next())?.data)).toContain(`/pay/${redirected}/sandbox`);
  events.leave();
  await postForm(service, `/pay/${redirected}/sandbox`, 'decision=approve');

  // The attempt fails and may be repeated: the session is still open.
  const { token: open } = await makeCheckout(service);
  await callPay(service, open, meansEnding('01'));
  await createRefund(service.ctx, command, { payment_id: paid });
  return { tokens: [direct, coded, sent_away, cancelled, redirected, open], code, paid };
}

test('a copy of the database neither contains nor yields tokens', { timeout: 60_000 }, async () => {
  const { tokens, code, paid } = await walk();
  await expect
    .poll(() => shop.requests.filter(({ body }) => body.includes('refund.successful')).length, {
      timeout: 30_000,
    })
    .toBeGreaterThan(0);

  // Webhooks and the feed carry the token; its value is the same in each delivery.
  const { pool } = service.ctx;
  const bodies = new Map<unknown, Set<string>>();
  for (const { headers, body } of shop.requests) {
    const id = headers['webhook-id'];
    bodies.set(id, (bodies.get(id) ?? new Set()).add(body));
  }
  expect([...bodies.values()].every(({ size }) => size === 1)).toBe(true);
  await expect.poll(() => shop.requests.length > bodies.size, { timeout: 30_000 }).toBe(true);
  const feed = await callApi(service, '/api/v1/events?limit=100', { key: key() });
  const told = (feed.body.data as { items: { id: string; data: { id: string; checkout?: unknown } }[] })
    .items;
  for (const one of told) {
    for (const body of bodies.get(one.id) ?? []) expect(JSON.stringify(one)).toBe(body);
  }
  expect(told.find(({ data }) => data.id === paid)?.data).toMatchObject({
    checkout: { session_token: tokens[0] },
    metadata: { session_token: 'mine', checkout: { session_token: 'm' } },
  });

  expect(await findColumnsWith(pool, [...tokens, code, code.replace('-', '')])).toEqual([]);
  // The same search does find the handles.
  const handles = tokens.map((token) => service.ctx.tokens.handleOf(token) ?? '');
  expect(await findColumnsWith(pool, handles)).toEqual(
    expect.arrayContaining([
      'public.attempts.action',
      'public.checkout_sessions.token',
      'public.events.body',
      'public.idempotency_keys.answer',
      'public.payments.session_token',
      'public.sandbox_transactions.session_token',
      'public.short_codes.session_token',
      'public.webhook_attempts.response_excerpt',
    ]),
  );
  const open = tokens.at(-1) ?? '';
  expect((await requireSession(service.ctx, open)).status).toBe('active');
  for (const word of await listWords(pool, 20)) {
    await expect(requireSession(service.ctx, word)).rejects.toMatchObject({ code: 'session_not_found' });
  }
});

test('a forged token is refused without a database query', async () => {
  const { token } = await makeCheckout(service);
  const handle = service.ctx.tokens.handleOf(token) ?? '';
  const forged = [
    handle,
    `${handle}${handle.slice(4)}`,
    `${token.slice(0, 40)}${token.charAt(40) === 'A' ? 'B' : 'A'}${token.slice(41)}`,
  ];
  const asked: string[] = [];
  const query = pg.Client.prototype.query;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const [first, values] = given as [{ text?: string; values?: unknown } | string, unknown];
    const stated = typeof first === 'string' ? first : [first.text, first.values];
    asked.push(JSON.stringify([stated, values], (_, value) => (typeof value === 'bigint' ? 0 : value)));
    return query.apply(this, given as never);
  } as never);
  onTestFinished(() => spy.mockRestore());
  const isAsked = () => asked.some((one) => one.includes(handle));
  for (const one of forged) {
    for (const path of [`/api/v1/checkout/${one}`, `/api/v1/checkout/${one}/events`, `/pay/${one}`]) {
      expect((await send(service.url, path)).status).toBe(404);
    }
    expect((await callPay(service, one, meansEnding('00'))).body.code).toBe('session_not_found');
    expect((await callCancel(service, one)).body.code).toBe('session_not_found');
  }
  expect(isAsked()).toBe(false);
  // A genuine token is looked up, by its handle.
  expect((await send(service.url, `/api/v1/checkout/${token}`)).status).toBe(200);
  expect(isAsked()).toBe(true);
  expect(asked.some((one) => one.includes(token))).toBe(false);
});
