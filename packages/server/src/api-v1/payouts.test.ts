import { setTimeout } from 'node:timers/promises';
import { fundSandbox } from '@guichet/core/operations';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandOf } from '../../../../test-support/actors.ts';
import type { TestService } from '../../../../test-support/service.ts';
import { shareService } from '../../../../test-support/shared-service.ts';
import { type ApiAnswer, callApi, expectError, type Json, makeMerchant } from '../testing/api.ts';

let service: TestService;
let key: string;
let merchant_id: string;
beforeAll(async () => {
  service = await shareService();
  ({ key, merchant_id } = await makeMerchant(service));
  await fund(merchant_id, 100_000);
});
afterAll(() => service.stop());

const fund = (id: string, amount: number) =>
  fundSandbox(service.ctx, commandOf(id), { currency: 'XOF', amount });

const path = '/api/v1/payouts';
const to = (digits: string, fields: Json = {}): Json => ({
  amount: 5000,
  currency: 'XOF',
  operator: 'mtn_ci',
  recipient: { phone: `+22505040302${digits}` },
  ...fields,
});
const create = (json: unknown, by: string = key, headers: Record<string, string> = {}) =>
  callApi(service, path, { method: 'POST', key: by, json, headers });
const read = (id: unknown, by: string = key, verb = '') =>
  callApi(service, `${path}/${id}${verb}`, { key: by });

async function made(digits: string, by: string = key): Promise<Json> {
  const answer = await create(to(digits), by);
  expect(answer.body).toMatchObject({ errors: null });
  return answer.body.data ?? {};
}

/** Calls verify on a payout until its outcome is known; only the test's own time limit applies. */
async function untilOver(id: unknown): Promise<ApiAnswer> {
  for (;;) {
    const answer = await read(id, key, '/verify');
    if (!/pending|processing/.test(String(answer.body.data?.status))) return answer;
    await setTimeout(50);
  }
}

describe('a payout', () => {
  test('reserves its amount when created', async () => {
    const answer = await create(
      to('22', {
        recipient: { phone: '00225 05 04 03 02 22', first_name: 'Awa', last_name: 'Recipient' },
        description: 'Commission of March',
      }),
    );
    expect(answer.status).toBe(201);
    expect(answer.headers['x-request-id']).toMatch(/^req_/);
    expect(answer.body).toEqual({
      message: 'Payout created.',
      data: {
        id: expect.stringMatching(/^po_/),
        object: 'payout',
        status: 'pending',
        amount: 5000,
        currency: 'XOF',
        operator: 'mtn_ci',
        recipient: { phone: '+2250504030222', first_name: 'Awa', last_name: 'Recipient' },
        description: 'Commission of March',
        failure: null,
        reversal: null,
        needs_approval: false,
        reference: expect.stringMatching(/^\w{5}-\w{5}$/),
        livemode: false,
        created_at: expect.stringMatching(/\+00:00$/),
        paid_at: null,
      },
      errors: null,
    });
    const seen = await read(answer.body.data?.id);
    expect(seen.status).toBe(200);
    expect(seen.body).toMatchObject({
      message: 'Payout found.',
      data: { ...answer.body.data, status: expect.stringMatching(/^(pending|processing)$/) },
    });
  });

  test.each([
    ['00', { status: 'success', failure: null, paid_at: expect.stringMatching(/\+00:00$/) }],
    ['12', { status: 'success', failure: null, paid_at: expect.stringMatching(/\+00:00$/) }],
    [
      '06',
      {
        status: 'failed',
        paid_at: null,
        failure: {
          code: 'not_registered',
          message: 'This number has no wallet with the operator.',
          operator_code: 'not_registered',
        },
      },
    ],
  ])('to %s ends with the operator’s outcome', async (digits, end) => {
    const { id } = await made(digits);
    const answer = await untilOver(id);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ message: 'Payout verified.', data: { id, ...end } });
    expect((await read(id)).body.data).toEqual(answer.body.data);
  });

  test('is created once for one Idempotency-Key', async () => {
    const first = await create(to('22'), key, { 'idempotency-key': 'order-481' });
    const second = await create(to('22'), key, { 'idempotency-key': '"order-481"' });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect([first.headers['idempotent-replayed'], second.headers['idempotent-replayed']]).toEqual([
      undefined,
      'true',
    ]);
    const other = await create(to('22', { amount: 1 }), key, { 'idempotency-key': 'order-481' });
    expectError(other, 422, 'idempotency_key_reused');
  });
});

describe('an error', () => {
  test('lists each invalid field', async () => {
    const answer = await create({ amount: 0.5, operator: 'mtn', recipient: {}, iban: 'x' });
    expectError(answer, 422, 'invalid_fields');
    expect(answer.body.errors).toEqual({
      amount: ['must be at least 1'],
      currency: ['is required'],
      operator: ['is not in the operator catalogue, which has codes such as mtn_ci'],
      'recipient.phone': ['is required'],
      iban: ['is not a known field'],
    });
  });

  test('states the balance when it is too small', async () => {
    const poor = await makeMerchant(service);
    await fund(poor.merchant_id, 4999);
    const answer = await create(to('00'), poor.key);
    expectError(answer, 422, 'insufficient_balance');
    expect(answer.body.errors).toEqual({
      amount: ['must be at most the available balance of 4999 XOF'],
    });
  });

  test('is returned for live payouts without an account', async () => {
    const live = await makeMerchant(service, { mode: 'live' });
    const answer = await create(to('00'), live.key);
    expectError(answer, 422, 'invalid_fields');
    expect(answer.body.errors).toEqual({
      operator: [
        'does not support payouts in XOF in live mode: GET /v1/operators shows which operators at checkout do',
      ],
    });
  });
});

describe('access to a payout', () => {
  test.each(['', '/verify'])('is limited to its merchant and mode (%s)', async (verb) => {
    const { id } = await made('22');
    const stranger = await makeMerchant(service);
    const live = await makeMerchant(service, { mode: 'live' });
    for (const by of [stranger.key, live.key]) {
      expectError(await read(id, by, verb), 404, 'payout_not_found');
    }
    for (const unknown of ['po_01JD0Z5T8Q0000000000000000', 'pay_x', '%00']) {
      expectError(await read(unknown, key, verb), 404, 'payout_not_found');
    }
  });

  test('is by id only: there is no list', async () => {
    const answer = await callApi(service, path, { key });
    expectError(answer, 404, 'dashboard_only');
    expect(answer.body.message).toContain('dashboard');
  });

  test('requires a key', async () => {
    expectError(
      await callApi(service, path, { method: 'POST', json: to('00') }),
      401,
      'authentication_required',
    );
    expectError(await callApi(service, '/api/v1/balances'), 401, 'authentication_required');
  });
});

describe('balances', () => {
  const balances = async (by: string) => (await callApi(service, '/api/v1/balances', { key: by })).body;

  test('show available and in-flight money of the key’s merchant and mode', async () => {
    const merchant = await makeMerchant(service);
    expect(await balances(merchant.key)).toEqual({
      message: 'Balances found.',
      data: { items: [], next_cursor: null },
      errors: null,
    });
    await fund(merchant.merchant_id, 12_000);
    await fundSandbox(service.ctx, commandOf(merchant.merchant_id), { currency: 'GHS', amount: 7.5 });
    await made('22', merchant.key);
    expect((await balances(merchant.key)).data).toEqual({
      items: [
        { currency: 'GHS', available: 7.5, payouts_in_flight: 0, held: 0 },
        { currency: 'XOF', available: 7000, payouts_in_flight: 5000, held: 0 },
      ],
      next_cursor: null,
    });
  });

  test('decrease after a successful payout, but not after a failed one', async () => {
    const merchant = await makeMerchant(service);
    await fund(merchant.merchant_id, 10_000);
    for (const digits of ['00', '01']) await made(digits, merchant.key);
    let seen: Json | null = null;
    while (!JSON.stringify(seen).includes('"payouts_in_flight":0')) {
      await setTimeout(50);
      seen = (await balances(merchant.key)).data;
    }
    expect(seen).toMatchObject({
      items: [{ currency: 'XOF', available: 5000, payouts_in_flight: 0, held: 0 }],
    });
  });
});
