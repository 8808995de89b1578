import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import type { CallbackCall, SimulatorReply } from '../contract.ts';
import { makeMovedTimeline } from '../timeline.ts';
import { makeWorld } from '../world.ts';
import { usualOptions, type WaveOptions } from './contract.ts';
import { makeWave } from './make-wave.ts';

function open(options: Partial<WaveOptions> = {}) {
  const timeline = makeMovedTimeline(new Date('2026-01-02T10:00:00Z'));
  const events: CallbackCall[] = [];
  const world = makeWorld({ timeline, seed: 1, deliver: (call) => events.push(call) });
  world.dashboard.callback_url = 'https://pay.example.com/hook';
  const wave = makeWave(world, options);
  const ask = async (
    route: string,
    body: unknown = undefined,
    headers: Readonly<Record<string, string>> = { authorization: `Bearer ${usualOptions.api_key}` },
  ): Promise<SimulatorReply> => {
    const [method = '', address = ''] = route.split(' ');
    const url = new URL(address, 'http://127.0.0.1:4103');
    const text = body === undefined ? '' : JSON.stringify(body);
    return wave.handle({
      method,
      path: url.pathname,
      query: url.searchParams,
      headers,
      body: text,
      url: url.href,
    });
  };
  const key = (idempotency_key: string) => ({
    authorization: `Bearer ${usualOptions.api_key}`,
    'idempotency-key': idempotency_key,
  });
  return { timeline, events, wave, ask, key };
}

const link = {
  amount: '1500',
  currency: 'XOF',
  success_url: 'https://shop.example/ok',
  error_url: 'https://shop.example/ko',
  client_reference: 'r1',
};
const create = 'POST /v1/checkout/sessions';
const payout = { currency: 'XOF', receive_amount: '5000', mobile: '+221770000000', client_reference: 'p1' };

test.each<[string, string, unknown, Readonly<Record<string, string>> | undefined, number, string]>([
  ['no key', 'GET /v1/balance', undefined, {}, 401, 'missing-auth-header'],
  ['a different scheme', 'GET /v1/balance', undefined, { authorization: 'Basic x' }, 401, 'invalid-auth'],
  [
    'a different key',
    'GET /v1/balance',
    undefined,
    { authorization: 'Bearer x' },
    401,
    'no-matching-api-key',
  ],
  ['an amount as a number', create, { ...link, amount: 1500 }, undefined, 422, 'request-validation-error'],
  ['a leading zero', create, { ...link, amount: '01500' }, undefined, 422, 'request-validation-error'],
  ['decimals', create, { ...link, amount: '15.00' }, undefined, 422, 'request-validation-error'],
  ['an amount of zero', create, { ...link, amount: '0' }, undefined, 422, 'request-validation-error'],
  [
    'an http address',
    create,
    { ...link, success_url: 'http://shop.example' },
    undefined,
    422,
    'request-validation-error',
  ],
  [
    'a number without plus',
    create,
    { ...link, restrict_payer_mobile: '221770000000' },
    undefined,
    422,
    'request-validation-error',
  ],
  [
    'an unknown link',
    'GET /v1/checkout/sessions/cos-0',
    undefined,
    undefined,
    404,
    'checkout-session-not-found',
  ],
  ['an unknown payout', 'GET /v1/payout/pt-0', undefined, undefined, 404, 'not-found'],
])('a request is refused as Wave documents: %s', async (_, route, body, headers, status, code) => {
  const reply = await open().ask(route, body, headers);
  expect([reply.status, JSON.parse(reply.body).code]).toEqual([status, code]);
});

test('a link is paid on its page, with a signed notification', async () => {
  const { ask, events, wave } = open({ webhook: { ...usualOptions.webhook, former_secret: 'former' } });
  const made = JSON.parse((await ask(create, link)).body);
  expect(made).toMatchObject({ checkout_status: 'open', payment_status: 'processing', transaction_id: null });
  const path = new URL(made.wave_launch_url).pathname;
  expect((await ask(`POST ${path}/insufficient-funds`)).headers?.location).toBe(link.error_url);
  expect((await ask(`POST ${path}/success`)).headers?.location).toBe(link.success_url);
  expect(JSON.parse((await ask(`GET /v1/checkout/sessions/${made.id}`)).body)).toMatchObject({
    checkout_status: 'complete',
    payment_status: 'succeeded',
    last_payment_error: { code: 'insufficient-funds' },
  });
  expect(events.map(({ body }) => JSON.parse(body).type)).toEqual([
    'checkout.session.payment_failed',
    'checkout.session.completed',
  ]);
  const [event] = events;
  const v1 = createHmac('sha256', usualOptions.webhook.secret)
    .update(`1767348000${event?.body}`)
    .digest('hex');
  expect(event?.headers['wave-signature']).toMatch(new RegExp(`^t=1767348000,v1=[0-9a-f]{64},v1=${v1}$`));
  expect(wave.transactions()).toMatchObject([{ reference: 'r1', status: 'success', moved_amount: '1500' }]);
});

test('a link expires after 30 minutes, and can then no longer be paid', async () => {
  const { ask, timeline, wave } = open();
  await ask(create, link);
  timeline.advance(30 * 60_000);
  expect(wave.decide('r1', 'success')).toBe(false);
  expect(
    JSON.parse((await ask('GET /v1/checkout/sessions/search?client_reference=r1')).body).result,
  ).toMatchObject([{ checkout_status: 'expired', payment_status: 'cancelled' }]);
});

test('requests with the same key create one payout', async () => {
  const { ask, key, wave, timeline } = open();
  const route = 'POST /v1/payout';
  const first = await ask(route, payout, key('k1'));
  expect(JSON.parse(first.body)).toMatchObject({ status: 'succeeded', receive_amount: '5000' });
  expect((await ask(route, payout, key('k1'))).body).toBe(first.body);
  const other = await ask(route, { ...payout, receive_amount: '1' }, key('k1'));
  expect(JSON.parse(other.body).code).toBe('idempotency-mismatch');
  expect((await ask(route, payout)).status).toBe(400);
  const abroad = await ask(route, { ...payout, mobile: '+2250700000000' }, key('k2'));
  expect(JSON.parse(abroad.body).code).toBe('country-mismatch');
  const much = await ask(route, { ...payout, receive_amount: '99000000' }, key('k3'));
  expect(JSON.parse(much.body).code).toBe('insufficient-funds');
  expect(wave.transactions()).toHaveLength(1);
  timeline.advance(3 * 24 * 3600_000 + 1);
  const late = await ask(`POST /v1/payout/${JSON.parse(first.body).id}/reverse`);
  expect(JSON.parse(late.body).code).toBe('payout-reversal-time-limit-exceeded');
});
