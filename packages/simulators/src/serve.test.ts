import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Log } from '@guichet/kernel/log';
import { afterEach, describe, expect, test } from 'vitest';
import { makeBooks } from './books.ts';
import type { FaultKind, Simulator, World } from './contract.ts';
import { json, readObject } from './reply.ts';
import { makeSendCallback } from './send-callback.ts';
import { serveSimulator } from './serve.ts';
import { makeMovedTimeline } from './timeline.ts';
import { makeWorld } from './world.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A simulator that accepts every request, and uses its path as the reference. */
function makeTill(world: World): Simulator & { expired(): number } {
  const books = makeBooks<null>(world, () => undefined);
  let expired = 0;
  return {
    id: 'till',
    handle: ({ path, body }) => {
      const { phone } = readObject(body) ?? {};
      const order = { direction: 'collect', currency: 'XOF', asked_amount: '1500', extra: null } as const;
      const names = { reference: path, provider_reference: path, phone: String(phone ?? '1') };
      books.open({ ...order, ...names }, { after_ms: null, end: 'success' });
      return json(201, { path });
    },
    transactions: books.all,
    decide: books.decide,
    expireTokens: () => {
      expired += 1;
    },
    expired: () => expired,
  };
}

async function serve() {
  const timeline = makeMovedTimeline(new Date('2026-03-01T10:00:00Z'));
  const world = makeWorld({ timeline, seed: 1, deliver: () => undefined });
  const till = makeTill(world);
  const { url, close } = await serveSimulator(till, world);
  closers.push(close);
  const post = (path: string, value: unknown) =>
    fetch(`${url}${path}`, { method: 'POST', body: JSON.stringify(value), redirect: 'manual' });
  return { url, world, till, post };
}

describe('a served simulator', () => {
  test.each<[FaultKind, number | 'broken', number]>([
    ['drop_before', 'broken', 0],
    ['drop_after', 'broken', 1],
    ['too_many_requests', 429, 0],
    ['server_error', 500, 0],
    ['unavailable', 503, 0],
    ['malformed', 200, 1],
    ['token_expiry', 201, 1],
  ])('with the fault %s: responds with %s, and executes %d requests', async (kind, status, done) => {
    const { world, till, post } = await serve();
    world.faults.next.push({ kind });
    const answered = await post('/pay/1', {}).then(
      (response) => response.status,
      () => 'broken',
    );
    expect(answered).toBe(status);
    expect(till.transactions()).toHaveLength(done);
    expect(till.expired()).toBe(kind === 'token_expiry' ? 1 : 0);
    expect((await post('/pay/2', {})).status).toBe(201);
  });

  test('executes a request even if its client no longer awaits the delayed response', async () => {
    const { url, world, till } = await serve();
    world.faults.next.push({ kind: 'delay' });
    const waiting = fetch(`${url}/pay/1`, { method: 'POST', signal: AbortSignal.timeout(200) });
    await expect(waiting).rejects.toThrow('timeout');
    expect(till.transactions()).toHaveLength(1);
  });

  test('survives a request that is too large', async () => {
    const { post } = await serve();
    const response = await post('/pay/1', 'x'.repeat(2 * 1024 * 1024)).catch(() => null);
    expect(response?.status ?? 500).toBe(500);
    expect((await post('/pay/2', {})).status).toBe(201);
  });
});

describe('the control of a served simulator', () => {
  test('lists transactions, sets payers’ plans, decides transactions, and refuses invalid requests', async () => {
    const { url, world, till, post } = await serve();
    const plan = { after_ms: null, end: 'success' };
    expect((await post('/_control/payers', { phone: '7', plan })).status).toBe(200);
    expect(world.plans.get('7')).toEqual(plan);
    expect((await post('/_control/payers', { phone: '7', plan: null })).status).toBe(200);
    expect(world.plans.size).toBe(0);
    await post('/pay/1', {});
    await post('/pay/2', { phone: '<b>' });
    expect((await post('/_control/decide', { reference: '/pay/1', end: 'NO' })).status).toBe(200);
    expect((await post('/_control/decide', { reference: '/pay/1' })).status).toBe(404);
    const books = await (await fetch(`${url}/_control/transactions`)).json();
    const transactions = [{ status: 'failed', code: 'NO' }, { status: 'pending' }];
    expect(books).toMatchObject({ transactions });
    const form = new URLSearchParams({ reference: '/pay/2' });
    const decided = await fetch(`${url}/_control/decide`, { method: 'POST', body: form, redirect: 'manual' });
    expect([decided.status, decided.headers.get('location')]).toEqual([303, '/_control']);
    expect(till.transactions()[1]?.status).toBe('success');
    const html = await (await fetch(`${url}/_control`)).text();
    expect(html).toContain('&#60;b&#62;');
    expect(html).not.toContain('<b>');
    for (const [path, body] of [
      ['payers', { phone: 7 }],
      ['payers', { phone: '7', plan: { end: 1 } }],
      ['decide', {}],
      ['faults', { next: [{ kind: 'earthquake' }] }],
      ['faults', { next: [null] }],
      ['faults', { rates: { delay: 'often' } }],
      ['dashboard', { callback_url: 'here' }],
      ['dashboard', {}],
    ] as const) {
      expect([path, (await post(`/_control/${path}`, body)).status]).toEqual([path, 422]);
    }
    expect((await post('/_control/nothing', {})).status).toBe(404);
  });

  test('sets faults and the settings of the dashboard', async () => {
    const { world, post } = await serve();
    const faults = { next: [{ kind: 'delay', place: '/pay' }], rates: { no_callback: 0.5 } };
    expect(await (await post('/_control/faults', faults)).json()).toEqual(faults);
    expect(world.faults).toEqual(faults);
    const callback_url = 'https://pay.example.com/callbacks/till/cac_1';
    await post('/_control/dashboard', { callback_url });
    expect(world.callbackUrl()).toBe(callback_url);
    await post('/_control/dashboard', { callback_url: null });
    expect(world.callbackUrl()).toBeNull();
  });
});

describe('callbacks', () => {
  test('arrive unchanged, and their results are logged', async () => {
    const heard: unknown[] = [];
    const server = createServer(async (message, response) => {
      const chunks = [];
      for await (const chunk of message) chunks.push(chunk);
      heard.push([message.method, message.headers['x-a'], Buffer.concat(chunks).toString()]);
      response.writeHead(202).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closers.push(() => server.close());
    const said = (await logged((log) => {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callbacks`;
      makeSendCallback({ log })({ method: 'PUT', url, headers: { 'x-a': 'b' }, body: '{}' });
    })) as { status: number };
    expect(heard).toEqual([['PUT', 'b', '{}']]);
    expect(said.status).toBe(202);
  });

  test('that no server accepts are only logged', async () => {
    const said = await logged((log) => {
      makeSendCallback({ log })({ method: 'POST', url: 'http://127.0.0.1:1/', headers: {}, body: '' });
    });
    expect(said).toMatchObject({
      url: 'http://127.0.0.1:1/',
      problem: expect.stringContaining('fetch failed'),
    });
  });
});

/** The first line of a log. */
function logged(run: (log: Log) => void): Promise<object> {
  return new Promise((resolve) => {
    run({ debug: resolve, info: resolve, warn: resolve, error: resolve });
  });
}
