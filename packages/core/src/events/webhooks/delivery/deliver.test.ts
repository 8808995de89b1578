import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { commandOf } from '../../../../../../test-support/actors.ts';
import { chooseAndPay, makeCaller, makeCheckout } from '../../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../../test-support/context.ts';
import { forceOff } from '../../../../../../test-support/endpoints.ts';
import { advance, dropJobs } from '../../../../../../test-support/jobs.ts';
import { type Receiver, startReceiver } from '../../../../../../test-support/receiver.ts';
import { makeSecretBox } from '../../../platform/secrets/seal.ts';
import { createEndpoint } from '../endpoints/create.ts';
import { deliverDue } from './deliver.ts';
import { retry_waits_ms } from './retry-schedule.ts';
import { makeSender, type Sender } from './send.ts';

let ctx: TestContext;
let sender: Sender;
let receiver: Receiver;
beforeAll(async () => {
  ctx = await makeTestContext();
  sender = makeSender({ networks: ctx.webhook_networks });
});
afterAll(async () => {
  await sender.close();
  await ctx.database.close();
});
beforeEach(() => dropJobs(ctx));
afterEach(() => receiver.close());

/** Makes a payment with an endpoint that responds with these statuses, repeating the last one. */
const pay = (...statuses: number[]) =>
  payTo((response, _, count) => {
    const status = statuses[count - 1] ?? statuses.at(-1) ?? 200;
    response.writeHead(status, status === 429 ? { 'retry-after': '3600' } : {}).end(`answer ${count}`);
  });

async function payTo(answer: Parameters<typeof startReceiver>[0]) {
  receiver = await startReceiver(answer);
  const caller = await makeCaller(ctx);
  const { merchant_id } = caller;
  const { secret } = await createEndpoint(ctx, commandOf(merchant_id, 'test'), { url: receiver.url });
  const checkout = await makeCheckout(ctx, caller);
  await chooseAndPay(ctx, checkout, '00');
  const { id: delivery_id } = await ctx.db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('merchant_id', '=', merchant_id)
    .executeTakeFirstOrThrow();
  return { merchant_id, delivery_id, secret, payment_id: checkout.payment_id };
}
type Delivery = Awaited<ReturnType<typeof pay>>;

const deliver = (on: TestContext = ctx): Promise<number> => deliverDue(on, sender);

async function read({ delivery_id }: Delivery) {
  const delivery = await ctx.db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('id', '=', delivery_id)
    .executeTakeFirstOrThrow();
  const attempts = await ctx.db
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('delivery_id', '=', delivery_id)
    .orderBy('number')
    .execute();
  return { delivery, attempts };
}

describe('a delivery', () => {
  it('records the response when it succeeds', async () => {
    const paid = await pay(200);
    await deliver();
    const { delivery, attempts } = await read(paid);
    const now = ctx.clock.now();
    expect(delivery).toMatchObject({
      status: 'delivered',
      attempts: 1,
      next_attempt_at: null,
      delivered_at: now,
    });
    expect(attempts).toEqual([
      {
        merchant_id: paid.merchant_id,
        delivery_id: paid.delivery_id,
        number: 1,
        status_code: 200,
        error: null,
        response_excerpt: 'answer 1',
        duration_ms: expect.any(Number),
        created_at: now,
      },
    ]);
  });

  it('is signed with the endpoint’s secret in both signature schemes', async () => {
    const paid = await pay(200);
    await deliver();
    const [request] = receiver.requests;
    const { body = '', headers = {} } = request ?? {};
    const event = JSON.parse(body) as { id: string };
    expect(event).toMatchObject({
      event: 'payment.successful',
      livemode: false,
      sequence: 1,
      data: { id: paid.payment_id, status: 'success' },
    });
    const seconds = String(ctx.clock.now().getTime() / 1000);
    const own = createHmac('sha256', paid.secret).update(`${seconds}.${body}`).digest('hex');
    const key = Buffer.from(paid.secret.slice('whsec_'.length), 'base64');
    const standard = createHmac('sha256', key).update(`${event.id}.${seconds}.${body}`).digest('base64');
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Guichet-Webhooks/1.0',
      'x-service-signature': `t=${seconds},v1=${own}`,
      'webhook-id': event.id,
      'webhook-timestamp': seconds,
      'webhook-signature': `v1,${standard}`,
    });
  });

  it.each([201, 204, 299])('succeeds with a response of %i', async (status) => {
    const paid = await pay(status);
    await deliver();
    expect((await read(paid)).delivery.status).toBe('delivered');
  });

  it.each([302, 400, 401, 404, 500])('is retried after a response of %i', async (status) => {
    const paid = await pay(status);
    await deliver();
    const { delivery, attempts } = await read(paid);
    expect(delivery).toMatchObject({ status: 'waiting', attempts: 1, delivered_at: null });
    expect(attempts).toMatchObject([{ status_code: status, error: null }]);
  });

  it('records the reason when nothing listens at the address', async () => {
    const paid = await pay(200);
    await receiver.close();
    await deliver();
    expect((await read(paid)).attempts).toMatchObject([
      { status_code: null, error: expect.stringContaining('ECONNREFUSED'), response_excerpt: null },
    ]);
  });
});

describe('the next attempt', () => {
  it('follows the schedule and is not made earlier', async () => {
    const paid = await pay(500);
    await deliver();
    const { delivery } = await read(paid);
    const wait_ms = (delivery.next_attempt_at?.getTime() ?? 0) - ctx.clock.now().getTime();
    expect(wait_ms).toBeGreaterThanOrEqual(4000);
    expect(wait_ms).toBeLessThanOrEqual(6000);
    expect(await deliver()).toBe(0);
    ctx.clock.advance(wait_ms - 1);
    expect(await deliver()).toBe(0);
    ctx.clock.advance(1);
    expect(await deliver()).toBe(1);
    expect((await read(paid)).delivery).toMatchObject({ status: 'waiting', attempts: 2 });
  });

  it('respects Retry-After', async () => {
    const paid = await pay(429);
    await deliver();
    const { delivery } = await read(paid);
    expect(delivery.next_attempt_at).toEqual(new Date(ctx.clock.now().getTime() + 3_600_000));
  });

  it('sends the same event and body with a new signature until it succeeds', async () => {
    const paid = await pay(500, 503, 200);
    await advance(ctx, 120_000);
    expect((await read(paid)).delivery).toMatchObject({ status: 'delivered', attempts: 3 });
    const { requests } = receiver;
    expect(requests).toHaveLength(3);
    expect(new Set(requests.map(({ body }) => body)).size).toBe(1);
    expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(requests.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(3);
    expect(new Set(requests.map(({ headers }) => headers['x-service-signature'])).size).toBe(3);
  });

  it('is not made after three days, when the delivery fails', async () => {
    const paid = await pay(500);
    await advance(ctx, 4 * 24 * 3_600_000);
    const { delivery, attempts } = await read(paid);
    const tries = retry_waits_ms.length + 1;
    expect(delivery).toMatchObject({
      status: 'failed',
      attempts: tries,
      next_attempt_at: null,
      delivered_at: null,
    });
    expect(attempts.map(({ number, response_excerpt }) => [number, response_excerpt])).toEqual(
      Array.from({ length: tries }, (_, index) => [index + 1, `answer ${index + 1}`]),
    );
    // The delivery stays failed.
    await deliver();
    expect(receiver.requests).toHaveLength(tries);
  });
});

describe('two processes with the same delivery', () => {
  it.each([
    [200, 'delivered'],
    [500, 'waiting'],
  ])('record a response of %i once', async (status, expected) => {
    // Neither process gets its response before both have sent, so neither can have seen the other's record.
    const held: ServerResponse[] = [];
    const paid = await payTo((response) => {
      if (held.push(response) === 2) for (const each of held) each.writeHead(status).end();
    });
    await Promise.all([deliver(), deliver()]);
    const { delivery, attempts } = await read(paid);
    expect(delivery).toMatchObject({ status: expected, attempts: 1 });
    expect(attempts).toHaveLength(1);
  });
});

describe('nothing is sent', () => {
  it('for a successful delivery', async () => {
    await pay(200);
    await deliver();
    await deliver();
    expect(receiver.requests).toHaveLength(1);
  });

  it('to a disabled endpoint', async () => {
    const paid = await pay(200);
    await forceOff(ctx, { merchant_id: paid.merchant_id });
    await deliver();
    expect(receiver.requests).toEqual([]);
  });

  it('when the secret cannot be decrypted, but the delivery is retried and the reason is logged', async () => {
    const paid = await pay(200);
    const told: unknown[] = [];
    const log = { ...ctx.log, error: (...words: unknown[]) => void told.push(words) };
    await deliver({ ...ctx, log, secrets: makeSecretBox('another key') });
    expect(receiver.requests).toEqual([]);
    const { delivery, attempts } = await read(paid);
    expect(delivery).toMatchObject({ status: 'waiting', attempts: 1 });
    expect(attempts).toMatchObject([{ status_code: null, error: expect.stringContaining('its own log') }]);
    expect(told).toHaveLength(1);
  });
});
