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
  type Visitor,
} from './testing/approvals.ts';
import type { Visit } from './testing/visit.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const { makeShop, invite, pass } = makeApprovals(() => service);

/** Gives a colleague each of the roles in turn. */
async function give(by: Visit, { id }: Visitor, ...roles: readonly string[]): Promise<void> {
  for (const role of roles) {
    expect((await by.ask('PATCH', `/team/members/${id}`, { role })).status).toBe(200);
  }
}

/** Makes a merchant with a rule, an owner, an admin, and a finance member whom one of the two invited. */
async function makeTeam(inviter: 'owner' | 'admin') {
  const shop = await makeShop();
  const people = { owner: await shop.as('owner'), admin: await shop.as('admin') };
  await setRule(people.owner, 1_000);
  return { shop, ...people, member: await invite(shop, people[inviter], 'finance') };
}

describe('two people who gave the same colleague access', () => {
  it('do not count as one person, so neither can bar the other from deciding on a weaker rule', async () => {
    const { shop, owner, admin, member } = await makeTeam('owner');
    await give(admin, member, 'viewer', 'finance', 'viewer');
    await setRule(admin, null);
    const [change] = await changes(owner);
    expect(change).toMatchObject({ takes_effect_at: null, may: { approve: true }, bar: null });
    await pass(shop, 25);
    expect((await owner.ask('GET', '/payout-rules')).body.data.items[0].approval_above).toBe(1_000);
    expect(await decide(owner, change.id)).toBe('approved');
  });

  it('can approve each other’s payouts, but not those of the colleague', async () => {
    const { shop, owner, admin, member } = await makeTeam('owner');
    const id = await pay(member);
    await give(owner, member, 'developer');
    await give(admin, member, 'finance', 'developer');
    for (const hours of [0, 25]) {
      await pass(shop, hours);
      expect(await approve(admin, await pay(owner))).toBe('approved');
      expect(await approve(owner, await pay(admin))).toBe('approved');
      for (const by of [owner, admin]) expect(await approve(by, id)).toMatch(barred);
    }
    expect(await approve(await shop.as('finance'), id)).toBe('approved');
  });

  it('cannot confirm the colleague, even after one of them has given the colleague a new password', async () => {
    const { shop, owner, admin, member } = await makeTeam('admin');
    await takeOver(owner, member);
    for (const hours of [0, 25, 25]) {
      await pass(shop, hours);
      const [change] = await changes(admin);
      expect(change).toMatchObject({ status: 'waiting', takes_effect_at: null, may: { approve: false } });
      for (const by of [owner, admin, member]) expect(await decide(by, change.id)).toMatch(barred);
      expect(await approve(member, await pay(admin))).toMatch(barred);
    }
    const third = await shop.as('finance');
    expect(await decide(third, (await changes(third))[0].id)).toBe('approved');
    expect(await approve(member, await pay(admin))).toBe('approved');
  });
});

describe('a person who was invited as an approver', () => {
  it('remains tied to the inviter after losing the role: the inviter cannot approve their payouts', async () => {
    const { shop, owner, admin, member } = await makeTeam('admin');
    const id = await pay(member);
    await give(admin, member, 'viewer');
    await pass(shop, 25);
    expect(await approve(admin, id)).toMatch(barred);
    expect(await approve(owner, id)).toBe('approved');
  });
});
