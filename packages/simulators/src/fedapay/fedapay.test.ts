import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { CallbackCall, SimulatorReply } from '../contract.ts';
import { makeMovedTimeline } from '../timeline.ts';
import { makeWorld } from '../world.ts';
import { makeFedapay } from './make.ts';

function open() {
  const timeline = makeMovedTimeline(new Date('2026-03-01T10:00:00Z'));
  const calls: CallbackCall[] = [];
  const world = makeWorld({ timeline, seed: 1, deliver: (call) => calls.push(call) });
  world.dashboard.callback_url = 'https://pay.example.com/hook';
  const simulator = makeFedapay(world, { secret_key: 'sk_1', webhook_secret: 'wh_1' });
  const ask = async (method: string, path: string, body?: object, key = 'sk_1') => {
    const reply: SimulatorReply = await simulator.handle({
      method,
      path,
      query: new URLSearchParams(),
      headers: { authorization: `Bearer ${key}` },
      body: body ? JSON.stringify(body) : '',
      url: `http://127.0.0.1${path}`,
    });
    return { status: reply.status, body: JSON.parse(reply.body) };
  };
  return { timeline, calls, simulator, ask };
}

const order = { description: 'Order', amount: 1500, currency: { iso: 'XOF' }, merchant_reference: 'ref-1' };
const payer = (number: string) => ({ number, country: 'bj' });

describe('a collection', () => {
  test.each([
    ['64000001', 'approved'],
    ['0166000001', 'approved'],
    ['97000011', 'declined'],
  ])('from the number %s is %s', async (number, status) => {
    const { ask, timeline, calls } = open();
    const { id } = (await ask('POST', '/v1/transactions', order)).body['v1/transaction'];
    const { token } = (await ask('POST', `/v1/transactions/${id}/token`)).body;
    const pushed = await ask('POST', '/v1/momo_test', { token, phone_number: payer(number) });
    expect(pushed).toMatchObject({ status: 200, body: { 'v1/payment_intent': { status: 'pending' } } });
    timeline.advance(10_000);
    const shown = await ask('GET', '/v1/transactions/merchant/ref-1');
    expect(shown.body['v1/transaction']).toMatchObject({
      id,
      status,
      amount: 1500,
      merchant_reference: 'ref-1',
    });
    const [call] = calls;
    const [, time, signature] =
      /^t=(\d+),s=([0-9a-f]{64})$/.exec(call?.headers['x-fedapay-signature'] ?? '') ?? [];
    const expected = createHmac('sha256', 'wh_1').update(`${time}.${call?.body}`).digest('hex');
    expect(signature).toBe(expected);
    expect(JSON.parse(call?.body ?? '{}')).toMatchObject({
      name: `transaction.${status}`,
      entity: { id, status },
    });
  });

  test('prompts the payer only after the push', async () => {
    const { ask, simulator } = open();
    await ask('POST', '/v1/transactions', order);
    expect(simulator.transactions()).toEqual([]);
    expect((await ask('GET', '/v1/transactions/merchant/ref-1')).body['v1/transaction'].status).toBe(
      'pending',
    );
  });

  test.each([
    ['the same reference twice', 'POST', '/v1/transactions', order, 422],
    [
      'an amount with a fraction',
      'POST',
      '/v1/transactions',
      { ...order, merchant_reference: 'b', amount: 1.5 },
      422,
    ],
    [
      'an amount as text',
      'POST',
      '/v1/transactions',
      { ...order, merchant_reference: 'b', amount: '1500' },
      422,
    ],
    ['a mode that is closed', 'POST', '/v1/orange_sn', { token: 'x' }, 400],
    ['an unknown token', 'POST', '/v1/moov', { token: 'x', phone_number: payer('64000001') }, 401],
    ['an unknown transaction', 'GET', '/v1/transactions/9', undefined, 404],
  ])('refuses %s', async (_, method, path, body, status) => {
    const { ask } = open();
    await ask('POST', '/v1/transactions', order);
    expect(await ask(method, path, body)).toMatchObject({ status, body: { message: expect.any(String) } });
  });

  test('refuses a wrong key', async () => {
    const { ask } = open();
    expect((await ask('GET', '/v1/balances', undefined, 'sk_2')).status).toBe(401);
  });
});

test('a payout moves money only after it is started, and can be started only once', async () => {
  const { ask, timeline, calls, simulator } = open();
  const created = await ask('POST', '/v1/payouts', { ...order, mode: 'moov_tg' });
  const { id, status } = created.body['v1/payout'];
  expect([status, simulator.transactions().length]).toEqual(['pending', 0]);
  const start = { payouts: [{ id, phone_number: payer('64000001') }] };
  expect((await ask('PUT', '/v1/payouts/start', start)).body['v1/payouts'][0].status).toBe('processing');
  expect((await ask('PUT', '/v1/payouts/start', start)).status).toBe(400);
  timeline.advance(10_000);
  expect((await ask('GET', `/v1/payouts/${id}`)).body['v1/payout'].status).toBe('sent');
  expect(calls.map(({ body }) => JSON.parse(body).name)).toEqual(['payout.sent']);
});
