import { makeCheckout, retrievePayment } from '@guichet/server/testing/api';
import { payOnPage } from '@guichet/server/testing/visitor';
import { expect, onTestFinished, test } from 'vitest';
import { environmentBeside, startTestService } from '../../../../test-support/service.ts';
import { readObject, runCli } from '../testing/run-cli.ts';

test('the customers commands export a person’s data, and erase it only with --yes', async () => {
  const service = await startTestService();
  onTestFinished(() => service.stop());
  const env = environmentBeside(service);
  const run = (...args: string[]) => runCli(['customers', ...args, '--json'], { env });
  const { token, payment_id } = await makeCheckout(service, { customer_email: 'ama@courriel.example' });
  await payOnPage(service, token, { operator: 'mtn_ci', phone: '+2250548151600' });
  const who = ['--merchant', service.demo.merchant_id, '--phone', '0022505 48 15 16 00'];

  const exported = await run('export', ...who);
  expect(exported.code).toBe(0);
  expect(readObject(exported.stdout)).toMatchObject({
    person: { phones: ['+2250548151600'], emails: ['ama@courriel.example'] },
    held: { payments: [{ id: payment_id, amount_minor: expect.any(String) }], attempts: [{}] },
  });
  expect(exported.stdout).not.toContain(token);

  const asked = await run('erase', ...who);
  expect(readObject(asked.stdout)).toMatchObject({
    would_erase: { payments: 1 },
    to_erase: expect.any(String),
  });
  expect(await retrievePayment(service, payment_id)).toMatchObject({ customer: { phone: '+2250548151600' } });

  expect(readObject((await run('erase', ...who, '--yes')).stdout)).toMatchObject({ erased: { payments: 1 } });
  expect(await retrievePayment(service, payment_id)).toMatchObject({
    status: 'success',
    customer: { id: null, phone: null, email: null },
  });
  const again = await run('erase', ...who, '--yes');
  expect(again.code).not.toBe(0);
  expect(again.stdout + again.stderr).toContain('customer_not_found');
});
