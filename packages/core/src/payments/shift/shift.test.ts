import { describe, expect, it } from 'vitest';
import { commandOf } from '../../../../../test-support/actors.ts';
import { chooseAndPay, makeCaller } from '../../../../../test-support/checkouts.ts';
import type { TestContext } from '../../../../../test-support/context.ts';
import {
  type CashierBadge,
  enterShift,
  makeCashier,
  makeTill,
  takePayment,
} from '../../../../../test-support/shifts.ts';
import { withSeller } from '../../../../../test-support/with-seller.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { removeCashier, renewPin } from '../../accounts/cashiers/change.ts';
import { disconnectTill } from '../../accounts/tills/disconnect.ts';
import type { CashierActor, TillActor } from '../../platform/actor/actor.ts';
import { makeGroupedInsert } from '../session/insert-in-groups.ts';
import { closeOwnShift, closeShift } from './close.ts';
import { findSignedIn } from './find-cashier.ts';
import { listShifts } from './list.ts';
import { lockShift } from './lock.ts';
import { findTaken, listTaken } from './payments.ts';
import { showClosedShift, showShift } from './show.ts';
import { signIn } from './sign-in.ts';
import { makeTakePayment, type TakeForm } from './take.ts';

let ctx: TestContext;
let caller: Caller;
withSeller((context, seller) => {
  ctx = context;
  caller = seller;
});

const minute_ms = 60_000;

/** Counts the statements of this database that wait for a lock. */
async function countWaiting(): Promise<number> {
  const { rows } = await ctx.pool.query(
    `select count(*)::integer as waiting from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0].waiting;
}

const owner = () => commandOf(caller.merchant_id);
const show = (id: string) => showShift(ctx, owner(), id);

async function openTill(): Promise<{ till: TillActor; awa: CashierBadge; kofi: CashierBadge }> {
  const { actor: till } = await makeTill(ctx, caller);
  const [awa, kofi] = [
    await makeCashier(ctx, caller.merchant_id),
    await makeCashier(ctx, caller.merchant_id),
  ];
  return { till, awa, kofi };
}

const enter = (till: TillActor, { id, pin }: CashierBadge, closes?: string) =>
  signIn(ctx, till, { cashier_id: id, pin, closes });

describe('signing in at a till', () => {
  it('opens nothing for a cashier who is removed, or gets a new PIN, after the PIN was compared', async () => {
    for (const change of [removeCashier, renewPin]) {
      const { till, awa } = await openTill();
      // A process that stands still between the two: the till's row is locked until the change has been made.
      const client = await ctx.pool.connect();
      await client.query('begin');
      await client.query('select from tills where id = $1 for update', [till.till_id]);
      const entering = enter(till, awa);
      while ((await countWaiting()) === 0) await new Promise((resolve) => setTimeout(resolve, 20));
      await change(ctx, owner(), awa.id);
      await client.query('commit');
      client.release();
      expect(await entering).toEqual({ kind: 'gone' });
      expect((await listShifts(ctx, owner(), {})).items.map(({ cashier }) => cashier.id)).not.toContain(
        awa.id,
      );
    }
  });

  it('opens a shift, and the same cashier goes on with it', async () => {
    const { till, awa } = await openTill();
    const first = await enterShift(ctx, till, awa);
    expect(await show(first.actor.shift_id)).toMatchObject({
      cashier: { id: awa.id },
      closed_at: null,
      payments: 0,
    });
    const second = await enterShift(ctx, till, awa);
    expect(second.actor.shift_id).toBe(first.actor.shift_id);
    // Only the last sign-in counts.
    expect(await findSignedIn(ctx, till, first.token)).toBeUndefined();
  });

  it('is refused while the shift of another cashier is open, unless it may be closed', async () => {
    const { till, awa, kofi } = await openTill();
    const { actor, token } = await enterShift(ctx, till, awa);
    const refused = await enter(till, kofi);
    expect(refused).toMatchObject({ kind: 'other_shift', shift: { id: actor.shift_id } });
    expect(await findSignedIn(ctx, till, token)).toBeDefined();
    expect(await enter(till, kofi, 'shf_01JZZZZZZZZZZZZZZZZZZZZZZZ')).toMatchObject({ kind: 'other_shift' });
    expect(await enter(till, kofi, actor.shift_id)).toMatchObject({ kind: 'signed_in' });
    expect((await show(actor.shift_id)).closed_at).not.toBeNull();
    expect(await findSignedIn(ctx, till, token)).toBeUndefined();
  });

  it('opens one shift when two cashiers do so at the same moment', async () => {
    const { till, awa, kofi } = await openTill();
    const kinds = await Promise.all([awa, kofi, awa, kofi].map(async (one) => (await enter(till, one)).kind));
    expect(kinds.filter((kind) => kind === 'signed_in')).toHaveLength(2);
    expect((await listShifts(ctx, owner(), {})).items).toHaveLength(1);
  });

  it('at two tills opens two shifts', async () => {
    const { till, awa } = await openTill();
    const { actor: other } = await makeTill(ctx, caller);
    const shifts = [await enterShift(ctx, till, awa), await enterShift(ctx, other, awa)];
    expect(new Set(shifts.map(({ actor }) => actor.shift_id)).size).toBe(2);
  });

  it('is not possible at a till that has been disconnected in the meantime', async () => {
    const { till, awa } = await openTill();
    await disconnectTill(ctx, owner(), { id: till.till_id });
    expect(await enter(till, awa)).toEqual({ kind: 'gone' });
    expect((await listShifts(ctx, owner(), {})).items).toEqual([]);
  });
});

describe('a signed-in cashier', () => {
  it('is signed out after half an hour without a request of theirs', async () => {
    const { till, awa } = await openTill();
    const { token } = await enterShift(ctx, till, awa);
    ctx.clock.advance(30 * minute_ms);
    expect(await findSignedIn(ctx, till, token)).toBeDefined();
    ctx.clock.advance(30 * minute_ms);
    expect(await findSignedIn(ctx, till, token)).toBeDefined();
    // The page's own requests do not count.
    ctx.clock.advance(20 * minute_ms);
    expect(await findSignedIn(ctx, till, token, { is_used: false })).toBeDefined();
    ctx.clock.advance(10 * minute_ms + 1);
    expect(await findSignedIn(ctx, till, token)).toBeUndefined();
  });

  it('is signed out by locking the till, by closing the shift and by being removed', async () => {
    const { till, awa, kofi } = await openTill();
    const locked = await enterShift(ctx, till, awa);
    await lockShift(ctx, locked.actor);
    expect(await findSignedIn(ctx, till, locked.token)).toBeUndefined();
    expect((await show(locked.actor.shift_id)).closed_at).toBeNull();
    const closed = await enterShift(ctx, till, awa);
    await closeOwnShift(ctx, closed.actor);
    expect(await findSignedIn(ctx, till, closed.token)).toBeUndefined();
    const removed = await enterShift(ctx, till, kofi);
    await removeCashier(ctx, owner(), kofi.id);
    expect(await findSignedIn(ctx, till, removed.token)).toBeUndefined();
    // Nobody could close it any more.
    expect((await show(removed.actor.shift_id)).closed_at).not.toBeNull();
  });

  it.each(['', 'x', '\u0000', '\ud83d', 'x'.repeat(256 * 1024)])(
    'is not found by the token %.20j',
    async (token) => {
      const { till, awa } = await openTill();
      await enterShift(ctx, till, awa);
      expect(await findSignedIn(ctx, till, token)).toBeUndefined();
    },
  );

  it('is not found at another till', async () => {
    const { till, awa } = await openTill();
    const { token } = await enterShift(ctx, till, awa);
    const { actor: other } = await makeTill(ctx, caller);
    expect(await findSignedIn(ctx, other, token)).toBeUndefined();
  });
});

describe('taking a payment', () => {
  const form: TakeForm = { amount: '1 500', note: '', form: 'form' };
  const take = (actor: CashierActor, change: Partial<TakeForm> = {}) =>
    makeTakePayment(ctx, makeGroupedInsert(ctx))(actor, 'XOF', { ...form, ...change });
  async function openShift(): Promise<CashierActor> {
    const { till, awa } = await openTill();
    return (await enterShift(ctx, till, awa)).actor;
  }

  it('happens once for a form that is submitted several times, and again for another form', async () => {
    const actor = await openShift();
    const all = await Promise.all(Array.from({ length: 5 }, () => take(actor)));
    expect(new Set(all.map((taken) => taken.kind === 'taken' && taken.payment_id)).size).toBe(1);
    await take(actor, { form: 'other' });
    expect((await listTaken(ctx, actor)).map(({ amount_minor }) => amount_minor)).toEqual([1500n, 1500n]);
  });

  it.each(['', '0', '-5', '1,5', 'ten', '1e4', '\u0000', '9'.repeat(100), 'x'.repeat(256 * 1024)])(
    'of %.20j is not possible',
    async (amount) => {
      const actor = await openShift();
      expect((await take(actor, { amount })).kind).toBe('incorrect');
      expect(await listTaken(ctx, actor)).toEqual([]);
    },
  );

  it.each([
    [' 6 yards\nof\u0000 wax ', '6 yards of wax'],
    ['\ud83d', '\ufffd'],
    ['<b>', '<b>'],
    [' ', null],
    ['é'.repeat(256 * 1024), 'é'.repeat(80)],
  ])('keeps a note that can be stored: %#', async (note, expected) => {
    const actor = await openShift();
    await take(actor, { note });
    expect((await listTaken(ctx, actor))[0]?.description).toBe(expected);
  });

  it('is seen by the cashier of its shift alone', async () => {
    const [actor, other] = [await openShift(), await openShift()];
    const id = await takePayment(ctx, actor, '500');
    expect(await findTaken(ctx, actor, id)).toMatchObject({ id, amount_minor: 500n });
    expect(await findTaken(ctx, other, id)).toBeUndefined();
    expect(await findTaken(ctx, actor, 'pay_none')).toBeUndefined();
  });
});

describe('a closed shift', () => {
  it('is closed once, by whoever is first', async () => {
    const { till, awa } = await openTill();
    const { actor } = await enterShift(ctx, till, awa);
    const first = await closeShift(ctx, owner(), actor.shift_id);
    ctx.clock.advance(minute_ms);
    await closeOwnShift(ctx, actor);
    expect(await closeShift(ctx, owner(), actor.shift_id)).toEqual(first);
  });

  it('is shown at its till for a quarter of an hour', async () => {
    const { till, awa } = await openTill();
    const { actor } = await enterShift(ctx, till, awa);
    const shown = (at: TillActor = till) => showClosedShift(ctx, at, actor.shift_id);
    expect(await shown()).toBeUndefined();
    await closeOwnShift(ctx, actor);
    expect(await shown()).toMatchObject({ id: actor.shift_id });
    expect(await shown((await makeTill(ctx, caller)).actor)).toBeUndefined();
    ctx.clock.advance(15 * minute_ms + 1);
    expect(await shown()).toBeUndefined();
  });

  it('counts a payment that is confirmed after it was closed', async () => {
    const { till, awa } = await openTill();
    const { actor } = await enterShift(ctx, till, awa);
    const payment_id = await takePayment(ctx, actor, '7000');
    const taken = await findTaken(ctx, actor, payment_id);
    await closeShift(ctx, owner(), actor.shift_id);
    await chooseAndPay(ctx, { ...caller, payment_id, token: taken?.token ?? '' }, '00');
    expect(await show(actor.shift_id)).toMatchObject({ payments: 1, amount: 7000, open_payments: 0 });
  });

  it('belongs to one merchant and one mode', async () => {
    const { till, awa } = await openTill();
    const { actor } = await enterShift(ctx, till, awa);
    for (const stranger of [
      commandOf(caller.merchant_id, 'live'),
      commandOf((await makeCaller(ctx)).merchant_id),
    ]) {
      await expect(showShift(ctx, stranger, actor.shift_id)).rejects.toMatchObject({ code: 'not_found' });
      await expect(closeShift(ctx, stranger, actor.shift_id)).rejects.toMatchObject({ code: 'not_found' });
      expect((await listShifts(ctx, stranger, {})).items).toEqual([]);
    }
  });
});
