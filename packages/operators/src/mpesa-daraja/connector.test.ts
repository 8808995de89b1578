import type { Outcome } from '@guichet/kernel/outcome';
import { type FaultKind, faultKinds } from '@guichet/simulators/contract';
import { describe, expect, test } from 'vitest';
import type { CollectRequest, Direction, RefundRequest } from '../contract.ts';
import { recordExchanges } from '../http/exchanges.ts';
import { mpesaDaraja } from './index.ts';
import { account, setting } from './test-support.ts';
import { collection, money, open, payout, usual } from './testing/open-account.ts';

type Opened = Awaited<ReturnType<typeof open>>;
const paths: Readonly<Record<Direction, string>> = setting.money_paths as Record<Direction, string>;

async function send(opened: Opened, direction: Direction, refund: RefundRequest, signal: AbortSignal) {
  const { connector } = opened;
  if (direction === 'collect') return connector.collect(collection, signal);
  const answer =
    direction === 'payout'
      ? await connector.payout?.(payout, signal)
      : await connector.refund?.(refund, signal);
  if (!answer) throw new Error('the account pays out and reverses');
  return answer;
}

describe.each<Direction>(['collect', 'payout', 'refund'])('%s with a fault', (direction) => {
  test.each<FaultKind>(faultKinds)('is reported truthfully or as unknown: %s', async (kind) => {
    const opened = await open();
    const { timeline, world, notices, find, pay, ask } = opened;
    const refund =
      direction === 'refund'
        ? await pay()
        : { ...payout, collection: { ...collection, provider_reference: null } };
    const place = kind === 'wrong_amount' || kind === 'late_success' ? direction : paths[direction];
    const isCallback = kind.endsWith('_callback');
    world.faults.next.push(isCallback ? { kind } : { kind, place });
    const answer = await send(opened, direction, refund, AbortSignal.timeout(1_000));
    expect(answer.outcome.kind).not.toBe('settled');
    const truth = find(direction);
    if (answer.outcome.kind === 'failed') {
      // The outcome is a failure only if the gateway did not let the request through.
      expect([kind, truth]).toEqual(['too_many_requests', undefined]);
      expect(answer.outcome.reached_customer).toBe(false);
      return;
    }
    timeline.advance(10 * 60_000);
    const reference = { collect: collection.reference, payout: payout.reference, refund: refund.reference }[
      direction
    ];
    const noted = notices.find((notice) => notice.provider_reference !== null)?.provider_reference;
    const looked = await ask(direction, reference, answer.provider_reference ?? noted ?? null);
    const trusted = notices.filter(({ trust }) => trust === 'signed').map(({ outcome }) => outcome);
    const said = [looked.outcome, ...trusted].filter(({ kind }) => kind === 'settled' || kind === 'failed');
    if (!truth) {
      // A request that never arrived has no outcome, and none is invented.
      expect(said).toEqual([]);
      expect(looked.outcome.kind).toBe('unknown');
      return;
    }
    const now = find(direction);
    expect(now?.status).toBe('success');
    const moved: Outcome = {
      kind: 'settled',
      money: { ...money, amount_minor: BigInt(now?.moved_amount ?? '0') * 100n },
    };
    // A reversal whose response and callback were both lost has no id to inquire by; here one of them arrived.
    expect(said.length).toBeGreaterThan(0);
    for (const outcome of said) expect(outcome).toEqual(moved);
  });
});

test('a push whose response was lost is unknown until its callback provides its id', async () => {
  const { world, timeline, connector, notices, ask } = await open();
  world.faults.next.push({ kind: 'drop_after', place: '/stkpush/' });
  const answer = await connector.collect(collection, usual);
  expect([answer.outcome.kind, answer.provider_reference]).toEqual(['unknown', null]);
  timeline.advance(24 * 3600_000);
  expect((await ask('collect', collection.reference, null)).outcome).toEqual({
    kind: 'unknown',
    cause: 'not_found',
  });
  const [notice] = notices;
  expect(notice?.reference).toBe(collection.reference);
  const looked = await ask('collect', collection.reference, notice?.provider_reference ?? null);
  expect(looked.outcome).toEqual({ kind: 'settled', money });
});

test('a push to a phone with an open prompt is refused, and no other account may be tried', async () => {
  const { world, connector } = await open();
  world.plans.set(setting.provider_phone, { after_ms: null, end: 'success' });
  await connector.collect(collection, usual);
  expect((await connector.collect(collection, usual)).outcome).toEqual({
    kind: 'failed',
    reason: 'other',
    operator_code: '500.001.1001',
  });
});

test('a prompt stays open for a minute', async () => {
  const { world, timeline, connector, ask } = await open();
  world.plans.set(setting.provider_phone, { after_ms: null, end: 'success' });
  const { provider_reference } = await connector.collect(collection, usual);
  expect((await ask('collect', collection.reference, provider_reference)).outcome.kind).toBe('pending');
  timeline.advance(60_000);
  expect((await ask('collect', collection.reference, provider_reference)).outcome).toMatchObject({
    kind: 'failed',
    reason: 'payer_timeout',
  });
});

test.each<[string, Partial<CollectRequest>, string]>([
  ['cents', { money: { ...money, amount_minor: 150n } }, 'amount_not_in_whole_shillings'],
  ['a foreign number', { phone: '+255712000001' }, 'not_a_kenyan_number'],
])('a collection of %s is refused before any request', async (_, change, operator_code) => {
  const { connector, find } = await open();
  const { outcome } = await connector.collect({ ...collection, ...change }, usual);
  expect(outcome).toMatchObject({ kind: 'failed', operator_code, reached_customer: false });
  expect(find('collect')).toBeUndefined();
});

test('a token that does not come in time means that the customer was not asked', async () => {
  const { world, connector, find } = await open();
  world.faults.next.push({ kind: 'delay', place: '/oauth/v1/generate' });
  const { outcome } = await connector.collect(collection, AbortSignal.timeout(150));
  expect(outcome).toMatchObject({ kind: 'failed', reason: 'operator_down', reached_customer: false });
  expect(find('collect')).toBeUndefined();
});

test('a push for a till uses Buy Goods', async () => {
  const { connector } = await open({ till: '512345' }, { till: '512345' });
  expect((await connector.collect(collection, usual)).outcome.kind).toBe('pending');
  const paybill = await open({}, { till: '512345' });
  expect((await paybill.connector.collect(collection, usual)).outcome.kind).toBe('failed');
});

test('an expired token is renewed once, and the push is made once', async () => {
  const { connector, simulator } = await open();
  await connector.payout?.(payout, usual);
  simulator.expireTokens();
  expect((await connector.collect(collection, usual)).outcome.kind).toBe('pending');
  expect(simulator.transactions()).toHaveLength(2);
});

test('a wrong passkey and wrong keys are definite failures', async () => {
  for (const more of [{ passkey: 'wrong' }, { consumer_secret: 'wrong' }]) {
    const { connector } = await open(more);
    expect((await connector.collect(collection, usual)).outcome).toMatchObject({
      kind: 'failed',
      reason: 'operator_down',
      reached_customer: false,
    });
  }
});

describe('a payout', () => {
  test('whose callback is lost ends through a status inquiry', async () => {
    const { connector, world, timeline, notices, ask } = await open();
    world.faults.next.push({ kind: 'no_callback' });
    const { provider_reference } = (await connector.payout?.(payout, usual)) ?? {};
    timeline.advance(29_000);
    await ask('payout', payout.reference, provider_reference ?? null);
    expect(notices).toEqual([]);
    timeline.advance(1_000);
    const looked = await ask('payout', payout.reference, provider_reference ?? null);
    // The outcome says only that the request was accepted earlier. The current state arrives by callback, and may
    // be a failure that is already known.
    expect(looked.outcome).toEqual({ kind: 'pending', action: null, is_old: true });
    expect(notices).toMatchObject([
      { reference: payout.reference, trust: 'signed', outcome: { kind: 'settled', money } },
    ]);
  });

  test('that failed and whose callback is lost also ends through a status inquiry', async () => {
    const { connector, world, timeline, notices, ask } = await open({ initiator_password: 'wrong' });
    world.faults.next.push({ kind: 'no_callback' });
    const { provider_reference } = (await connector.payout?.(payout, usual)) ?? {};
    timeline.advance(40_000);
    // An inquiry with the same wrong initiator password reports nothing about the payout.
    await ask('payout', payout.reference, provider_reference ?? null);
    expect(notices).toMatchObject([{ outcome: { kind: 'unknown' } }]);
    const other = await open();
    other.world.plans.set(setting.provider_phone, { after_ms: 1_000, end: '2040' });
    other.world.faults.next.push({ kind: 'no_callback' });
    await other.connector.payout?.(payout, usual);
    other.timeline.advance(40_000);
    await other.ask('payout', payout.reference, null);
    expect(other.notices).toMatchObject([
      {
        reference: payout.reference,
        trust: 'signed',
        outcome: { kind: 'failed', operator_code: 'Declined' },
      },
    ]);
  });

  test('by a wrong initiator, or of less than ten shillings, moves no money', async () => {
    const { connector, timeline, notices, find } = await open({ initiator_password: 'wrong' });
    await connector.payout?.(payout, usual);
    timeline.advance(1_000);
    expect(notices).toMatchObject([{ outcome: { kind: 'failed', operator_code: '2001' } }]);
    const little = { ...payout, money: { ...money, amount_minor: 900n } };
    expect((await connector.payout?.(little, usual))?.outcome).toMatchObject({
      operator_code: 'amount_below_10',
    });
    expect(find('payout')?.status).toBe('failed');
  });

  test('needs an initiator, as does a reversal', async () => {
    const without = { initiator_name: undefined, initiator_password: undefined, certificate: undefined };
    const { connector } = await open(without);
    expect([connector.payout, connector.refund]).toEqual([undefined, undefined]);
    const { connector: paying } = await open({ refund_by: 'payout' });
    expect([typeof paying.payout, paying.refund]).toEqual(['function', undefined]);
  });
});

describe('a reversal', () => {
  test('requires the receipt and, if it is partial, the setting for partial reversals', async () => {
    const { connector, pay } = await open({ partial_reversals: false });
    const refund = await pay();
    const { receipt: _, ...collected } = refund.collection;
    expect((await connector.refund?.({ ...refund, collection: collected }, usual))?.outcome).toMatchObject({
      kind: 'failed',
      operator_code: 'receipt_not_known',
      reached_customer: false,
    });
    const part = { ...refund, money: { ...money, amount_minor: 100n } };
    expect((await connector.refund?.(part, usual))?.outcome).toMatchObject({
      operator_code: 'partial_reversals_off',
    });
  });

  test('sent twice refunds once, and the second stays pending', async () => {
    const { connector, pay, timeline, notices, simulator } = await open();
    const refund = await pay();
    await connector.refund?.(refund, usual);
    timeline.advance(2_000);
    await connector.refund?.({ ...refund, reference: payout.reference }, usual);
    timeline.advance(2_000);
    expect(notices.map(({ outcome }) => outcome.kind)).toEqual(['settled', 'pending']);
    const given = simulator
      .transactions()
      .filter(({ direction, status }) => direction === 'refund' && status === 'success');
    expect(given).toHaveLength(1);
  });
});

test.each([
  ['valid', {}, { kind: 'good' }],
  ['a wrong secret', { consumer_secret: 'wrong' }, { kind: 'bad', problem: 'Daraja issued no token: 400' }],
  ['an unreachable host', { base_url: 'http://127.0.0.1:9' }, { kind: 'unknown' }],
  ['an incomplete initiator', { initiator_password: undefined }, { kind: 'bad' }],
  ['no certificate', { certificate: 'x'.repeat(200) }, { kind: 'bad' }],
  [
    'a certificate with line breaks',
    { certificate: `-----BEGIN CERTIFICATE-----\\n${account.certificate}\\n-----END CERTIFICATE-----` },
    { kind: 'good' },
  ],
])('credentials are checked correctly: %s', async (_, more, check) => {
  const { connector } = await open(more);
  expect(await connector.checkCredentials?.(usual)).toMatchObject(check);
});

test('a result that waited too long in the queue goes to a URL without a token', async () => {
  const { connector, pay, simulator } = await open();
  const refund = await pay();
  await connector.payout?.(payout, usual);
  await connector.refund?.(refund, usual);
  const kept = simulator.transactions().map((one) => ('extra' in one ? JSON.stringify(one.extra) : ''));
  expect(kept).toHaveLength(3);
  for (const extra of kept.slice(1)) {
    expect(extra).toMatch(/"url":"[^"]+\?token=/);
    expect(extra).toMatch(/"queue_url":"[^"?]+"/);
  }
});

test('stored calls contain no secret, number or callback token', async () => {
  const { connector, pay, timeline, ask } = await open();
  const refund = await pay();
  const { exchanges } = await recordExchanges([setting.phone], async () => {
    await connector.collect(collection, usual);
    await connector.payout?.(payout, usual);
    await connector.refund?.(refund, usual);
    timeline.advance(40_000);
    await ask('payout', payout.reference, null);
  });
  expect(exchanges.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const kept = JSON.stringify(exchanges);
  for (const secret of ['712000099', 'simulated-', 'stk.', 'payout.', 'status.', 'Bearer']) {
    expect(kept).not.toContain(secret);
  }
});

test('services match the abilities of the account', () => {
  expect(mpesaDaraja.servicesOf(account)).toEqual([
    {
      operator: 'mpesa_ke',
      currency: 'KES',
      collect: true,
      payout: true,
      refund: true,
      refund_parts: true,
      min_amount: 1,
      max_amount: 150_000,
      decimals: 0,
      code_first: null,
    },
  ]);
  const { certificate: _, ...without } = account;
  expect(mpesaDaraja.servicesOf({ ...without, max_amount: 250_000 })).toMatchObject([
    { payout: false, refund: false, max_amount: 250_000 },
  ]);
  const { partial_reversals: __, ...whole } = account;
  expect(mpesaDaraja.servicesOf(whole)).toMatchObject([{ refund: true, refund_parts: false }]);
});
