import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestService } from '../../../../test-support/service.ts';
import { shareService } from '../../../../test-support/shared-service.ts';
import { send } from '../testing/send.ts';
import { payOnPage } from '../testing/visitor.ts';
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

const trial = { amount: 5000, currency: 'XOF', description: 'Pagne wax', template: 'abidjan' };

async function start(body: object = trial) {
  const { status, body: answered } = await support.ask('POST', '/trials', body);
  expect(status).toBe(201);
  return answered.data;
}

async function readPayment(id: string) {
  return (await viewer.ask('GET', `/payments/${id}`)).body.data;
}

describe('a trial', () => {
  test('is a session like any other, which ends at its receipt', async () => {
    const { payment_id, checkout_url, session_token } = await start();
    expect(checkout_url).toBe(`${service.url}/pay/${session_token}`);
    const page = await send(service.url, `/pay/${session_token}`);
    expect(page.text).toContain('Pagne wax');
    const { payment } = await readPayment(payment_id);
    expect(payment).toMatchObject({ amount: 5000, status: 'pending', metadata: { trial: true } });
    expect(payment.return_url).toBe(`${service.url}/r/${payment.reference}`);
    await payOnPage(service, session_token, { operator: 'mtn_ci', phone: '+2250548151600' });
    expect((await readPayment(payment_id)).payment.status).toBe('success');
    const receipt = await send(service.url, `/r/${payment.reference}`);
    expect(receipt.status).toBe(200);
  });

  test('is started once when a form is sent twice', async () => {
    const path = `/api/${service.demo.merchant_id}/test/trials`;
    const ask = () => support.send('POST', path, { body: trial, headers: { 'idempotency-key': 'trial-1' } });
    const [first, second] = await Promise.all([ask(), ask()]);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(first.body.data).toEqual(second.body.data);
  });

  test('cannot be started by viewers', async () => {
    const refused = await viewer.ask('POST', '/trials', trial);
    expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  });

  test.each<[string, object, string]>([
    ['no amount', { currency: 'XOF' }, 'amount'],
    ['nothing to pay', { ...trial, amount: 0 }, 'amount'],
    ['decimals that the currency lacks', { ...trial, amount: 1.5 }, 'amount'],
    ['an unknown currency', { ...trial, currency: 'ABC' }, 'currency'],
    ['an unknown template', { ...trial, template: 'paris' }, 'template'],
    ['a long description', { ...trial, description: 'a'.repeat(256) }, 'description'],
    ['a field of a real order', { ...trial, return_url: 'https://shop.example' }, 'return_url'],
  ])('is refused with %s', async (_, body, field) => {
    const { status, body: answered } = await support.ask('POST', '/trials', body);
    expect([status, Object.keys(answered.errors)]).toEqual([422, [field]]);
  });
});

describe('the options of trials', () => {
  test('name the usual currency, a usual amount, and numbers that the page takes', async () => {
    const { data } = (await viewer.ask('GET', '/trial-options')).body;
    expect(data.currency).toBe('XOF');
    const own = data.currencies.find(({ currency }: { currency: string }) => currency === 'XOF');
    expect(own.amount).toBe(5000);
    const { session_token, payment_id } = await start();
    const refusing = own.numbers.find(({ digits }: { digits: string }) => digits === '01');
    await payOnPage(service, session_token, { operator: 'mtn_ci', phone: refusing.phone });
    const { payment } = await readPayment(payment_id);
    expect(payment).toMatchObject({ status: 'failed', failure: { code: 'insufficient_funds' } });
  });

  test('have a number of the right country for every currency', async () => {
    const { data } = (await viewer.ask('GET', '/trial-options')).body;
    for (const { currency, amount, numbers } of data.currencies) {
      expect([currency, amount > 0, numbers.length]).toEqual([currency, true, 6]);
      await start({ amount, currency });
    }
    const ghana = data.currencies.find(({ currency }: { currency: string }) => currency === 'GHS');
    expect(ghana.numbers[0].phone).toMatch(/^\+233\d{7}00$/);
  });

  test('name no numbers in live mode', async () => {
    const live = await viewer.send('GET', `/api/${service.demo.merchant_id}/live/trial-options`);
    expect(live.body.data.currencies[0].numbers).toEqual([]);
  });
});
