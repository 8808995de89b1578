import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command } from '../../../../test-support/actors.ts';
import { makeTestContext, type TestContext } from '../../../../test-support/context.ts';
import { makeStaff } from '../../../../test-support/payout-staff.ts';
import { browseAudit } from '../accounts/audit/browse.ts';
import { createMerchant } from '../accounts/merchants/create.ts';
import type { StaffActor } from '../platform/actor/actor.ts';
import { changeRule, listRoutes, removeRule } from './manage.ts';

let ctx: TestContext;
let owner: StaffActor;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());

const makeOwner = async (): Promise<StaffActor> =>
  makeStaff((await createMerchant(ctx, command, { name: 'Shop', country: 'CI' })).id, 'owner');

/** Lists the operators offered in Côte d'Ivoire, each with its fee if it has a rule. */
async function offered(): Promise<string[]> {
  const { items } = await listRoutes(ctx, owner);
  return items
    .filter(({ country, is_offered }) => country === 'CI' && is_offered)
    .map(({ operator, rule }) => `${operator} ${rule?.fee_percent ?? 'no rule'}`);
}
const rule = (fee_percent: string) => ({ fee_percent, enabled: true });

describe('removing a rule', () => {
  it('excludes its operator while others have rules, and includes all operators after the last rule is removed', async () => {
    owner = await makeOwner();
    const open = await offered();
    expect(open).toContain('mtn_ci no rule');
    await changeRule(ctx, owner, { operator: 'mtn_ci', body: rule('1.5') });
    await changeRule(ctx, owner, { operator: 'wave_ci', body: rule('1') });
    expect(await offered()).toEqual(['mtn_ci 1.5', 'wave_ci 1']);
    expect(await removeRule(ctx, owner, 'mtn_ci')).toEqual({ operator: 'mtn_ci', was_there: true });
    expect(await offered()).toEqual(['wave_ci 1']);
    await removeRule(ctx, owner, 'wave_ci');
    expect(await offered()).toEqual(open);
    expect(await removeRule(ctx, owner, 'wave_ci')).toMatchObject({ was_there: false });
  });

  it('affects only its mode and merchant, and is recorded in the audit log', async () => {
    owner = await makeOwner();
    const stranger = await makeOwner();
    for (const one of [owner, stranger, { ...owner, mode: 'live' as const }]) {
      await changeRule(ctx, one, { operator: 'mtn_ci', body: rule('2') });
    }
    await removeRule(ctx, owner, 'mtn_ci');
    for (const [one, left] of [
      [owner, null],
      [stranger, '2'],
      [{ ...owner, mode: 'live' as const }, '2'],
    ] as const) {
      const { items } = await listRoutes(ctx, one);
      const { rule: found } = items.find(({ operator }) => operator === 'mtn_ci') ?? {};
      expect(found?.fee_percent ?? null).toBe(left);
    }
    const { items } = await browseAudit(ctx, owner, { object_type: 'routing_rule', action: 'deleted' });
    expect(items).toMatchObject([{ object_id: 'mtn_ci', mode: 'test', before: { fee_percent: 2 } }]);
  });

  it.each([
    ['viewer', 'mtn_ci', 'forbidden'],
    ['developer', 'mtn_ci', 'forbidden'],
    ['owner', 'no_such_operator', 'invalid_fields'],
  ] as const)('as a %s, for %s, is refused: %s', async (role, operator, code) => {
    const one = { ...(await makeOwner()), role };
    await expect(removeRule(ctx, one, operator)).rejects.toMatchObject({ code });
  });
});

describe('the fee of a rule', () => {
  it.each(['-1', '100.1', '1.23456', 'much', '', '1,5'])(
    'is rejected as invalid if it is %j',
    async (fee) => {
      await expect(
        changeRule(ctx, await makeOwner(), { operator: 'mtn_ci', body: rule(fee) }),
      ).rejects.toMatchObject({
        code: 'invalid_fields',
        fields: { fee_percent: ['must be a number from 0 to 100 with at most four decimals'] },
      });
    },
  );

  it.each(['0', '1.5', '100', '0.0001'])('is stored if it is %s', async (fee) => {
    expect(await changeRule(ctx, await makeOwner(), { operator: 'mtn_ci', body: rule(fee) })).toMatchObject({
      fee_percent: fee,
    });
  });
});
