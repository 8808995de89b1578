import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestService } from '../../../../test-support/service.ts';
import { shareService } from '../../../../test-support/shared-service.ts';
import { makeCheckout } from '../testing/api.ts';
import { type Visit, visitAs } from './testing/visit.ts';

let service: TestService;
let support: Visit;
let viewer: Visit;
beforeAll(async () => {
  service = await shareService();
  support = await visitAs(service, 'support');
  viewer = await visitAs(service, 'viewer');
});
afterAll(() => service.stop());

const link = { title: 'Frais de scolarité', amount: 25_000, currency: 'XOF' };

async function make(fields: object = {}) {
  const { status, body } = await support.ask('POST', '/payment-links', { ...link, ...fields });
  expect(status).toBe(201);
  return body.data;
}

describe('payment links over HTTP', () => {
  test('are created with the texts to send, listed and shown', async () => {
    const customer = { phone: '+2250504030200' };
    const { payment_link, shares } = await make({ max_payments: 1, customer });
    expect(payment_link).toMatchObject({ ...link, status: 'active', max_payments: 1, payments: 0 });
    expect(shares.map(({ language }: { language: string }) => language)).toEqual([
      'fr',
      'en',
      'sw',
      'pt',
      'ar',
    ]);
    const [french] = shares;
    expect(french.message).toContain(payment_link.url);
    expect(french.whatsapp_href).toMatch(/^https:\/\/wa\.me\/2250504030200\?text=/);
    const listed = await viewer.ask('GET', '/payment-links?status=active&limit=1');
    expect(listed.body.data).toMatchObject({ items: [{ id: payment_link.id }] });
    expect((await viewer.ask('GET', `/payment-links/${payment_link.id}`)).body.data).toEqual({
      payment_link,
      shares,
      has_pi_spi: false,
    });
  });

  test('are made for a phone number in local form, in the currency of the country', async () => {
    const { payment_link } = await make({ customer: { phone: '05 04 03 02 00' } });
    expect(payment_link.customer.phone).toBe('+2250504030200');
    const { data } = (await viewer.ask('GET', '/payment-link-options')).body;
    expect(data.currency).toBe('XOF');
    expect(data.currencies).toEqual(expect.arrayContaining(['GHS', 'XAF', 'XOF']));
  });

  test('are created once when a form is sent twice', async () => {
    const path = `/api/${service.demo.merchant_id}/test/payment-links`;
    const send = () => support.send('POST', path, { body: link, headers: { 'idempotency-key': 'link-1' } });
    const [first, second] = await Promise.all([send(), send()]);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(first.body.data).toEqual(second.body.data);
  });

  test('are changed, paused, resumed and ended, for good', async () => {
    const { payment_link } = await make();
    const path = `/payment-links/${payment_link.id}`;
    const change = async (body: object) => (await support.ask('POST', path, body)).body.data.payment_link;
    expect(await change({ amount: 30_000 })).toMatchObject({ title: link.title, amount: 30_000 });
    expect(await change({ status: 'paused' })).toMatchObject({ status: 'paused', unavailable: 'paused' });
    expect(await change({ status: 'active' })).toMatchObject({ status: 'active', unavailable: null });
    expect(await change({ status: 'ended' })).toMatchObject({ status: 'ended', unavailable: 'ended' });
    const resumed = await support.ask('POST', path, { status: 'active' });
    expect(resumed).toMatchObject({ status: 422, body: { code: 'invalid_fields' } });
    const { rows } = await service.ctx.pool.query(
      `select author_kind, action from audit_log where object_id = $1 order by position`,
      [payment_link.id],
    );
    const changed = { author_kind: 'staff', action: 'changed' };
    expect(rows).toEqual([{ author_kind: 'staff', action: 'created' }, changed, changed, changed, changed]);
  });

  test('cannot be made or changed by viewers', async () => {
    const { payment_link } = await make();
    for (const path of ['/payment-links', `/payment-links/${payment_link.id}`])
      expect(await viewer.ask('POST', path, link)).toMatchObject({
        status: 403,
        body: { code: 'forbidden' },
      });
  });

  test('name every wrong field', async () => {
    const wrong = await support.ask('POST', '/payment-links', { title: ' ', amount: 1.5, currency: 'XOF' });
    expect(wrong).toMatchObject({ status: 422, body: { code: 'invalid_fields' } });
    expect(Object.keys(wrong.body.errors)).toEqual(['title', 'amount']);
  });

  test('are exported with their totals', async () => {
    const { payment_link } = await make({ title: 'Sandales, "cuir"', donation: true });
    const file = await viewer.ask('GET', '/payment-links/export?status=active');
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="payment-links-test-/);
    const lines = String(file.body).split('\r\n');
    expect(lines[0]).toContain('id,url,title,status,');
    const line = lines.find((one) => one.startsWith(payment_link.id));
    expect(line).toContain(`${payment_link.url},"Sandales, ""cuir""",active,,`);
    expect(line).toContain(',XOF,25000,0,0,');
    expect((await viewer.ask('GET', '/payment-links/export?status=gone')).status).toBe(422);
  });

  test('are not found in the other mode', async () => {
    const { payment_link } = await make();
    const path = `/api/${service.demo.merchant_id}/live/payment-links/${payment_link.id}`;
    expect(await viewer.send('GET', path)).toMatchObject({
      status: 404,
      body: { code: 'payment_link_not_found' },
    });
  });
});

describe('the payments of a link', () => {
  test('are listed and exported', async () => {
    const { payment_link } = await make();
    const { payment_id } = await makeCheckout(service);
    await makeCheckout(service);
    await service.ctx.pool.query('update payments set payment_link_id = $1 where id = $2', [
      payment_link.id,
      payment_id,
    ]);
    const page = await viewer.ask('GET', `/payments?payment_link=${payment_link.id}`);
    expect(page.body.data.items).toMatchObject([{ id: payment_id }]);
    const failed = await viewer.ask('GET', `/payments?payment_link=${payment_link.id}&status=failed`);
    expect(failed.body.data.items).toEqual([]);
    const file = await viewer.ask('GET', `/payments/export?payment_link=${payment_link.id}`);
    const [header = '', ...rows] = String(file.body).trimEnd().split('\r\n');
    expect(rows).toHaveLength(1);
    const cells = rows[0]?.split(',') ?? [];
    expect(cells[header.split(',').indexOf('payment_link')]).toBe(payment_link.id);
  });

  test('of a link that does not exist are none', async () => {
    const page = await viewer.ask('GET', '/payments?payment_link=plk_none');
    expect(page.body.data.items).toEqual([]);
  });
});
