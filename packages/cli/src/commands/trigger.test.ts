import { createEndpoint, eventTypes } from '@guichet/core/events';
import { makeMerchant } from '@guichet/server/testing/api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandOf } from '../../../../test-support/actors.ts';
import { makeTestContext } from '../../../../test-support/context.ts';
import { type Receiver, startReceiver } from '../../../../test-support/receiver.ts';
import { startTestService, type TestService, testEnvironment } from '../../../../test-support/service.ts';
import { readObject, runCli } from '../testing/run-cli.ts';

let service: TestService;
let receiver: Receiver;
let endpoint_id: string;
let env: Record<string, string>;
beforeAll(async () => {
  service = await startTestService();
  receiver = await startReceiver((response, { body }, count) => {
    // If a delivery of a success failed, it would hold up the event of its reversal.
    const isSuccess = body.includes('.successful"');
    response.statusCode = count % 2 === 0 && !isSuccess ? 500 : 200;
    response.end();
  });
  env = testEnvironment(service.database.database_url, service.data_dir);
  const { merchant_id } = service.demo;
  const made = await createEndpoint(service.ctx, commandOf(merchant_id, 'test'), { url: receiver.url });
  endpoint_id = made.id;
});
afterAll(async () => {
  await service.stop();
  await receiver.close();
});

const trigger = (...args: string[]) => runCli(['trigger', ...args], { env });

describe('guichet trigger', () => {
  test.each(eventTypes)(
    'causes a real %s event, which is sent to the endpoints that subscribe to it',
    async (type) => {
      const ran = await trigger(type, '--json');
      expect(ran).toMatchObject({ code: 0, stderr: '' });
      const told = readObject(ran.stdout);
      expect(told).toMatchObject({
        merchant_id: service.demo.merchant_id,
        event: type,
        event_id: expect.stringMatching(/^evt_/),
        deliveries: [{ event_id: told.event_id, endpoint_id, attempts: [{ number: 1 }] }],
      });
      const { body } = receiver.requests.find(({ headers }) => headers['webhook-id'] === told.event_id) ?? {};
      expect(JSON.parse(body ?? '')).toMatchObject({
        id: told.event_id,
        event: type,
        livemode: false,
        data: { id: told.object_id },
      });
    },
  );

  test('prints a real event as lines for people', async () => {
    const ran = await trigger('payment.cancelled');
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(ran.stdout).toMatch(
      /^merchant_id: mer_\w+\nevent: payment\.cancelled\nevent_id: evt_\w+\nobject_id: pay_/,
    );
  });

  test('causes an event of the given merchant, which is sent to no other merchant', async () => {
    const { merchant_id } = await makeMerchant(service);
    const ran = await trigger('payout.successful', '--merchant', merchant_id, '--json');
    expect(readObject(ran.stdout)).toMatchObject({ merchant_id, deliveries: [] });
  });
});

test('guichet trigger --list lists the available events', async () => {
  const ran = await trigger('--list', '--json');
  expect(readObject(ran.stdout)).toEqual({
    events: eventTypes.map((event) => ({ event, how: expect.any(String) })),
  });
});

describe('guichet trigger refuses', () => {
  test.each([
    [['payment.paid'], 2, 'usage'],
    [[], 2, 'usage'],
    [['payment.failed', '--merchant', 'mer_none'], 1, 'merchant_not_found'],
  ])('the arguments %j', async (args, code, error) => {
    const ran = await trigger(...args, '--json');
    expect(ran.code).toBe(code);
    expect(readObject(ran.stdout)).toMatchObject({ error: { code: error } });
  });

  test('to test an endpoint when there is none', async () => {
    const { merchant_id } = await makeMerchant(service);
    const ran = await trigger('webhook_endpoint.test', '--merchant', merchant_id, '--json');
    expect(readObject(ran.stdout)).toMatchObject({ error: { code: 'conflict' } });
  });

  test('a payout that would await approval, and says what to do', async () => {
    const { merchant_id } = await makeMerchant(service);
    await service.ctx.pool.query(
      `insert into payout_rules (merchant_id, mode, currency, approval_above_minor, updated_at)
      select $1, 'test', currency, 1, now() from unnest(array['XOF', 'GHS', 'KES']) as currency`,
      [merchant_id],
    );
    const ran = await trigger('payout.successful', '--merchant', merchant_id, '--json');
    const simulated = await runCli(['simulate', '00', '--payout', '--merchant', merchant_id, '--json'], {
      env,
    });
    for (const { code, stdout } of [ran, simulated]) {
      expect(code).toBe(1);
      expect(readObject(stdout)).toMatchObject({
        error: { code: 'conflict', message: expect.stringMatching(/Payouts, Rules/) },
      });
    }
    const { rows } = await service.ctx.pool.query('select id from payouts where merchant_id = $1', [
      merchant_id,
    ]);
    expect(rows).toEqual([]);
  });

  test('a database without a demo merchant or a running service', async () => {
    const ctx = await makeTestContext();
    const alone = testEnvironment(ctx.database.database_url, service.data_dir);
    const merchant = await makeMerchant({ ...service, ctx });
    const none = await runCli(['trigger', 'payment.failed', '--json'], { env: alone });
    const still = await runCli(['trigger', 'payment.failed', '--merchant', merchant.merchant_id, '--json'], {
      env: alone,
    });
    const { rows } = await ctx.pool.query('select id from payments');
    await ctx.database.close();
    expect(readObject(none.stdout)).toMatchObject({ error: { code: 'merchant_not_found' } });
    expect(readObject(still.stdout)).toMatchObject({ error: { code: 'unavailable' } });
    expect(rows).toEqual([]);
  });
});
