import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../../test-support/service.ts';
import { approve, barred, changes, makeApprovals, pay, setRule, takeOver } from './testing/approvals.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const { makeShop, invite, pass } = makeApprovals(() => service);

describe('a colleague who has left', () => {
  it('no longer ties the two people who gave them access to each other', async () => {
    const shop = await makeShop();
    const [owner, admin] = [await shop.as('owner'), await shop.as('admin')];
    await setRule(owner, 1_000);
    const leaver = await invite(shop, owner, 'finance');
    await takeOver(admin, leaver);
    const id = await pay(owner);
    expect(await approve(admin, id)).toMatch(barred);
    expect((await admin.ask('DELETE', `/team/members/${leaver.id}`)).status).toBe(200);
    expect(await changes(admin)).toEqual([]);
    await pass(shop, 25);
    expect(await approve(admin, id)).toBe('approved');
    expect(await approve(owner, await pay(admin))).toBe('approved');
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
