import { expireCheckout } from '@guichet/core/payments';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command } from '../../../../test-support/actors.ts';
import { startTestService, type TestService } from '../../../../test-support/service.ts';
import { callApi, expectError, makeCheckout, makeMerchant, retrievePayment } from '../testing/api.ts';
import { letTimePass } from '../testing/rows.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

describe('an expired session', () => {
  test('gets a 410 after a command has expired it', async () => {
    const { token, payment_id } = await makeCheckout(service);
    const path = `/api/v1/checkout/${token}`;
    expect((await callApi(service, path)).status).toBe(200);
    await expireCheckout(service.ctx, command, token);
    expectError(await callApi(service, path), 410, 'session_expired');
    expect(await retrievePayment(service, payment_id)).toMatchObject({ status: 'expired', retryable: false });
  });

  test('gets a 410 even before the sweep has expired it', async () => {
    // A service without a worker, so no sweep runs.
    const web = await startTestService({ env: { GUICHET_ROLE: 'web' } });
    try {
      const { token, payment_id } = await makeCheckout(web);
      await letTimePass(web, token);
      expectError(await callApi(web, `/api/v1/checkout/${token}`), 410, 'session_expired');
      // The status that merchants see changes only with the sweep.
      expect(await retrievePayment(web, payment_id)).toMatchObject({ status: 'pending' });
    } finally {
      await web.stop();
    }
  });

  test('is expired by the sweep, with one event', async () => {
    const { token, payment_id } = await makeCheckout(service);
    await letTimePass(service, token);
    await expect
      .poll(async () => (await retrievePayment(service, payment_id)).status, { timeout: 15_000 })
      .toBe('expired');
    const { rows } = await service.ctx.pool.query('select type from events where object_id = $1', [
      payment_id,
    ]);
    expect(rows).toEqual([{ type: 'payment.expired' }]);
  });
});

test('the payment of an expired session is not visible to another merchant', async () => {
  const { token, payment_id } = await makeCheckout(service);
  await expireCheckout(service.ctx, command, token);
  const { key } = await makeMerchant(service);
  expectError(await callApi(service, `/api/v1/payments/${payment_id}`, { key }), 404, 'payment_not_found');
});
