import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { commandOf } from '../../../../../../test-support/actors.ts';
import {
  type Checkout,
  chooseAndPay,
  makeCaller,
  makeCheckout,
} from '../../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../../test-support/context.ts';
import { forceOff } from '../../../../../../test-support/endpoints.ts';
import type { Caller } from '../../../accounts/api-keys/authenticate.ts';
import { getPayment, type Payment } from '../../../payments/queries.ts';
import { connect } from '../../../platform/database/connect.ts';
import { createEndpoint } from '../endpoints/create.ts';
import { type AwaitAcknowledged, makeAwaitAcknowledged } from './await-acknowledged.ts';

let ctx: TestContext;
let caller: Caller;
beforeAll(async () => {
  ctx = await makeTestContext();
});
beforeEach(async () => {
  caller = await makeCaller(ctx);
});
afterAll(() => ctx.database.close());

const never = new AbortController().signal;

async function listen(events?: ['payment.failed'] | ['payment.successful']): Promise<string> {
  const { id } = await createEndpoint(ctx, commandOf(caller.merchant_id, 'test'), {
    url: 'http://127.0.0.1:9/hook',
    ...(events && { events }),
  });
  return id;
}

async function pay(digits = '00'): Promise<Payment> {
  const checkout: Checkout = await makeCheckout(ctx, caller);
  await chooseAndPay(ctx, checkout, digits);
  return getPayment(ctx.db, checkout.merchant_id, checkout.payment_id);
}

/** Updates deliveries, as a worker does. */
async function record(set: string, endpoint_id?: string): Promise<void> {
  await ctx.pool.query(
    `update webhook_deliveries set ${set} where merchant_id = $1 and endpoint_id = coalesce($2, endpoint_id)`,
    [caller.merchant_id, endpoint_id ?? null],
  );
}

/** Starts waiting. @returns a state that shows whether the wait has ended */
function startWaiting(
  payment: Payment,
  signal: AbortSignal = never,
  awaitAcknowledged: AwaitAcknowledged = makeAwaitAcknowledged(ctx),
) {
  const state = { isOver: false };
  const wait = awaitAcknowledged(payment, signal).then(() => {
    state.isOver = true;
  });
  return { state, wait };
}

describe('the customer does not wait', () => {
  it('if there is no endpoint', async () => {
    await startWaiting(await pay()).wait;
  });

  it('for an endpoint that subscribes only to other events', async () => {
    await listen(['payment.failed']);
    await startWaiting(await pay()).wait;
  });

  it.each([
    ['has acknowledged', `status = 'delivered', delivered_at = now()`],
    ['has failed for good', `status = 'failed', next_attempt_at = null`],
    ['is retried too late', `next_attempt_at = next_attempt_at + interval '10001 ms'`],
  ])('for an endpoint that %s', async (_, set) => {
    await listen();
    const payment = await pay();
    await record(set);
    await startWaiting(payment).wait;
  });

  it('for a disabled endpoint', async () => {
    const id = await listen();
    const payment = await pay();
    await forceOff(ctx, { id });
    await startWaiting(payment).wait;
  });

  it('for the event of a failed attempt', async () => {
    await listen(['payment.failed']);
    const payment = await pay('01');
    await startWaiting(payment).wait;
  });

  it('once ten seconds have passed since paying', async () => {
    await listen();
    const payment = await pay();
    ctx.clock.advance(10_000);
    await startWaiting(payment).wait;
  });

  it('if the request was already aborted', async () => {
    await listen();
    await startWaiting(await pay(), AbortSignal.abort()).wait;
  });
});

describe('the customer waits', () => {
  it('until every endpoint has acknowledged the event', async () => {
    const [first, second] = [await listen(['payment.successful']), await listen()];
    const { state, wait } = startWaiting(await pay());
    await record(`status = 'delivered', delivered_at = now()`, first);
    // The delay is longer than a poll.
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(state.isOver).toBe(false);
    await record(`status = 'delivered', delivered_at = now()`, second);
    await wait;
  });

  it('for at most ten seconds from the payment', async () => {
    await listen();
    const payment = await pay();
    ctx.clock.advance(9_700);
    const began_ms = performance.now();
    await startWaiting(payment).wait;
    expect(performance.now() - began_ms).toBeGreaterThanOrEqual(250);
  });

  it('until the request is aborted', async () => {
    await listen();
    const request = new AbortController();
    const { wait } = startWaiting(await pay(), request.signal);
    await new Promise((resolve) => setImmediate(resolve));
    request.abort();
    await wait;
  });

  it('in a wait that a hundred customers share and that can start again after polling has stopped', async () => {
    await listen();
    const payments = await Promise.all(Array.from({ length: 5 }, () => pay()));
    const awaitAcknowledged = makeAwaitAcknowledged(ctx);
    const waits = payments.flatMap((payment) =>
      Array.from({ length: 20 }, () => awaitAcknowledged(payment, never)),
    );
    await record(`status = 'delivered', delivered_at = now()`);
    await Promise.all(waits);
    // This wait begins after polling has stopped.
    await awaitAcknowledged(await pay(), AbortSignal.timeout(100));
  });

  it('through a brief outage of the database, which is logged once', async () => {
    await listen();
    const payment = await pay();
    let db = ctx.db;
    const errors: unknown[] = [];
    const log = { ...ctx.log, error: (fields: object) => errors.push(fields) };
    const away = makeAwaitAcknowledged({
      clock: ctx.clock,
      log,
      get db() {
        return db;
      },
    });
    const { state, wait } = startWaiting(payment, never, away);
    // The delay is longer than a poll.
    await new Promise((resolve) => setTimeout(resolve, 300));
    const nowhere = connect('postgres://127.0.0.1:1/nowhere', { connections_max: 1, onError: () => {} });
    db = nowhere.db;
    await expect.poll(() => errors.length, { timeout: 5_000 }).toBeGreaterThan(0);
    expect(state.isOver).toBe(false);
    db = ctx.db;
    await record(`status = 'delivered', delivered_at = now()`);
    await wait;
    await nowhere.close();
    expect(errors).toHaveLength(1);
  });
});
