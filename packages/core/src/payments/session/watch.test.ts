import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { command } from '../../../../../test-support/actors.ts';
import {
  type Checkout,
  chooseAndPay,
  makeCaller,
  makeCheckout,
  phoneEnding,
} from '../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { advance, dropJobs } from '../../../../../test-support/jobs.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { customerWith } from '../../platform/actor/actor.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { cancelCheckout } from './cancel.ts';
import { expireCheckout } from './expire.ts';
import { payDirectly } from './pay-directly.ts';
import type { CheckoutStatus } from './schemas.ts';
import { makeCheckoutWatch, type WatchCheckout } from './watch.ts';

let ctx: TestContext;
let caller: Caller;
let watch: WatchCheckout;
beforeAll(async () => {
  ctx = await makeTestContext();
  caller = await makeCaller(ctx);
  watch = makeCheckoutWatch(ctx);
});
afterAll(() => ctx.database.close());

let gone: AbortController;
beforeEach(async () => {
  gone = new AbortController();
  await dropJobs(ctx);
});
afterEach(() => gone.abort());

const open = async ({ token }: Checkout, by = watch): Promise<AsyncIterator<CheckoutStatus>> =>
  (await by(customerWith(token), gone.signal))[Symbol.asyncIterator]();
const pay = ({ token }: Checkout, digits: string, otp?: string) =>
  payDirectly(
    ctx,
    customerWith(token),
    { operator: 'mtn_ci', phone: phoneEnding(digits), ...(otp && { otp }) },
    null,
  );

/**
 * Returns the next status, abbreviated; null at the end. Skips the status before the operator's response, which a
 * poll may or may not see.
 */
async function next(statuses: AsyncIterator<CheckoutStatus>): Promise<string | null> {
  const step = await statuses.next();
  if (step.done) return null;
  const { status, payment } = step.value;
  if (payment.status === 'processing' && payment.action === null) return next(statuses);
  const action = payment.action && JSON.stringify(Object.values(payment.action));
  return [status, payment.status, action, payment.failure?.code].filter((part) => part != null).join(' ');
}

/** Makes a context that records the number of checkouts in every query of the watch. */
function withWitness(): { witness: TestContext; keys: number[] } {
  const keys: number[] = [];
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: ctx.pool }),
    log: ({ query: { parameters, sql } }) => {
      if (sql.includes('as watched')) keys.push((parameters[1] as unknown[]).length);
    },
  });
  return { witness: { ...ctx, db }, keys };
}

describe('watching a checkout', () => {
  it('returns its status immediately, and every change until it is paid', async () => {
    const checkout = await makeCheckout(ctx, caller);
    const statuses = await open(checkout);
    expect(await next(statuses)).toBe('active pending');
    await pay(checkout, '20');
    expect(await next(statuses)).toBe('active processing ["otp"]');
    await pay(checkout, '20', '000000');
    expect(await next(statuses)).toBe('active processing ["otp","wrong_otp"]');
    await pay(checkout, '20', '123456');
    expect(await next(statuses)).toBe('completed success');
    expect(await next(statuses)).toBeNull();
  });

  it('returns the same fields as a request for the session', async () => {
    const checkout = await makeCheckout(ctx, caller);
    const { value: session } = await pay(checkout, '10');
    const { value } = await (await open(checkout)).next();
    expect(value).toEqual({ status: session.status, payment: session.payment });
  });

  it('reports a failure, and continues while another attempt is possible', async () => {
    const checkout = await makeCheckout(ctx, caller);
    await pay(checkout, '01');
    const statuses = await open(checkout);
    expect(await next(statuses)).toBe('active failed insufficient_funds');
    await pay(checkout, '10');
    expect(await next(statuses)).toBe('active processing ["prompt","*133#"]');
    await advance(ctx, 60_000);
    expect(await next(statuses)).toBe('completed success');
    expect(await next(statuses)).toBeNull();
  });

  it.each<[string, (checkout: Checkout) => Promise<unknown>, string]>([
    ['cancelled', ({ token }) => cancelCheckout(ctx, customerWith(token)), 'cancelled cancelled'],
    ['expired', ({ token }) => expireCheckout(ctx, command, token), 'expired expired'],
  ])('reports that the session is %s, and ends', async (_, end, told) => {
    const checkout = await makeCheckout(ctx, caller);
    const statuses = await open(checkout);
    expect(await next(statuses)).toBe('active pending');
    await end(checkout);
    expect(await next(statuses)).toBe(told);
    expect(await next(statuses)).toBeNull();
  });

  it('reports a failure as final once the session’s time has passed, even before the expiry round', async () => {
    const checkout = await makeCheckout(ctx, caller);
    await pay(checkout, '01');
    const statuses = await open(checkout);
    expect((await statuses.next()).value.payment.retryable).toBe(true);
    ctx.clock.advance(30 * 60_000);
    const { value } = await statuses.next();
    expect(value).toMatchObject({ status: 'expired', payment: { status: 'failed', retryable: false } });
    expect(await next(statuses)).toBeNull();
  });

  it.each([
    ['00', 'completed success'],
    ['cancelled', 'cancelled cancelled'],
  ])('reports the final status of a session that has ended (%s), and ends', async (digits, told) => {
    const checkout = await makeCheckout(ctx, caller);
    if (digits === 'cancelled') await cancelCheckout(ctx, customerWith(checkout.token));
    else await pay(checkout, digits);
    const statuses = await open(checkout);
    expect([await next(statuses), await next(statuses)]).toEqual([told, null]);
  });
});

describe('an expired session', () => {
  it('can be watched until the outcome of its open payment is known', async () => {
    const checkout = await makeCheckout(ctx, caller);
    await pay(checkout, '11');
    const before = await open(checkout);
    expect(await next(before)).toBe('active processing ["prompt","*133#"]');
    await expireCheckout(ctx, command, checkout.token);
    expect(await next(before)).toBe('expired processing ["prompt","*133#"]');
    // New watchers too.
    const after = await open(checkout);
    expect(await next(after)).toBe('expired processing ["prompt","*133#"]');
    await advance(ctx, 60_000);
    for (const statuses of [before, after]) {
      expect([await next(statuses), await next(statuses)]).toEqual(['expired success', null]);
    }
    // Clients that were not watching when the late money arrived get the outcome too.
    const late = await open(checkout);
    expect([await next(late), await next(late)]).toEqual(['expired success', null]);
  });

  it.each<[string, (checkout: Checkout) => Promise<unknown>]>([
    ['untouched', async () => undefined],
    ['failed', (checkout) => chooseAndPay(ctx, checkout, '01')],
    ['paid in time', (checkout) => chooseAndPay(ctx, checkout, '00')],
    ['cancelled', ({ token }) => cancelCheckout(ctx, customerWith(token))],
  ])('results in a 410 if its payment was not open when it expired: %s', async (_, act) => {
    const checkout = await makeCheckout(ctx, caller);
    await act(checkout);
    ctx.clock.advance(30 * 60_000);
    await expect(open(checkout)).rejects.toMatchObject({ code: 'session_expired', status: 410 });
  });
});

it.each(['', 'x'.repeat(43), `${'x'.repeat(42)}\u0000`])('the token %j cannot be watched', async (token) => {
  await expect(watch(customerWith(token), gone.signal)).rejects.toMatchObject({
    code: 'session_not_found',
  });
});

describe('the number of watchers', () => {
  const one = () => makeCheckoutWatch(ctx, { watchers_max: 1 });
  const full = { code: 'unavailable', status: 503, retry_after_s: 5 };

  it('is limited', async () => {
    const checkout = await makeCheckout(ctx, caller);
    const few = makeCheckoutWatch(ctx, { watchers_max: 3 });
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => open(checkout, few)));
    const refusals = results.filter((result) => result.status === 'rejected').map(({ reason }) => reason);
    expect(refusals).toMatchObject([full, full]);
  });

  it.each<[string, (by: WatchCheckout, checkout: Checkout) => Promise<unknown>]>([
    [
      'whose client has disconnected, while it waits',
      async (by, checkout) => {
        const statuses = await open(checkout, by);
        await next(statuses);
        const waiting = next(statuses);
        gone.abort();
        return expect(await waiting).toBeNull();
      },
    ],
    [
      'whose client has disconnected, while it does not wait',
      async (by, checkout) => {
        await next(await open(checkout, by));
        gone.abort();
      },
    ],
    [
      'whose client has disconnected before it read anything',
      async (by, checkout) => {
        await open(checkout, by);
        gone.abort();
      },
    ],
    [
      'whose client had already disconnected',
      async (by, checkout) => {
        gone.abort();
        expect(await next(await open(checkout, by))).toBeNull();
      },
    ],
    [
      'whose client had already disconnected, and that is not read',
      async (by, checkout) => {
        gone.abort();
        await open(checkout, by);
      },
    ],
    [
      'that is left early',
      async (by, checkout) => {
        for await (const _ of await by(customerWith(checkout.token), gone.signal)) break;
      },
    ],
    [
      'whose checkout has ended',
      async (by, checkout) => {
        const statuses = await open(checkout, by);
        await cancelCheckout(ctx, customerWith(checkout.token));
        while ((await next(statuses)) !== null);
      },
    ],
    ['that was refused', (by) => by(customerWith('x'.repeat(43)), gone.signal).catch(() => null)],
  ])('no longer includes a watch %s', async (_, leave) => {
    const by = one();
    await leave(by, await makeCheckout(ctx, caller));
    gone = new AbortController();
    const statuses = await open(await makeCheckout(ctx, caller), by);
    expect(await next(statuses)).toBe('active pending');
    await expect(open(await makeCheckout(ctx, caller), by)).rejects.toMatchObject(full);
  });
});

describe('the database', () => {
  it('is queried once for all watched checkouts', async () => {
    const { witness, keys } = withWitness();
    const by = makeCheckoutWatch(witness);
    const checkouts = await Promise.all(Array.from({ length: 20 }, () => makeCheckout(ctx, caller)));
    // Two watchers per checkout.
    const all = await Promise.all([...checkouts, ...checkouts].map((checkout) => open(checkout, by)));
    for (const statuses of all) expect(await next(statuses)).toBe('active pending');
    await Promise.all(checkouts.map((checkout) => pay(checkout, '00')));
    for (const statuses of all) expect(await next(statuses)).toBe('completed success');
    for (const statuses of all) expect(await next(statuses)).toBeNull();
    // The first 40 queries read the first status of one watcher each; every later query is a poll.
    const rounds = keys.slice(40);
    expect(new Set(keys.slice(0, 40))).toEqual(new Set([1]));
    expect(rounds).toContain(20);
    expect(rounds.length).toBeLessThan(40);
  });

  it('is not queried without watchers', async () => {
    const { witness, keys } = withWitness();
    const statuses = await open(await makeCheckout(ctx, caller), makeCheckoutWatch(witness));
    await next(statuses);
    await expect.poll(() => keys.length, { timeout: 10_000 }).toBeGreaterThan(2);
    gone.abort();
    // Let a poll that was in progress finish.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const asked = keys.length;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(keys.length).toBe(asked);
  });

  it('causes one log entry when it fails, and watching continues when it works again', async () => {
    const complaints: string[] = [];
    const log = { ...ctx.log, error: (_: object, message: string) => complaints.push(message) };
    const { witness, keys } = withWitness();
    const checkout = await makeCheckout(ctx, caller);
    const statuses = await open(checkout, makeCheckoutWatch({ ...witness, log }));
    expect(await next(statuses)).toBe('active pending');
    await ctx.pool.query('alter table attempts rename to attempts_away');
    const failed_from = keys.length;
    await expect.poll(() => keys.length - failed_from, { timeout: 10_000 }).toBeGreaterThan(3);
    await ctx.pool.query('alter table attempts_away rename to attempts');
    await pay(checkout, '00');
    expect(await next(statuses)).toBe('completed success');
    expect(complaints).toEqual([expect.stringContaining('watching checkouts failed')]);
  });
});

it('watching a checkout does not repeat an unchanged status', async () => {
  const checkout = await makeCheckout(ctx, caller);
  const { witness, keys } = withWitness();
  const statuses = await open(checkout, makeCheckoutWatch(witness));
  expect(await next(statuses)).toBe('active pending');
  const seen = keys.length;
  await expect.poll(() => keys.length - seen, { timeout: 10_000 }).toBeGreaterThan(1);
  const waiting = next(statuses);
  await cancelCheckout(ctx, customerWith(checkout.token));
  expect(await waiting).toBe('cancelled cancelled');
});

it('a slow reader of a watched checkout gets only the newest status', async () => {
  const checkout = await makeCheckout(ctx, caller);
  const { witness, keys } = withWitness();
  const statuses = await open(checkout, makeCheckoutWatch(witness));
  expect(await next(statuses)).toBe('active pending');
  for (const otp of [undefined, '000000']) {
    await pay(checkout, '20', otp);
    const seen = keys.length;
    await expect.poll(() => keys.length - seen, { timeout: 10_000 }).toBeGreaterThan(1);
  }
  expect(await next(statuses)).toBe('active processing ["otp","wrong_otp"]');
});
