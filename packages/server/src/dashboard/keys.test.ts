import { createKey, createMerchant } from '@guichet/core/accounts';
import { key_scopes, type Role } from '@guichet/core/platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command, commandOf } from '../../../../test-support/actors.ts';
import type { TestService } from '../../../../test-support/service.ts';
import { shareService } from '../../../../test-support/shared-service.ts';
import { callApi } from '../testing/api.ts';
import { visitAs } from './testing/visit.ts';

let service: TestService;
let owner: Staff;
let viewer: Staff;
/** Owner of another merchant. */
let stranger: Staff;
beforeAll(async () => {
  service = await shareService();
  const { merchant_id } = service.demo;
  owner = await signIn(merchant_id, 'owner');
  viewer = await signIn(merchant_id, 'viewer');
  stranger = await signIn(
    (await createMerchant(service.ctx, command, { name: 'Other', country: 'BJ' })).id,
    'owner',
  );
}, 60_000);
afterAll(() => service.stop());

interface Answer {
  readonly status: number;
  readonly code?: string;
  readonly errors?: unknown;
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect responses of any shape.
  readonly data: any;
}
type Staff = (method: string, path: string, body?: unknown, mode?: 'test' | 'live') => Promise<Answer>;

async function signIn(merchant_id: string, role: Role): Promise<Staff> {
  const visit = await visitAs(service, role, merchant_id);
  return async (method, path, body, mode = 'test') => {
    const sent = method === 'GET' ? {} : { body: body ?? {} };
    const { status, body: came } = await visit.send(method, `/api/${merchant_id}/${mode}${path}`, sent);
    return { status, ...came };
  };
}

const bearer = (key: string) => callApi(service, '/api/v1/balances', { key });

describe('API keys', () => {
  it('are created with a name, shown once, used, shown with their last use, and revoked', async () => {
    const made = await owner('POST', '/keys', { name: ' Shop server ' });
    expect(made).toMatchObject({ status: 201, data: { key: expect.stringMatching(/^svc_test_/) } });
    const { id, key } = made.data;
    expect((await bearer(key)).status).toBe(200);
    const find = async () =>
      (await owner('GET', '/keys')).data.items.find((one: { id: string }) => one.id === id);
    await expect.poll(async () => (await find()).last_used_at, { timeout: 10_000 }).not.toBeNull();
    const listed = await owner('GET', '/keys');
    expect(JSON.stringify(listed)).not.toContain(key);
    expect(await find()).toMatchObject({
      ...{ name: 'Shop server', last_four: key.slice(-4), made_by: 'The owner', revoked_at: null },
    });
    expect((await owner('GET', '/keys', undefined, 'live')).data.items).toEqual([]);
    const revoked = await owner('POST', `/keys/${id}/revoke`);
    expect(revoked).toMatchObject({ status: 200, data: { id, revoked_at: expect.any(String) } });
    await expect.poll(async () => (await bearer(key)).status).toBe(401);
    const { rows } = await service.ctx.pool.query(
      `select author_kind from audit_log where object_type = 'api_key' and object_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ author_kind: 'staff' }, { author_kind: 'staff' }]);
  });

  it('keep working after the member who created them is removed, and still name that member', async () => {
    const { merchant_id } = service.demo;
    const admin = await visitAs(service, 'admin');
    const made = await admin.ask('POST', '/keys', { name: 'kept' });
    const { id, key } = made.body.data;
    expect(await owner('DELETE', `/team/members/${admin.id}`)).toMatchObject({ status: 200 });
    expect((await bearer(key)).status).toBe(200);
    const { items } = (await owner('GET', '/keys')).data;
    expect(items.find((one: { id: string }) => one.id === id)).toMatchObject({ made_by: 'The admin' });
    await createKey(service.ctx, commandOf(merchant_id), { name: 'by command' });
    expect((await owner('GET', '/keys')).data.items[0]).toMatchObject({ name: 'by command', made_by: null });
  });

  it.each([
    [{}, { name: ['is required'] }],
    [{ name: '   ' }, { name: ['must not be empty'] }],
    [{ name: 'x'.repeat(101) }, { name: ['must be at most 100 characters'] }],
    [{ name: 'x', mode: 'live' }, { mode: ['is not a known field'] }],
  ])('are refused when invalid: %j', async (body, errors) => {
    expect(await owner('POST', '/keys', body)).toMatchObject({ status: 422, errors });
  });

  it('belong to one merchant and one mode', async () => {
    const { id } = (await owner('POST', '/keys', { name: 'mine' })).data;
    expect(await stranger('POST', `/keys/${id}/revoke`)).toMatchObject({
      status: 404,
      code: 'key_not_found',
    });
    expect(await owner('POST', `/keys/${id}/revoke`, {}, 'live')).toMatchObject({ code: 'key_not_found' });
    expect(await viewer('GET', '/keys')).toMatchObject({ status: 403 });
    expect(await viewer('POST', '/keys', { name: 'x' })).toMatchObject({ status: 403 });
  });
});

describe('the scopes of a key', () => {
  const without_payouts = key_scopes.filter((scope) => scope !== 'payouts:write');
  // Developers cannot record that goods were handed over either.
  const of_developer = without_payouts.filter((scope) => scope !== 'receipts:collect');
  const pay_out = (key: string) => callApi(service, '/api/v1/payouts', { method: 'POST', key, json: {} });
  let developer: Staff;
  beforeAll(async () => {
    developer = await signIn(service.demo.merchant_id, 'developer');
  });
  const find = async (id: string, mode: 'test' | 'live') =>
    (await owner('GET', '/keys', undefined, mode)).data.items.find((one: { id: string }) => one.id === id);

  it.each([
    ['owner', 'test', key_scopes],
    ['owner', 'live', without_payouts],
    ['developer', 'test', of_developer],
    ['developer', 'live', of_developer],
  ] as const)('default to those of the %s in %s mode', async (role, mode, scopes) => {
    const maker = role === 'owner' ? owner : developer;
    const { id, key } = (await maker('POST', '/keys', { name: 'usual' }, mode)).data;
    expect(await find(id, mode)).toMatchObject({ scopes, addresses: null, expires_at: null });
    const refusal = { status: 403, body: { code: 'missing_scope' } };
    expect(await pay_out(key)).toMatchObject(
      (scopes as readonly string[]).includes('payouts:write') ? { status: 422 } : refusal,
    );
  });

  it.each(['test', 'live'] as const)(
    'never exceed its creator’s: a developer cannot create a key that pays out in %s mode',
    async (mode) => {
      const asked = { name: 'sneaky', scopes: ['balances:read', 'payouts:write'] };
      expect(await developer('POST', '/keys', asked, mode)).toMatchObject({
        status: 403,
        code: 'forbidden',
        reason: { code: 'scope_not_yours', values: { scope: 'payouts:write' } },
      });
      const { data } = await developer('GET', '/keys', undefined, mode);
      expect(data).toMatchObject({ grantable_scopes: of_developer, usual_scopes: of_developer });
    },
  );

  it('are stored as given', async () => {
    const asked = {
      name: 'narrow',
      scopes: ['payouts:write', 'payments:read'],
      expires_at: '2999-01-01T00:00:00+01:00',
      addresses: ['203.0.113.7', '203.0.113.9/24', '203.0.113.0/24'],
    };
    const { id, key } = (await owner('POST', '/keys', asked, 'live')).data;
    expect(await find(id, 'live')).toMatchObject({
      scopes: ['payments:read', 'payouts:write'],
      expires_at: '2998-12-31T23:00:00.000+00:00',
      addresses: ['203.0.113.7/32', '203.0.113.0/24'],
      has_expired: false,
    });
    expect(await pay_out(key)).toMatchObject({ status: 403, body: { code: 'address_not_allowed' } });
  });

  it.each([
    [{ scopes: [] }, { scopes: ['must not have fewer than 1 items'] }],
    [{ scopes: ['payouts:write', 'payouts:write'] }, { scopes: [expect.any(String)] }],
    [{ scopes: ['everything'] }, { 'scopes.0': [expect.stringMatching(/^must be one of/)] }],
    [{ expires_at: '2020-01-01T00:00:00Z' }, { expires_at: ['must be in the future'] }],
    [{ expires_at: '0000-01-01T00:00:00Z' }, { expires_at: [expect.any(String)] }],
    [{ expires_at: 'tomorrow' }, { expires_at: [expect.stringMatching(/^must be a time/)] }],
    [
      { addresses: ['shop.example'] },
      { addresses: [expect.stringMatching(/^shop.example must be an IP address/)] },
    ],
    [{ addresses: Array(21).fill('203.0.113.7') }, { addresses: [expect.any(String)] }],
  ])('are refused when invalid: %j', async (asked, errors) => {
    expect(await owner('POST', '/keys', { name: 'x', ...asked })).toMatchObject({ status: 422, errors });
  });
});
