import {
  constants,
  createCipheriv,
  createHmac,
  createPublicKey,
  publicEncrypt,
  randomBytes,
} from 'node:crypto';
import { expect, test } from 'vitest';
import type { CallbackCall } from '../contract.ts';
import { makeMovedTimeline } from '../timeline.ts';
import { makeWorld } from '../world.ts';
import { type AirtelOptions, makeAirtelMoney } from './make.ts';

const options: AirtelOptions = {
  client_id: 'a',
  client_secret: 'b',
  country: 'ZM',
  currency: 'ZMW',
  pin: '1234',
  pin_padding: 'oaep_sha1',
  message_signing: true,
  callback_key: 'k',
};

async function open(more: Partial<AirtelOptions> = {}) {
  const timeline = makeMovedTimeline(new Date('2026-03-01T10:00:00Z'));
  const calls: CallbackCall[] = [];
  const world = makeWorld({ timeline, seed: 1, deliver: (call) => calls.push(call) });
  world.dashboard.callback_url = 'https://pay.example.com/hook';
  const simulator = makeAirtelMoney(world, { ...options, ...more });
  const ask = async (method: string, path: string, body?: string, headers: object = {}) => {
    const reply = await simulator.handle({
      method,
      path,
      query: new URLSearchParams(),
      headers: { authorization: `Bearer ${token}`, 'x-country': 'ZM', 'x-currency': 'ZMW', ...headers },
      body: body ?? '',
      url: `http://127.0.0.1${path}`,
    });
    return { status: reply.status, body: JSON.parse(reply.body) };
  };
  let token = '';
  const login = { client_id: 'a', client_secret: 'b', grant_type: 'client_credentials' };
  token = (await ask('POST', '/auth/oauth2/token', JSON.stringify(login))).body.access_token;
  const spki = Buffer.from((await ask('GET', '/v1/rsa/encryption-keys')).body.data.key, 'base64');
  const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
  const sign = (text: string) => {
    const [secret, vector] = [randomBytes(32), randomBytes(16)];
    const cipher = createCipheriv('aes-256-cbc', secret, vector);
    const opened = Buffer.from(`${secret.toString('base64')}:${vector.toString('base64')}`);
    const signature = Buffer.concat([cipher.update(text), cipher.final()]).toString('base64');
    const sealed = publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, opened).toString('base64');
    return { 'x-signature': signature, 'x-key': sealed };
  };
  const post = (path: string, value: object) => {
    const text = JSON.stringify(value);
    return ask('POST', path, text, sign(text));
  };
  return { timeline, calls, simulator, ask, post, sign, key };
}

const order = {
  reference: 'Order481',
  subscriber: { country: 'ZM', currency: 'ZMW', msisdn: '971234560' },
  transaction: { amount: 50, country: 'ZM', currency: 'ZMW', id: 'PAY1' },
};

test('a push reports its result to inquiries and in a callback with a hash', async () => {
  const { post, ask, timeline, calls } = await open();
  expect(await post('/merchant/v2/payments/', order)).toMatchObject({
    status: 200,
    body: { data: { transaction: { id: 'PAY1', status: 'SUCCESS' } }, status: { success: true } },
  });
  const enquire = async () => (await ask('GET', '/standard/v1/payments/PAY1')).body;
  expect(await enquire()).toMatchObject({ data: { transaction: { status: 'TIP' } } });
  timeline.advance(10_000);
  expect(await enquire()).toMatchObject({
    data: { transaction: { id: 'PAY1', status: 'TS', airtel_money_id: expect.stringMatching(/^MP26/) } },
    status: { response_code: 'DP00800001001', success: true },
  });
  const { transaction, hash } = JSON.parse(calls[0]?.body ?? '{}');
  expect(transaction).toMatchObject({ id: 'PAY1', status_code: 'TS' });
  expect(hash).toBe(createHmac('sha256', 'k').update(JSON.stringify(transaction)).digest('base64'));
});

test('a repeated id, a wrong or missing signature, and a path without its final slash are refused', async () => {
  const { post, ask, sign, simulator } = await open();
  await post('/merchant/v2/payments/', order);
  expect((await post('/merchant/v2/payments/', order)).body.status.result_code).toBe('ESB000041');
  const text = JSON.stringify(order);
  for (const headers of [{}, sign(`${text} `)]) {
    const { body } = await ask('POST', '/merchant/v2/payments/', text, headers);
    expect(body.status).toMatchObject({ response_code: 'DP00800001026', success: false });
  }
  expect((await post('/merchant/v2/payments', order)).status).toBe(404);
  expect(simulator.transactions()).toHaveLength(1);
});

test('a token is valid for 180 seconds, for one country and currency', async () => {
  const { ask, timeline } = await open();
  expect((await ask('GET', '/standard/v1/users/balance', '', { 'x-country': 'UG' })).body.status_code).toBe(
    'ROUTER006',
  );
  timeline.advance(179_000);
  expect((await ask('GET', '/standard/v1/users/balance')).status).toBe(200);
  timeline.advance(1_000);
  expect(await ask('GET', '/standard/v1/users/balance')).toMatchObject({
    status: 401,
    body: { error: 'invalid_token' },
  });
});

test('a disbursement is accepted only if its PIN was encrypted with the country’s padding', async () => {
  const { post, key, simulator, timeline, ask, calls } = await open();
  const seal = (pin: string, padding: number, oaepHash: 'sha1' | 'sha256') =>
    publicEncrypt({ key, padding, oaepHash }, Buffer.from(pin)).toString('base64');
  const disburse = (pin: string, id: string) =>
    post('/standard/v2/disbursements/', {
      payee: { msisdn: '971234560' },
      reference: 'Payout1',
      pin,
      transaction: { amount: 12.5, id, type: 'B2C' },
    });
  const oaep = constants.RSA_PKCS1_OAEP_PADDING;
  expect((await disburse(seal('1234', oaep, 'sha256'), 'PO1')).body.status_code).toBe('ROUTER116');
  expect((await disburse('1234', 'PO1')).body.status_code).toBe('ROUTER116');
  expect((await disburse(seal('4321', oaep, 'sha1'), 'PO1')).body.status_code).toBe('ROUTER115');
  expect(simulator.transactions()).toEqual([]);
  expect((await disburse(seal('1234', oaep, 'sha1'), 'PO1')).body.data.transaction.status).toBe('TIP');
  expect((await disburse(seal('1234', oaep, 'sha1'), 'PO1')).body.status.response_code).toBe('DP00900001017');
  timeline.advance(10_000);
  expect((await ask('GET', '/standard/v2/disbursements/PO1')).body.data.transaction.status).toBe('TS');
  expect(calls).toEqual([]);
});
