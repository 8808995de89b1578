import { describe, expect, onTestFinished, test } from 'vitest';
import { airtelMoney } from './index.ts';
import { paddings } from './settings.ts';
import { collection, openSimulated, payout, questionOf, refund, setting } from './test-support.ts';

const usual = new AbortController().signal;
const open = async (more?: Parameters<typeof openSimulated>[0]) => {
  const simulated = await openSimulated(more);
  onTestFinished(simulated.close);
  return simulated;
};
const failed = (operator_code: string, more: object = { reached_customer: false }) => ({
  kind: 'failed',
  reason: 'other',
  operator_code,
  ...more,
});
/** Airtel refuses the account, not the request. */
const not_let_in = (operator_code: string) => ({ ...failed(operator_code), reason: 'operator_down' });

describe('the token', () => {
  test('is requested once for all callers, and again before its 180 seconds are over', async () => {
    const { connector, calls, timeline } = await open();
    const tokens = () => calls.filter(({ url }) => url.endsWith('/token')).length;
    await Promise.all([1, 2, 3].map(() => connector.lookup(questionOf('collect'), usual)));
    expect(tokens()).toBe(1);
    timeline.advance(140_000);
    await connector.lookup(questionOf('collect'), usual);
    expect(tokens()).toBe(1);
    timeline.advance(10_000);
    await connector.lookup(questionOf('collect'), usual);
    expect(tokens()).toBe(2);
  });

  test('is renewed after Airtel refuses it, and the request is repeated once with the same id', async () => {
    const { connector, calls, simulator } = await open();
    await connector.lookup(questionOf('collect'), usual);
    simulator.expireTokens();
    expect((await connector.collect(collection, usual)).outcome.kind).toBe('pending');
    const pushes = calls.filter(({ url }) => url.endsWith('/payments/'));
    expect(pushes).toHaveLength(2);
    expect(new Set(pushes.map(({ body }) => body)).size).toBe(1);
    expect(simulator.transactions()).toHaveLength(1);
  });

  test('that cannot be obtained means that the customer was not asked', async () => {
    const { connector, simulator } = await open({ config: { client_secret: 'another' } });
    expect(await connector.checkCredentials?.(usual)).toMatchObject({ kind: 'bad' });
    expect((await connector.collect(collection, usual)).outcome).toEqual(not_let_in('http_401'));
    expect((await connector.lookup(questionOf('collect'), usual)).outcome.kind).toBe('unknown');
    expect(simulator.transactions()).toEqual([]);
  });

  test.each(['/auth/oauth2/token', '/v1/rsa/encryption-keys'])(
    'or key that does not come in time from %s means that the customer was not asked',
    async (place) => {
      const { connector, world, simulator } = await open({
        config: { message_signing: true },
        options: { message_signing: true },
      });
      world.faults.next.push({ kind: 'delay', place });
      const { outcome } = await connector.collect(collection, AbortSignal.timeout(150));
      expect(outcome).toMatchObject({ kind: 'failed', reason: 'operator_down', reached_customer: false });
      expect(simulator.transactions()).toEqual([]);
    },
  );
});

test('a request that Airtel accepted never counts as not received', async () => {
  const { connector, timeline } = await open();
  timeline.advance(60 * 60_000);
  const { outcome } = await connector.lookup({ ...questionOf('payout'), provider_reference: 'MP1' }, usual);
  expect(outcome).toEqual({ kind: 'unknown', cause: 'not_found' });
});

test('an account whose inquiries go elsewhere may not find earlier requests', () => {
  expect(airtelMoney.identity_fields).toEqual(
    expect.arrayContaining([
      'message_signing',
      'payments_version',
      'disbursements_version',
      'enquiry_names_type',
    ]),
  );
});

test.each([
  [{}, '/merchant/v1/payments/', false],
  [{ payments_version: 'v2' }, '/merchant/v2/payments/', false],
  [{ message_signing: true }, '/merchant/v2/payments/', true],
  [{ message_signing: true, payments_version: 'v1' }, '/merchant/v1/payments/', true],
])('with %o a push goes to %s, signed: %s', async (config, path, isSigned) => {
  const { connector, calls } = await open({ config });
  await connector.collect(collection, usual);
  const call = calls.find(({ url }) => url.endsWith('/payments/'));
  expect(new URL(call?.url ?? '').pathname).toBe(path);
  expect(call?.headers).toMatchObject({ 'x-country': 'UG', 'x-currency': 'UGX' });
  expect(call?.headers?.['x-signature'] !== undefined && call.headers['x-key'] !== undefined).toBe(isSigned);
});

test('a push without the signature that Airtel requires fails', async () => {
  const options = { message_signing: true };
  const { connector, simulator } = await open({ config: { payments_version: 'v2' }, options });
  expect((await connector.collect(collection, usual)).outcome).toEqual(not_let_in('DP00800001026'));
  expect(simulator.transactions()).toEqual([]);
});

describe('the PIN', () => {
  const ways = paddings.flatMap((ours) => paddings.map((theirs) => [ours, theirs] as const));
  test.each(ways)(
    'padded with %s where Airtel requires %s is accepted only if the two are the same',
    async (ours, theirs) => {
      const { connector, simulator, calls } = await open({
        config: { pin_padding: ours },
        options: { pin_padding: theirs },
      });
      const { outcome } = (await connector.payout?.(payout, usual)) ?? expect.unreachable();
      if (ours === theirs) expect(outcome.kind).toBe('pending');
      else expect(outcome).toEqual(not_let_in('ROUTER116'));
      expect(simulator.transactions()).toHaveLength(ours === theirs ? 1 : 0);
      expect(JSON.stringify(calls)).not.toContain('"4821"');
    },
  );

  test('causes a refusal if it is wrong, and rules out payouts if it is missing', async () => {
    const wrong = await open({ config: { pin: '0000' } });
    expect((await wrong.connector.payout?.(payout, usual))?.outcome).toEqual(not_let_in('ROUTER115'));
    const none = await open({ config: { pin: undefined } });
    expect(none.connector.payout).toBeUndefined();
  });
});

test.each([
  [
    'a different currency',
    { money: { ...collection.money, currency: 'KES' as typeof collection.money.currency } },
    'other_currency',
  ],
  ['a different country', { phone: '+254733123456' }, 'other_country'],
])('a collection with %s is refused before any request', async (_, given, operator_code) => {
  const { connector, calls } = await open();
  expect((await connector.collect({ ...collection, ...given }, usual)).outcome).toEqual(
    failed(operator_code),
  );
  expect((await connector.payout?.({ ...payout, ...given }, usual))?.outcome).toEqual(failed(operator_code));
  expect(calls).toEqual([]);
});

test('a repeated id is pending, and the customer is not asked again', async () => {
  const { connector, timeline, simulator } = await open();
  await connector.collect(collection, usual);
  await connector.payout?.(payout, usual);
  timeline.advance(60_000);
  const prompt = { kind: 'pending', action: { kind: 'prompt' } };
  expect((await connector.collect(collection, usual)).outcome).toEqual(prompt);
  expect((await connector.payout?.(payout, usual))?.outcome).toEqual({ kind: 'pending', action: null });
  expect(simulator.transactions()).toHaveLength(2);
});

test('an inquiry whose response is about a different transaction is inconclusive', async () => {
  const { connector, calls } = await open();
  await connector.collect(collection, usual);
  const http = { kind: 'reply' as const, status: 200, headers: {} };
  const texts = [
    '{"access_token":"a"}',
    '{"data":{"transaction":{"id":"other","status":"TS"}},"status":{"success":true}}',
  ];
  const stranger = airtelMoney.open(
    { base_url: 'https://a.example', country: 'UG', client_id: 'a', client_secret: 'b' },
    {
      clock: { now: () => new Date('2026-03-01T11:00:00Z') },
      http: async () => ({ ...http, text: texts.shift() ?? '' }),
      callback_url: '',
    },
  );
  expect((await stranger.lookup(questionOf('collect'), usual)).outcome.kind).toBe('unknown');
  expect(calls.length).toBeGreaterThan(0);
});

describe('the effect of an HTTP status', () => {
  const body = (codes: object) => JSON.stringify({ status: codes });
  test.each([
    [400, body({ success: false, response_code: 'DP00800001004' }), 'failed'],
    [400, body({ success: false, code: '400' }), 'failed, customer not asked'],
    [400, body({ success: false, response_code: 'DP00800001099' }), 'unknown'],
    [400, '{"error":"bad_request"}', 'failed, customer not asked'],
    [403, '{"error":"forbidden"}', 'failed, customer not asked'],
    [403, '<html>', 'unknown'],
    // Still in progress, whatever the status.
    [400, body({ success: false, response_code: 'DP00800001006' }), 'unknown'],
    [400, body({ success: false, response_code: 'DP00800001000' }), 'unknown'],
    [404, '{"error":"not_found"}', 'unknown'],
    [429, '{"error":"too_many"}', 'unknown'],
    [500, body({ success: false, response_code: 'DP00800001004' }), 'unknown'],
    [200, body({ success: false, response_code: 'DP00800001004' }), 'failed'],
    [200, body({ success: false, response_code: 'ROUTER001' }), 'failed, customer not asked'],
    [200, body({ success: true }), 'pending'],
    [200, '{"data":{"transaction":{"status":"SUCCESS"}}}', 'unknown'],
    [200, '', 'unknown'],
  ])('of %i with the body %s is: %s', async (status, text, expected) => {
    const answers = [{ status: 200, text: '{"access_token":"a"}' }];
    const connector = airtelMoney.open(
      { base_url: 'https://a.example', country: 'UG', client_id: 'a', client_secret: 'b' },
      {
        clock: { now: () => new Date('2026-03-01T10:00:00Z') },
        http: async () => ({ kind: 'reply', headers: {}, ...(answers.shift() ?? { status, text }) }),
        callback_url: '',
      },
    );
    const { outcome } = await connector.collect(collection, usual);
    const isNobody = outcome.kind === 'failed' && outcome.reached_customer === false;
    expect(`${outcome.kind}${isNobody ? ', customer not asked' : ''}`).toBe(expected);
  });
});

describe('refunding', () => {
  const paid = async (more: Parameters<typeof openSimulated>[0] = {}) => {
    const simulated = await open({ config: { refunds: true }, ...more });
    await simulated.connector.collect(collection, usual);
    simulated.timeline.advance(60_000);
    const { provider_reference } = await simulated.connector.lookup(questionOf('collect'), usual);
    const giveBack = (request = refund, signal = usual) =>
      simulated.connector.refund?.(request, signal) ?? expect.unreachable();
    const refunds = () =>
      simulated.simulator.transactions().filter(({ direction }) => direction === 'refund');
    return { ...simulated, provider_reference, giveBack, refunds };
  };
  const settled = { kind: 'settled', money: refund.money };

  test('refunds a whole payment, identified by our id or by Airtel’s', async () => {
    const first = await paid();
    expect((await first.giveBack()).outcome).toEqual(settled);
    const second = await paid();
    const { provider_reference } = second;
    expect(provider_reference).toMatch(/^MP/);
    const answer = await second.giveBack({
      ...refund,
      collection: { ...refund.collection, provider_reference },
    });
    expect(answer).toMatchObject({ outcome: settled, provider_reference: expect.stringMatching(/^CI/) });
    expect([first, second].map(({ refunds }) => refunds().map(({ moved_amount }) => moved_amount))).toEqual([
      ['5000'],
      ['5000'],
    ]);
  });

  test('refuses a partial refund before any request', async () => {
    const { giveBack, calls } = await paid();
    const before = calls.length;
    const { outcome } = await giveBack({ ...refund, money: { ...refund.money, amount_minor: 4_999n } });
    expect(outcome).toEqual(failed('partial_refund'));
    expect(calls.length).toBe(before);
  });

  test('fails for an unpaid payment, and when Airtel refuses', async () => {
    const { connector, timeline } = await open({ config: { refunds: true } });
    await connector.collect(collection, usual);
    expect((await connector.refund?.(refund, usual))?.outcome).toEqual(failed('no_airtel_money_id'));
    timeline.advance(60_000);
    const { giveBack, world, refunds } = await paid();
    world.plans.set(setting.provider_phone, { after_ms: 0, end: '010' });
    expect((await giveBack()).outcome).toEqual(failed('DP00800001010', {}));
    expect(refunds()).toEqual([]);
  });

  test('has no further effect when repeated', async () => {
    const { giveBack, refunds } = await paid();
    await giveBack();
    expect((await giveBack()).outcome).toEqual(failed('ESB000011', {}));
    expect(refunds()).toHaveLength(1);
  });

  test('stays unknown when the response is lost: Airtel has no inquiry for refunds', async () => {
    const { giveBack, connector, world, refunds, timeline } = await paid();
    world.faults.next.push({ kind: 'drop_after', place: '/refund' });
    expect((await giveBack()).outcome.kind).toBe('unknown');
    expect(refunds()).toHaveLength(1);
    timeline.advance(60 * 60_000);
    const unfound = { outcome: { kind: 'unknown' }, cannot_be_found: true };
    expect(await connector.lookup(questionOf('refund'), usual)).toMatchObject(unfound);
  });

  test('fails if Airtel’s id of the payment is unavailable: nothing was refunded', async () => {
    const { giveBack, world, refunds } = await paid();
    world.faults.next.push({ kind: 'server_error', place: '/standard/v1/payments/' });
    expect((await giveBack()).outcome).toMatchObject({ reason: 'operator_down', reached_customer: false });
    expect(refunds()).toEqual([]);
  });

  test('is off by default', async () => {
    const { connector } = await open();
    expect(connector.refund).toBeUndefined();
  });
});

test('the balance of the account is read, and an unreadable one throws an error', async () => {
  const { connector, world } = await open();
  const money = { amount_minor: 100_000n, currency: 'UGX' };
  expect(await connector.balance?.(usual)).toEqual([{ wallet: 'UG', money }]);
  world.faults.next.push({ kind: 'malformed', place: 'balance' });
  await expect(connector.balance?.(usual)).rejects.toThrow('could not be read');
  expect(await connector.checkCredentials?.(usual)).toEqual({ kind: 'good' });
});

test('the last digit of a simulated customer’s number determines the outcome', async () => {
  const ends = new Map<string, string>();
  for (let digit = 0; digit <= 9; digit++) {
    const { connector, timeline } = await open();
    const phone = `+25670012345${digit}`;
    await connector.collect({ ...collection, phone }, usual);
    const seen: string[] = [];
    for (let minute = 0; minute < 4; minute++) {
      const { outcome } = await connector.lookup({ ...questionOf('collect'), phone }, usual);
      const reason = outcome.kind === 'failed' ? `failed ${outcome.reason}` : outcome.kind;
      if (seen.at(-1) !== reason) seen.push(reason);
      timeline.advance(60_000);
    }
    ends.set(String(digit), seen.join(', '));
  }
  expect(Object.fromEntries(ends)).toEqual({
    0: 'pending, settled',
    1: 'pending, settled',
    2: 'pending, failed wrong_pin',
    3: 'pending, failed limit_exceeded',
    4: 'pending',
    5: 'pending, settled',
    6: 'pending, failed payer_timeout',
    7: 'pending, failed insufficient_funds',
    8: 'pending, failed other',
    9: 'unknown, settled',
  });
});

test('an account offers one wallet, with payouts only if a PIN is set', () => {
  const base = { base_url: 'https://a.example', client_id: 'a', client_secret: 'b' };
  expect(airtelMoney.servicesOf({ ...base, country: 'ZM', pin: '1234' })).toMatchObject([
    { operator: 'airtel_zm', currency: 'ZMW', collect: true, payout: true, refund: false },
  ]);
  expect(airtelMoney.servicesOf({ ...base, country: 'CD', currency: 'USD', refunds: true })).toMatchObject([
    { operator: 'airtel_cd', currency: 'USD', payout: false, refund: true, refund_parts: false },
  ]);
  expect(airtelMoney.servicesOf({ ...base, country: 'UG', currency: 'XOF' })).toEqual([]);
});
