import { AppError } from '@guichet/kernel/errors';
import type { ConnectorAnswer } from '@guichet/operators/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command } from '../../../../../test-support/actors.ts';
import {
  type Checkout,
  makeCaller,
  makeCheckout,
  phoneEnding,
} from '../../../../../test-support/checkouts.ts';
import { makeTestContext, sandboxOf, type TestContext } from '../../../../../test-support/context.ts';
import { advance } from '../../../../../test-support/jobs.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { customerWith } from '../../platform/actor/actor.ts';
import { connect } from '../../platform/database/connect.ts';
import { findIdempotencyKey } from '../../platform/idempotency/queries.ts';
import type { IdempotencyKey } from '../../platform/idempotency/run-idempotently.ts';
import { listAttempts } from '../attempt/queries.ts';
import { expireCheckout } from './expire.ts';
import { requireSession } from './find.ts';
import { payDirectly } from './pay-directly.ts';
import { payOnce } from './pay-once.ts';

let ctx: TestContext;
let caller: Caller;
beforeAll(async () => {
  ctx = await makeTestContext();
  caller = await makeCaller(ctx);
});
afterAll(() => ctx.database.close());

const keyed = (key: string, request = 'one'): IdempotencyKey => ({ key, request_hash: Buffer.from(request) });
const pay = ({ token }: Checkout, digits: string, once: IdempotencyKey, by: TestContext = ctx) =>
  payDirectly(by, customerWith(token), { operator: 'mtn_ci', phone: phoneEnding(digits) }, once);
const readAttempts = ({ merchant_id, payment_id }: Checkout) => listAttempts(ctx.db, merchant_id, payment_id);
const findKey = ({ merchant_id, payment_id }: Checkout, key: string) =>
  findIdempotencyKey(ctx.db, { merchant_id, mode: 'test', scope: payment_id, key });

/** Makes a context whose operator does not respond until `letGo` is called. */
function holdOperator(): { held: TestContext; asked: Promise<void>; letGo: () => void } {
  const real = sandboxOf(ctx);
  const { promise: gate, resolve: letGo } = Promise.withResolvers<void>();
  const { promise: asked, resolve: tellAsked } = Promise.withResolvers<void>();
  const collect: typeof real.collect = async (request, signal) => {
    tellAsked();
    await gate;
    return real.collect(request, signal);
  };
  return { held: { ...ctx, connectors: new Map([['sandbox', { ...real, collect }]]) }, asked, letGo };
}

describe('paying with an idempotency key', () => {
  it.each(['00', '01', '10', '20'])(
    'sends one request, and always returns the first response (%s)',
    async (digits) => {
      const checkout = await makeCheckout(ctx, caller);
      const first = await pay(checkout, digits, keyed('k'));
      expect(first.replayed).toBe(false);
      await advance(ctx, 60_000);
      expect(await pay(checkout, digits, keyed('k'))).toEqual({ value: first.value, replayed: true });
      // The stored response is returned even after the session has ended.
      await expireCheckout(ctx, command, checkout.token);
      expect(await pay(checkout, digits, keyed('k'))).toEqual({ value: first.value, replayed: true });
      expect(await readAttempts(checkout)).toHaveLength(1);
    },
  );

  it('opens one attempt for fifty concurrent requests; each gets the same response or idempotency_key_in_use', async () => {
    const checkout = await makeCheckout(ctx, caller);
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, () => pay(checkout, '10', keyed('fifty'))),
    );
    const given = results.filter((result) => result.status === 'fulfilled').map(({ value }) => value);
    const refused = results.filter((result) => result.status === 'rejected').map(({ reason }) => reason.code);
    expect(given.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(new Set(given.map(({ value }) => JSON.stringify(value))).size).toBe(1);
    expect(new Set([...refused, 'idempotency_key_in_use'])).toEqual(new Set(['idempotency_key_in_use']));
    expect(await readAttempts(checkout)).toHaveLength(1);
  });

  it('is refused during the call to the operator, as idempotency_key_in_use or, with a different key, payment_in_progress', async () => {
    const checkout = await makeCheckout(ctx, caller);
    const { held, asked, letGo } = holdOperator();
    const first = pay(checkout, '10', keyed('slow'), held);
    await asked;
    ctx.clock.advance(1_499);
    await expect(pay(checkout, '10', keyed('slow'))).rejects.toMatchObject({
      code: 'idempotency_key_in_use',
      status: 409,
      retry_after_s: 1,
    });
    await expect(pay(checkout, '10', keyed('other'))).rejects.toMatchObject({ code: 'payment_in_progress' });
    letGo();
    const { value } = await first;
    expect(await pay(checkout, '10', keyed('slow'))).toEqual({ value, replayed: true });
  });

  it('is refused, if repeated, for as long as the call to the operator takes', async () => {
    const checkout = await makeCheckout(ctx, caller);
    const { held, asked, letGo } = holdOperator();
    const first = pay(checkout, '10', keyed('long'), held);
    await asked;
    for (const wait_ms of [1_200, 1_200, 1_200]) {
      ctx.clock.advance(wait_ms);
      const until = new Date(ctx.clock.now().getTime() + 1_500);
      await expect
        .poll(async () => (await findKey(checkout, 'long'))?.held_until, { timeout: 30_000 })
        .toEqual(until);
      const again = pay(checkout, '10', keyed('long'));
      await expect(again).rejects.toMatchObject({ code: 'idempotency_key_in_use' });
    }
    letGo();
    const { value } = await first;
    expect(await pay(checkout, '10', keyed('long'))).toEqual({ value, replayed: true });
  });

  it('returns the current session and sends nothing again after the first request ended with an error', async () => {
    const checkout = await makeCheckout(ctx, caller);
    let calls = 0;
    const collect = async () => {
      calls++;
      // This response violates the contract and cannot be applied.
      return {} as ConnectorAnswer;
    };
    const broken = { ...ctx, connectors: new Map([['sandbox', { ...sandboxOf(ctx), collect }]]) };
    await expect(pay(checkout, '10', keyed('failed'), broken)).rejects.toThrow();
    expect(await pay(checkout, '10', keyed('failed'), broken)).toMatchObject({
      replayed: true,
      value: { payment: { status: 'processing', action: null } },
    });
    await expect(pay(checkout, '10', keyed('failed', 'another'))).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
    expect([calls, await readAttempts(checkout)]).toMatchObject([1, [{ status: 'created' }]]);
  });

  it('returns the current session and sends nothing again after the first request’s process lost its database', async () => {
    const checkout = await makeCheckout(ctx, caller);
    const { held, asked, letGo } = holdOperator();
    const lost = connect(ctx.database.database_url, { connections_max: 2, onError: () => {} });
    const first = pay(checkout, '10', keyed('died'), { ...held, db: lost.db, pool: lost.pool });
    const end = first.catch((error: unknown) => error);
    await asked;
    await lost.close();
    ctx.clock.advance(1_500);
    const answer = await pay(checkout, '10', keyed('died'));
    expect(answer).toMatchObject({
      replayed: true,
      value: { payment: { status: 'processing', action: null } },
    });
    await expect(pay(checkout, '10', keyed('died', 'another'))).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
    await expireCheckout(ctx, command, checkout.token);
    expect(await pay(checkout, '10', keyed('died'))).toMatchObject({ value: { status: 'expired' } });
    letGo();
    expect(await end).toBeInstanceOf(Error);
    expect(await readAttempts(checkout)).toMatchObject([{ status: 'created' }]);
  });

  it('refuses a different request with the same key, during the first request and afterwards', async () => {
    const checkout = await makeCheckout(ctx, caller);
    const { held, asked, letGo } = holdOperator();
    const first = pay(checkout, '10', keyed('reused'), held);
    await asked;
    const again = () => pay(checkout, '10', keyed('reused', 'another'));
    await expect(again()).rejects.toMatchObject({ code: 'idempotency_key_reused', status: 422 });
    letGo();
    await first;
    await expect(again()).rejects.toMatchObject({ code: 'idempotency_key_reused', status: 422 });
  });

  it('stores nothing when it is refused, so that the key can be used for a corrected request', async () => {
    const checkout = await makeCheckout(ctx, caller);
    const wrong = payDirectly(
      ctx,
      customerWith(checkout.token),
      { operator: 'mtn_ci', phone: '0504' },
      keyed('k', 'wrong'),
    );
    await expect(wrong).rejects.toMatchObject({ code: 'invalid_fields' });
    expect(await findKey(checkout, 'k')).toBeUndefined();
    await pay(checkout, '10', keyed('first'));
    await expect(pay(checkout, '00', keyed('k'))).rejects.toMatchObject({ code: 'payment_in_progress' });
    expect(await findKey(checkout, 'k')).toBeUndefined();
  });

  it('ignores the same key of the merchant or of another session', async () => {
    const [one, other] = [await makeCheckout(ctx, caller), await makeCheckout(ctx, caller)];
    const merchant = { merchant_id: caller.merchant_id, mode: 'test' as const, scope: '', key: 'shared' };
    await ctx.db
      .insertInto('idempotency_keys')
      .values({
        ...merchant,
        request_hash: Buffer.from('m'),
        object_id: '',
        answer: '{}',
        created_at: ctx.clock.now(),
      })
      .execute();
    expect((await pay(one, '00', keyed('shared'))).replayed).toBe(false);
    const { value, replayed } = await pay(other, '01', keyed('shared', 'two'));
    expect([replayed, value.payment.id]).toEqual([false, other.payment_id]);
  });

  it('submits a one-time code once', async () => {
    const checkout = await makeCheckout(ctx, caller);
    await pay(checkout, '20', keyed('pay'));
    const body = { operator: 'mtn_ci', phone: phoneEnding('20'), otp: '000000' };
    const wrong = () => payDirectly(ctx, customerWith(checkout.token), body, keyed('code', 'wrong code'));
    const first = await wrong();
    for (let time = 0; time < 10; time++)
      expect(await wrong()).toEqual({ value: first.value, replayed: true });
    // Ten submissions of a wrong code would have failed the payment.
    expect(first.value.payment.action).toEqual({ kind: 'otp', problem: 'wrong_otp' });
    expect(await readAttempts(checkout)).toMatchObject([{ status: 'submitted' }]);
  });
});

it('a request with a key that is refused does not make others of its group run again', async () => {
  const sessions = await Promise.all(
    [0, 1].map(async () => requireSession(ctx, (await makeCheckout(ctx, caller)).token)),
  );
  const runs = [0, 0];
  const results = await Promise.allSettled(
    sessions.map((session, place) =>
      payOnce(ctx, session, keyed('k'), async () => {
        runs[place] = (runs[place] ?? 0) + 1;
        if (place === 1) throw new AppError('session_expired');
        return async () => undefined;
      }),
    ),
  );
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(runs).toEqual([1, 1]);
  const kept = sessions.map(({ merchant_id, payment_id }) =>
    findIdempotencyKey(ctx.db, { merchant_id, mode: 'test', scope: payment_id, key: 'k' }),
  );
  expect(await Promise.all(kept)).toMatchObject([{ key: 'k' }, undefined]);
});
