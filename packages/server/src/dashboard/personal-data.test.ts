import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestService, type TestService } from '../../../../test-support/service.ts';
import { makeCheckout, retrievePayment } from '../testing/api.ts';
import { payOnPage } from '../testing/visitor.ts';
import { visitAs } from './testing/visit.ts';

// Each test reads many tables.
vi.setConfig({ testTimeout: 60_000 });

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const email = 'ama@courriel.example';

/** A customer who has paid. */
async function makePayer(): Promise<{ id: string; payment_id: string }> {
  const { token, payment_id } = await makeCheckout(service, { customer_email: email });
  await payOnPage(service, token, { operator: 'mtn_ci', phone: '+2250548151600' });
  const payment = (await retrievePayment(service, payment_id)) as { customer: { id: string } };
  return { id: payment.customer.id, payment_id };
}

describe('the personal data of a customer', () => {
  test('can be exported and erased by an owner, and the audit log records it without identifying the customer', async () => {
    const { id, payment_id } = await makePayer();
    const owner = await visitAs(service, 'owner');
    const held = await owner.ask('GET', `/customers/${id}/personal-data`);
    expect(held).toMatchObject({
      status: 200,
      body: {
        data: {
          person: { phones: ['+2250548151600'], emails: [email] },
          held: { payments: [{ id: payment_id }] },
        },
      },
    });
    const erased = await owner.ask('DELETE', `/customers/${id}/personal-data`);
    expect(erased).toMatchObject({ status: 200, body: { data: { erased: { customers: 1, payments: 1 } } } });
    expect(await owner.ask('GET', `/customers/${id}`)).toMatchObject({ status: 404 });
    expect(await retrievePayment(service, payment_id)).toMatchObject({
      status: 'success',
      customer: { id: null, email: null, phone: null },
    });
    const { rows } = await service.database.pool.query(
      `select author_kind, action, object_id, after from audit_log where object_type = 'personal_data'`,
    );
    expect(rows).toEqual([
      { author_kind: 'staff', action: 'deleted', object_id: id, after: expect.any(Object) },
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/ama@|0548151600/);
    // The payment is still shown to staff.
    expect(await owner.ask('GET', `/payments/${payment_id}`)).toMatchObject({ status: 200 });
    expect(await owner.ask('GET', '/payments')).toMatchObject({ status: 200 });
  });

  test.each(['developer', 'finance', 'support', 'viewer'] as const)(
    'cannot be exported or erased by a %s',
    async (role) => {
      const { id } = await makePayer();
      const member = await visitAs(service, role);
      for (const method of ['GET', 'DELETE']) {
        const answer = await member.ask(method, `/customers/${id}/personal-data`);
        expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
      }
      expect((await member.ask('GET', `/customers/${id}`)).status).toBe(200);
    },
  );

  test('is found in its mode only', async () => {
    const { id } = await makePayer();
    const owner = await visitAs(service, 'owner');
    const path = `/api/${service.demo.merchant_id}/live/customers/${id}/personal-data`;
    expect(await owner.send('DELETE', path)).toMatchObject({
      status: 404,
      body: { code: 'customer_not_found' },
    });
  });
});
