import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import type { CallbackCall, SimulatorReply } from '../contract.ts';
import { makeMovedTimeline } from '../timeline.ts';
import { makeWorld } from '../world.ts';
import { merchant } from './accounts.ts';
import { makeOrangeMoney } from './index.ts';

const origin = 'http://sim.example';

function start() {
  const timeline = makeMovedTimeline(new Date('2026-03-01T10:00:00Z'));
  const delivered: CallbackCall[] = [];
  const world = makeWorld({ timeline, seed: 3, deliver: (call) => delivered.push(call) });
  const simulator = makeOrangeMoney(world);
  const ask = async (line: string, headers: Record<string, string> = {}, body: unknown = '') => {
    const [method = '', address = ''] = line.split(' ');
    const url = new URL(address, origin);
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return simulator.handle({
      method,
      path: url.pathname,
      query: url.searchParams,
      headers,
      body: text,
      url: url.href,
    });
  };
  return { timeline, delivered, simulator, ask };
}

const read = ({ body }: SimulatorReply) => JSON.parse(body);
const basic = `Basic ${Buffer.from(`${merchant.client_id}:${merchant.client_secret}`).toString('base64')}`;
const grant = 'grant_type=client_credentials';

test('web payment: issues tokens only to the right client, serves the payment page, reports its states and sends a notification', async () => {
  const { ask, timeline, delivered } = start();
  expect((await ask('POST /oauth/v3/token', { authorization: 'Basic eDp5' }, grant)).status).toBe(401);
  const { access_token, expires_in } = read(
    await ask('POST /oauth/v3/token', { authorization: basic }, grant),
  );
  expect(expires_in).toBe(7_776_000);
  const headers = { authorization: `Bearer ${access_token}` };
  const order = {
    merchant_key: merchant.merchant_key,
    currency: 'OUV',
    order_id: 'PAY-1',
    amount: 1500,
    return_url: 'https://shop.example/r',
    cancel_url: 'https://shop.example/c',
    notif_url: 'https://shop.example/n',
    lang: 'fr',
  };
  const init = '/orange-money-webpay/dev/v1/webpayment';
  expect(read(await ask(`POST ${init}`, {}, order))).toMatchObject({ code: 42 });
  expect((await ask(`POST ${init}`, headers, { ...order, order_id: 'x'.repeat(31) })).status).toBe(400);
  const page = await ask(`POST ${init}`, headers, order);
  expect(page.status).toBe(201);
  expect(read(await ask(`POST ${init}`, headers, order))).toMatchObject({ code: 1204 });
  const { pay_token, payment_url, notif_token } = read(page);
  const status = async () => {
    const question = { order_id: 'PAY-1', amount: 1500, pay_token };
    return read(await ask('POST /orange-money-webpay/dev/v1/transactionstatus', headers, question)).status;
  };
  expect(await status()).toBe('INITIATED');
  const path = new URL(payment_url).pathname;
  expect((await ask(`POST ${path}`, {}, 'msisdn=0700000100&otp=1')).status).toBe(303);
  expect(await status()).toBe('PENDING');
  timeline.advance(1_000);
  expect(await status()).toBe('SUCCESS');
  expect((await ask(`GET ${path}`)).status).toBe(410);
  expect(delivered.map(({ body }) => JSON.parse(body))).toMatchObject([{ status: 'SUCCESS', notif_token }]);
});

test('Sonatel: nothing is listed before the code is scanned; callbacks are signed with a comma', async () => {
  const { ask, timeline, delivered } = start();
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: merchant.client_id,
    client_secret: merchant.client_secret,
  });
  const { access_token } = read(await ask('POST /oauth/v1/token', {}, form.toString()));
  const headers = { authorization: `Bearer ${access_token}`, 'x-callback-url': 'https://shop.example/n' };
  const order = {
    code: merchant.merchant_code,
    name: 'Boutique',
    amount: { value: 1500, unit: 'XOF' },
    validity: 900,
    reference: 'R1',
    callbackSuccessUrl: 'https://shop.example/r',
  };
  expect((await ask('POST /api/eWallet/v4/qrcode', headers, { ...order, validity: 86_401 })).status).toBe(
    400,
  );
  const { shortLink } = read(await ask('POST /api/eWallet/v4/qrcode', headers, order));
  const list = async () => read(await ask('GET /api/eWallet/v1/transactions?reference=R1', headers));
  expect(await list()).toEqual([]);
  await ask(`POST ${new URL(shortLink).pathname}`, {}, 'msisdn=780000100');
  expect(await list()).toMatchObject([{ reference: 'R1', status: 'PENDING', amount: { value: 1500 } }]);
  timeline.advance(1_000);
  const [call] = delivered;
  const [, at, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(call?.headers['x-sonatel-signature'] ?? '') ?? [];
  const expected = createHmac('sha256', merchant.webhook_secret).update(`${at},${call?.body}`).digest('hex');
  expect(v1).toBe(expected);
  expect(
    (await ask('GET /api/eWallet/v1/transactions?reference=R1', { authorization: 'Bearer x' })).status,
  ).toBe(401);
});

test('Cameroon: requires two steps and a token that pays once, and spells success with two Ls', async () => {
  const { ask, timeline, delivered, simulator } = start();
  const { access_token } = read(await ask('POST /token', { authorization: basic }, grant));
  const user = Buffer.from(`${merchant.api_username}:${merchant.api_password}`).toString('base64');
  const headers = { authorization: `Bearer ${access_token}`, 'x-auth-token': user };
  const at = '/omcoreapis/1.0.2/mp';
  expect((await ask(`POST ${at}/init`, { authorization: headers.authorization })).status).toBe(403);
  const { payToken } = read(await ask(`POST ${at}/init`, headers)).data;
  const order = {
    notifUrl: 'https://shop.example/n',
    channelUserMsisdn: merchant.channel_msisdn.cameroon,
    amount: '1500',
    subscriberMsisdn: '690000100',
    pin: merchant.pin,
    orderId: 'R1',
    description: 'x',
    payToken,
  };
  expect(read(await ask(`POST ${at}/pay`, headers, { ...order, pin: '0' })).data.inittxnstatus).toBe('600');
  for (const _ of [1, 2]) {
    expect(read(await ask(`POST ${at}/pay`, headers, order)).data).toMatchObject({
      status: 'PENDING',
      payToken,
    });
  }
  expect((await ask(`GET ${at}/push/${payToken}`, headers)).status).toBe(200);
  timeline.advance(1_000);
  expect(read(await ask(`GET ${at}/paymentstatus/${payToken}`, headers)).data.status).toBe('SUCCESSFULL');
  expect(delivered).toHaveLength(1);
  expect(simulator.transactions()).toHaveLength(1);
});

test('Burkina Faso: responds once, with an XML fragment; a second request is a second payment', async () => {
  const { ask, simulator } = start();
  const command = (otp: string) =>
    `<COMMAND><TYPE>OMPREQ</TYPE><customer_msisdn>70000100</customer_msisdn><merchant_msisdn>${merchant.channel_msisdn.burkina}</merchant_msisdn><api_username>${merchant.api_username}</api_username><api_password>${merchant.api_password}</api_password><amount>1500</amount><otp>${otp}</otp><ext_txn_id>R1</ext_txn_id></COMMAND>`;
  expect((await ask('POST /payment', {}, command('000000'))).body).toMatch(/^<status>OTPINV</);
  expect((await ask('POST /payment', {}, command('000008'))).body).toMatch(/^<status>08</);
  expect((await ask('POST /payment', {}, command('constructor'))).body).toMatch(/^<status>OTPINV</);
  for (const _ of [1, 2]) {
    expect((await ask('POST /payment', {}, command('123456'))).body).toMatch(/^<status>200<.*<transID>OM/);
  }
  expect(simulator.transactions()).toMatchObject([{ reference: 'R1' }, { reference: 'R1~2' }]);
});
