import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandOf } from '../../../../test-support/actors.ts';
import { chooseAndPay, makeCheckout } from '../../../../test-support/checkouts.ts';
import { advance, dropJobs } from '../../../../test-support/jobs.ts';
import { type Losable, makeLosable } from '../../../../test-support/losses.ts';
import { makeStaff } from '../../../../test-support/payout-staff.ts';
import { makePayer, payoutTo, readPayout } from '../../../../test-support/payouts.ts';
import { makeSeller } from '../../../../test-support/refunds.ts';
import type { Caller } from '../accounts/api-keys/authenticate.ts';
import { fundSandbox } from '../operations/sandbox/fund.ts';
import { getPayment } from '../payments/queries.ts';
import { requireSession } from '../payments/session/find.ts';
import { makeInitialize } from '../payments/session/initialize.ts';
import { makeGroupedInsert } from '../payments/session/insert-in-groups.ts';
import { key_lifetime_ms } from '../platform/idempotency/run-idempotently.ts';
import { makeBatches } from './payouts/batches/testing/make-batches.ts';
import { createPayout } from './payouts/create.ts';
import { orderPayout } from './payouts/orders/create.ts';
import { requestRefund } from './refunds/request.ts';

let one: Losable;
beforeAll(async () => {
  one = await makeLosable();
});
afterAll(() => one.close());

const once = (key: string) => ({ key, request_hash: createHash('sha256').update(key).digest() });
const soon_ms = 60_000;

/** Lists the money that has moved at the operator since `before` was read from its books. */
function moved(before: ReadonlySet<string>): string[] {
  return [...one.books]
    .filter(([reference]) => !before.has(reference))
    .map(([, { direction, phone, money }]) => `${direction} ${money.amount_minor} ${phone}`);
}

/** A merchant that collects and pays out, and one of its payments. */
interface Ground {
  readonly caller: Caller;
  readonly checkout: Awaited<ReturnType<typeof makeCheckout>>;
}

const requests: Record<string, (ground: Ground) => Promise<unknown>> = {
  'a payout with an idempotency key': ({ caller }) =>
    createPayout(one.ctx, caller, payoutTo('00'), once('order-1')),
  'a payout ordered by a member of staff': ({ caller }) =>
    orderPayout(one.ctx, staffOf(caller), payoutTo('00'), once('click-1')),
  'a file of payouts': async ({ caller }) => {
    const { upload, confirm } = makeBatches(() => one.ctx);
    const staff = staffOf(caller);
    await confirm(staff, await upload(staff));
  },
  'a refund requested with a different key': ({ caller, checkout }) =>
    requestRefund(
      one.ctx,
      staffOf(caller),
      { payment_id: checkout.payment_id, body: { reason: 'broken' } },
      once(randomUUID()),
    ),
  'the attempt of a session': async ({ caller }) => {
    const token = sessions.get(caller.merchant_id);
    if (!token) throw new Error('no session was made before the loss');
    const { merchant_id, payment_id } = await requireSession(one.ctx, token);
    await chooseAndPay(one.ctx, { token, merchant_id, payment_id }, '00');
  },
  'the attempt of a session that is lost too': async ({ caller }) => {
    const initialize = makeInitialize(one.ctx, makeGroupedInsert(one.ctx));
    const body = { amount: 700, currency: 'XOF', return_url: 'https://shop.example/thanks' };
    const { value } = await initialize(caller, body, once('basket-1'));
    const { merchant_id, payment_id } = await requireSession(one.ctx, value.session_token);
    await chooseAndPay(one.ctx, { token: value.session_token, merchant_id, payment_id }, '00');
  },
};

const sessions = new Map<string, string>();
const staff = new Map<string, ReturnType<typeof makeStaff>>();
function staffOf({ merchant_id }: Caller) {
  const actor = staff.get(merchant_id) ?? makeStaff(merchant_id, 'finance');
  staff.set(merchant_id, actor);
  return actor;
}

async function prepare(): Promise<Ground> {
  const caller = await makeSeller(one.ctx);
  await fundSandbox(one.ctx, commandOf(caller.merchant_id), { currency: 'XOF', amount: 100_000 });
  const checkout = await makeCheckout(one.ctx, caller);
  await chooseAndPay(one.ctx, checkout, '00');
  sessions.set(caller.merchant_id, (await makeCheckout(one.ctx, caller)).token);
  return { caller, checkout };
}

describe.each(Object.entries(requests))('%s', (_, request) => {
  it('moves its money once if it is repeated after the database was restored', async () => {
    const ground = await prepare();
    await dropJobs(one.ctx);
    await one.backUp();
    const before = new Set(one.books.keys());
    await request(ground);
    await advance(one.ctx, soon_ms);
    const first = moved(before);
    expect(first.length).toBeGreaterThan(0);
    await one.restore();
    await request(ground);
    await advance(one.ctx, soon_ms);
    expect(moved(before)).toEqual(first);
    const { rows } = await one.ctx.pool.query(
      `select count(*)::int as open from (
        select status from payouts union all select status from refunds union all select status from payments
      ) as made where status in ('processing', 'failed')`,
    );
    expect(rows).toEqual([{ open: 0 }]);
  });
});

it('a payout needs review, and does not count as paid, if its key was used for a different amount before the loss', async () => {
  const caller = await makePayer(one.ctx);
  await one.backUp();
  await createPayout(one.ctx, caller, payoutTo('00'), once('order-2'));
  await advance(one.ctx, soon_ms);
  await one.restore();
  const { value } = await createPayout(one.ctx, caller, payoutTo('00', { amount: 4000 }), once('order-2'));
  await advance(one.ctx, soon_ms);
  const payout = await readPayout(one.ctx, { merchant_id: caller.merchant_id, id: value.id });
  expect(payout).toMatchObject({ status: 'processing', needs_review: true });
});

it('a request whose key is older than 72 hours is a new request', async () => {
  const caller = await makePayer(one.ctx);
  const before = new Set(one.books.keys());
  for (const _ of [1, 2, 3]) {
    await createPayout(one.ctx, caller, payoutTo('00'), once('order-3'));
    await advance(one.ctx, key_lifetime_ms);
  }
  expect(moved(before)).toHaveLength(3);
  const initialize = makeInitialize(one.ctx, makeGroupedInsert(one.ctx));
  for (const _ of [1, 2]) {
    const body = { amount: 800, currency: 'XOF', return_url: 'https://shop.example/thanks' };
    const { value } = await initialize(caller, body, once('basket-3'));
    const { merchant_id, payment_id } = await requireSession(one.ctx, value.session_token);
    await chooseAndPay(one.ctx, { token: value.session_token, merchant_id, payment_id }, '00');
    expect((await getPayment(one.ctx.db, merchant_id, payment_id)).status).toBe('success');
    one.ctx.clock.advance(key_lifetime_ms);
  }
  expect(moved(before)).toHaveLength(5);
});
