import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { CallbackCall, Simulator, SimulatorReply } from '../contract.ts';
import { makeMovedTimeline } from '../timeline.ts';
import { makeWorld } from '../world.ts';
import { type MtnMomoOptions, makeMtnMomo } from './index.ts';

const api_user = '0b6f1b1e-4d0f-4a53-9d3b-0d3a6c1f2e10';
const keys = { collection: 'key of collections', disbursement: 'key of disbursements' };

/** MTN's sandbox, called without HTTP. */
function makeSandbox(options: Partial<MtnMomoOptions> = {}) {
  const timeline = makeMovedTimeline(new Date('2026-03-01T10:00:00Z'));
  const callbacks: CallbackCall[] = [];
  const world = makeWorld({ timeline, seed: 1, deliver: (call) => callbacks.push(call) });
  const simulator = makeMtnMomo(world, {
    target_environment: 'sandbox',
    currency: 'EUR',
    subscription_keys: keys,
    users: [{ api_user, api_key: 'secret', callback_host: 'pay.example.com' }],
    ...options,
  });
  return { timeline, callbacks, simulator, ask: makeAsk(simulator) };
}

function makeAsk(simulator: Simulator) {
  return async (
    method: string,
    path: string,
    headers: Readonly<Record<string, string>> = {},
    body: unknown = '',
  ): Promise<SimulatorReply> =>
    simulator.handle({
      method,
      path,
      query: new URLSearchParams(),
      headers,
      body: typeof body === 'string' ? body : JSON.stringify(body),
      url: `http://localhost${path}`,
    });
}

type Ask = ReturnType<typeof makeAsk>;
type Product = keyof typeof keys;

async function tokenOf(ask: Ask, product: Product, key: string = keys[product]): Promise<SimulatorReply> {
  const authorization = `Basic ${Buffer.from(`${api_user}:secret`).toString('base64')}`;
  return ask('POST', `/${product}/token/`, { authorization, 'ocp-apim-subscription-key': key });
}

async function headersOf(ask: Ask, product: Product): Promise<Record<string, string>> {
  const { access_token } = JSON.parse((await tokenOf(ask, product)).body) as { access_token: string };
  return {
    authorization: `Bearer ${access_token}`,
    'ocp-apim-subscription-key': keys[product],
    'x-target-environment': 'sandbox',
  };
}

const order = (partyId: string, changes: object = {}) => ({
  amount: '15',
  currency: 'EUR',
  externalId: 'pay_01',
  payer: { partyIdType: 'MSISDN', partyId },
  payerMessage: 'Order 481',
  payeeNote: 'Order 481',
  ...changes,
});

const pay_path = '/collection/v1_0/requesttopay';

async function pay(ask: Ask, body: unknown, headers: Record<string, string> = {}) {
  const reference = randomUUID();
  const common = await headersOf(ask, 'collection');
  const reply = await ask('POST', pay_path, { ...common, 'x-reference-id': reference, ...headers }, body);
  const look = async (): Promise<Record<string, unknown>> => {
    const { status, body: text } = await ask(
      'GET',
      `${pay_path}/${reference}`,
      await headersOf(ask, 'collection'),
    );
    return { http: status, ...JSON.parse(text) };
  };
  return { reference, reply, look };
}

describe('access', () => {
  it('creates an API user and a key, once', async () => {
    const { ask } = makeSandbox();
    const headers = { 'x-reference-id': randomUUID(), 'ocp-apim-subscription-key': keys.collection };
    const path = `/v1_0/apiuser/${headers['x-reference-id']}`;
    const body = { providerCallbackHost: 'pay.example.com' };
    expect(await ask('POST', '/v1_0/apiuser', headers, body)).toEqual({ status: 201, body: '' });
    expect((await ask('POST', '/v1_0/apiuser', headers, body)).status).toBe(409);
    const made = await ask('POST', `${path}/apikey`, headers);
    expect([made.status, made.body]).toEqual([201, expect.stringMatching(/^\{"apiKey":"[0-9a-f]{32}"\}$/)]);
    expect((await ask('GET', path, headers)).body).toBe(
      '{"providerCallbackHost":"pay.example.com","targetEnvironment":"sandbox"}',
    );
    expect(
      (await ask('POST', '/v1_0/apiuser', { ...headers, 'ocp-apim-subscription-key': 'no' })).status,
    ).toBe(401);
  });

  it('issues tokens to a product for an hour', async () => {
    const { ask, timeline, simulator } = makeSandbox();
    expect(JSON.parse((await tokenOf(ask, 'collection')).body)).toEqual({
      access_token: expect.stringMatching(/^eyJ/),
      token_type: 'access_token',
      expires_in: 3600,
    });
    expect((await tokenOf(ask, 'collection', keys.disbursement)).status).toBe(401);
    const headers = await headersOf(ask, 'collection');
    const status = async (path: string) => (await ask('GET', path, headers)).status;
    expect(await status('/collection/v1_0/account/balance')).toBe(200);
    expect(await status('/disbursement/v1_0/account/balance')).toBe(401);
    timeline.advance(3_600_000);
    expect(await status('/collection/v1_0/account/balance')).toBe(401);
    const renewed = await headersOf(ask, 'collection');
    expect((await ask('GET', '/collection/v1_0/account/balance', renewed)).status).toBe(200);
    simulator.expireTokens();
    expect((await ask('GET', '/collection/v1_0/account/balance', renewed)).status).toBe(401);
  });

  it('refuses a token request with a body, and a call for a different target environment', async () => {
    const { ask } = makeSandbox();
    const authorization = `Basic ${Buffer.from(`${api_user}:secret`).toString('base64')}`;
    const basic = { authorization, 'ocp-apim-subscription-key': keys.collection };
    expect((await ask('POST', '/collection/token/', basic, '{}')).status).toBe(400);
    expect((await ask('POST', '/collection/token', basic)).status).toBe(401);
    const headers = { ...(await headersOf(ask, 'collection')), 'x-target-environment': 'mtnghana' };
    const reply = await ask('GET', '/collection/v1_0/account/balance', headers);
    expect([reply.status, reply.body]).toEqual([
      500,
      expect.stringContaining('NOT_ALLOWED_TARGET_ENVIRONMENT'),
    ]);
  });
});

describe('a request to pay', () => {
  it('is queued, succeeds and sends one callback, without its reference', async () => {
    const { ask, timeline, callbacks } = makeSandbox();
    const url = 'https://pay.example.com/callbacks/mtn-momo/cac_1/x';
    const { reply, look, reference } = await pay(ask, order('22507000000'), { 'x-callback-url': url });
    expect(reply).toEqual({ status: 202, body: '' });
    expect(await look()).toMatchObject({ http: 200, status: 'PENDING', amount: '15', externalId: 'pay_01' });
    expect(await look()).not.toHaveProperty('financialTransactionId');
    timeline.advance(1_000);
    const { http, ...seen } = await look();
    expect(seen).toMatchObject({
      status: 'SUCCESSFUL',
      financialTransactionId: expect.stringMatching(/^\d+$/),
    });
    expect(callbacks).toMatchObject([{ method: 'PUT', url }]);
    expect(JSON.parse(callbacks[0]?.body ?? '')).toEqual(seen);
    expect(callbacks[0]?.body).not.toContain(reference);
  });

  it.each([
    ['an amount that is a number', order('22507000000', { amount: 15 })],
    ['too many decimals', order('22507000000', { amount: '15.001' })],
    ['a number with a plus', order('+22507000000')],
    ['an apostrophe', order('22507000000', { payerMessage: "it's" })],
    ['a long message', order('22507000000', { payeeNote: 'x'.repeat(161) })],
    ['a space in externalId', order('22507000000', { externalId: 'a b' })],
    ['a truncated body', '{"amount":"15'],
  ])('with %s is refused as malformed', async (_, body) => {
    expect((await pay(makeSandbox().ask, body)).reply.status).toBe(400);
  });

  it.each([
    ['a different currency', order('22507000000', { currency: 'XOF' }), {}, 'INVALID_CURRENCY'],
    [
      'an unregistered callback host',
      order('22507000000'),
      { 'x-callback-url': 'https://x.example' },
      'INVALID_CALLBACK_URL_HOST',
    ],
  ])('with %s is refused with 500', async (_, body, headers, code) => {
    const { reply, look } = await pay(makeSandbox().ask, body, headers);
    expect([reply.status, JSON.parse(reply.body).code]).toEqual([500, code]);
    expect(await look()).toMatchObject({ http: 404, code: 'RESOURCE_NOT_FOUND' });
  });

  it('is one transaction, however often it is sent', async () => {
    const { ask, simulator } = makeSandbox();
    const { reference } = await pay(ask, order('22507000000'));
    const again = await pay(ask, order('22507000000'), { 'x-reference-id': reference });
    expect([again.reply.status, JSON.parse(again.reply.body).code]).toEqual([409, 'RESOURCE_ALREADY_EXIST']);
    expect(simulator.transactions()).toHaveLength(1);
  });
});

describe('the test numbers', () => {
  const fate = async (number: string, after_ms: number, options: Partial<MtnMomoOptions> = {}) => {
    const { ask, timeline } = makeSandbox(options);
    const { reply, look } = await pay(ask, order(number));
    if (reply.status !== 202) return `${reply.status} ${JSON.parse(reply.body).code}`;
    timeline.advance(after_ms);
    const { status, reason } = await look();
    return [status, typeof reason === 'object' ? JSON.stringify(reason) : reason].filter(Boolean).join(' ');
  };

  it.each([
    ['46733123450', 1_000, 'FAILED INTERNAL_PROCESSING_ERROR'],
    ['46733123451', 1_000, 'FAILED APPROVAL_REJECTED'],
    ['46733123452', 1_000, 'FAILED EXPIRED'],
    ['46733123453', 29_999, 'PENDING'],
    ['46733123453', 30_000, 'SUCCESSFUL'],
    ['46733123454', 86_400_000, 'PENDING'],
    ['46733123455', 1_000, 'FAILED PAYER_NOT_FOUND'],
    ['46733123456', 1_000, 'FAILED PAYEE_NOT_ALLOWED_TO_RECEIVE'],
    ['46733123457', 0, '500 NOT_ALLOWED'],
    ['46733123458', 0, '500 NOT_ALLOWED_TARGET_ENVIRONMENT'],
    ['46733123459', 0, '500 INVALID_CALLBACK_URL_HOST'],
    ['46733123460', 0, '500 INVALID_CURRENCY'],
    ['46733123461', 0, '500 INTERNAL_PROCESSING_ERROR'],
    ['46733123462', 0, '503 SERVICE_UNAVAILABLE'],
    ['46733123463', 1_000, 'FAILED COULD_NOT_PERFORM_TRANSACTION'],
    ['46733123464', 1_000, 'FAILED TRANSFER_TYPE_UNKNOWN'],
    ['46733123999', 1_000, 'SUCCESSFUL'],
  ])('include %s, whose status after %d ms is %s', async (number, after_ms, expected) => {
    expect(await fate(number, after_ms)).toBe(expected);
  });

  it('can behave as measured, where two of them differ from the documentation', async () => {
    const behaviour = 'measured';
    expect(await fate('46733123453', 86_400_000, { behaviour })).toBe('PENDING');
    expect(await fate('46733123454', 24_999, { behaviour })).toBe('CREATED');
    expect(await fate('46733123454', 25_000, { behaviour })).toBe('SUCCESSFUL');
  });

  it('can refuse later and give reasons as objects, which the documentation leaves open', async () => {
    const options = { refusals: 'later', reasons: 'object' } as const;
    expect(await fate('46733123457', 1_000, options)).toBe(
      'FAILED {"code":"NOT_ALLOWED","message":"NOT_ALLOWED (simulated)"}',
    );
  });
});

describe('disbursements', () => {
  it('refund no more than was paid', async () => {
    const { ask, timeline } = makeSandbox();
    const { reference } = await pay(ask, order('22507000000'));
    const headers = await headersOf(ask, 'disbursement');
    const refund = async (amount: string) => {
      const id = randomUUID();
      const { payer: _, ...plain } = order('');
      const body = { ...plain, amount, referenceIdToRefund: reference };
      const reply = await ask(
        'POST',
        '/disbursement/v1_0/refund',
        { ...headers, 'x-reference-id': id },
        body,
      );
      timeline.advance(1_000);
      const seen = await ask('GET', `/disbursement/v1_0/refund/${id}`, headers);
      return [reply.status, JSON.parse(seen.body).status ?? JSON.parse(seen.body).code];
    };
    expect(await refund('15')).toEqual([404, 'RESOURCE_NOT_FOUND']);
    const unknown = { ...order(''), payer: undefined, referenceIdToRefund: 'constructor' };
    const asked = { ...headers, 'x-reference-id': randomUUID() };
    expect((await ask('POST', '/disbursement/v1_0/refund', asked, unknown)).status).toBe(404);
    expect(await refund('10')).toEqual([202, 'SUCCESSFUL']);
    expect(await refund('5.01')).toEqual([202, 'FAILED']);
    expect(await refund('5')).toEqual([202, 'SUCCESSFUL']);
    // Each product has its own wallet: money that was collected with one product is not in the wallet of another.
    const balanceOf = async (product: Product, of: Record<string, string>) =>
      JSON.parse((await ask('GET', `/${product}/v1_0/account/balance`, of)).body);
    expect(await balanceOf('disbursement', headers)).toEqual({
      availableBalance: '9999985.00',
      currency: 'EUR',
    });
    expect(await balanceOf('collection', await headersOf(ask, 'collection'))).toEqual({
      availableBalance: '10000015.00',
      currency: 'EUR',
    });
  });

  it('transfer to a payee, and deposit with a callback by POST', async () => {
    const { ask, timeline, callbacks } = makeSandbox();
    const headers = await headersOf(ask, 'disbursement');
    const { payer: payee, ...plain } = order('46733123457');
    const url = 'https://pay.example.com/c';
    for (const [path, status] of [
      ['/disbursement/v1_0/transfer', 'FAILED'],
      ['/disbursement/v1_0/deposit', 'FAILED'],
    ]) {
      const id = randomUUID();
      const create = { ...headers, 'x-reference-id': id, 'x-callback-url': url };
      expect((await ask('POST', path ?? '', create, { ...plain, payee })).status).toBe(202);
      timeline.advance(1_000);
      const seen = JSON.parse((await ask('GET', `${path}/${id}`, headers)).body);
      expect(seen).toMatchObject({ status, reason: 'PAYEE_NOT_FOUND', payee });
    }
    expect(callbacks.map(({ method }) => method)).toEqual(['PUT', 'POST']);
  });

  it('report whether a number has an active account', async () => {
    const { ask } = makeSandbox();
    const headers = await headersOf(ask, 'disbursement');
    const active = async (number: string) =>
      (await ask('GET', `/disbursement/v1_0/accountholder/msisdn/${number}/active`, headers)).body;
    expect(await active('22507000000')).toBe('{"result":true}');
    expect(await active('46733123451')).toBe('{"result":false}');
    expect(await active('46733123450')).toContain('RESOURCE_NOT_FOUND');
  });
});
