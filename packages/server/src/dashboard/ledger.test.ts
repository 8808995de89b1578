import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../../test-support/service.ts';
import { type Visit, visitAs } from './testing/visit.ts';

let service: TestService;
let owner: Visit;
let finance: Visit;
let viewer: Visit;
beforeAll(async () => {
  service = await startTestService();
  owner = await visitAs(service, 'owner');
  finance = await visitAs(service, 'finance');
  viewer = await visitAs(service, 'viewer');
});
afterAll(() => service.stop());

const movement = (amount: number, reference: string) => ({
  ...{ kind: 'float_deposited', account: 'sandbox', currency: 'XOF', amount, reference },
  note: '<script>alert(1)</script>',
});

describe('movements over HTTP', () => {
  test('are recorded by one person, approved by another, corrected and listed', async () => {
    const rule = await owner.ask('PUT', '/payout-rules/XOF', { approval_above: 20_000, low_balance: null });
    expect(rule.status).toBe(200);
    const made = await finance.ask('POST', '/ledger/movements', movement(25_000, 'TRX-1'));
    expect(made).toMatchObject({ status: 201, body: { data: { state: 'waiting' } } });
    const { id } = made.body.data;
    const decide = (by: Visit) => by.ask('POST', `/ledger/movements/${id}/decision`, { decision: 'approve' });
    expect(await decide(finance)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(await decide(owner)).toMatchObject({ status: 200, body: { data: { state: 'booked' } } });
    expect(await decide(owner)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    const correct = (by: Visit) =>
      by.ask('POST', `/ledger/movements/${id}/correction`, { note: 'Never came' });
    expect(await correct(owner)).toMatchObject({
      status: 201,
      body: { data: { corrects: id, state: 'waiting' } },
    });
    expect(await correct(finance)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    const { items } = (await viewer.ask('GET', '/ledger/movements?currency=XOF')).body.data;
    expect(items).toMatchObject([
      { kind: 'correction', state: 'waiting', may: { approve: false, refuse: false, correct: false } },
      { id, kind: 'float_deposited', state: 'booked', amount: 25_000 },
    ]);
  });

  test('are recorded once when a form is sent twice', async () => {
    const send = () => finance.ask('POST', '/ledger/movements', movement(11, 'TRX-2'));
    const [first, second] = await Promise.all([send(), send()]);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(first.body.data).toEqual(second.body.data);
    expect([first, second].filter(({ headers }) => headers.has('idempotent-replayed'))).toHaveLength(1);
  });

  test('that are invalid get an error for each field', async () => {
    const { status, body } = await finance.ask('POST', '/ledger/movements', {
      ...movement(2 ** 60, ''),
      ...{ kind: 'gift', currency: 'xof' },
    });
    expect(status).toBe(422);
    expect(Object.keys(body.errors).toSorted()).toEqual(['amount', 'currency', 'kind', 'reference']);
  });
});
