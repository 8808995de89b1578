import { readEventText } from '@guichet/core/events';
import { emitEvent } from '@guichet/core/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestService } from '../../../../test-support/service.ts';
import { shareService } from '../../../../test-support/shared-service.ts';
import {
  type ApiAnswer,
  callApi,
  expectError,
  initialize,
  type Json,
  least,
  makeCheckout,
  makeMerchant,
} from '../testing/api.ts';

let service: TestService;
beforeAll(async () => {
  service = await shareService();
});
afterAll(() => service.stop());

let merchant_id: string;
let key: string;
beforeEach(async () => {
  ({ merchant_id, key } = await makeMerchant(service));
});

const get = (path: string, by = key): Promise<ApiAnswer> => callApi(service, `/api/v1${path}`, { key: by });

async function page(path: string, by = key): Promise<{ items: Json[]; next_cursor: string | null }> {
  const answer = await get(path, by);
  expect([answer.status, answer.body.errors]).toEqual([200, null]);
  return answer.body.data as { items: Json[]; next_cursor: string | null } & Json;
}

const phone = (last: number): string => `+22507000000${String(last).padStart(2, '0')}`;
const pay = (fields: Json, by = key) => initialize(service, { ...least, ...fields }, by);

/** Creates `count` sessions one after the other, each with its own phone number. */
async function payers(count: number, from = 0): Promise<void> {
  for (let index = 0; index < count; index++) await pay({ customer_phone: phone(from + index) });
}

/** Reads all pages of a list. */
async function all(
  path: string,
  cursor: 'cursor' | 'after',
  between?: () => Promise<unknown>,
): Promise<Json[][]> {
  const pages: Json[][] = [];
  let next: string | null = null;
  do {
    const at: string = next === null ? path : `${path}${path.includes('?') ? '&' : '?'}${cursor}=${next}`;
    const { items, next_cursor }: Awaited<ReturnType<typeof page>> = await page(at);
    pages.push(items);
    next = next_cursor;
    await between?.();
  } while (next !== null);
  return pages;
}

describe('GET /customers', () => {
  test('returns sixty customers in three pages, newest first', async () => {
    await payers(60);
    const pages = await all('/customers', 'cursor');
    expect(pages.map((items) => items.length)).toEqual([25, 25, 10]);
    expect(pages.flat().map((customer) => customer.phone)).toEqual(
      Array.from({ length: 60 }, (_, index) => phone(59 - index)),
    );
  });

  test('has stable pages while customers are added', async () => {
    await payers(60);
    let known = 60;
    const pages = await all('/customers?limit=25', 'cursor', async () => {
      await payers(3, known);
      known += 3;
    });
    expect(pages.flat().map((customer) => customer.phone)).toEqual(
      Array.from({ length: 60 }, (_, index) => phone(59 - index)),
    );
  });

  test('filters by country across pages', async () => {
    await payers(4);
    for (const last of [0, 1, 2]) await pay({ customer_phone: `+23324123456${last}` });
    await pay({ customer_email: 'ama@shop.example' });
    const pages = await all('/customers?country=gh&limit=2', 'cursor');
    expect(pages.map((items) => items.map(({ country }) => country))).toEqual([['GH', 'GH'], ['GH']]);
    expect((await page('/customers?country=SN')).items).toEqual([]);
  });

  test('lists the same object that GET /customers/{id} returns', async () => {
    await pay({ customer_phone: phone(1), customer_email: 'ama@shop.example' });
    const { items } = await page('/customers');
    const answer = await get(`/customers/${items[0]?.id}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ message: 'Customer found.', data: items[0], errors: null });
    expect(items[0]).toEqual({
      id: expect.stringMatching(/^cus_/),
      object: 'customer',
      email: 'ama@shop.example',
      first_name: null,
      last_name: null,
      phone: phone(1),
      country: 'CI',
      livemode: false,
      created_at: expect.stringMatching(/^20.*\+00:00$/),
    });
  });

  test('does not show customers of another merchant or mode', async () => {
    const other = await makeMerchant(service);
    const live = await makeMerchant(service, { mode: 'live' });
    for (const by of [key, other.key, live.key]) await pay({ customer_phone: phone(1) }, by);
    const own = await Promise.all(
      [key, other.key, live.key].map(async (by) => (await page('/customers', by)).items),
    );
    expect(own.map((items) => items.length)).toEqual([1, 1, 1]);
    expect(new Set(own.flat().map(({ id }) => id)).size).toBe(3);
    expect(own.flat().map(({ livemode }) => livemode)).toEqual([false, false, true]);
    for (const stranger of [other.key, live.key]) {
      expectError(await get(`/customers/${own[0]?.[0]?.id}`, stranger), 404, 'customer_not_found');
    }
  });

  test.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=', 'limit'],
    ['limit=5&limit=6', 'limit'],
    ['country=CIV', 'country'],
    ['country=%C3%9F', 'country'],
    ['cursor=nothing', 'cursor'],
    ['cursor=%00', 'cursor'],
    ['offset=3', 'offset'],
    ['__proto__=3', '__proto__'],
  ])('%s is refused', async (query, field) => {
    const answer = await get(`/customers?${query}`);
    expectError(answer, 422, 'invalid_fields');
    expect(Object.keys(answer.body.errors ?? {})).toEqual([field]);
  });
});

describe('GET /events', () => {
  /** Creates a payment and cancels it, which emits an event. @returns the payment's id */
  async function giveUp(fields: Json = {}): Promise<string> {
    const { token, payment_id } = await makeCheckout(service, fields, key);
    const answer = await callApi(service, `/api/v1/checkout/${token}/cancel`, { method: 'POST' });
    expect(answer.status).toBe(200);
    return payment_id;
  }
  const paymentsOf = (items: readonly Json[]) => items.map(({ data }) => (data as Json).id);

  test('returns events from the oldest to the newest', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 30; index++) ids.push(await giveUp());
    const pages = await all('/events', 'after');
    expect(pages.map((items) => items.length)).toEqual([25, 5]);
    expect(paymentsOf(pages.flat())).toEqual(ids);
    const last = pages.at(-1)?.at(-1)?.id;
    expect(await page(`/events?after=${last}`)).toEqual({ items: [], next_cursor: null });
  });

  test('returns each event exactly as webhooks send it', async () => {
    await giveUp({ metadata: { z: 1, '10': { '9': [null, 1.5, 'é😀'] }, a: {} }, customer_phone: phone(1) });
    const answer = await get('/events');
    const { rows } = await service.ctx.pool.query<{ body: string }>(
      'select body from events where merchant_id = $1',
      [merchant_id],
    );
    const { body = '' } = rows[0] ?? {};
    // The event as it is stored, with the placeholder replaced by the token.
    const handle = /"handle:([\w-]+)"/.exec(body)?.[1] ?? '';
    const sent = body.replace(`handle:${handle}`, service.ctx.tokens.tokenOf(handle));
    expect(answer.text).toContain(`"items":[${sent}]`);
    expect(readEventText(service.ctx, { body })).toBe(sent);
  });

  test('does not show events of another merchant or mode', async () => {
    await giveUp();
    const { items } = await page('/events');
    expect(items).toHaveLength(1);
    for (const { key: stranger } of [
      await makeMerchant(service),
      await makeMerchant(service, { mode: 'live' }),
    ]) {
      expect((await page('/events', stranger)).items).toEqual([]);
      expectError(await get(`/events?after=${items[0]?.id}`, stranger), 422, 'invalid_fields');
    }
  });

  test('responds with Retry-After while an earlier event is being written', async () => {
    const tx = await service.ctx.db.startTransaction().execute();
    const event = { merchant_id, mode: 'test', type: 'payment.failed', object_id: 'pay_1' } as const;
    await emitEvent(tx, { ...event, data: {}, at: new Date() });
    const id = await giveUp();
    const answer = await get('/events');
    expectError(answer, 503, 'unavailable');
    expect(answer.headers['retry-after']).toBe('1');
    await tx.rollback().execute();
    expect(paymentsOf((await page('/events')).items)).toEqual([id]);
  });

  test.each([
    ['after=evt_01JD0Z5T8QABCDEFGHJKMNPQRS', 'after'],
    ['after=', 'after'],
    ['limit=ten', 'limit'],
    ['cursor=a', 'cursor'],
  ])('%s is refused', async (query, field) => {
    const answer = await get(`/events?${query}`);
    expectError(answer, 422, 'invalid_fields');
    expect(Object.keys(answer.body.errors ?? {})).toEqual([field]);
  });
});

describe('GET /operators', () => {
  test('lists the operators that the merchant can use', async () => {
    const { key: ruled } = await makeMerchant(service, { rules: ['mtn_ci', 'wave_ci'] });
    const { items, next_cursor } = await page('/operators?country=ci&currency=XOF', ruled);
    expect(items.map(({ code }) => code)).toEqual(['mtn_ci', 'wave_ci']);
    expect(next_cursor).toBeNull();
    expect(items[0]).toEqual({
      code: 'mtn_ci',
      name: expect.stringContaining('MTN'),
      country: 'CI',
      currencies: ['XOF'],
      flow: 'ussd_push',
      collect: true,
      payout: true,
      min_amount: null,
      max_amount: null,
      fee_percent: 0,
      availability: { attempts: 0, success_rate: null, median_seconds: null, available: true },
    });
  });

  test('is empty in live mode without accounts', async () => {
    const live = await makeMerchant(service, { mode: 'live', rules: ['mtn_ci'] });
    expect((await page('/operators', live.key)).items).toEqual([]);
  });

  test.each([
    ['country=ZZ', 'country'],
    ['currency=xof', 'currency'],
    ['limit=3', 'limit'],
  ])('%s is refused', async (query, field) => {
    const answer = await get(`/operators?${query}`);
    expectError(answer, 422, 'invalid_fields');
    expect(Object.keys(answer.body.errors ?? {})).toEqual([field]);
  });
});
