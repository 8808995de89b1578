import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { commandOf } from '../../../../../test-support/actors.ts';
import { makeCaller } from '../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { type CashierBadge, makeCashier, makeTill } from '../../../../../test-support/shifts.ts';
import type { TillActor } from '../../platform/actor/actor.ts';
import { removeCashier, renewPin } from './change.ts';
import { checkPin } from './check-pin.ts';
import { listCashiers, listNames } from './list.ts';

let ctx: TestContext;
let merchant_id: string;
let till: TillActor;
let cashier: CashierBadge;
beforeAll(async () => {
  ctx = await makeTestContext();
  ({ merchant_id } = await makeCaller(ctx));
  till = (await makeTill(ctx, { merchant_id })).actor;
});
afterAll(() => ctx.database.close());
beforeEach(async () => {
  cashier = await makeCashier(ctx, merchant_id);
});

const minute_ms = 60_000;
const wrongOf = ({ pin }: CashierBadge): string => (pin === '000000' ? '111111' : '000000');
const attempt = (pin: string = cashier.pin, actor = till) =>
  checkPin(ctx, actor, { cashier_id: cashier.id, pin });
const isLocked = async (): Promise<boolean | undefined> =>
  (await listCashiers(ctx, commandOf(merchant_id))).items.find(({ id }) => id === cashier.id)?.locked;

/** Types wrong PINs one after another, each after the pause that the till demands. */
async function failTimes(times: number): Promise<void> {
  for (let done = 0; done < times; done += 1) {
    await attempt(wrongOf(cashier));
    ctx.clock.advance(minute_ms);
  }
}

it('a till lists the names of the cashiers who can sign in, without those who were removed', async () => {
  const other = await makeCashier(ctx, merchant_id, 'adjoua');
  expect((await listNames(ctx, till))[0]).toEqual({ id: other.id, name: 'adjoua' });
  await removeCashier(ctx, commandOf(merchant_id), other.id);
  const ids = (await listNames(ctx, till)).map(({ id }) => id);
  expect([ids.includes(cashier.id), ids.includes(other.id)]).toEqual([true, false]);
});

describe('a PIN at a till', () => {
  it('is correct, also with blanks', async () => {
    const { pin } = cashier;
    expect(await attempt(`${pin.slice(0, 3)} ${pin.slice(3)}`)).toMatchObject({
      ...{ kind: 'correct', cashier: { id: cashier.id } },
    });
  });

  it('that is wrong leaves fewer attempts, until a correct one', async () => {
    expect(await attempt(wrongOf(cashier))).toEqual({ kind: 'wrong', left: 9 });
    expect(await attempt(wrongOf(cashier))).toEqual({ kind: 'wrong', left: 8 });
    expect((await attempt()).kind).toBe('correct');
    expect(await attempt(wrongOf(cashier))).toEqual({ kind: 'wrong', left: 9 });
  });

  it('has to wait a minute after five wrong ones, even if it is correct', async () => {
    for (const left of [9, 8, 7, 6, 5])
      expect(await attempt(wrongOf(cashier))).toEqual({ kind: 'wrong', left });
    expect(await attempt()).toEqual({ kind: 'pause', wait_s: 60 });
    ctx.clock.advance(minute_ms - 1);
    expect(await attempt()).toEqual({ kind: 'pause', wait_s: 1 });
    ctx.clock.advance(1);
    expect((await attempt()).kind).toBe('correct');
  });

  it('opens nothing after ten wrong ones, until there is a new one', async () => {
    await failTimes(9);
    expect(await attempt(wrongOf(cashier))).toEqual({ kind: 'locked' });
    ctx.clock.advance(24 * 60 * minute_ms);
    expect(await attempt()).toEqual({ kind: 'locked' });
    expect(await isLocked()).toBe(true);
    const { pin } = await renewPin(ctx, commandOf(merchant_id), cashier.id);
    expect(await isLocked()).toBe(false);
    expect((await attempt(pin)).kind).toBe('correct');
    if (pin !== cashier.pin) expect(await attempt()).toEqual({ kind: 'wrong', left: 9 });
  });

  it('of a removed cashier opens nothing', async () => {
    await removeCashier(ctx, commandOf(merchant_id), cashier.id);
    expect(await attempt()).toEqual({ kind: 'gone' });
  });

  it.each(['csh_none', '', 'csh_01JZZZZZZZZZZZZZZZZZZZZZZZ', '\u0000', '\ud83d'])(
    'of the unknown cashier %j opens nothing',
    async (cashier_id) => {
      expect(await checkPin(ctx, till, { cashier_id, pin: cashier.pin })).toEqual({ kind: 'gone' });
    },
  );

  it('opens nothing at the till of another merchant', async () => {
    const other = await makeTill(ctx, { merchant_id: (await makeCaller(ctx)).merchant_id });
    expect(await attempt(cashier.pin, other.actor)).toEqual({ kind: 'gone' });
  });

  it('is tried no more often than allowed by twenty requests at the same moment', async () => {
    const kinds = await Promise.all(
      Array.from({ length: 20 }, async () => (await attempt(wrongOf(cashier))).kind),
    );
    expect(kinds.filter((kind) => kind === 'wrong')).toHaveLength(5);
    expect(kinds.filter((kind) => kind === 'pause')).toHaveLength(15);
    await failTimes(4);
    ctx.clock.advance(minute_ms);
    const last = await Promise.all(Array.from({ length: 20 }, async () => (await attempt()).kind));
    // The tenth is the correct one; it ends the count, and the others follow.
    expect(last).toContain('correct');
  });

  it.each([
    [24 * 60, 'correct'],
    [1, 'pause'],
  ])(
    'does not have to wait until a clock that was set back by %i minutes catches up: %s',
    async (minutes, kind) => {
      await failTimes(5);
      await attempt(wrongOf(cashier));
      ctx.clock.advance(-minutes * minute_ms);
      expect((await attempt()).kind).toBe(kind);
      ctx.clock.advance(2 * minute_ms);
      expect((await attempt()).kind).toBe('correct');
    },
  );
});
