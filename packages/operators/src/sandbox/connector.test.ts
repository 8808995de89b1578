import { describe, expect, test } from 'vitest';
import { lookupOf, make, type Order } from '../conformance/play.ts';
import type { ConnectorAnswer, OtpRequest } from '../contract.ts';
import { sandbox } from './connector.ts';
import { otherwise, scenarios } from './scenarios.ts';
import { makePayout, makeRefund, makeRequest, makeSandboxWorld, tell } from './test-support.ts';

const signal = new AbortController().signal;
const session_ms = 30 * 60_000;

/**
 * The digits, the response to `collect`, the results of inquiries (each by the millisecond from which it applies),
 * and the callbacks in order.
 */
type Row = [digits: string, answer: string, lookups: Record<number, string>, callbacks: [number, string][]];

const rows: Row[] = [
  ['00', 'settled 5000', { 0: 'settled 5000' }, []],
  ['01', 'failed insufficient_funds', { 0: 'failed insufficient_funds' }, []],
  later('02', 1000, 'failed payer_cancelled'),
  later('03', 1000, 'failed payer_timeout'),
  ['04', 'failed limit_exceeded', { 0: 'failed limit_exceeded' }, []],
  later('05', 1000, 'failed wrong_pin'),
  ['06', 'failed not_registered', { 0: 'failed not_registered' }, []],
  ['07', 'failed account_blocked', { 0: 'failed account_blocked' }, []],
  ['08', 'failed operator_down', { 0: 'failed operator_down' }, []],
  later('10', 10_000, 'settled 5000'),
  ['11', 'pending prompt', { 0: 'pending prompt', [session_ms]: 'settled 5000' }, []],
  ['12', 'unknown timeout', { 0: 'settled 5000' }, []],
  ['13', 'unknown timeout', { 0: 'failed other' }, []],
  [
    '14',
    'pending prompt',
    { 0: 'pending prompt', 1000: 'settled 5000' },
    [
      [1000, 'settled 5000'],
      [1000, 'settled 5000'],
    ],
  ],
  ['15', 'pending prompt', { 0: 'settled 5000' }, [[0, 'settled 5000']]],
  ['16', 'pending prompt', { 0: 'pending prompt', 1000: 'settled 5000' }, []],
  ['17', 'settled 4999', { 0: 'settled 4999' }, []],
  [
    '18',
    'pending prompt',
    { 0: 'pending prompt', 1000: 'failed payer_timeout', 5000: 'settled 5000' },
    [
      [1000, 'failed payer_timeout'],
      [5000, 'settled 5000'],
    ],
  ],
  ['20', 'pending otp', { 0: 'pending otp' }, []],
  ['21', 'pending redirect', { 0: 'pending redirect' }, []],
  ['22', 'pending prompt', { 0: 'pending prompt' }, []],
  ...['09', '19', '23', '99'].map((digits) => later(digits, 1000, 'settled 5000')),
];

/**
 * The same rows for payouts and refunds. These have no customer to ask, so 20 (a code) and 21 (a page) settle
 * later, like a number without a scenario, and `pending prompt` becomes `pending`.
 */
const payoutRows: readonly Row[] = rows.map(([digits, answer, lookups, callbacks]) => {
  if (digits === '20' || digits === '21') return asPayout(...later(digits, 1000, 'settled 5000'));
  return asPayout(digits, answer, lookups, callbacks);
});

function asPayout(...[digits, answer, lookups, callbacks]: Row): Row {
  const without = (told: string): string => told.replace('pending prompt', 'pending');
  const said = Object.entries(lookups).map(([after_ms, told]) => [after_ms, without(told)]);
  return [digits, without(answer), Object.fromEntries(said), callbacks];
}

function later(digits: string, after_ms: number, end: string): Row {
  return [digits, 'pending prompt', { 0: 'pending prompt', [after_ms]: end }, [[after_ms, end]]];
}

describe('scenarios by the last two digits', () => {
  test('every scenario has a test row', () => {
    const digits = new Set(rows.map(([digits]) => digits));
    expect(scenarios.filter((scenario) => !digits.has(scenario.digits))).toEqual([]);
    expect(otherwise.digits).toBe('other');
  });

  test.each(rows)('a collection from %s responds with %s', async (...row) => {
    const world = makeSandboxWorld();
    const request = makeRequest(row[0], world.clock.now());
    await watch(world, { direction: 'collect', request }, row);
  });

  test.each(payoutRows)('a payout to %s responds with %s', async (...row) => {
    await watch(makeSandboxWorld(), { direction: 'payout', request: makePayout(row[0]) }, row);
  });

  test.each(payoutRows)('a refund to %s responds with %s', async (...row) => {
    await watch(makeSandboxWorld(), { direction: 'refund', request: makeRefund(row[0]) }, row);
  });

  async function watch(
    world: ReturnType<typeof makeSandboxWorld>,
    order: Order,
    [digits, answer, lookups, callbacks]: Row,
  ): Promise<void> {
    const { request, direction } = order;
    const asked = lookupOf(request, world.clock.now(), direction);
    expect(tell((await make(world.connector, order, signal)).outcome)).toBe(answer);
    expect(world.delivered).toHaveLength(digits === '15' ? 1 : 0);

    const said: Record<number, string> = {};
    let before = '';
    for (const after_ms of [0, 999, 1000, 4999, 5000, 9999, 10_000, session_ms - 1, session_ms]) {
      world.advance(after_ms - world.elapsed_ms());
      const { outcome, provider_reference } = await world.connector.lookup(asked, signal);
      if (tell(outcome) !== before) said[after_ms] = tell(outcome);
      before = tell(outcome);
      expect(provider_reference).toBe(`sbx_${request.reference.slice(0, 8)}`);
    }
    expect(said).toEqual(lookups);

    const told = world.delivered.map(({ raw, after_ms }) => {
      expect(world.connector.verifyCallback(raw)).toBe(true);
      const notices = world.connector.readCallback(raw);
      expect(notices).toMatchObject([{ reference: request.reference }]);
      return [after_ms, notices.map((notice) => tell(notice.outcome)).join()];
    });
    expect(told).toEqual(callbacks);
  }

  test.each([
    [1n, 2n],
    [2n, 1n],
  ])('17 settles a request for %d minor units with %d', async (amount_minor, paid_minor) => {
    const world = makeSandboxWorld();
    const usual = makeRequest('17', world.clock.now());
    const request = { ...usual, money: { ...usual.money, amount_minor } };
    const { outcome } = await world.connector.collect(request, signal);
    expect(outcome).toEqual({ kind: 'settled', money: { ...usual.money, amount_minor: paid_minor } });
  });

  test('11 settles when the session ends, even if that time was changed', async () => {
    const world = makeSandboxWorld();
    const request = makeRequest('11', world.clock.now());
    await world.connector.collect(request, signal);
    world.store.moveSession(request.page_url, world.clock.now());
    const { outcome } = await world.connector.lookup(lookupOf(request, world.clock.now()), signal);
    expect(tell(outcome)).toBe('settled 5000');
  });

  test('21 redirects the customer to the sandbox’s page below the session’s URL', async () => {
    const world = makeSandboxWorld();
    const request = makeRequest('21', world.clock.now());
    const { outcome } = await world.connector.collect(request, signal);
    expect(outcome).toMatchObject({ action: { kind: 'redirect', url: `${request.page_url}/sandbox` } });
  });
});

describe('one-time code (20)', () => {
  async function askCode(otp: string | null = null) {
    const world = makeSandboxWorld();
    const request = makeRequest('20', world.clock.now(), { otp });
    const { outcome } = await world.connector.collect(request, signal);
    const submit = async (code: string): Promise<ConnectorAnswer['outcome']> => {
      const given: OtpRequest = { ...lookupOf(request, world.clock.now()), otp: code };
      const answer = await world.connector.submitOtp?.(given, signal);
      if (!answer) throw new Error('the sandbox takes one-time codes');
      return answer.outcome;
    };
    const lookup = async () =>
      (await world.connector.lookup(lookupOf(request, world.clock.now()), signal)).outcome;
    const tries = async () => (await world.store.find(request.reference))?.otp_attempts;
    return { outcome, submit, lookup, tries };
  }
  const wrong = { kind: 'pending', action: { kind: 'otp', can_resend: true, problem: 'wrong_otp' } };

  test('settles the transaction permanently when it is correct', async () => {
    const { outcome, submit, lookup } = await askCode();
    expect(outcome).toEqual({ kind: 'pending', action: { kind: 'otp', can_resend: true } });
    expect(tell(await submit('123456'))).toBe('settled 5000');
    expect(tell(await submit('000000'))).toBe('settled 5000');
    expect(tell(await lookup())).toBe('settled 5000');
  });

  test('is still accepted after four wrong codes', async () => {
    const { submit, lookup } = await askCode();
    for (const code of ['1', '', '654321', ' 123456']) expect(await submit(code)).toEqual(wrong);
    expect(await lookup()).toEqual(wrong);
    expect(tell(await submit('123456'))).toBe('settled 5000');
  });

  test('fails the transaction after the fifth wrong code, and a correct code is then too late', async () => {
    const { submit, lookup, tries } = await askCode();
    for (const code of ['1', '2', '3', '4']) expect(await submit(code)).toEqual(wrong);
    expect(tell(await submit('5'))).toBe('failed wrong_otp');
    expect(tell(await submit('123456'))).toBe('failed wrong_otp');
    expect(tell(await submit('6'))).toBe('failed wrong_otp');
    expect(await tries()).toBe(5);
    expect(tell(await lookup())).toBe('failed wrong_otp');
  });

  test('is checked immediately when it is sent with the request', async () => {
    expect(tell((await askCode('123456')).outcome)).toBe('settled 5000');
    expect((await askCode('000000')).outcome).toEqual(wrong);
  });

  test('changes nothing for a transaction that requires no code', async () => {
    const world = makeSandboxWorld();
    const request = makeRequest('22', world.clock.now());
    await world.connector.collect(request, signal);
    const given = { ...lookupOf(request, world.clock.now()), otp: '123456' };
    expect(await world.connector.submitOtp?.(given, signal)).toMatchObject({ outcome: { kind: 'pending' } });
    expect(await world.store.find(request.reference)).toMatchObject({ decision: null, otp_attempts: 0 });
  });
});

describe('an inquiry about a reference that was never received', () => {
  test.each([
    [0, { kind: 'unknown', cause: 'not_found' }],
    [59_999, { kind: 'unknown', cause: 'not_found' }],
    [60_000, { kind: 'failed', reason: 'operator_down', operator_code: 'never_received' }],
  ])('is “not found” for a minute, and then failed (after %d ms)', async (age_ms, expected) => {
    const world = makeSandboxWorld();
    const request = lookupOf(makeRequest('99', world.clock.now()), world.clock.now());
    world.advance(age_ms);
    const answers = [
      await world.connector.lookup(request, signal),
      await world.connector.submitOtp?.({ ...request, otp: '123456' }, signal),
    ];
    for (const answer of answers)
      expect(answer).toMatchObject({ outcome: expected, provider_reference: null });
  });
});

describe('a repeated reference', () => {
  test('is one transaction with one set of callbacks', async () => {
    const world = makeSandboxWorld();
    const request = makeRequest('99', world.clock.now());
    const first = await world.connector.collect(request, signal);
    world.advance(2000);
    const again = { ...request, phone: '+2250700000001', money: { ...request.money, amount_minor: 1n } };
    const second = await world.connector.collect(again, signal);
    expect([tell(first.outcome), tell(second.outcome)]).toEqual(['pending prompt', 'settled 5000']);
    expect(second.provider_reference).toBe(first.provider_reference);
    world.advance(60_000);
    expect(world.delivered).toHaveLength(1);
  });

  test('does not count a wrong code again', async () => {
    const world = makeSandboxWorld();
    const request = makeRequest('20', world.clock.now(), { otp: '000000' });
    await world.connector.collect(request, signal);
    await world.connector.collect(request, signal);
    expect(await world.store.find(request.reference)).toMatchObject({ otp_attempts: 1 });
  });
});

test('an empty callback key is rejected', () => {
  const { dependencies } = makeSandboxWorld();
  expect(() => sandbox.create({ callback_key: '' }, dependencies)).toThrow('callback key');
});
