import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type FaultKind, faultKinds } from '@guichet/simulators/contract';
import { serveSimulator } from '@guichet/simulators/serve';
import { makeMovedTimeline } from '@guichet/simulators/timeline';
import type { WaveOptions } from '@guichet/simulators/wave/contract';
import { makeWave } from '@guichet/simulators/wave/make-wave';
import { makeWorld } from '@guichet/simulators/world';
import { afterEach, describe, expect, test } from 'vitest';
import type { CollectRequest, Direction, LookupRequest, PayoutRequest, RefundRequest } from '../contract.ts';
import { recordExchanges } from '../http/exchanges.ts';
import { makeHttp } from '../http/make-http.ts';
import { wave } from './index.ts';
import { setting } from './test-support.ts';

const start = new Date('2026-03-01T23:58:00Z');
const usual = new AbortController().signal;
const money = { amount_minor: 1500n, currency: setting.currency };
const payout: PayoutRequest = {
  reference: '6a0f6f0e-0b0e-4b9e-8a55-2f2b8f3b1a02',
  operator: 'wave_sn',
  phone: setting.phone,
  money,
  first_name: 'Awa',
  last_name: 'Toure',
  description: 'Order 481',
};
const collection: CollectRequest = {
  ...payout,
  reference: '6a0f6f0e-0b0e-4b9e-8a55-2f2b8f3b1a01',
  otp: null,
  page_url: 'https://pay.example.com/pay/token',
  return_url: 'https://pay.example.com/pay/token?returned=1',
  session_expires_at: new Date('2026-03-02T00:28:00Z'),
};
const refund: RefundRequest = {
  ...payout,
  reference: '6a0f6f0e-0b0e-4b9e-8a55-2f2b8f3b1a03',
  collection: { reference: collection.reference, provider_reference: null, money },
};

const questionOf = (direction: Direction, { reference }: { reference: string } = refund): LookupRequest => ({
  direction,
  reference,
  provider_reference: null,
  operator: 'wave_sn',
  phone: setting.phone,
  money,
  created_at: start,
  ...(direction === 'refund' && { collection: refund.collection }),
});

const opened: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0)) await close();
});

async function open(more: Readonly<Record<string, unknown>> = {}, options: Partial<WaveOptions> = {}) {
  const timeline = makeMovedTimeline(start);
  const world = makeWorld({ timeline, seed: 1, deliver: () => undefined });
  const simulator = makeWave(world, options);
  const served = await serveSimulator(simulator, world);
  const client = makeHttp();
  opened.push(async () => {
    await client.close();
    await served.close();
  });
  const connector = wave.open(
    { ...setting.config(served.url), ...more },
    { clock: timeline, http: client.http, callback_url: 'https://pay.example.com/callbacks/wave/cac_1' },
  );
  world.plans.set(setting.phone, { after_ms: 1_000, end: 'success' });
  const pay = async () => {
    const answer = await connector.collect(collection, usual);
    timeline.advance(1_000);
    return answer;
  };
  return { timeline, world, simulator, connector, pay, url: served.url };
}

type Opened = Awaited<ReturnType<typeof open>>;
const senders: Readonly<
  Record<Direction, { path: string; send(opened: Opened, signal: AbortSignal): Promise<unknown> }>
> = {
  collect: {
    path: '/v1/checkout/sessions',
    send: ({ connector }, signal) => connector.collect(collection, signal),
  },
  payout: { path: '/v1/payout', send: async ({ connector }, signal) => connector.payout?.(payout, signal) },
  refund: { path: '/refund', send: async ({ connector }, signal) => connector.refund?.(refund, signal) },
};
const requests = { collect: collection, payout, refund };

describe.each<Direction>(['collect', 'payout', 'refund'])('%s with a fault', (direction) => {
  test.each<FaultKind>(faultKinds)('never has a wrong outcome (%s)', async (kind) => {
    const opened = await open();
    const { connector, timeline, world, simulator, pay } = opened;
    if (direction === 'refund') await pay();
    const { path, send } = senders[direction];
    const place = ['wrong_amount', 'late_success'].includes(kind) ? direction : path;
    world.faults.next.push(kind.endsWith('_callback') ? { kind } : { kind, place });
    const answer = (await send(opened, AbortSignal.timeout(1_000))) as { outcome: { kind: string } };
    const find = () => simulator.transactions().find((one) => one.direction === direction);
    // An immediate outcome is either correct or unknown. On a busy machine nothing may be sent in time.
    if (answer.outcome.kind === 'settled') expect(find()?.status).toBe('success');
    if (answer.outcome.kind === 'failed') expect(find()).toBeUndefined();
    timeline.advance(10 * 60_000);
    const question = questionOf(direction, requests[direction]);
    const soon = (await connector.lookup(question, usual)).outcome;
    const truth = find();
    if (!truth) {
      expect(soon).toEqual({ kind: 'unknown', cause: 'not_found' });
      timeline.advance(5 * 60_000);
      const late = (await connector.lookup(question, usual)).outcome;
      expect(late).toMatchObject({ kind: 'failed', operator_code: 'never_received' });
      return;
    }
    expect(truth.status).toBe('success');
    const moved_minor = BigInt(truth.moved_amount ?? '0');
    expect(soon).toEqual({ kind: 'settled', money: { ...money, amount_minor: moved_minor } });
  });
});

test('an unpaid link expires after 30 minutes, and not before', async () => {
  const { connector, timeline, world } = await open();
  world.plans.set(setting.phone, { after_ms: 1_000, end: 'insufficient-funds' });
  await connector.collect(collection, usual);
  const question = questionOf('collect', collection);
  timeline.advance(30 * 60_000 - 1);
  expect((await connector.lookup(question, usual)).outcome.kind).toBe('pending');
  timeline.advance(1);
  expect((await connector.lookup(question, usual)).outcome).toEqual({
    kind: 'failed',
    reason: 'insufficient_funds',
    operator_code: 'insufficient-funds',
  });
});

test('of two open links with one reference, the newer one is closed and the older one can be paid', async () => {
  const { connector, timeline, world, simulator } = await open();
  world.plans.set(setting.phone, { after_ms: null, end: 'success' });
  const first = await connector.collect(collection, usual);
  timeline.advance(10);
  const second = await connector.collect(collection, usual);
  expect(second.provider_reference).not.toBe(first.provider_reference);
  const question = questionOf('collect', collection);
  expect((await connector.lookup(question, usual)).provider_reference).toBe(first.provider_reference);
  const states = () => simulator.transactions().map(({ status }) => status);
  expect(states()).toEqual(['pending', 'failed']);
  simulator.decide(collection.reference, 'success');
  expect((await connector.lookup(question, usual)).outcome.kind).toBe('settled');
});

test('of two links with one reference, the paid one counts even if the older one is still open', async () => {
  const { connector, timeline, world, simulator } = await open();
  world.plans.set(setting.phone, { after_ms: null, end: 'success' });
  await connector.collect(collection, usual);
  timeline.advance(10);
  const second = await connector.collect(collection, usual);
  simulator.decide(`${collection.reference}#2`, 'success');
  expect(await connector.lookup(questionOf('collect', collection), usual)).toMatchObject({
    outcome: { kind: 'settled' },
    provider_reference: second.provider_reference,
  });
});

describe('a refund', () => {
  test.each([
    ['', 'settled'],
    ['{}', 'settled'],
    ['{"code":"checkout-refund-failed"}', 'unknown'],
    ['<html></html>', 'unknown'],
  ])('with the response 200 and %j is %s', async (body, kind) => {
    const server = createServer((_, response) => response.end(body));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    opened.push(async () => void server.close());
    const { port } = server.address() as AddressInfo;
    const { connector } = await open({ base_url: `http://127.0.0.1:${port}` });
    const named = { ...refund, collection: { ...refund.collection, provider_reference: 'cos-1' } };
    expect((await connector.refund?.(named, usual))?.outcome.kind).toBe(kind);
  });

  test('sent twice refunds once, and succeeds both times', async () => {
    const { connector, simulator, pay } = await open();
    await pay();
    for (let times = 0; times < 2; times += 1) {
      expect((await connector.refund?.(refund, usual))?.outcome).toEqual({ kind: 'settled', money });
    }
    expect(simulator.transactions().filter(({ direction }) => direction === 'refund')).toHaveLength(1);
  });

  test('of a part, or of an unpaid collection, is refused', async () => {
    const { connector, simulator, pay, world } = await open();
    const part = { ...refund, money: { ...money, amount_minor: 1n } };
    expect((await connector.refund?.(part, usual))?.outcome).toMatchObject({
      kind: 'failed',
      operator_code: 'partial_refund_not_offered',
    });
    expect((await connector.refund?.(refund, usual))?.outcome).toMatchObject({
      operator_code: 'checkout-session-not-found',
    });
    world.plans.set(setting.phone, { after_ms: null, end: 'success' });
    await pay();
    expect((await connector.refund?.(refund, usual))?.outcome).toMatchObject({
      kind: 'failed',
      operator_code: 'checkout-refund-failed',
    });
    expect(simulator.transactions()).toHaveLength(1);
  });

  test('is found on a later page of the next day’s transactions', async () => {
    const { connector, timeline, pay } = await open({}, { page_size: 1 });
    const { provider_reference } = await pay();
    timeline.advance(2 * 60_000);
    await connector.payout?.(payout, usual);
    timeline.advance(1_000);
    await connector.refund?.(refund, usual);
    const answer = await connector.lookup(questionOf('refund'), usual);
    expect(answer.outcome).toEqual({ kind: 'settled', money });
    expect(answer.raw).toMatchObject({ session_id: provider_reference, amount: '-1500' });
  });

  test('on a page beyond those that one inquiry reads is found by the next one', async () => {
    const { connector, timeline, pay } = await open({}, { page_size: 1 });
    timeline.advance(2 * 60_000);
    const fill = async (count: number) => {
      for (let made = 0; made < count; made += 1) {
        await connector.payout?.({ ...payout, reference: randomUUID() }, usual);
        timeline.advance(1_000);
      }
    };
    await pay();
    await fill(22);
    await connector.refund?.(refund, usual);
    timeline.advance(1_000);
    await fill(1);
    const ask = async () => (await connector.lookup(questionOf('refund'), usual)).outcome;
    expect(await ask()).toEqual({ kind: 'unknown', cause: 'timeout' });
    expect(await ask()).toEqual({ kind: 'settled', money });
  });

  test('that was not found by a search of several inquiries is never reported as not received', async () => {
    const { connector, timeline, pay } = await open({}, { page_size: 1 });
    timeline.advance(2 * 60_000);
    await pay();
    for (let made = 0; made < 22; made += 1) {
      await connector.payout?.({ ...payout, reference: randomUUID() }, usual);
    }
    timeline.advance(60 * 60_000);
    const ask = async () => (await connector.lookup(questionOf('refund'), usual)).outcome;
    for (const cause of ['timeout', 'not_found', 'timeout', 'not_found']) {
      expect(await ask()).toEqual({ kind: 'unknown', cause });
    }
  });

  test.each([true, false])('whose row is net of a fee is found in full (types listed: %j)', async (typed) => {
    const { connector, timeline, pay } = await open({}, { listed_fee_percent: 1n, list_has_types: typed });
    await pay();
    await connector.refund?.(refund, usual);
    timeline.advance(60_000);
    const { outcome, raw } = await connector.lookup(questionOf('refund'), usual);
    expect(outcome).toEqual(typed ? { kind: 'settled', money } : { kind: 'unknown', cause: 'unreadable' });
    expect(raw).toMatchObject(typed ? { amount: '-1485', fee: '15' } : { transaction_type: null });
  });

  test('is never reported as not received while a row of its link may be the refund', async () => {
    const { connector, timeline, pay } = await open({}, { list_has_types: false });
    await pay();
    await connector.refund?.(refund, usual);
    for (const minutes of [1, 15, 24 * 60]) {
      timeline.advance(minutes * 60_000);
      expect(await connector.lookup(questionOf('refund'), usual)).toMatchObject({
        outcome: { kind: 'unknown', cause: 'unreadable' },
        provider_reference: null,
      });
    }
  });

  test('that was not made is reported as not received, although the payment’s own row is in the list', async () => {
    const { connector, timeline, pay } = await open();
    await pay();
    timeline.advance(15 * 60_000);
    expect((await connector.lookup(questionOf('refund'), usual)).outcome).toMatchObject({
      operator_code: 'never_received',
    });
  });

  test('stays unknown if the inquiry does not contain its collection', async () => {
    const { connector, timeline } = await open();
    timeline.advance(3600_000);
    const { collection: _, ...question } = questionOf('refund');
    expect((await connector.lookup(question, usual)).outcome).toEqual({
      kind: 'unknown',
      cause: 'not_found',
    });
  });
});

test('a payout whose idempotency key was used with a different body has an unknown outcome', async () => {
  const { connector, simulator } = await open();
  await connector.payout?.(payout, usual);
  const other = { ...payout, money: { ...money, amount_minor: 9n } };
  expect((await connector.payout?.(other, usual))?.outcome.kind).toBe('unknown');
  expect(simulator.transactions()).toHaveLength(1);
});

test('a payout that the account reversed is reported as reversed', async () => {
  const { connector, timeline, url } = await open();
  const answer = await connector.payout?.(payout, usual);
  timeline.advance(1_000);
  const path = `${url}/v1/payout/${answer?.provider_reference}/reverse`;
  await fetch(path, { method: 'POST', headers: { authorization: 'Bearer wave_sn_prod_simulated' } });
  expect((await connector.lookup(questionOf('payout', payout), usual)).outcome).toMatchObject({
    kind: 'reversed',
    operator_code: 'reversed',
    money: payout.money,
  });
});

test.each([
  ['a valid key', {}, { kind: 'good' }],
  [
    'a wrong key',
    { api_key: 'wrong' },
    { kind: 'bad', problem: 'Wave responded with 401 no-matching-api-key' },
  ],
  [
    "a different country's wallet",
    { country: 'GM' },
    { kind: 'bad', problem: "the key's wallet holds XOF, but GM has GMD" },
  ],
  ['an unreachable host', { base_url: 'http://127.0.0.1:9' }, { kind: 'unknown' }],
])('checkCredentials recognizes %s', async (_, more, check) => {
  const { connector } = await open(more);
  expect(await connector.checkCredentials?.(usual)).toMatchObject(check);
});

test('a request for money with a wrong key is a definite failure', async () => {
  const { connector } = await open({ api_key: 'wrong' });
  expect((await connector.collect(collection, usual)).outcome).toEqual({
    kind: 'failed',
    reason: 'operator_down',
    operator_code: 'no-matching-api-key',
    reached_customer: false,
  });
  // A refused inquiry does not reveal what happened to the money.
  expect((await connector.lookup(questionOf('collect', collection), usual)).outcome.kind).toBe('unknown');
});

test('requests are signed if the account is set to sign them', async () => {
  const { connector } = await open(
    { request_signing_secret: 'wave_sn_AKS_1' },
    { request_secret: 'wave_sn_AKS_1' },
  );
  expect((await connector.collect(collection, usual)).outcome.kind).toBe('pending');
  const unsigned = await open({}, { request_secret: 'wave_sn_AKS_1' });
  expect((await unsigned.connector.collect(collection, usual)).outcome.kind).toBe('failed');
});

test('balance returns the wallet’s balance, and throws with a wrong key', async () => {
  const { connector } = await open();
  expect(await connector.balance?.(usual)).toEqual([
    { wallet: '', money: { ...money, amount_minor: 10_000_000n } },
  ]);
  const { connector: refused } = await open({ api_key: 'wrong' });
  await expect(refused.balance?.(usual)).rejects.toThrow('401 no-matching-api-key');
});

test('recorded requests and responses contain no key, phone number or name', async () => {
  const { connector } = await open();
  const { exchanges } = await recordExchanges([setting.phone, 'Awa', 'Toure'], async () => {
    await connector.collect(collection, usual);
    await connector.payout?.(payout, usual);
  });
  expect(exchanges).toHaveLength(2);
  for (const secret of ['wave_sn_prod', '770000001', 'Awa', 'Toure']) {
    expect(JSON.stringify(exchanges)).not.toContain(secret);
  }
});

test.each([
  [{}, true, false],
  [{ restrict_payer: true }, true, true],
  [{ restrict_payer: false }, false, false],
])('with %j, a number that pays is known: %j; it is needed: %j', (more, payer_known, needs_number) => {
  const service = { payout: true, payer_known, needs_number };
  expect(wave.servicesOf({ country: 'CI', ...more })).toMatchObject([service]);
});

test('an account without the payout scope offers no payouts', async () => {
  const { connector } = await open({ payouts: false });
  expect(connector.payout).toBeUndefined();
  expect(wave.servicesOf({ country: 'CI', payouts: false })).toMatchObject([
    { operator: 'wave_ci', currency: 'XOF', collect: true, payout: false, refund: true, refund_parts: false },
  ]);
});
