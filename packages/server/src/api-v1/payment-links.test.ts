import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestService } from '../../../../test-support/service.ts';
import { shareService } from '../../../../test-support/shared-service.ts';
import { callApi, expectError, type Json, makeMerchant } from '../testing/api.ts';
import { concert, keyWith, makeLinks } from '../testing/payment-links.ts';

let service: TestService;
let key: string;
let merchant_id: string;
beforeAll(async () => {
  service = await shareService();
  ({ key, merchant_id } = await makeMerchant(service));
});
afterAll(() => service.stop());

const links = makeLinks(() => ({ service, key }));
const { create, made, read, update } = links;

describe('a payment link', () => {
  test('is created with a title and a currency alone, for an amount that the customer chooses', async () => {
    const answer = await create({ title: 'Collection for Awa', currency: 'XOF' });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      message: 'Payment link created.',
      data: {
        id: expect.stringMatching(/^plk_[0-9A-HJKMNP-TV-Z]{26}$/),
        object: 'payment_link',
        url: expect.stringMatching(/\/l\/[0-9A-HJKMNP-TV-Z]{8}$/),
        ...{ status: 'active', unavailable: null, title: 'Collection for Awa', description: null },
        ...{ amount: null, currency: 'XOF', min_amount: null, max_amount: null, suggested_amounts: [] },
        ...{ max_payments: null, in_parts: false, deposit: null, donation: false, expires_at: null },
        ...{ fields: [], template: null, thank_you: null, return_url: null, metadata: null },
        customer: { phone: null, email: null },
        ...{ payments: 0, paid_amount: 0, due_amount: null, livemode: false },
        created_at: expect.stringMatching(/\+00:00$/),
        updated_at: answer.body.data?.created_at,
      },
      errors: null,
    });
    const seen = await read(answer.body.data?.id);
    expect(seen.body).toEqual({ message: 'Payment link found.', data: answer.body.data, errors: null });
  });

  test('is created with every field of an open amount', async () => {
    const given = {
      title: 'Roof of the school',
      description: 'It rains in.\nEvery franc counts.',
      currency: 'GHS',
      min_amount: 2.5,
      max_amount: 1_000,
      suggested_amounts: [5, 12.75, 100],
      max_payments: 250,
      donation: true,
      expires_at: '2999-12-31T23:59:59+01:00',
      fields: [
        { key: 'name', label: 'Your name', type: 'text', required: false },
        { label: 'Class', type: 'choice', options: ['CM1', 'CM2'] },
      ],
      template: 'cotonou',
      thank_you: 'Thank you!',
      return_url: 'https://school.example/thanks',
      metadata: { campaign: 7, nested: { list: [1, null] } },
      customer: { phone: '00225 05 04 03 02 00', email: 'aya@courriel.example' },
    };
    const link = await made(given);
    expect(link).toMatchObject({
      ...given,
      expires_at: '2999-12-31T22:59:59.000+00:00',
      fields: [
        { key: 'name', label: 'Your name', type: 'text', required: false, options: [] },
        { key: 'Class', label: 'Class', type: 'choice', required: true, options: ['CM1', 'CM2'] },
      ],
      customer: { phone: '+2250504030200', email: 'aya@courriel.example' },
    });
  });

  test('is created as a bill in parts', async () => {
    const bill = { ...concert, amount: 30_000, in_parts: true, deposit: 10_000, min_amount: 5_000 };
    expect(await made(bill)).toMatchObject({ ...bill, due_amount: 30_000, paid_amount: 0 });
  });

  test.each([
    ['HTML', '<script>alert(1)</script> & "quotes"'],
    ['right-to-left text', 'رسوم المدرسة \u202Eabc\u202C'],
    ['emoji and combining accents', 'Fête 🎉 e\u0301'],
    ['a name of Object.prototype', 'constructor'],
  ])('keeps %s unchanged', async (_, text) => {
    const fields = [{ key: text, label: text, type: 'choice', required: true, options: [text] }];
    const given = { title: text, description: text, thank_you: text, fields };
    const link = await made({ ...concert, ...given, metadata: { note: text } });
    expect(link).toMatchObject({ ...given, metadata: { note: text } });
    expect((await read(link.id)).body.data).toEqual(link);
  });

  test('is created once for one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'link-1' };
    const first = await create(concert, { headers });
    const second = await create({ ...concert, amount: 5000.0, description: null }, { headers });
    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotent-replayed']).toBe('true');
    const other = await create({ ...concert, amount: 6000 }, { headers });
    expectError(other, 422, 'idempotency_key_reused');
  });

  test('is created once by ten requests at a time with one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'link-2' };
    const all = await Promise.all(Array.from({ length: 10 }, () => create(concert, { headers })));
    expect(new Set(all.map(({ body }) => body.data?.id)).size).toBe(1);
  });
});

describe('a list of payment links', () => {
  test('has pages, newest first, and can be filtered by status', async () => {
    const { key: own } = await makeMerchant(service);
    const ids: unknown[] = [];
    for (const status of ['active', 'paused', 'ended', 'active', 'paused']) {
      const { id } = await made(concert, own);
      await update(id, { status }, { key: own });
      ids.unshift(id);
    }
    const pages = async (filter: string): Promise<unknown[]> => {
      const found: unknown[] = [];
      for (let cursor: unknown = ''; cursor !== null; ) {
        const after = cursor === '' ? '' : `&cursor=${cursor}`;
        const { status, body } = await links.list(`?limit=2${filter}${after}`, own);
        expect([status, body.message]).toEqual([200, 'Payment links found.']);
        const { items, next_cursor } = body.data as { items: Json[]; next_cursor: string | null };
        expect(items.length).toBeLessThanOrEqual(2);
        found.push(...items.map(({ id }) => id));
        cursor = next_cursor;
      }
      return found;
    };
    expect(await pages('')).toEqual(ids);
    expect(await pages('&status=active')).toEqual([ids[1], ids[4]]);
    expect(await pages('&status=paused')).toEqual([ids[0], ids[3]]);
    expect(await pages('&status=ended')).toEqual([ids[2]]);
    const { body } = await links.list('?limit=1', own);
    expect(body.data?.items).toEqual([(await read(ids[0], own)).body.data]);
  });

  test.each([
    ['status=sold_out', 'status'],
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['cursor=plk_x', 'cursor'],
    ['cursor=pay_01M7YPXXY0T1MR8HDB61M1VE28', 'cursor'],
    ['page=2', 'page'],
    ['status=active&status=paused', 'status'],
  ])('refuses ?%s', async (query, field) => {
    const answer = await links.list(`?${query}`);
    expectError(answer, 422, 'invalid_fields');
    expect(Object.keys(answer.body.errors ?? {})).toEqual([field]);
  });
});

describe('the link of another owner', () => {
  test.each([
    ['another merchant', async () => (await makeMerchant(service)).key],
    ['the other mode', async () => keyWith(service, merchant_id, { mode: 'live' })],
  ])('of %s is not found', async (_, keyOf) => {
    const other = await keyOf();
    const { id } = await made(concert);
    for (const one of [id, 'plk_x', `${id}0`, 'pay_01M7YPXXY0T1MR8HDB61M1VE28']) {
      expectError(await read(one, other), 404, 'payment_link_not_found');
      expectError(await update(one, { title: 'Mine' }, { key: other }), 404, 'payment_link_not_found');
    }
    expect((await read(id)).body.data).toMatchObject({ title: concert.title });
    expect((await links.list('', other)).body.data?.items).toEqual([]);
  });
});

describe('a key without the scope', () => {
  test('payment_links:write cannot create or change a link', async () => {
    const { id } = await made(concert);
    const reader = await keyWith(service, merchant_id, { scopes: ['payment_links:read'] });
    expect((await read(id, reader)).status).toBe(200);
    expect((await links.list('', reader)).status).toBe(200);
    for (const refused of [
      await create(concert, { key: reader }),
      await update(id, { status: 'ended' }, { key: reader }),
    ])
      expectError(refused, 403, 'missing_scope');
    expect((await read(id)).body.data).toMatchObject({ status: 'active' });
  });

  test('payment_links:read cannot read links', async () => {
    const writer = await keyWith(service, merchant_id, { scopes: ['payment_links:write'] });
    const { id } = await made(concert, writer);
    expectError(await read(id, writer), 403, 'missing_scope');
    expectError(await links.list('', writer), 403, 'missing_scope');
    const other = await keyWith(service, merchant_id, { scopes: ['payments:read', 'payments:write'] });
    expectError(await create(concert, { key: other }), 403, 'missing_scope');
  });
});

test('a payment that was not made through a link has none', async () => {
  const { body } = await callApi(service, '/api/v1/payments', {
    ...{ method: 'POST', key },
    json: { amount: 100, currency: 'XOF', return_url: 'https://shop.example/thanks' },
  });
  expect(body.data).toMatchObject({ payment_link: null });
});
