import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestService } from '../../../../test-support/service.ts';
import { shareService } from '../../../../test-support/shared-service.ts';
import { type Visit, visitAs } from './testing/visit.ts';

let service: TestService;
let owner: Visit;
let finance: Visit;
let viewer: Visit;
beforeAll(async () => {
  service = await shareService();
  owner = await visitAs(service, 'owner');
  finance = await visitAs(service, 'finance');
  viewer = await visitAs(service, 'viewer');
});
afterAll(() => service.stop());

const payout = (amount: number) => ({
  ...{ amount, currency: 'XOF', operator: 'mtn_ci' },
  recipient: { phone: '+2250504030200', last_name: '<script>alert(1)</script>' },
});

describe('payouts over HTTP', () => {
  test('are created by one person, approved by another, listed, shown and exported', async () => {
    const rule = await owner.ask('PUT', '/payout-rules/XOF', { approval_above: 20_000, low_balance: null });
    expect(rule.status).toBe(200);
    const made = await finance.ask('POST', '/payouts', payout(25_000));
    expect(made).toMatchObject({ status: 201, body: { data: { state: 'waiting' } } });
    const { id } = made.body.data;
    expect((await viewer.ask('GET', '/payouts?state=waiting')).body.data.items).toMatchObject([{ id }]);
    const own = await finance.ask('POST', `/payouts/${id}/decision`, { decision: 'approve' });
    expect(own).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    const decided = await owner.ask('POST', `/payouts/${id}/decision`, { decision: 'approve' });
    expect(decided).toMatchObject({ status: 200, body: { data: { order: { decided_by: 'The owner' } } } });
    const again = await owner.ask('POST', `/payouts/${id}/decision`, { decision: 'refuse' });
    expect(again).toMatchObject({ status: 409, body: { code: 'conflict' } });
    await expect
      .poll(async () => (await viewer.ask('GET', `/payouts/${id}`)).body.data.payout.state, {
        timeout: 20_000,
      })
      .toBe('success');
    const file = await viewer.ask('GET', '/payouts.csv');
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="payouts-test.csv"');
    expect(file.body).toContain(`${id},`);
  });

  test('are created once when a form is sent twice', async () => {
    const path = `/api/${service.demo.merchant_id}/test/payouts`;
    const send = () =>
      finance.send('POST', path, { body: payout(11), headers: { 'idempotency-key': 'form-1' } });
    const [first, second] = await Promise.all([send(), send()]);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(first.body.data.id).toBe(second.body.data.id);
    expect([first, second].filter(({ headers }) => headers.has('idempotent-replayed'))).toHaveLength(1);
  });

  test.each([
    ['POST', '/payouts', payout(5)],
    ['PUT', '/payout-rules/XOF', { approval_above: null, low_balance: null }],
    ['POST', '/payouts/po_01ARZ3NDEKTSV4RRFFQ69G5FAV/decision', { decision: 'approve' }],
  ])('cannot be changed by viewers: %s %s', async (method, path, body) => {
    expect(await viewer.ask(method, path, body)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  });

  test('are not visible in the other mode', async () => {
    const made = await finance.ask('POST', '/payouts', payout(12));
    const path = `/api/${service.demo.merchant_id}/live/payouts/${made.body.data.id}`;
    expect(await owner.send('GET', path)).toMatchObject({ status: 404, body: { code: 'payout_not_found' } });
  });
});

test('a payout whose outcome is unknown is resolved once, by permitted members only', async () => {
  // The rule is deleted directly, because removing it in the dashboard requires a second person.
  await service.ctx.pool.query('delete from payout_rules');
  const waits_for_sandbox = { ...payout(13), recipient: { phone: '+2250504030222' } };
  const { id } = (await finance.ask('POST', '/payouts', waits_for_sandbox)).body.data;
  const path = `/payouts/${id}/resolutions`;
  const said = { verdict: 'not_paid', note: 'Not on the statement' };
  expect(await finance.ask('POST', path, said)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  await expect
    .poll(async () => (await viewer.ask('GET', `/payouts/${id}`)).body.data.payout.state, { timeout: 20_000 })
    .toBe('processing');
  await service.database.pool.query('update payouts set needs_review = true where id = $1', [id]);
  expect((await viewer.ask('POST', path, said)).status).toBe(403);
  expect(await finance.ask('POST', path, { ...said, verdict: 'paid' })).toMatchObject({
    status: 422,
    body: { errors: { proof: [expect.any(String)] } },
  });
  const answers = await Promise.all([finance.ask('POST', path, said), owner.ask('POST', path, said)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  const { body } = await viewer.ask('GET', `/payouts/${id}`);
  expect(body.data).toMatchObject({ payout: { state: 'failed' }, resolutions: [{ verdict: 'not_paid' }] });
  expect(body.data.ledger_entries).toHaveLength(4);
});

describe('the overview over HTTP', () => {
  test.each(['/overview', '/overview?days=7', '/overview/needs', '/overview/steps'])(
    'responds to %s',
    async (path) => {
      expect((await viewer.ask('GET', path)).status).toBe(200);
    },
  );

  test('refuses an unknown period', async () => {
    expect(await viewer.ask('GET', '/overview?days=8')).toMatchObject({
      status: 422,
      body: { code: 'invalid_fields' },
    });
  });
});
