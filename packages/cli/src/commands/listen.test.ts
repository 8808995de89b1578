import { createServer, type Server, type ServerResponse } from 'node:http';
import { createEndpoint, disableEndpoint, readEventText } from '@guichet/core/events';
import { emitEvent } from '@guichet/core/testing';
import { makeCheckout, makeMerchant, retrievePayment } from '@guichet/server/testing/api';
import { callPay, meansEnding } from '@guichet/server/testing/checkout-calls';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { commandOf } from '../../../../test-support/actors.ts';
import { type Receiver, startReceiver } from '../../../../test-support/receiver.ts';
import { chooseFreePort, startTestService, type TestService } from '../../../../test-support/service.ts';
import { secretOfKey } from '../listen/listen.ts';
import { type Running, startCommand } from '../testing/spawn-cli.ts';
import { type Listener, type ListenerOptions, startListener } from '../testing/start-listener.ts';

let service: TestService;
let payment: Readonly<Record<string, unknown>>;
beforeAll(async () => {
  service = await startTestService();
  payment = await retrievePayment(service, await pay('01'));
});
afterAll(() => service.stop());

const listen = (forward_to: string, options?: ListenerOptions): Listener =>
  startListener(service, forward_to, options);

async function receive(...args: Parameters<typeof startReceiver>): Promise<Receiver> {
  const receiver = await startReceiver(...args);
  onTestFinished(() => receiver.close());
  return receiver;
}

async function pay(digits: string): Promise<string> {
  const { token, payment_id } = await makeCheckout(service);
  await callPay(service, token, meansEnding(digits));
  return payment_id;
}

/** Emits an event of the payment with the given id. */
const emit = (object_id: string, merchant_id = service.demo.merchant_id): Promise<string> =>
  service.ctx.db.transaction().execute((tx) =>
    emitEvent(tx, {
      merchant_id,
      mode: 'test',
      type: 'payment.failed',
      object_id,
      data: { ...payment, id: object_id },
      at: new Date(),
    }),
  );

const bodiesOf = ({ requests }: Receiver) => requests.map(({ body }) => JSON.parse(body));
const namesOf = (receiver: Receiver): string[] => bodiesOf(receiver).map(({ data }) => data.id);

describe('an event', () => {
  test('reaches the local server with exactly the request that a webhook endpoint gets', async () => {
    const [local, real] = [await receive(), await receive()];
    const { merchant_id } = service.demo;
    const endpoint = await createEndpoint(service.ctx, commandOf(merchant_id, 'test'), { url: real.url });
    const listener = listen(local.url);
    await listener.connected();
    const payment_id = await pay('00');
    const [line] = await listener.events(1);
    await expect.poll(() => real.requests.length).toBe(1);

    const [forwarded, delivered] = [local.requests[0], real.requests[0]];
    expect([forwarded?.method, forwarded?.path, forwarded?.body]).toEqual([
      delivered?.method,
      delivered?.path,
      delivered?.body,
    ]);
    const shape = (request: typeof forwarded) =>
      Object.fromEntries(
        Object.entries(request?.headers ?? {})
          .filter(([name]) => !['connection', 'host'].includes(name))
          .map(([name, value]) => [name, String(value).replace(/[0-9a-f]{64}|v1,.{44}|\d{10}/g, '*')]),
      );
    expect(shape(forwarded)).toEqual(shape(delivered));
    const headers = (request: typeof forwarded) => request?.headers as Record<string, string>;
    const secret = secretOfKey(service.demo.test_key);
    new Webhook(secret).verify(forwarded?.body ?? '', headers(forwarded));
    expect(() => new Webhook(endpoint.secret).verify(forwarded?.body ?? '', headers(forwarded))).toThrow();
    expect(listener.lines()[0]).toEqual({
      type: 'listening',
      base_url: service.url,
      forward_to: local.url,
      mode: 'test',
      secret,
    });
    expect(line).toMatchObject({
      event: 'payment.successful',
      id: delivered?.headers['webhook-id'],
      object_id: payment_id,
      status: 200,
      ok: true,
      tries: 1,
    });
    await disableEndpoint(service.ctx, commandOf(merchant_id), endpoint.id);
  });

  test('arrives within a second', async () => {
    const local = await receive();
    const listener = listen(local.url);
    await listener.connected();
    const latencies: number[] = [];
    for (let count = 1; count <= 10; count++) {
      await emit(`pay_quick_${count}`);
      const committed_ms = performance.now();
      await expect.poll(() => local.requests.length, { interval: 2 }).toBe(count);
      latencies.push(Math.round(performance.now() - committed_ms));
    }
    // Each event is emitted only after the previous one has arrived, so every event would be slow if `listen`
    // polled.
    expect(Math.min(...latencies)).toBeLessThan(1_000);
  });

  test('keeps any text intact, line separators and multi-byte characters included', async () => {
    const local = await receive();
    const listener = listen(local.url);
    await listener.connected();
    const { token } = await makeCheckout(service, { description: 'a\u2028b\u2029c 🧺 é\r\n'.repeat(10) });
    await callPay(service, token, meansEnding('01'));
    await listener.events(1);
    const { rows } = await service.ctx.pool.query('select body from events order by position desc limit 1');
    expect(local.requests[0]?.body).toBe(readEventText(service.ctx, rows[0]));
    expect(rows[0].body).toContain('\u2028');
  });

  test('is signed with the given secret', async () => {
    const local = await receive();
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const listener = listen(local.url, { args: ['--secret', secret] });
    await listener.connected();
    await emit('pay_signed');
    await listener.events(1);
    const [request] = local.requests;
    new Webhook(secret).verify(request?.body ?? '', request?.headers as Record<string, string>);
  });

  test('of a type that was not selected is not forwarded', async () => {
    const local = await receive();
    const listener = listen(local.url, { args: ['--events', 'payment.successful,payout.failed'] });
    await listener.connected();
    await pay('01');
    const payment_id = await pay('00');
    expect(await listener.events(1)).toMatchObject([{ object_id: payment_id }]);
    expect(local.requests).toHaveLength(1);
  });

  test('arrives in order with other events of its object, and concurrently with events of other objects', async () => {
    let most = 0;
    const open = new Set<ServerResponse>();
    // The first request gets no response until a second one arrives, which must be for a different object.
    const local = await receive((response, _request, count) => {
      open.add(response);
      most = Math.max(most, open.size);
      if (count === 1) return;
      for (const one of open) one.end();
      open.clear();
    });
    const listener = listen(local.url);
    await listener.connected();
    for (let round = 0; round < 5; round++) {
      for (const name of ['pay_a', 'pay_b', 'pay_c']) await emit(name);
    }
    await listener.events(15);
    for (const name of ['pay_a', 'pay_b', 'pay_c']) {
      const sequences = bodiesOf(local).filter(({ data }) => data.id === name);
      expect(sequences.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5]);
    }
    expect(most).toBe(2);
  });
});

describe('a local server', () => {
  test.each([301, 401, 500])(
    'that responds with %i is reported, and does not get the event again',
    async (status) => {
      const local = await receive((response) => {
        response.writeHead(status, { location: 'http://127.0.0.1:1/elsewhere' }).end();
      });
      const listener = listen(local.url);
      await listener.connected();
      await emit(`pay_${status}`);
      expect(await listener.events(1)).toMatchObject([{ status, ok: false, tries: 1, error: null }]);
      expect(local.requests).toHaveLength(1);
    },
  );

  test('gets the event once it has restarted', async () => {
    const port = await chooseFreePort();
    const listener = listen(`http://127.0.0.1:${port}/hook`);
    await listener.connected();
    // The test cannot see when the first attempt is made, which may be late on a slow machine. Each round therefore
    // waits longer before it starts the server.
    for (const [index, wait_ms] of [600, 1_200, 2_400].entries()) {
      await emit(`pay_waits_${index}`);
      await new Promise((resolve) => setTimeout(resolve, wait_ms));
      const server: Server = createServer((_, response) => response.end()).listen(port, '127.0.0.1');
      onTestFinished(() => void server.close());
      const line = (await listener.events(index + 1))[index];
      await new Promise((resolve) => server.close(resolve));
      expect(line).toMatchObject({ status: 200, ok: true });
      if (Number(line?.tries) > 1) return;
    }
    throw new Error('the local server was always up before the first attempt');
  });

  test('that is down is reported after a few attempts, and still gets the next event', async () => {
    const port = await chooseFreePort();
    const listener = listen(`http://127.0.0.1:${port}/hook`);
    await listener.connected();
    await emit('pay_nobody');
    expect(await listener.events(1)).toMatchObject([
      { status: null, ok: false, tries: 5, error: expect.stringContaining('ECONNREFUSED') },
    ]);
    const server: Server = createServer((_, response) => response.end()).listen(port, '127.0.0.1');
    onTestFinished(() => void server.close());
    await emit('pay_somebody');
    expect((await listener.events(2))[1]).toMatchObject({ status: 200, object_id: 'pay_somebody' });
  });
});

describe('the connection', () => {
  test('is reopened after it breaks, without missing or repeating events', {
    timeout: 60_000,
  }, async () => {
    const { merchant_id, key } = await makeMerchant(service);
    const local = await receive();
    const port = await chooseFreePort();
    const node = () =>
      startTestService({
        database: service.database,
        data_dir: service.data_dir,
        env: { GUICHET_ROLE: 'web', PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` },
      });
    let other = await node();
    onTestFinished(() => other.stop());
    const listener = listen(local.url, { key, base_url: `http://127.0.0.1:${port}` });
    await listener.connected();
    const names: string[] = [];
    const write = async (): Promise<void> => {
      const name = `pay_${names.length}`;
      names.push(name);
      await emit(name, merchant_id);
    };
    for (let round = 1; round <= 4; round++) {
      for (let count = 0; count < 20; count++) await write();
      await other.stop();
      for (let count = 0; count < 20; count++) await write();
      other = await node();
      await listener.connected(round + 1);
    }
    await listener.events(names.length);
    expect(namesOf(local).toSorted()).toEqual(names.toSorted());
    // Each loss is reported once. On a busy machine a service that is stopping may accept the connection once
    // more.
    const news = listener
      .lines()
      .map(({ type }) => type)
      .filter((type) => type === 'connected' || type === 'connection_lost');
    expect(news.length).toBeGreaterThanOrEqual(9);
    expect(news).toEqual(news.map((_, place) => (place % 2 === 0 ? 'connected' : 'connection_lost')));
  });

  test('starts after a given event and prints where to resume', async () => {
    const { merchant_id, key } = await makeMerchant(service);
    const first = await emit('pay_first', merchant_id);
    const names = Array.from({ length: 150 }, (_, index) => `pay_${index}`);
    for (const name of names) await emit(name, merchant_id);
    const local = await receive();
    const listener = listen(local.url, { key, args: ['--after', first] });
    const lines = await listener.events(150);
    expect(namesOf(local).toSorted()).toEqual(names.toSorted());
    expect((await listener.interrupt()).code).toBe(0);
    const { rows } = await service.ctx.pool.query(
      'select id from events where merchant_id = $1 order by position desc limit 1',
      [merchant_id],
    );
    expect(lines.map(({ id }) => id)).toContain(rows[0].id);
    expect(listener.lines().at(-1)).toEqual({
      type: 'summary',
      received: 150,
      delivered: 150,
      failed: 0,
      last_event_id: rows[0].id,
    });
  });

  test('is retried until the service responds', async () => {
    const port = await chooseFreePort();
    const local = await receive();
    const listener = listen(local.url, { base_url: `http://127.0.0.1:${port}` });
    await expect
      .poll(() => listener.lines().map(({ type }) => type))
      .toEqual(['listening', 'connection_lost']);
    const other = await startTestService({
      database: service.database,
      data_dir: service.data_dir,
      env: { GUICHET_ROLE: 'web', PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` },
    });
    onTestFinished(() => other.stop());
    await listener.connected();
  });
});

/** Starts `guichet listen` as its own process. @returns the process once it is connected */
async function start(forward_to: string): Promise<Running> {
  const args = ['listen', '--forward-to', forward_to, '--base-url', service.url, '--json'];
  const running = await startCommand(args, { GUICHET_API_KEY: service.demo.test_key }, /"connected"/);
  onTestFinished(async () => void (await running.end('SIGKILL')));
  return running;
}

test('guichet listen stops promptly on Ctrl-C, even while the local server does not respond', async () => {
  const local = await receive(() => undefined);
  const running = await start(local.url);
  await emit('pay_silent');
  await expect.poll(() => local.requests.length).toBe(1);
  const began_ms = performance.now();
  expect(await running.end('SIGINT')).toEqual({ code: 0, signal: null });
  // The listener stops well before the 15 s for which it waits for a server that does not respond.
  expect(performance.now() - began_ms).toBeLessThan(15_000);
  const last = running.stdout.trimEnd().split('\n').at(-1) ?? '';
  expect(JSON.parse(last)).toMatchObject({ type: 'summary', received: 1, delivered: 0, failed: 0 });
});

test('guichet listen exits silently when the reader of its output has closed', async () => {
  const local = await receive();
  const running = await start(local.url);
  running.stopReading();
  await emit('pay_unread');
  expect(await running.ended).toEqual({ code: 0, signal: null });
  expect(running.stderr).toBe('');
});

test.each([1, 12])(
  'the summary never says to resume after an event whose forwarding was cut off (%i events)',
  async (cut) => {
    const local = await receive((response, _, count) => {
      if (count === 1) response.end();
    });
    const listener = listen(local.url);
    await listener.connected();
    const done = await emit('pay_done');
    await listener.events(1);
    for (let count = 1; count <= cut; count++) await emit(`pay_cut_${count}`);
    await expect.poll(() => local.requests.length).toBe(1 + Math.min(cut, 10));
    await listener.interrupt();
    expect(listener.lines().at(-1)).toMatchObject({ type: 'summary', delivered: 1, last_event_id: done });
  },
);

test('guichet listen prints plain lines without a terminal', async () => {
  const local = await receive();
  const listener = listen(local.url, { json: false });
  await expect.poll(() => listener.text()).toMatch(/connected\n$/);
  const id = await emit('pay_plain');
  await expect.poll(() => listener.text()).toContain(id);
  await listener.interrupt();
  const lines = listener.text().trimEnd().split('\n');
  expect(lines).toEqual([
    `Forwarding test mode events from ${service.url} to ${local.url}`,
    `The signing secret is ${secretOfKey(service.demo.test_key)}`,
    expect.stringMatching(/^\d\d:\d\d:\d\d {2}connected$/),
    expect.stringMatching(/^\d\d:\d\d:\d\d {2}payment\.failed {8}pay_plain {2}200 {2}\d+ ms {2}evt_\w+$/),
    '1 events: 1 delivered, 0 failed.',
    `Resume from here with --after ${id}`,
  ]);
});
