import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestService } from '../../../../test-support/service.ts';
import { shareService } from '../../../../test-support/shared-service.ts';
import {
  enterShift,
  makeCashier,
  makeTill,
  pairDevice,
  takePayment,
} from '../../../../test-support/shifts.ts';
import { type Visit, visitAs } from './testing/visit.ts';

let service: TestService;
let admin: Visit;
let viewer: Visit;
let merchant_id: string;
beforeAll(async () => {
  service = await shareService();
  ({ merchant_id } = service.demo);
  admin = await visitAs(service, 'admin');
  viewer = await visitAs(service, 'viewer');
});
afterAll(() => service.stop());

const input = { name: 'Front desk', currency: 'XOF', language: 'fr' };

async function create(fields: object = {}) {
  const { status, body } = await admin.ask('POST', '/tills', { ...input, ...fields });
  expect(status).toBe(201);
  return body.data;
}

const listed = async (id: string) =>
  (await viewer.ask('GET', '/tills')).body.data.items.find((till: { id: string }) => till.id === id);

/** A cashier at a paired till. */
async function openShift() {
  const device = await makeTill(service.ctx, { merchant_id });
  const cashier = await makeCashier(service.ctx, merchant_id);
  const { actor } = await enterShift(service.ctx, device.actor, cashier);
  return { device, cashier, actor, path: `/shifts/${actor.shift_id}` };
}

describe('tills over HTTP', () => {
  test('are created with a code, and paired by it', async () => {
    const { till, code, url, expires_at } = await create({ name: ' Front desk ' });
    expect(till).toMatchObject({ ...input, status: 'unpaired', paired_at: null, shift: null });
    expect(code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    expect(url).toBe(`${service.ctx.public_url}/caisse?code=${code}`);
    expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(14 * 60_000);
    await pairDevice(service.ctx, code);
    expect(await listed(till.id)).toMatchObject({ status: 'paired', paired_at: expect.any(String) });
  });

  test('get a new code, are disconnected, paired again and removed', async () => {
    const { till, code } = await create();
    const path = `/tills/${till.id}`;
    const renewed = await admin.ask('POST', `${path}/pairing-code`);
    expect(renewed.status).toBe(201);
    await expect(pairDevice(service.ctx, code)).rejects.toThrow('refused');
    await pairDevice(service.ctx, renewed.body.data.code);
    expect(await admin.ask('POST', `${path}/disconnect`)).toMatchObject({ body: { data: { id: till.id } } });
    expect(await listed(till.id)).toMatchObject({ status: 'unpaired', paired_at: null });
    const again = await admin.ask('POST', `${path}/pairing-code`);
    await pairDevice(service.ctx, again.body.data.code);
    expect((await admin.ask('DELETE', path)).status).toBe(200);
    expect(await listed(till.id)).toBeUndefined();
    for (const gone of [`${path}/pairing-code`, `${path}/disconnect`])
      expect(await admin.ask('POST', gone)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await admin.ask('DELETE', path)).status).toBe(404);
  });

  test('are shown with the cashier who is at work', async () => {
    const { device, actor } = await openShift();
    expect(await listed(device.id)).toMatchObject({ shift: { id: actor.shift_id } });
  });

  test('leave no open shift behind when they are removed', async () => {
    const { device, path } = await openShift();
    await admin.ask('DELETE', `/tills/${device.id}`);
    const { body } = await viewer.ask('GET', path);
    expect(body.data).toMatchObject({ till: { id: device.id }, closed_at: expect.any(String) });
  });

  test.each([
    ['name', ''],
    ['name', '\u00a0'],
    ['name', 'a'.repeat(41)],
    ['name', 'a\u0000b'],
    ['name', 'a\nb'],
    ['name', '<b>'],
    ['name', '\ud83d'],
    ['currency', 'FRF'],
    ['currency', 'xof'],
    ['language', 'de'],
    ['mode', 'live'],
  ])('with the %s %j are refused', async (field, value) => {
    const refused = await admin.ask('POST', '/tills', { ...input, [field]: value });
    expect(refused).toMatchObject({ status: 422, body: { code: 'invalid_fields' } });
    expect(Object.keys(refused.body.errors)).toEqual([field]);
  });

  test('are not found in the other mode', async () => {
    const { till } = await create();
    const live = `/api/${merchant_id}/live/tills`;
    expect((await viewer.send('GET', live)).body.data.items).toEqual([]);
    expect((await admin.send('DELETE', `${live}/${till.id}`)).status).toBe(404);
    expect(await listed(till.id)).toBeDefined();
  });

  test('are recorded in the audit log with their author, without the code', async () => {
    const { till, code } = await create();
    await admin.ask('POST', `/tills/${till.id}/disconnect`);
    await pairDevice(service.ctx, (await admin.ask('POST', `/tills/${till.id}/pairing-code`)).body.data.code);
    const { rows } = await service.ctx.pool.query(
      `select author_kind, action, before, after from audit_log where object_id = $1 order by position`,
      [till.id],
    );
    expect(rows.map(({ author_kind, action }) => `${author_kind} ${action}`)).toEqual([
      'staff created',
      ...['staff changed', 'staff changed', 'service changed'],
    ]);
    expect(JSON.stringify(rows)).not.toContain(code.slice(0, 4));
    expect(rows[0].after).toMatchObject({ pairing_hash: '[redacted]' });
  });
});

describe('cashiers over HTTP', () => {
  test('are added with a PIN, get a new one and are removed', async () => {
    const { body, status } = await admin.ask('POST', '/cashiers', { name: ' Awa K. ' });
    expect(status).toBe(201);
    const { cashier, pin } = body.data;
    expect(cashier).toMatchObject({ name: 'Awa K.', locked: false });
    expect(pin).toMatch(/^\d{6}$/);
    const device = await makeTill(service.ctx, { merchant_id });
    await enterShift(service.ctx, device.actor, { id: cashier.id, pin });
    const renewed = await admin.ask('POST', `/cashiers/${cashier.id}/pin`);
    expect(renewed.status).toBe(201);
    await expect(enterShift(service.ctx, device.actor, { id: cashier.id, pin })).rejects.toThrow('wrong');
    await enterShift(service.ctx, device.actor, { id: cashier.id, pin: renewed.body.data.pin });
    expect((await admin.ask('DELETE', `/cashiers/${cashier.id}`)).status).toBe(200);
    const { items } = (await viewer.ask('GET', '/cashiers')).body.data;
    expect(items).not.toContainEqual(expect.objectContaining({ id: cashier.id }));
    expect((await admin.ask('POST', `/cashiers/${cashier.id}/pin`)).status).toBe(404);
    expect((await admin.ask('DELETE', `/cashiers/${cashier.id}`)).status).toBe(404);
  });

  test('who are removed leave no open shift behind', async () => {
    const { cashier, path } = await openShift();
    await admin.ask('DELETE', `/cashiers/${cashier.id}`);
    expect((await viewer.ask('GET', path)).body.data.closed_at).not.toBeNull();
  });

  test('have different names, also when a form is sent twice', async () => {
    const add = (name: string) => admin.ask('POST', '/cashiers', { name });
    const both = await Promise.all([add('Kofi'), add('Kofi')]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);
    const refused = await add(' KOFI');
    expect(refused).toMatchObject({
      body: { code: 'invalid_fields', problems: { name: [{ code: 'name_taken' }] } },
    });
    const id = both.find(({ status }) => status === 201)?.body.data.cashier.id;
    await admin.ask('DELETE', `/cashiers/${id}`);
    expect((await add('Kofi')).status).toBe(201);
  });

  test('never show their PIN again', async () => {
    const { body } = await admin.ask('POST', '/cashiers', { name: 'Zita' });
    const { rows } = await service.ctx.pool.query('select after from audit_log where object_id = $1', [
      body.data.cashier.id,
    ]);
    const after = rows.map((row) => row.after);
    const shown = JSON.stringify([after, (await admin.ask('GET', '/cashiers')).body]);
    expect(shown).toContain('Zita');
    expect(shown).not.toMatch(new RegExp(`\\b${body.data.pin}\\b`));
    expect(rows[0].after).toMatchObject({ pin_hash: '[redacted]' });
  });
});

describe('shifts over HTTP', () => {
  test('are listed by pages, newest first, and shown with their totals', async () => {
    const { actor, path } = await openShift();
    const { actor: newer } = await openShift();
    await takePayment(service.ctx, actor, '1500');
    const first = (await viewer.ask('GET', '/shifts?limit=1')).body.data;
    expect(first.items).toMatchObject([{ id: newer.shift_id, closed_at: null }]);
    const second = (await viewer.ask('GET', `/shifts?limit=1&cursor=${first.next_cursor}`)).body.data;
    expect(second.items).toMatchObject([{ id: actor.shift_id }]);
    expect((await viewer.ask('GET', path)).body.data).toEqual(second.items[0]);
  });

  test('have their payments, which name them', async () => {
    const { device, actor } = await openShift();
    const id = await takePayment(service.ctx, actor, '2500');
    const page = await viewer.ask('GET', `/payments?shift=${actor.shift_id}`);
    expect(page.body.data.items).toMatchObject([{ id, amount: 2500 }]);
    expect((await viewer.ask('GET', '/payments?shift=shf_none')).body.data.items).toEqual([]);
    const { data } = (await viewer.ask('GET', `/payments/${id}`)).body;
    const { till } = (await viewer.ask('GET', `/shifts/${actor.shift_id}`)).body.data;
    expect(data.shift).toMatchObject({ id: actor.shift_id, till: till.name });
    expect(till.id).toBe(device.id);
    const file = await viewer.ask('GET', `/payments/export?shift=${actor.shift_id}`);
    expect(String(file.body).trimEnd().split('\r\n')).toHaveLength(2);
  });

  test('are closed once, by those who may', async () => {
    const { path } = await openShift();
    expect(await viewer.ask('POST', `${path}/close`)).toMatchObject({ status: 403 });
    const closed = await admin.ask('POST', `${path}/close`);
    expect(closed).toMatchObject({ status: 200, body: { data: { closed_at: expect.any(String) } } });
    const again = await admin.ask('POST', `${path}/close`);
    expect(again.body.data).toEqual(closed.body.data);
  });

  test.each([
    '/shifts/shf_none',
    '/shifts/til_01JZZZZZZZZZZZZZZZZZZZZZZZ',
    '/shifts/shf_01JZZZZZZZZZZZZZZZZZZZZZZZ',
  ])('%s is not found', async (path) => {
    expect(await viewer.ask('GET', path)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await admin.ask('POST', `${path}/close`)).status).toBe(404);
  });

  test.each(['cursor=x', 'limit=0', 'limit=101'])('with %s are not listed', async (query) => {
    expect(await viewer.ask('GET', `/shifts?${query}`)).toMatchObject({
      status: 422,
      body: { code: 'invalid_fields' },
    });
  });
});

test('those who may only read add, renew, disconnect and remove nothing', async () => {
  const { till } = await create();
  const { id } = await makeCashier(service.ctx, merchant_id);
  const finance = await visitAs(service, 'finance');
  for (const visit of [viewer, finance]) {
    const answers = await Promise.all([
      visit.ask('POST', '/tills', input),
      visit.ask('POST', `/tills/${till.id}/pairing-code`),
      visit.ask('POST', `/tills/${till.id}/disconnect`),
      visit.ask('DELETE', `/tills/${till.id}`),
      visit.ask('POST', '/cashiers', { name: 'Mallory' }),
      visit.ask('POST', `/cashiers/${id}/pin`),
      visit.ask('DELETE', `/cashiers/${id}`),
    ]);
    expect(answers.map(({ status, body }) => `${status} ${body.code}`)).toEqual(
      Array(7).fill('403 forbidden'),
    );
  }
});
