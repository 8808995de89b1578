import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { CallbackCall, SimulatorReply } from '../contract.ts';
import { makeMovedTimeline } from '../timeline.ts';
import { makeWorld } from '../world.ts';
import { makePawapay, type PawapayOptions } from './simulator.ts';

const token = 'test-token';
const base_url = 'http://127.0.0.1:4101';

function open(options: Partial<PawapayOptions> = {}) {
  const timeline = makeMovedTimeline(new Date('2026-03-01T10:00:00Z'));
  const sent: CallbackCall[] = [];
  const world = makeWorld({ timeline, seed: 1, deliver: (call) => sent.push(call) });
  world.dashboard.callback_url = 'https://pay.example.com/callbacks/pawapay/cac_1';
  const simulator = makePawapay(world, { api_token: token, ...options });
  const ask = async (method: string, path: string, body: unknown = '', authorization = `Bearer ${token}`) => {
    const url = new URL(path, base_url);
    const reply: SimulatorReply = await simulator.handle({
      method,
      path: url.pathname,
      query: url.searchParams,
      headers: authorization === '' ? {} : { authorization },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      url: url.href,
    });
    return { status: reply.status, body: parse(reply.body) };
  };
  return { timeline, world, simulator, sent, ask };
}

function parse(text: string): unknown {
  return text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text;
}

function depositOf(phoneNumber: string, more: object = {}) {
  const accountDetails = { phoneNumber, provider: 'MTN_MOMO_BEN' };
  return {
    depositId: randomUUID(),
    amount: '1500',
    currency: 'XOF',
    payer: { type: 'MMO', accountDetails },
    customerMessage: 'Order 481',
    ...more,
  };
}
const payer = (provider: string, phoneNumber: string) => ({
  payer: { type: 'MMO', accountDetails: { phoneNumber, provider } },
});

describe('authentication', () => {
  test.each([
    ['', 'NO_AUTHENTICATION'],
    ['Bearer other', 'AUTHENTICATION_ERROR'],
  ])('with the header %j fails with 401 %s', async (authorization, failureCode) => {
    const answer = await open().ask('POST', '/v2/deposits', depositOf('2290197000001'), authorization);
    expect(answer).toMatchObject({ status: 401, body: { failureReason: { failureCode } } });
  });
});

describe('test numbers', () => {
  test.each([
    ['22951345789', 'COMPLETED', undefined],
    ['22951345019', 'FAILED', 'PAYER_LIMIT_REACHED'],
    ['22951345029', 'FAILED', 'PAYER_NOT_FOUND'],
    ['22951345039', 'FAILED', 'PAYMENT_NOT_APPROVED'],
    ['22951345049', 'FAILED', 'INSUFFICIENT_BALANCE'],
    ['22951345069', 'FAILED', 'UNSPECIFIED_FAILURE'],
    ['22951345129', 'PROCESSING', undefined],
  ])('end as documented: %s %s %s', async (phone, status, failureCode) => {
    const { ask, timeline } = open();
    const deposit = depositOf(phone);
    const { depositId } = deposit;
    const created = '2026-03-01T10:00:00.000Z';
    expect(await ask('POST', '/v2/deposits', deposit)).toEqual({
      status: 200,
      body: { depositId, status: 'ACCEPTED', nextStep: 'FINAL_STATUS', created },
    });
    timeline.advance(3_000);
    const { body } = await ask('GET', `/v2/deposits/${depositId}`);
    const data = { depositId, status, amount: '1500.00', currency: 'XOF', country: 'BEN', created };
    expect(body).toMatchObject({ status: 'FOUND', data });
    const { failureReason } = (body as { data: { failureReason?: { failureCode: string } } }).data;
    expect(failureReason?.failureCode).toBe(failureCode);
  });

  test.each([
    ['MOOV_BEN', '22995345679', 'PAYMENT_NOT_APPROVED'],
    ['MOOV_BFA', '22602345048', 'INSUFFICIENT_BALANCE'],
    ['MPESA_KEN', '254703456059', 'TRANSACTION_ALREADY_IN_PROCESS'],
    ['ZAMTEL_ZMB', '260953456704', 'INSUFFICIENT_BALANCE'],
  ])('differ by operator: with %s, %s ends with %s', async (provider, phone, code) => {
    const { ask, timeline, simulator } = open();
    const currency = { MPESA_KEN: 'KES', ZAMTEL_ZMB: 'ZMW' }[provider] ?? 'XOF';
    await ask('POST', '/v2/deposits', depositOf(phone, { ...payer(provider, phone), currency }));
    timeline.advance(3_000);
    expect(simulator.transactions()).toMatchObject([{ code }]);
  });
});

describe('a request is refused', () => {
  const phone = '2290197000001';
  test.each<[string, object, number, string]>([
    ['an id that is not a UUID v4', { depositId: 'a' }, 400, 'INVALID_PARAMETER'],
    ['a zero at the end of the amount', { amount: '1500.0' }, 400, 'INVALID_PARAMETER'],
    ['an amount that is a number', { amount: 1500 }, 400, 'INVALID_PARAMETER'],
    ['a long message', { customerMessage: 'x'.repeat(23) }, 400, 'INVALID_PARAMETER'],
    ['a message with an accent', { customerMessage: 'été à' }, 400, 'INVALID_PARAMETER'],
    ['no payer', { payer: {} }, 400, 'MISSING_PARAMETER'],
    [
      'a field for a different operator',
      { successfulUrl: 'https://a.example' },
      400,
      'UNSUPPORTED_PARAMETER',
    ],
    [
      'no code where one is required in advance',
      payer('ORANGE_BFA', '22607000001'),
      400,
      'MISSING_PARAMETER',
    ],
    ['decimals', { amount: '1500.5' }, 200, 'INVALID_AMOUNT'],
    ['too much', { amount: '2000001' }, 200, 'AMOUNT_OUT_OF_BOUNDS'],
    ['an unknown operator', payer('MOOV_CIV', '2250100000001'), 200, 'INVALID_PROVIDER'],
    ['a different currency', { currency: 'XAF' }, 200, 'INVALID_CURRENCY'],
    [
      'a number from a different country',
      payer('MTN_MOMO_BEN', '2250500000001'),
      200,
      'INVALID_PHONE_NUMBER',
    ],
  ])('for %s', async (_, more, status, failureCode) => {
    const { ask, simulator } = open();
    const answer = await ask('POST', '/v2/deposits', depositOf(phone, more));
    expect(answer).toMatchObject({ status, body: { failureReason: { failureCode } } });
    if (status === 200) expect(answer.body).toMatchObject({ status: 'REJECTED' });
    expect(simulator.transactions()).toEqual([]);
  });

  test('without valid JSON, or for an unknown path', async () => {
    const { ask } = open();
    expect(await ask('POST', '/v2/deposits', 'x')).toMatchObject({ status: 400 });
    expect(await ask('GET', `/v2/deposits/${randomUUID()}`)).toEqual({
      status: 200,
      body: { status: 'NOT_FOUND' },
    });
    expect((await ask('GET', '/v2/nothing')).status).toBe(404);
  });

  test('as a duplicate if its id exists, whatever else it contains', async () => {
    const { ask, simulator } = open();
    const deposit = depositOf(phone);
    await ask('POST', '/v2/deposits', deposit);
    const again = await ask('POST', '/v2/deposits', { ...deposit, amount: '9' });
    expect(again.body).toMatchObject({ depositId: deposit.depositId, status: 'DUPLICATE_IGNORED' });
    expect(simulator.transactions()).toMatchObject([{ asked_amount: '1500' }]);
  });

  test('if a payout exceeds the wallet’s balance, to which failed payouts are returned', async () => {
    const { ask, timeline, world } = open();
    const payout = (amount: string) => {
      const { payer: recipient, depositId: payoutId, ...rest } = depositOf(phone);
      return ask('POST', '/v2/payouts', { ...rest, payoutId, recipient, amount });
    };
    for (let paid = 0; paid < 5; paid += 1) await payout('2000000');
    world.plans.set(phone, { after_ms: 0, end: 'RECIPIENT_NOT_FOUND' });
    const refused = { status: 'REJECTED', failureReason: { failureCode: 'PAWAPAY_WALLET_OUT_OF_FUNDS' } };
    expect((await payout('1')).body).toMatchObject(refused);
    timeline.advance(3_000);
    expect((await ask('GET', '/v2/wallet-balances')).body).toMatchObject({ balances: [{ balance: '0.00' }] });
  });
});

describe('callbacks', () => {
  test('have the contents of a status response except clientReferenceId, and can be resent', async () => {
    const { ask, sent, timeline } = open();
    const deposit = depositOf('2290197000001', { clientReferenceId: 'pay_1' });
    await ask('POST', '/v2/deposits', deposit);
    timeline.advance(3_000);
    await ask('POST', `/v2/deposits/resend-callback/${deposit.depositId}`);
    const { body } = await ask('GET', `/v2/deposits/${deposit.depositId}`);
    const { clientReferenceId, ...data } = (body as { data: Record<string, unknown> }).data;
    expect(clientReferenceId).toBe('pay_1');
    expect(sent.map((call) => JSON.parse(call.body))).toEqual([data, data]);
    expect(sent[0]).toMatchObject({ method: 'POST', headers: { 'content-type': 'application/json' } });
  });

  test('are signed if the account is set to sign them', async () => {
    const { ask, sent, timeline } = open({ callback_signature: 'der' });
    await ask('POST', '/v2/deposits', depositOf('2290197000001'));
    timeline.advance(3_000);
    const [key] = (await ask('GET', '/v2/public-key/http')).body as { id: string; key: string }[];
    expect(key).toMatchObject({
      id: 'HTTP_EC_P256_KEY:1',
      key: expect.stringMatching(/^-----BEGIN PUBLIC KEY/),
    });
    expect(sent[0]?.headers['signature-input']).toMatch(
      /^sig-pp=\("@method" "@authority" "@path" "signature-date" "content-digest" "content-type"\);alg="ecdsa-p256-sha256";keyid="HTTP_EC_P256_KEY:1";created=\d+;expires=\d+$/,
    );
    expect(sent[0]?.headers.signature).toMatch(/^sig-pp=:[A-Za-z0-9+/]+=*:$/);
  });
});

describe('an operator with its own page', () => {
  test('provides its URL after a delay; the customer decides on that page, and is redirected back', async () => {
    const { ask, sent, timeline, simulator } = open({ redirect_after_ms: 400 });
    const pages = { successfulUrl: 'https://shop.example/ok', failedUrl: 'https://shop.example/ko' };
    const deposit = depositOf('x', { ...payer('WAVE_SEN', '221770000001'), ...pages });
    const path = `/authorize/${deposit.depositId}`;
    const accepted = await ask('POST', '/v2/deposits', deposit);
    expect(accepted.body).toMatchObject({ status: 'ACCEPTED', nextStep: 'GET_AUTH_URL' });
    const status = async () => (await ask('GET', `/v2/deposits/${deposit.depositId}`)).body;
    expect(JSON.stringify(await status())).not.toContain('authorizationUrl');
    timeline.advance(400);
    const ready = { status: 'PROCESSING', authorizationUrl: `${base_url}${path}` };
    expect(await status()).toMatchObject({ data: ready });
    expect(sent.map(({ body }) => JSON.parse(body))).toMatchObject([
      { ...ready, nextStep: 'REDIRECT_TO_AUTH_URL' },
    ]);
    timeline.advance(86_400_000);
    expect((await ask('GET', path)).body).toContain('Refuse');
    expect((await ask('POST', path, 'end=PAYMENT_NOT_APPROVED')).status).toBe(303);
    expect(simulator.transactions()).toMatchObject([{ status: 'failed', code: 'PAYMENT_NOT_APPROVED' }]);
  });
});

describe('a delayed operator', () => {
  test('queues payouts until they are cancelled', async () => {
    const { ask, simulator } = open();
    simulator.availability.set('MTN_MOMO_BEN', 'DELAYED');
    const { payer: recipient, depositId: payoutId, ...rest } = depositOf('2290197000001');
    await ask('POST', '/v2/payouts', { ...rest, payoutId, recipient });
    expect((await ask('GET', `/v2/payouts/${payoutId}`)).body).toMatchObject({
      data: { status: 'ENQUEUED' },
    });
    expect((await ask('POST', `/v2/payouts/fail-enqueued/${payoutId}`)).body).toMatchObject({
      status: 'ACCEPTED',
    });
    expect(simulator.transactions()).toMatchObject([{ code: 'MANUALLY_CANCELLED' }]);
    expect((await ask('POST', `/v2/payouts/fail-enqueued/${payoutId}`)).body).toMatchObject({
      status: 'REJECTED',
    });
  });
});

test('predict-provider and active-conf respond as documented', async () => {
  const { ask } = open({ merchant_keys: {} });
  const predicted = { country: 'BEN', provider: 'MTN_MOMO_BEN', phoneNumber: '2290197000001' };
  const body = { phoneNumber: '+229 01 97 00 00 01' };
  expect((await ask('POST', '/v2/predict-provider', body)).body).toEqual(predicted);
  expect((await ask('POST', '/v2/predict-provider', { phoneNumber: 'x' })).body).toMatchObject({
    failureReason: { failureCode: 'INVALID_PARAMETER' },
  });
  expect((await ask('GET', '/v2/active-conf')).body).toMatchObject({
    signatureConfiguration: { signedRequestsOnly: true, signedCallbacks: false },
    countries: expect.arrayContaining([expect.objectContaining({ country: 'CIV' })]),
  });
});
