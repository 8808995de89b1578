import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { faultKinds } from '@guichet/simulators/contract';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ConnectorAnswer } from '../contract.ts';
import { fedapay } from './index.ts';
import { collection, openSimulated, payout, questionOf, setting } from './test-support.ts';

const usual = new AbortController().signal;
const soon = () => AbortSignal.timeout(1_000);
const open = async (more?: Readonly<Record<string, unknown>>) => {
  const simulated = await openSimulated(more);
  onTestFinished(simulated.close);
  return simulated;
};
const places = {
  collect: ['/v1/transactions', '/token', '/v1/moov_tg'],
  payout: ['/v1/payouts', '/v1/payouts/start'],
} as const;

describe.each(['collect', 'payout'] as const)('a fault in direction %s', (direction) => {
  const ways = places[direction].flatMap((place) => faultKinds.map((kind) => [kind, place] as const));

  test.each(ways)('of kind %s at %s does not falsify the outcome', async (kind, place) => {
    const { connector, world, timeline, simulator } = await open();
    const isLate = kind === 'late_success';
    world.plans.set(setting.provider_phone, {
      after_ms: 1_000,
      end: isLate ? 'declined' : 'success',
    });
    const isOfBooks = kind === 'late_success' || kind === 'wrong_amount';
    world.faults.next.push({ kind, place: isOfBooks ? direction : place });
    const signal = kind === 'delay' ? soon() : usual;
    const sent: ConnectorAnswer =
      direction === 'collect'
        ? await connector.collect(collection, signal)
        : ((await connector.payout?.(payout, signal)) ?? expect.unreachable());
    timeline.advance(5 * 60_000);

    const [truth, ...others] = simulator.transactions();
    expect(others).toEqual([]);
    expect(sent.outcome.kind).not.toBe('settled');
    if (sent.outcome.kind === 'failed') {
      expect(sent.outcome.reached_customer).toBe(false);
      expect(truth).toBeUndefined();
    }
    const { provider_reference } = sent;
    for (const question of [questionOf(direction), { ...questionOf(direction), provider_reference }]) {
      const { outcome } = await connector.lookup(question, usual);
      if (truth)
        expect(outcome).toMatchObject({
          kind: 'settled',
          money: { amount_minor: BigInt(truth.moved_amount ?? 0) },
        });
      else expect(['unknown', 'pending']).toContain(outcome.kind);
    }
  });
});

test.each([
  ['no mode', { operator: 'orange_ml' }, 'no_mode'],
  ['an amount of zero', { money: { ...collection.money, amount_minor: 0n } }, 'amount_not_whole'],
  ['a number of no country', { phone: '+888' }, 'no_country'],
])('a collection with %s is refused before any request', async (_, given, operator_code) => {
  const { connector, simulator } = await open();
  const { outcome } = await connector.collect({ ...collection, ...given }, usual);
  expect(outcome).toEqual({ kind: 'failed', reason: 'other', operator_code, reached_customer: false });
  expect(simulator.transactions()).toEqual([]);
});

test('a collection with a mode that the account may not use fails', async () => {
  const { connector, simulator } = await open({ collect_modes: 'moov_tg=orange_sn' });
  const { outcome } = await connector.collect(collection, usual);
  // FedaPay reports a mode that is not allowed with a 400, like errors of operators. It is therefore not certain
  // that the customer was not asked.
  expect(outcome).toEqual({ kind: 'failed', reason: 'other', operator_code: 'http_400' });
  expect(simulator.transactions()).toEqual([]);
});

test.each(['collect', 'payout'] as const)(
  'a repeated %s whose inquiry gets no response is unknown, not refused',
  async (direction) => {
    const { connector, world } = await open();
    const send = () =>
      direction === 'collect'
        ? connector.collect(collection, usual)
        : (connector.payout?.(payout, usual) ?? expect.unreachable());
    await send();
    world.faults.next.push({ kind: 'unavailable', place: '/merchant/' });
    expect((await send()).outcome).toMatchObject({ kind: 'unknown' });
    expect((await send()).outcome.kind).not.toBe('failed');
  },
);

test('a transaction with a different reference is inconclusive', async () => {
  const { connector } = await open();
  await connector.collect({ ...collection, reference: 'b7c1d1f0-6a0f-4b9e-8a55-2f2b8f3b1a09' }, usual);
  const { outcome } = await connector.lookup({ ...questionOf('collect'), provider_reference: '1001' }, usual);
  expect(outcome.kind).toBe('unknown');
});

test.each([
  ['FedaPay', 'not_found', JSON.stringify({ message: 'Ressource introuvable' })],
  ['a proxy', 'unreadable', '<html><h1>404</h1></html>'],
])('that a payout does not exist is known only from FedaPay: %s says %s', async (_, cause, body) => {
  const server = createServer((_request, reply) => reply.writeHead(404).end(body)).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { connector } = await open({ base_url: `http://127.0.0.1:${port}` });
  const { outcome } = await connector.lookup(questionOf('payout'), usual);
  expect(outcome).toEqual({ kind: 'unknown', cause });
});

test('a payout without a name is accepted, and a collection has a customer if FedaPay requires one', async () => {
  const { connector } = await open({ customer_email_domain: 'shop.example.com' });
  expect((await connector.payout?.(payout, usual))?.outcome.kind).toBe('pending');
  expect((await connector.collect(collection, usual)).outcome.kind).toBe('pending');
});

describe('the account', () => {
  test('has valid, invalid or unverifiable credentials', async () => {
    const good = await open();
    expect(await good.connector.checkCredentials?.(usual)).toEqual({ kind: 'good' });
    const bad = await open({ secret_key: 'sk_live_other' });
    expect(await bad.connector.checkCredentials?.(usual)).toMatchObject({ kind: 'bad' });
    const { outcome } = await bad.connector.collect(collection, usual);
    expect(outcome).toMatchObject({
      reason: 'operator_down',
      operator_code: 'http_401',
      reached_customer: false,
    });
    const away = await open({ base_url: 'http://127.0.0.1:9/v1' });
    expect(await away.connector.checkCredentials?.(usual)).toMatchObject({ kind: 'unknown' });
    expect((await away.connector.collect(collection, usual)).outcome).toMatchObject({
      operator_code: 'not_sent',
      reached_customer: false,
    });
    expect((await away.connector.lookup(questionOf('collect'), usual)).outcome.kind).toBe('unknown');
  });

  test('has a balance', async () => {
    const { connector, world } = await open();
    const money = { amount_minor: 250_000n, currency: 'XOF' };
    expect(await connector.balance?.(usual)).toEqual([
      { wallet: 'mtn_open', money },
      { wallet: 'moov_tg', money },
    ]);
    world.faults.next.push({ kind: 'malformed' });
    await expect(connector.balance?.(usual)).rejects.toThrow('could not be read');
  });

  test('pays out only if payout modes are set', async () => {
    const { connector } = await open({ payout_modes: '' });
    expect(connector.payout).toBeUndefined();
  });
});

test('an account offers the operators that have a mode, in its currency', () => {
  const secrets = { secret_key: 'a', webhook_secret: 'b' };
  const usualServices = fedapay.servicesOf(secrets);
  expect(usualServices.map(({ operator }) => operator)).toEqual([
    'mtn_bj',
    'moov_bj',
    'celtiis_bj',
    'moov_tg',
    'togocel_tg',
    'mtn_ci',
    'wave_ci',
    'airtel_ne',
    'free_sn',
  ]);
  expect(usualServices.every(({ collect, payout, refund }) => collect && !payout && !refund)).toBe(true);
  const francs = fedapay.servicesOf({ ...secrets, currency: 'GNF' });
  expect(francs.map(({ operator }) => operator)).toEqual(['mtn_gn']);
  const more = {
    ...secrets,
    currency: 'GNF',
    collect_modes: 'mtn_gn=mtn_open_gn moov_tg=moov_tg',
    payout_modes: '',
  };
  expect(fedapay.servicesOf(more)).toMatchObject([{ operator: 'mtn_gn', currency: 'GNF', decimals: 0 }]);
  const out = { ...secrets, collect_modes: '', payout_modes: 'moov_tg=moov_tg' };
  expect(fedapay.servicesOf(out)).toMatchObject([{ operator: 'moov_tg', collect: false, payout: true }]);
  expect(fedapay.servicesOf({ ...secrets, currency: 'XXX' })).toEqual([]);
});

test('a webhook is verified as of its arrival, however long it waited', async () => {
  const { connector, timeline } = await open();
  const received_at = timeline.now();
  const time = Math.floor(received_at.getTime() / 1000);
  const hash = createHmac('sha256', 'wh_sandbox_test').update(`${time}.{}`).digest('hex');
  const raw = { headers: { 'x-fedapay-signature': `t=${time},s=${hash}` }, body: '{}' };
  timeline.advance(60 * 60_000);
  expect(connector.verifyCallback({ ...raw, received_at })).toBe(true);
  expect(connector.verifyCallback(raw)).toBe(false);
});
