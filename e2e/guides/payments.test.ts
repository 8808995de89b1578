import { readObject, runCli } from '@guichet/cli/testing/run-cli';
import { Guichet } from '@guichet/client';
import { expireCheckout } from '@guichet/core/payments';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandOf } from '../../test-support/actors.ts';
import { environmentBeside, startTestService, type TestService } from '../../test-support/service.ts';
import { readSnippets } from './read-snippets.ts';
import { runSnippet } from './run-snippet.ts';

let service: TestService;
let guichet: Guichet;
beforeAll(async () => {
  service = await startTestService();
  guichet = new Guichet({ apiKey: service.demo.test_key, baseUrl: `${service.url}/api/v1` });
});
afterAll(() => service.stop());

/** Triggers an event of test mode. @returns the id of its object */
async function trigger(event: string): Promise<string> {
  const ran = await runCli(['trigger', event, '--json'], { env: environmentBeside(service) });
  expect(ran).toMatchObject({ code: 0 });
  return String(readObject(ran.stdout).object_id);
}

describe('docs/guides/verify-a-payment.md', () => {
  async function paymentOfRefund(refund_id: string): Promise<string> {
    const { rows } = await service.ctx.pool.query('select payment_id from refunds where id = $1', [
      refund_id,
    ]);
    return rows[0].payment_id;
  }

  test.each([
    ['payment.successful', ['delivered A-1001']],
    ['payment.failed', []],
    ['refund.successful', []],
  ])('after %s, the printed sample delivers %j', async (event, expected) => {
    const object_id = await trigger(event);
    const payment_id = event.startsWith('refund.') ? await paymentOfRefund(object_id) : object_id;
    const { amount, currency } = await guichet.payments.retrieve(payment_id);
    const order = { id: 'A-1001', payment_id, amount, currency };
    const running = await runSnippet(
      'docs/guides/verify-a-payment.md',
      'Verify a payment',
      { GUICHET_API_KEY: service.demo.test_key, GUICHET_BASE_URL: `${service.url}/api/v1` },
      `import { Guichet } from '@guichet/client';
      const guichet = new Guichet();
      const order = ${JSON.stringify(order)};
      const deliver = (id) => console.log('delivered', id);`,
    );
    expect(await running.ended).toBe(0);
    expect(running.lines).toEqual(expected);
  });
});

describe('docs/guides/accept-a-payment.md', () => {
  const page = 'docs/guides/accept-a-payment.md';
  const heading = '1. Create a session, on your server';

  /** The idempotency key that the guide prints for the first session of an order. */
  async function printedKey(): Promise<string> {
    const { code = '' } = (await readSnippets(page)).find((one) => one.heading === heading) ?? {};
    return /idempotencyKey: '([^']+)'/.exec(code)?.[1] ?? '';
  }

  test('after a session has expired, the next key of the order opens a new session', async () => {
    const running = await runSnippet(page, heading, {
      GUICHET_API_KEY: service.demo.test_key,
      GUICHET_BASE_URL: `${service.url}/api/v1`,
    });
    expect(await running.ended).toBe(0);
    const token = String(running.lines[0]).split('/').at(-1) ?? '';
    await expireCheckout(service.ctx, commandOf(service.demo.merchant_id, 'test'), token);
    const key = await printedKey();
    expect(key).toMatch(/-1$/);
    const { session_token, expires_at } = await guichet.checkout.initialize(
      { amount: 25_000, currency: 'XOF', return_url: 'http://localhost:4000/thanks' },
      { idempotencyKey: key.replace(/1$/, '2') },
    );
    expect(session_token).not.toBe(token);
    expect(Date.parse(expires_at)).toBeGreaterThan(Date.now());
  });
});
