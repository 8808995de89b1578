import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../../test-support/service.ts';
import {
  approve,
  barred,
  changes,
  decide,
  makeApprovals,
  pay,
  setRule,
  takeOver,
} from './testing/approvals.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const { makeShop, invite, pass } = makeApprovals(() => service);

describe('a colleague who has left', () => {
  it('does not tie together two people who both gave them access', async () => {
    const shop = await makeShop();
    const [owner, admin] = [await shop.as('owner'), await shop.as('admin')];
    await setRule(owner, 1_000);
    const leaver = await invite(shop, owner, 'finance');
    await takeOver(admin, leaver);
    const left_behind = await pay(leaver);
    expect((await admin.ask('DELETE', `/team/members/${leaver.id}`)).status).toBe(200);
    expect(await changes(admin)).toEqual([]);
    for (const hours of [0, 25]) {
      await pass(shop, hours);
      expect(await approve(admin, await pay(owner))).toBe('approved');
      expect(await approve(owner, await pay(admin))).toBe('approved');
      for (const by of [owner, admin]) expect(await approve(by, left_behind)).toMatch(barred);
    }
  });

  it('stays tied to the person who invited them: that person does not approve the payouts they left behind', async () => {
    const shop = await makeShop();
    const [owner, admin] = [await shop.as('owner'), await shop.as('admin')];
    await setRule(owner, 1_000);
    const first = await invite(shop, admin, 'admin');
    const second = await invite(shop, first, 'finance');
    const ids = [await pay(first), await pay(second)];
    for (const { id } of [first, second]) {
      expect((await admin.ask('DELETE', `/team/members/${id}`)).status).toBe(200);
    }
    await pass(shop, 48);
    for (const id of ids) {
      expect(await approve(admin, id)).toMatch(barred);
      expect(await approve(owner, id)).toBe('approved');
    }
  });
});

describe('somebody who left and was invited again', () => {
  it.each([
    ['with the same address', undefined],
    ['with another one, and took the earlier address back', `other-${randomUUID()}@nowhere.example`],
  ])('%s does not approve what they requested before', async (_, address) => {
    const shop = await makeShop();
    const [owner, admin] = [await shop.as('owner'), await shop.as('admin')];
    await setRule(owner, 1_000);
    const before = await invite(shop, owner, 'finance');
    const id = await pay(before);
    const { email } = before;
    expect((await owner.ask('DELETE', `/team/members/${before.id}`)).status).toBe(200);
    const after = await invite(shop, owner, 'finance', address ?? email);
    if (address !== undefined) {
      const changed = await after.send('POST', '/api/me/email', { body: { email } });
      expect(changed.status).toBe(200);
    }
    expect(await decide(admin, (await changes(admin))[0].id)).toBe('approved');
    await pass(shop, 25);
    expect((await after.ask('GET', `/payouts/${id}`)).body.data).toMatchObject({
      may: { approve: false },
      bar: { reason: 'own', until: null },
    });
    expect(await approve(after, id)).toBe('wanted_by_you');
    expect(await approve(admin, id)).toBe('approved');
    // What others request, they may approve like anybody else.
    expect(await approve(after, await pay(admin))).toBe('approved');
  });

  it('does not approve for the people whom they had invited before', async () => {
    const shop = await makeShop();
    const [owner, admin] = [await shop.as('owner'), await shop.as('admin')];
    await setRule(owner, 1_000);
    const before = await invite(shop, owner, 'admin');
    const sock = await invite(shop, before, 'finance');
    expect((await owner.ask('DELETE', `/team/members/${before.id}`)).status).toBe(200);
    const after = await invite(shop, owner, 'finance', before.email);
    const found = (await changes(admin)).find(
      ({ approver }: { approver: { user_id: string } }) => approver.user_id === after.id,
    );
    expect(await decide(admin, found.id)).toBe('approved');
    await pass(shop, 25);
    expect(await approve(after, await pay(sock))).toBe('not_two_people_yet');
    expect(await approve(admin, await pay(sock))).toBe('approved');
  });

  it('is not tied to a colleague who once had the same address', async () => {
    const shop = await makeShop();
    const [owner, admin] = [await shop.as('owner'), await shop.as('admin')];
    await setRule(owner, 1_000);
    const { email } = admin;
    for (const [by, next] of [
      [admin, `admin-${randomUUID()}@nowhere.example`],
      [owner, email],
    ] as const) {
      expect((await by.send('POST', '/api/me/email', { body: { email: next } })).status).toBe(200);
    }
    expect(await approve(owner, await pay(admin))).toBe('approved');
  });

  it('is not taken for a colleague who had their address earlier and was a member when they left', async () => {
    const shop = await makeShop();
    const [owner, admin] = [await shop.as('owner'), await shop.as('admin')];
    await setRule(owner, 1_000);
    const { email } = owner;
    const moved = { email: `owner-${randomUUID()}@nowhere.example` };
    expect((await owner.send('POST', '/api/me/email', { body: moved })).status).toBe(200);
    const leaver = await invite(shop, admin, 'finance', email);
    const id = await pay(leaver);
    expect((await admin.ask('DELETE', `/team/members/${leaver.id}`)).status).toBe(200);
    expect((await owner.ask('GET', `/payouts/${id}`)).body.data).toMatchObject({
      may: { approve: true },
      bar: null,
    });
    expect(await approve(owner, id)).toBe('approved');
  });
});
