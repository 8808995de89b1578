import type { Connector } from '@guichet/operators/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Checkout, choose, chooseAndPay, makeCheckout } from '../../../../../test-support/checkouts.ts';
import { advance } from '../../../../../test-support/jobs.ts';
import { untilWaiting } from '../../../../../test-support/locks.ts';
import { type Losable, makeLosable } from '../../../../../test-support/losses.ts';
import { listEvents, summarize } from '../../../../../test-support/payments.ts';
import { makeSeller } from '../../../../../test-support/refunds.ts';
import { lockPayment } from '../../payments/queries.ts';
import { cancelCheckout, cancelDirectly } from '../../payments/session/cancel.ts';
import { describeCheckout } from '../../payments/session/describe.ts';
import { expireCheckout, expireSessions } from '../../payments/session/expire.ts';
import { payCheckout } from '../../payments/session/pay.ts';
import { customerWith, service_actor } from '../../platform/actor/actor.ts';
import { beginRecovery } from './begin.ts';
import { endRecovery } from './end.ts';

let one: Losable;
beforeEach(async () => {
  one = await makeLosable();
});
afterEach(() => one.close());

const person = { kind: 'command', name: 'ama' } as const;
const minute_ms = 60_000;

/** Makes a payment whose attempt the restored database does not have. */
async function losePayment(): Promise<Checkout> {
  const checkout = await makeCheckout(one.ctx, await makeSeller(one.ctx));
  await choose(one.ctx, checkout, '00');
  await one.backUp();
  await payCheckout(one.ctx, customerWith(checkout.token), { otp: null });
  await one.restore();
  return checkout;
}

it('a session does not expire during a recovery, so that a lost payment is found when its customer pays again', async () => {
  const checkout = await losePayment();
  await beginRecovery(one.ctx, person);
  await advance(one.ctx, 31 * minute_ms);
  expect(await expireSessions(one.ctx, service_actor)).toBe(0);
  const customer = customerWith(checkout.token);
  const recovering = { code: 'recovering' };
  await expect(payCheckout(one.ctx, customer, { otp: null })).rejects.toMatchObject(recovering);
  await expect(describeCheckout(one.ctx, customer)).rejects.toMatchObject(recovering);
  await endRecovery(one.ctx, person);
  await advance(one.ctx, 29 * minute_ms);
  await expireSessions(one.ctx, service_actor);
  expect(await summarize(one.ctx, checkout)).toMatchObject({ payment: 'pending', events: [] });
  await chooseAndPay(one.ctx, checkout, '00');
  await advance(one.ctx, minute_ms);
  expect(await summarize(one.ctx, checkout)).toMatchObject({ payment: 'success' });
  expect(one.books.size).toBe(1);
});

it('a checkout cannot be cancelled during a recovery, so that its lost payment is found when its customer pays again', async () => {
  const checkout = await losePayment();
  await beginRecovery(one.ctx, person);
  const customer = customerWith(checkout.token);
  const recovering = { code: 'recovering' };
  const isRefused = async (): Promise<void> => {
    await expect(cancelCheckout(one.ctx, customer)).rejects.toMatchObject(recovering);
    await expect(cancelDirectly(one.ctx, customer, {}, null)).rejects.toMatchObject(recovering);
  };
  await isRefused();
  await advance(one.ctx, 31 * minute_ms);
  await isRefused();
  await endRecovery(one.ctx, person);
  await chooseAndPay(one.ctx, checkout, '00');
  await advance(one.ctx, minute_ms);
  expect(await summarize(one.ctx, checkout)).toMatchObject({
    payment: 'success',
    events: [expect.stringMatching(/^\d+ payment\.successful$/)],
  });
  expect(one.books.size).toBe(1);
});

it('a test session cannot be expired by command during a recovery', async () => {
  const checkout = await losePayment();
  await beginRecovery(one.ctx, person);
  await expect(expireCheckout(one.ctx, person, checkout.token)).rejects.toMatchObject({ code: 'recovering' });
  expect(await summarize(one.ctx, checkout)).toMatchObject({ payment: 'pending', session: 'active' });
});

describe('an expiry round that read a session before the recovery does not expire it', () => {
  /** Runs an expiry round that reads the overdue session before `meanwhile` and locks its payment after. */
  async function sweepAround(
    { merchant_id, payment_id }: Checkout,
    meanwhile: () => Promise<unknown>,
  ): Promise<number> {
    const { sweep } = await one.ctx.db.transaction().execute(async (tx) => {
      await lockPayment(tx, merchant_id, payment_id);
      const begun = expireSessions(one.ctx, service_actor);
      await untilWaiting(one.ctx.database, 1, 'for update');
      await meanwhile();
      return { sweep: begun };
    });
    return sweep;
  }

  const begin = () =>
    beginRecovery(one.ctx, person, { since: new Date(one.ctx.clock.now().getTime() - 2 * minute_ms) });

  it.each([
    ['while the recovery is in progress', begin],
    [
      'after the recovery has ended and prolonged the session',
      async () => {
        await begin();
        await endRecovery(one.ctx, person);
      },
    ],
  ])('%s', async (_, recover) => {
    const checkout = await losePayment();
    await advance(one.ctx, 31 * minute_ms);
    expect(await sweepAround(checkout, recover)).toBe(0);
    expect(await summarize(one.ctx, checkout)).toMatchObject({ payment: 'pending', session: 'active' });
  });
});

it('an event after a recovery has a higher number than the events that were lost', async () => {
  const checkout = await makeCheckout(one.ctx, await makeSeller(one.ctx));
  await one.backUp();
  const operator = one.ctx.connectors.get('sandbox') as Connector;
  const outcome = { kind: 'failed', reason: 'other', operator_code: 'no' } as const;
  const collect = async () => ({ outcome, provider_reference: null, raw: null });
  one.ctx.connectors.set('sandbox', { ...operator, collect });
  await chooseAndPay(one.ctx, checkout, '00');
  await chooseAndPay(one.ctx, checkout, '00');
  expect((await listEvents(one.ctx, checkout)).map(({ sequence }) => sequence)).toEqual([1, 2]);
  await one.restore();
  await beginRecovery(one.ctx, person);
  await endRecovery(one.ctx, person);
  await chooseAndPay(one.ctx, checkout, '00');
  const [success] = await listEvents(one.ctx, checkout);
  expect(success?.event).toBe('payment.successful');
  expect(success?.sequence).toBeGreaterThan(2);
});

it('a session that ended before the lost period is not prolonged', async () => {
  const checkout = await makeCheckout(one.ctx, await makeSeller(one.ctx));
  one.ctx.clock.advance(32 * minute_ms);
  await beginRecovery(one.ctx, person, { since: one.ctx.clock.now() });
  await endRecovery(one.ctx, person);
  expect(await expireSessions(one.ctx, service_actor)).toBe(1);
  expect(await summarize(one.ctx, checkout)).toMatchObject({ payment: 'expired' });
});
