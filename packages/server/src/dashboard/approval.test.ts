import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../../test-support/service.ts';
import { callApi } from '../testing/api.ts';
import {
  approve,
  barred,
  changes,
  decide,
  makeApprovals,
  pay,
  payout,
  type Shop,
  setRule,
  takeOver,
  type Visitor,
} from './testing/approvals.ts';
import type { Visit } from './testing/visit.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const { makeShop, invite, pass, raise } = makeApprovals(() => service);

describe('one person alone', () => {
  it('as a developer cannot create a key that pays out, and no key can pay out beyond the rule', async () => {
    const shop = await makeShop();
    const [owner, developer, admin] = [
      await shop.as('owner'),
      await shop.as('developer'),
      await shop.as('admin'),
    ];
    await setRule(owner, 1_000);
    const refused = await developer.ask('POST', '/keys', { name: 'k', scopes: ['payouts:write'] });
    expect(refused.status).toBe(403);
    const { body } = await admin.ask('POST', '/keys', {
      name: 'k',
      scopes: ['payouts:write', 'payouts:read'],
    });
    const { key } = body.data;
    const made = await callApi(service, '/api/v1/payouts', { method: 'POST', key, json: payout(400_000) });
    expect(made).toMatchObject({ status: 201, body: { data: { status: 'pending', needs_approval: true } } });
    const id = String(made.body.data?.id);
    expect(await approve(admin, id)).toMatch(barred);
    expect((await callApi(service, `/api/v1/payouts/${id}/verify`, { key })).body.data?.status).toBe(
      'pending',
    );
    expect(await approve(owner, id)).toBe('approved');
  });

  it('cannot exceed the rule by splitting a payout', async () => {
    const shop = await makeShop();
    const [owner, finance] = [await shop.as('owner'), await shop.as('finance')];
    await setRule(owner, 1_000);
    const approvals = [];
    for (let number = 0; number < 12; number++) {
      approvals.push((await finance.ask('POST', '/payouts', payout(1_000))).body.data.order.approval);
    }
    expect(approvals).toEqual(['not_needed', ...Array(11).fill('waiting')]);
  });

  it('cannot remove or raise the rule, in small steps or at once', async () => {
    const shop = await makeShop();
    const [owner, admin] = [await shop.as('owner'), await shop.as('admin')];
    await setRule(owner, 1_000);
    for (const above of [null, 1_001, 900_000]) {
      expect(await setRule(admin, above)).toMatchObject({
        approval_above: 1_000,
        change_id: expect.any(String),
      });
    }
    await pass(shop, 48);
    const waiting = (await changes(admin)).filter(({ status }: { status: string }) => status === 'waiting');
    expect(waiting).toMatchObject([
      { rule: { approval_above: 900_000 }, takes_effect_at: null, bar: { reason: 'own' } },
    ]);
    expect(await decide(admin, waiting[0].id)).toMatch(barred);
    expect((await admin.ask('GET', '/payout-rules')).body.data.items).toMatchObject([
      { approval_above: 1_000 },
    ]);
    expect(await decide(owner, waiting[0].id)).toBe('approved');
    expect((await admin.ask('GET', '/payout-rules')).body.data.items).toMatchObject([
      { approval_above: 900_000 },
    ]);
  });

  it('as an admin cannot approve with a second account of their own, however long they wait', async () => {
    const shop = await makeShop();
    const [owner, admin] = [await shop.as('owner'), await shop.as('admin')];
    await setRule(owner, 1_000);
    const sock = await invite(shop, admin, 'admin');
    const own = await pay(admin);
    const of_sock = await pay(sock);
    for (const hours of [0, 25, 1_000]) {
      await pass(shop, hours);
      expect(await approve(sock, own)).toMatch(barred);
      expect(await approve(admin, of_sock)).toMatch(barred);
      const [change] = await changes(admin);
      const approver = { name: 'Sock Puppet', email: sock.email, way: 'invited' };
      expect(change).toMatchObject({ approver, status: 'waiting' });
      expect(await decide(admin, change.id)).toMatch(barred);
      expect(await decide(sock, change.id)).toMatch(barred);
    }
    expect((await sock.ask('GET', `/payouts/${own}`)).body.data).toMatchObject({
      may: { approve: false },
      bar: { reason: 'not_confirmed', until: null },
    });
    // A confirmed person counts as a second person.
    expect(await decide(owner, (await changes(owner))[0].id)).toBe('approved');
    expect(await approve(sock, own)).toBe('approved');
  });

  it('cannot approve through a chain of their own accounts, even after one is removed', async () => {
    const shop = await makeShop();
    const [owner, admin] = [await shop.as('owner'), await shop.as('admin')];
    await setRule(owner, 1_000);
    const first = await invite(shop, admin, 'admin');
    await pass(shop, 30);
    const second = await invite(shop, first, 'finance');
    expect((await admin.ask('DELETE', `/team/members/${first.id}`)).status).toBe(200);
    await pass(shop, 30);
    const open = (await changes(admin)).find(({ status }: { status: string }) => status === 'waiting');
    expect(open).toMatchObject({ approver: { user_id: second.id } });
    expect(await decide(admin, open.id)).toMatch(barred);
    const id = await pay(admin);
    expect(await approve(second, id)).toMatch(barred);
    expect(await approve(owner, id)).toBe('approved');
  });

  it.each([
    ['promotes a user', 'viewer', (shop: Shop, admin: Visit, puppet: Visitor) => raise(shop, admin, puppet)],
    [
      'takes over a colleague by a password link',
      'finance',
      (_: Shop, admin: Visit, puppet: Visitor) => takeOver(admin, puppet),
    ],
  ] as const)('who %s does not gain a second person', async (_, role, act) => {
    const shop = await makeShop();
    const [owner, admin, puppet] = [await shop.as('owner'), await shop.as('admin'), await shop.as(role)];
    await setRule(owner, 1_000);
    const id = await pay(admin);
    const taken = await act(shop, admin, puppet);
    for (const hours of [0, 30]) {
      await pass(shop, hours);
      expect(await approve(taken, id)).toMatch(barred);
    }
    expect(await decide(owner, (await changes(owner))[0].id)).toBe('approved');
    expect(await approve(taken, id)).toBe('approved');
  });

  it('cannot use a member who was invited before the rule existed, until a day has passed', async () => {
    const shop = await makeShop();
    const [owner, admin] = [await shop.as('owner'), await shop.as('admin')];
    const sock = await invite(shop, admin, 'finance');
    const second = await invite(shop, admin, 'finance');
    await setRule(owner, 1_000);
    const id = await pay(admin);
    expect((await sock.ask('GET', `/payouts/${id}`)).body.data.bar).toMatchObject({
      reason: 'not_two_people',
      until: expect.stringMatching(/\+00:00$/),
    });
    expect(await approve(sock, id)).toMatch(barred);
    // Both were invited by the same person.
    expect(await approve(second, await pay(sock))).toMatch(barred);
    expect(await approve(owner, await pay(sock))).toBe('approved');
    await pass(shop, 25);
    expect(await approve(sock, id)).toBe('approved');
  });

  it('is not assumed if one of two people was invited from the command line', async () => {
    const shop = await makeShop();
    const [owner, admin] = [await shop.as('owner'), await shop.as('admin')];
    await setRule(owner, 1_000);
    expect(await approve(await shop.as('finance'), await pay(admin))).toBe('approved');
    expect(await changes(owner)).toEqual([]);
  });
});

describe('a merchant with one approver', () => {
  it('can remove the rule after a day, and is shown the pending change until then', async () => {
    const shop = await makeShop();
    const owner = await shop.as('owner');
    await setRule(owner, 1_000);
    await setRule(owner, null);
    expect(await changes(owner)).toMatchObject([{ status: 'waiting', takes_effect_at: expect.any(String) }]);
    await pass(shop, 23);
    expect(await changes(owner)).toMatchObject([{ status: 'waiting' }]);
    await pass(shop, 1);
    expect(await changes(owner)).toMatchObject([{ status: 'elapsed', decided_by: null }]);
    expect((await owner.ask('GET', '/payout-rules')).body.data.items).toMatchObject([
      { approval_above: null },
    ]);
  });

  it('gets a second approver after a day, but not at once by removing another approver at the last minute', async () => {
    const shop = await makeShop();
    const [owner, other] = [await shop.as('owner'), await shop.as('owner')];
    await setRule(owner, 1_000);
    const sock = await invite(shop, owner, 'finance');
    await pass(shop, 48);
    expect((await owner.ask('DELETE', `/team/members/${other.id}`)).status).toBe(200);
    await pass(shop, 1);
    expect(await changes(owner)).toMatchObject([{ status: 'waiting', takes_effect_at: expect.any(String) }]);
    const id = await pay(owner);
    expect(await approve(sock, id)).toMatch(barred);
    await pass(shop, 24);
    expect(await changes(owner)).toMatchObject([{ status: 'elapsed' }]);
    expect(await approve(sock, id)).toBe('approved');
  });

  it('keeps its rule when the approver refuses a change by a member they invited', async () => {
    const shop = await makeShop();
    const owner = await shop.as('owner');
    await setRule(owner, 1_000);
    const sock = await invite(shop, owner, 'admin');
    const { change_id } = await setRule(sock, null);
    const may = { approve: false, refuse: true };
    const seen = { id: change_id, takes_effect_at: expect.any(String), may };
    expect((await changes(owner))[0]).toMatchObject(seen);
    expect(await decide(owner, change_id)).toMatch(barred);
    expect(await decide(owner, change_id, 'refuse')).toBe('refused');
  });

  it.each([
    ['is removed', 'DELETE', undefined],
    ['is a viewer', 'PATCH', { role: 'viewer' }],
  ])('keeps its rule when the author of a change %s', async (_, method, body) => {
    const shop = await makeShop();
    const owner = await shop.as('owner');
    await setRule(owner, 1_000);
    const sock = await invite(shop, owner, 'admin');
    await setRule(sock, null);
    expect((await owner.ask(method, `/team/members/${sock.id}`, body)).status).toBe(200);
    await pass(shop, 48);
    expect((await owner.ask('GET', '/payout-rules')).body.data.items[0].approval_above).toBe(1_000);
  });

  it('must wait a full day again if another person could have decided in between', async () => {
    const shop = await makeShop();
    const owner = await shop.as('owner');
    await setRule(owner, 1_000);
    await setRule(owner, null);
    await pass(shop, 20);
    const other = await shop.as('finance');
    expect(await changes(other)).toMatchObject([{ takes_effect_at: null, may: { approve: true } }]);
    await pass(shop, 10);
    expect(await changes(owner)).toMatchObject([{ status: 'waiting', takes_effect_at: null }]);
    expect(await decide(other, (await changes(other))[0].id, 'refuse')).toBe('refused');
    expect((await owner.ask('GET', '/payout-rules')).body.data.items).toMatchObject([
      { approval_above: 1_000 },
    ]);
  });
});

describe('a change that needs approval', () => {
  it('can be withdrawn by its author, and is decided once', async () => {
    const shop = await makeShop();
    const [owner, admin, viewer] = [await shop.as('owner'), await shop.as('admin'), await shop.as('viewer')];
    await setRule(owner, 1_000);
    const { change_id } = await setRule(admin, null);
    expect(await decide(viewer, change_id)).toBe('role_forbids');
    expect((await viewer.ask('GET', '/approval-changes')).status).toBe(403);
    expect(await decide(admin, change_id, 'refuse')).toBe('refused');
    expect(await decide(owner, change_id)).toBe('change_decided');
    expect(await decide(owner, 'apc_01JD0Z5T8Q0000000000000000')).toBe('not_found');
  });

  it.each([
    ['has been removed', 'DELETE', undefined],
    ['has become a viewer', 'PATCH', { role: 'viewer' }],
  ])('of a rule cannot be approved once its author %s', async (_, method, body) => {
    const shop = await makeShop();
    const [owner, admin] = [await shop.as('owner'), await shop.as('admin')];
    await setRule(owner, 1_000);
    const { change_id } = await setRule(admin, null);
    expect((await owner.ask(method, `/team/members/${admin.id}`, body)).status).toBe(200);
    expect(await decide(owner, change_id)).toBe('change_decided');
    expect(await changes(owner)).toEqual([]);
    expect((await owner.ask('GET', '/payout-rules')).body.data.items[0].approval_above).toBe(1_000);
  });

  it('is replaced by a newer one, and only the newest can be approved', async () => {
    const shop = await makeShop();
    const [owner, admin] = [await shop.as('owner'), await shop.as('admin')];
    await setRule(owner, 1_000);
    const { change_id } = await setRule(admin, 1_001);
    await setRule(admin, 500_000);
    expect(await decide(owner, change_id)).toBe('change_decided');
    // A stricter rule set meanwhile is not overridden by an earlier change.
    await setRule(owner, 500);
    expect((await changes(owner)).filter(({ status }: { status: string }) => status === 'waiting')).toEqual(
      [],
    );
  });

  it('when refused, bars the new member from approving until they get the role again and are confirmed', async () => {
    const shop = await makeShop();
    const [owner, admin] = [await shop.as('owner'), await shop.as('admin')];
    await setRule(owner, 1_000);
    const sock = await invite(shop, admin, 'finance');
    const id = await pay(owner);
    expect(await decide(owner, (await changes(owner))[0].id, 'refuse')).toBe('refused');
    await pass(shop, 48);
    expect(await approve(sock, id)).toMatch(barred);
    for (const role of ['viewer', 'finance']) {
      expect((await admin.ask('PATCH', `/team/members/${sock.id}`, { role })).status).toBe(200);
    }
    const again = (await changes(owner)).find(({ status }: { status: string }) => status === 'waiting');
    expect(await approve(sock, id)).toMatch(barred);
    expect(await decide(owner, again.id)).toBe('approved');
    expect(await approve(sock, id)).toBe('approved');
  });

  it.each([
    ['another role of an approver', 'admin'],
    ['the same role again', 'finance'],
  ])('when refused, is proposed again when the person gets %s', async (_, role) => {
    const shop = await makeShop();
    const [owner, admin] = [await shop.as('owner'), await shop.as('admin')];
    await setRule(owner, 1_000);
    const sock = await invite(shop, admin, 'finance');
    expect(await decide(owner, (await changes(owner))[0].id, 'refuse')).toBe('refused');
    const waiting = async () =>
      (await changes(owner)).filter(({ status }: { status: string }) => status === 'waiting');
    for (let round = 0; round < 2; round++) {
      expect((await admin.ask('PATCH', `/team/members/${sock.id}`, { role })).status).toBe(200);
      expect(await waiting()).toMatchObject([{ approver: { user_id: sock.id } }]);
    }
    expect(await decide(owner, (await waiting())[0].id)).toBe('approved');
    expect((await admin.ask('PATCH', `/team/members/${sock.id}`, { role: 'finance' })).status).toBe(200);
    expect(await waiting()).toEqual([]);
  });

  it('is in the audit log, with its author and approver', async () => {
    const shop = await makeShop();
    const [owner, admin] = [await shop.as('owner'), await shop.as('admin')];
    await setRule(owner, 1_000);
    const { change_id } = await setRule(admin, null);
    await decide(owner, change_id);
    const { rows } = await service.ctx.pool.query(
      `select author_id, action from audit_log where object_type = 'approval_change' and object_id = $1 order by position`,
      [change_id],
    );
    expect(rows).toEqual([
      { author_id: admin.id, action: 'created' },
      { author_id: owner.id, action: 'changed' },
    ]);
  });
});
