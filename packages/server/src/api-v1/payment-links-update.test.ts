import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestService } from '../../../../test-support/service.ts';
import { shareService } from '../../../../test-support/shared-service.ts';
import { expectError, type Json, makeMerchant } from '../testing/api.ts';
import { concert, makeLinks } from '../testing/payment-links.ts';

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await shareService();
  ({ key } = await makeMerchant(service));
});
afterAll(() => service.stop());

const { made, read, update } = makeLinks(() => ({ service, key }));

const whole = {
  ...concert,
  description: 'Doors open at 19:00.',
  max_payments: 100,
  expires_at: '2999-12-31T22:59:59.000+00:00',
  fields: [{ key: 'name', label: 'Your name', type: 'text', required: true, options: [] }],
  template: 'abidjan',
  thank_you: 'See you there.',
  return_url: 'https://shop.example/thanks',
  metadata: { event: 7 },
  customer: { phone: '+2250504030200', email: 'aya@courriel.example' },
};
/** The same, as it is sent: options are only for a choice. */
const own = { ...whole, fields: [{ key: 'name', label: 'Your name', type: 'text' }] };
const makeWhole = () => made(own);

describe('an update', () => {
  test.each<[string, Json]>([
    ['title', { title: 'Second concert' }],
    ['description', { description: 'Doors open at 20:00.' }],
    ['amount', { amount: 7500 }],
    ['stock', { max_payments: 1 }],
    ['expiry', { expires_at: '2998-12-31T22:59:59.000+00:00' }],
    ['fields', { fields: [] }],
    ['donation', { donation: true }],
    ['metadata', { metadata: { other: [true] } }],
    ['bill', { amount: 9000, max_payments: null, in_parts: true, deposit: 3000 }],
    ['bounds', { amount: null, min_amount: 500, max_amount: 900, suggested_amounts: [700] }],
    ['customer', { customer: { phone: '+2250707070707', email: null } }],
  ])('of the %s changes nothing else', async (_, changes) => {
    const before = await makeWhole();
    const { status, body } = await update(before.id, changes);
    expect([status, body.message]).toEqual([200, 'Payment link updated.']);
    const due_amount = changes.in_parts ? changes.amount : null;
    const updated_at = expect.any(String);
    expect(body.data).toEqual({ ...before, ...changes, due_amount, updated_at });
    expect((await read(before.id)).body.data).toEqual(body.data);
  });

  test.each([
    ['amount', null],
    ['description', null],
    ['max_payments', null],
    ['expires_at', null],
    ['template', null],
    ['thank_you', null],
    ['return_url', null],
    ['metadata', null],
    ['customer', { phone: null, email: null }],
  ])('with null removes %s', async (field, empty) => {
    const before = await makeWhole();
    const { body } = await update(before.id, { [field]: null });
    expect(body.data).toEqual({ ...before, [field]: empty, updated_at: expect.any(String) });
  });

  test.each([
    ['nothing', {}],
    ['null', null],
    ['null where nothing can be removed', { status: null, title: null, donation: null, fields: null }],
    ['its own values', { ...own, currency: undefined }],
  ])('with %s changes nothing', async (_, changes) => {
    const before = await makeWhole();
    const { status, body } = await update(before.id, changes);
    expect(status).toBe(200);
    expect(body.data).toEqual({ ...before, updated_at: expect.any(String) });
  });

  test('is made once for one Idempotency-Key', async () => {
    const { id } = await made(concert);
    const headers = { 'idempotency-key': 'change-1' };
    const first = await update(id, { title: 'First' }, { headers });
    await update(id, { title: 'Second' });
    const again = await update(id, { title: 'First' }, { headers });
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect((await read(id)).body.data).toMatchObject({ title: 'Second' });
    expectError(await update(id, { title: 'Third' }, { headers }), 422, 'idempotency_key_reused');
  });

  test.each<[string, unknown, readonly string[]]>([
    ['the title to blanks', { title: ' ' }, ['title']],
    ['the currency', { currency: 'GHS' }, ['currency']],
    ['the id', { id: 'plk_x' }, ['id']],
    ['the address', { url: 'https://pay.example/l/7KQ2M9XD' }, ['url']],
    ['an unknown field', { titel: 'x' }, ['titel']],
    ['the status to one that does not exist', { status: 'expired' }, ['status']],
    ['the expiry to the past', { expires_at: '2020-01-01T00:00:00Z' }, ['expires_at']],
    ['a bound beside the fixed amount', { max_amount: 9000 }, ['max_amount']],
    ['a deposit without parts', { deposit: 100 }, ['deposit']],
    ['the stock to parts', { in_parts: true }, ['max_payments']],
    ['the metadata to the key of a field', { metadata: { name: 1 } }, ['fields.0.key']],
    ['itself to a list', [], ['body']],
    ['itself to a text', 'ended', ['body']],
  ])('cannot change %s', async (_, changes, fields) => {
    const before = await makeWhole();
    const answer = await update(before.id, changes);
    expectError(answer, 422, 'invalid_fields');
    expect(Object.keys(answer.body.errors ?? {})).toEqual(fields);
    expect((await read(before.id)).body.data).toEqual(before);
  });

  test('keeps an expiry that has passed since', async () => {
    const { id } = await makeWhole();
    await service.ctx.pool.query(`update payment_links set expires_at = '2020-01-01' where id = $1`, [id]);
    const past = { expires_at: '2020-01-01T00:00:00.000+00:00', unavailable: 'expired' };
    expect((await update(id, { title: 'Later' })).body.data).toMatchObject({ title: 'Later', ...past });
    expect((await update(id, { expires_at: null })).body.data).toMatchObject({
      expires_at: null,
      unavailable: null,
    });
  });
});

describe('the status of a link', () => {
  test.each<[readonly string[], string]>([
    [['paused'], 'paused'],
    [['paused', 'paused'], 'paused'],
    [['paused', 'active'], 'active'],
    [['active'], 'active'],
    [['ended'], 'ended'],
    [['paused', 'ended'], 'ended'],
    [['ended', 'ended'], 'ended'],
  ])('after %j is %s', async (steps, end) => {
    const { id } = await made(concert);
    for (const status of steps) expect((await update(id, { status })).status).toBe(200);
    const unavailable = end === 'active' ? null : end;
    expect((await read(id)).body.data).toMatchObject({ status: end, unavailable });
  });

  test.each(['active', 'paused'])('cannot become %s again once it has ended', async (status) => {
    const { id } = await made(concert);
    await update(id, { status: 'ended' });
    const answer = await update(id, { status });
    expectError(answer, 422, 'invalid_fields');
    expect(answer.body.errors).toEqual({ status: [expect.stringContaining('ended')] });
    expect((await update(id, { title: 'Over' })).body.data).toMatchObject({ title: 'Over', status: 'ended' });
  });

  test('becomes ended once, whatever else is sent at the same time', async () => {
    const { id } = await made(concert);
    const all = ['paused', 'active', 'ended', 'active', 'paused'].map((status) => update(id, { status }));
    for (const { status } of await Promise.all(all)) expect([200, 422]).toContain(status);
    expect((await read(id)).body.data).toMatchObject({ status: 'ended' });
  });
});
