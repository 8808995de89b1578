import { request } from 'node:http';
import { createEndpoint } from '@guichet/core/events';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { commandOf } from '../../../../test-support/actors.ts';
import { type Receiver, startReceiver } from '../../../../test-support/receiver.ts';
import { startTestService, type TestService } from '../../../../test-support/service.ts';
import { makeCheckout, makeMerchant } from '../testing/api.ts';
import { type Answer, send } from '../testing/send.ts';
import { makeVisitor, payOnPage } from '../testing/visitor.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

interface Paid {
  readonly token: string;
  readonly payment_id: string;
}

/** Makes a paid session of a merchant whose webhook endpoint is this receiver, or who has no endpoint. */
async function pay(receiver: Receiver | null, on: TestService = service): Promise<Paid> {
  const { merchant_id, key } = await makeMerchant(on, { rules: ['mtn_ci'] });
  if (receiver) await createEndpoint(on.ctx, commandOf(merchant_id, 'test'), { url: receiver.url });
  const checkout = await makeCheckout(on, {}, key);
  const receipt = await payOnPage(on, checkout.token, { operator: 'mtn_ci', phone: '+2250548151600' });
  expect(receipt.state).toBe('success');
  return checkout;
}

async function start(...answer: Parameters<typeof startReceiver>): Promise<Receiver> {
  const receiver = await startReceiver(...answer);
  onTestFinished(() => receiver.close());
  return receiver;
}

const never: Parameters<typeof startReceiver>[0] = () => {};

async function leave(token: string, on: TestService = service): Promise<Answer> {
  return send(on.url, `/pay/${token}/leave`);
}

function expectAtShop(answer: Answer, payment_id: string): void {
  expect(answer.status).toBe(303);
  const url = new URL(String(answer.headers.location));
  expect(url.origin + url.pathname).toBe('https://shop.example/thanks');
  expect(url.searchParams.get('payment_id')).toBe(payment_id);
  expect(url.searchParams.get('status')).toBe('success');
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
}

/** Moves the time of payment back, so that this much of the ten seconds is left. */
async function leaveTime(payment_id: string, left: string): Promise<void> {
  await service.ctx.pool.query(
    `update payments set paid_at = now() - interval '10 seconds' + $2::interval where id = $1`,
    [payment_id, left],
  );
}

describe('on the return to the merchant', () => {
  test('a customer of a merchant without an endpoint does not wait', async () => {
    const { token, payment_id } = await pay(null);
    expectAtShop(await leave(token), payment_id);
  });

  test('a customer waits until the merchant has acknowledged', async () => {
    let acknowledged_ms = Number.POSITIVE_INFINITY;
    const receiver = await start((response) => {
      setTimeout(() => {
        acknowledged_ms = performance.now();
        response.end();
      }, 1_500);
    });
    const { token, payment_id } = await pay(receiver);
    expectAtShop(await leave(token), payment_id);
    expect(performance.now()).toBeGreaterThan(acknowledged_ms);
    expect(receiver.requests).toHaveLength(1);
    // A second visit does not wait.
    expectAtShop(await leave(token), payment_id);
  });

  test('a customer waits for an unresponsive merchant for at most ten seconds after paying', async () => {
    const receiver = await start(never);
    const { token, payment_id } = await pay(receiver);
    await leaveTime(payment_id, '1 second');
    expectAtShop(await leave(token), payment_id);
    const { rows } = await service.ctx.pool.query(
      `select now() - paid_at >= interval '9.9 seconds' as is_late from payments where id = $1`,
      [payment_id],
    );
    expect(rows).toEqual([{ is_late: true }]);
  });

  test('a customer who has not paid is redirected to the page', async () => {
    const { token } = await makeCheckout(service);
    const screen = await makeVisitor(service).open(`/pay/${token}/leave?lang=fr`);
    expect([screen.status, screen.state, screen.path]).toEqual([200, 'choose', `/pay/${token}?lang=fr`]);
  });

  test('an unknown session gets a 404', async () => {
    const answer = await leave('A'.repeat(43));
    expect(answer.status).toBe(404);
    expect(answer.text).toContain('data-state="session_unknown"');
  });
});

test('the wait ends when the service stops, and a disconnected client is not an error', async () => {
  const receiver = await start(never);
  const own = await startTestService({ env: { GUICHET_ROLE: 'web' } });
  const { token, payment_id } = await pay(receiver, own);
  const gone = request(`${own.url}/pay/${token}/leave`).end();
  gone.on('error', () => {});
  let isAnswered = false;
  const waiting = leave(token, own).finally(() => {
    isAnswered = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(isAnswered).toBe(false);
  gone.destroy();
  const began_ms = performance.now();
  const stopped = own.stop();
  expectAtShop(await waiting, payment_id);
  await stopped;
  // About nine of the ten seconds were left.
  expect(performance.now() - began_ms).toBeLessThan(6_000);
  expect(own.logs.filter(({ level }) => level === 'error')).toEqual([]);
});
