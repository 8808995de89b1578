import { makeCheckout } from '@guichet/server/testing/api';
import { payOnPage } from '@guichet/server/testing/visitor';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Receiver, startReceiver } from '../../../../test-support/receiver.ts';
import { environmentBeside, startTestService, type TestService } from '../../../../test-support/service.ts';
import { readObject, runCli } from '../testing/run-cli.ts';

let service: TestService;
let env: Record<string, string>;
let receiver: Receiver;
let status = 200;
beforeAll(async () => {
  service = await startTestService();
  env = environmentBeside(service);
  receiver = await startReceiver((response) => response.writeHead(status).end('noted'));
});
beforeEach(() => {
  status = 200;
});
afterAll(async () => {
  await receiver.close();
  await service.stop();
});

type Printed = Readonly<Record<string, unknown>>;

/** Runs a command while the service runs. @returns the printed object */
async function run(args: readonly string[], code = 0): Promise<Printed> {
  const ran = await runCli([...args, '--json'], { env });
  expect(ran).toMatchObject({ code, stderr: '' });
  return readObject(ran.stdout);
}

const make = async (...more: string[]): Promise<string> => {
  const of_merchant = ['--merchant', service.demo.merchant_id, '--mode', 'test'];
  const made = await run([
    'webhooks',
    'create',
    ...of_merchant,
    '--url',
    receiver.url,
    '--skip-doctor',
    ...more,
  ]);
  return String(made.id);
};

/** Creates a session and pays it with the sandbox's number that succeeds immediately. */
async function pay(): Promise<string> {
  const checkout = await makeCheckout(service, { amount: 1000 });
  await payOnPage(service, checkout.token, { operator: 'mtn_ci', phone: '+2250548151600' });
  return checkout.payment_id;
}

const countRequests = (event_id: unknown) =>
  receiver.requests.filter(({ headers }) => headers['webhook-id'] === event_id).length;
const arrives = (event_id: unknown, times: number) => expect.poll(() => countRequests(event_id)).toBe(times);

// Each command starts its own process, one after another.
test('an endpoint can be created, shown, changed, tested, given a new secret, disabled, enabled, and deleted', {
  timeout: 120_000,
}, async () => {
  const id = await make('--events', 'payout.failed', '--description', 'Orders');
  const { endpoints } = await run([
    'webhooks',
    'list',
    '--merchant',
    service.demo.merchant_id,
    '--mode',
    'test',
  ]);
  expect(endpoints).toEqual([
    expect.objectContaining({ id, description: 'Orders', events: ['payout.failed'], enabled: true }),
  ]);
  expect(await run(['webhooks', 'list', '--merchant', service.demo.merchant_id, '--mode', 'live'])).toEqual({
    endpoints: [],
  });
  expect(
    await run([
      'webhooks',
      'update',
      id,
      '--all-events',
      '--description',
      '',
      '--url',
      `${receiver.url}2`,
      '--skip-doctor',
    ]),
  ).toMatchObject({ id, description: null, events: null, url: `${receiver.url}2` });

  const tested = await run(['webhooks', 'test', id]);
  expect(tested).toMatchObject({
    is_delivered: true,
    problem: null,
    delivery: {
      event: 'webhook_endpoint.test',
      status: 'delivered',
      tries: [{ status_code: 200, response_excerpt: 'noted' }],
    },
  });
  expect(receiver.requests.at(-1)).toMatchObject({ path: '/hook2' });
  status = 503;
  expect(await run(['webhooks', 'test', id], 1)).toMatchObject({
    is_delivered: false,
    delivery: { status: 'waiting', tries: [{ status_code: 503 }] },
  });

  const rotated = await run(['webhooks', 'rotate', id, '--overlap', '1']);
  expect(rotated).toMatchObject({ id, secret: expect.stringMatching(/^whsec_/) });
  expect(rotated.secrets).toHaveLength(2);

  const off = await run(['webhooks', 'disable', id]);
  expect(off).toMatchObject({ enabled: false, disabled_reason: 'by_hand', health: { failed: 1 } });
  expect(await run(['webhooks', 'test', id], 1)).toMatchObject({
    error: { code: 'conflict', message: expect.stringContaining(`guichet webhooks enable ${id}`) },
  });
  expect(await run(['webhooks', 'enable', id])).toMatchObject({
    enabled: true,
    was_off_since: off.disabled_at,
    health: { failures: 0, failed: 1 },
  });
  expect(await run(['webhooks', 'show', id])).toMatchObject({ id, enabled: true });
  expect(await run(['webhooks', 'delete', id])).toEqual({ id, deleted_at: expect.any(String) });
  expect(await run(['webhooks', 'show', id], 1)).toMatchObject({ error: { code: 'endpoint_not_found' } });
});

test('deliveries can be listed, shown and resent', { timeout: 120_000 }, async () => {
  const endpoint = await make();
  const payment_id = await pay();
  const list = ['events', 'list', '--merchant', service.demo.merchant_id, '--mode', 'test'];
  const { items } = await run([...list, '--object', payment_id]);
  const [event] = items as { id: string }[];
  await arrives(event?.id, 1);
  const shown = await run(['events', 'show', String(event?.id)]);
  expect(shown).toMatchObject({
    event: { event: 'payment.successful' },
    deliveries: [{ endpoint_id: endpoint }],
  });

  const log = await run([
    'webhooks',
    'deliveries',
    endpoint,
    '--event',
    'payment.successful',
    '--since',
    '1h',
  ]);
  const [delivery] = log.items as { id: string }[];
  expect(log).toMatchObject({
    items: [{ event_id: event?.id, status: 'delivered', attempts: 1 }],
    next_cursor: null,
  });
  const delivery_id = String(delivery?.id);
  const one = { endpoint_id: endpoint, resent: 1, added: 0, under_way: 0 };
  expect(await run(['webhooks', 'resend', delivery_id])).toEqual(one);
  await arrives(event?.id, 2);
  expect(await run(['events', 'resend', String(event?.id)])).toEqual({ endpoints: [one] });
  await arrives(event?.id, 3);
  expect(await run(['webhooks', 'resend', endpoint, '--since', '1h'])).toMatchObject({
    endpoint_id: endpoint,
  });
  await arrives(event?.id, 4);
  expect(await run(['webhooks', 'resend', endpoint, '--failed', '--since', '2020-01-01'])).toMatchObject({
    resent: 0,
  });
  const { tries } = await run(['webhooks', 'delivery', delivery_id]);
  expect(tries).toHaveLength(4);

  const other = await make('--events', 'payout.failed');
  expect(await run(['events', 'resend', String(event?.id), '--endpoint', other])).toEqual({
    endpoints: [{ endpoint_id: other, resent: 0, added: 1, under_way: 0 }],
  });
  await arrives(event?.id, 5);
});

describe('the doctor runs after', () => {
  const of_merchant = () => ['--merchant', service.demo.merchant_id, '--mode', 'test'];

  test('creating an endpoint, without failing the command', { timeout: 60_000 }, async () => {
    const nobody = ['webhooks', 'create', ...of_merchant(), '--url', 'http://127.0.0.1:9/hook'];
    const made = await run(nobody);
    expect(made).toMatchObject({
      id: expect.stringMatching(/^whe_/),
      secret: expect.stringMatching(/^whsec_/),
      doctor: { ok: false },
    });
    const plain = await runCli(nobody, { env });
    expect(plain.code).toBe(0);
    expect(plain.stdout).toMatch(/^id: whe_\w+\nsecret: whsec_\S+\n/);
    expect(plain.stdout).toContain('Webhooks do not arrive');
  });

  test('changing an endpoint’s address, but not after changing its description', {
    timeout: 60_000,
  }, async () => {
    const id = await make();
    expect(await run(['webhooks', 'update', id, '--url', 'http://127.0.0.1:9/hook'])).toHaveProperty(
      'doctor',
    );
    expect(await run(['webhooks', 'update', id, '--description', 'Old'])).not.toHaveProperty('doctor');
  });
});

describe('usage errors', () => {
  test.each<[string, string[], RegExp]>([
    ['an update without a change', ['webhooks', 'update', 'whe_1'], /nothing to change/],
    [
      'all events and a selection',
      ['webhooks', 'update', 'whe_1', '--all-events', '--events', 'a'],
      /cannot be used with/,
    ],
    ['a resend without a period', ['webhooks', 'resend', 'whe_1'], /needs --since <time> or --failed/],
    [
      'a delivery with a range',
      ['webhooks', 'resend', 'dlv_1', '--since', '1h'],
      /need the id of an endpoint/,
    ],
    ['an invalid time', ['webhooks', 'resend', 'whe_1', '--since', 'noon'], /ISO 8601/],
    ['an invalid overlap', ['webhooks', 'rotate', 'whe_1', '--overlap', 'day'], /whole number of hours/],
    ['a page of a thousand', ['webhooks', 'deliveries', 'whe_1', '--limit', '1000'], /between 1 and 100/],
  ])('are reported for %s', async (_, args, message) => {
    expect(await run(args, 2)).toEqual({
      error: { code: 'usage', message: expect.stringMatching(message), errors: null },
    });
  });
});
