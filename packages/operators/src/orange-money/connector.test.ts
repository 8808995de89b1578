import { afterEach, describe, expect, test } from 'vitest';
import { recordExchanges } from '../http/exchanges.ts';
import { type Variant, variants } from './settings.ts';
import { collectOf, followingRedirects, lookupOf, openAt, payoutOf, settings } from './test-support.ts';

const usual = new AbortController().signal;
const opened: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0)) await close();
});

async function open(variant: Variant, given: Parameters<typeof openAt>[1] = {}) {
  const at = await openAt(variant, given);
  opened.push(at.close);
  return at;
}

describe('an account', () => {
  const withToken = variants.filter((variant) => variant !== 'burkina');

  test.each(withToken)('of %s has valid, invalid or unverifiable credentials', async (variant) => {
    const good = await open(variant);
    expect(await good.connector.checkCredentials?.(usual)).toEqual({ kind: 'good' });
    const bad = await open(variant, { settings: { client_secret: 'another' } });
    expect(await bad.connector.checkCredentials?.(usual)).toMatchObject({
      kind: 'bad',
      problem: expect.stringContaining('client_secret'),
    });
    const nobody = await open(variant, { settings: { base_url: 'http://127.0.0.1:9' } });
    expect(await nobody.connector.checkCredentials?.(usual)).toMatchObject({ kind: 'unknown' });
  });

  test.each(withToken)('of %s requests a token once, and again when it is refused', async (variant) => {
    const { connector, simulator, timeline } = await open(variant);
    const collect = () => connector.collect(collectOf(variant, timeline.now()), usual);
    const { exchanges } = await recordExchanges([], async () => {
      const all = [await Promise.all([collect(), collect(), collect()]), await collect()].flat();
      simulator.expireTokens();
      const last = await collect();
      for (const { outcome } of [...all, last]) expect(outcome.kind).toBe('pending');
    });
    expect(exchanges.filter(({ url }) => url.endsWith('/token'))).toHaveLength(2);
    expect(exchanges.filter(({ status }) => status === 401)).toHaveLength(1);
    expect(JSON.stringify(exchanges)).not.toMatch(/sim-client-secret|sim-merchant-key|2468/);
  });

  test.each(withToken)('of %s with refused credentials asks no customer to pay', async (variant) => {
    const { connector, simulator, timeline } = await open(variant, {
      settings: { client_secret: 'another' },
    });
    const { outcome } = await connector.collect(collectOf(variant, timeline.now()), usual);
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'operator_down', reached_customer: false });
    expect(simulator.transactions()).toEqual([]);
  });

  test.each(variants)(
    'of %s whose connection is refused has certainly not asked the customer',
    async (variant) => {
      const { connector, timeline } = await open(variant, { settings: { base_url: 'http://127.0.0.1:9' } });
      const { outcome } = await connector.collect(collectOf(variant, timeline.now()), usual);
      expect(outcome).toMatchObject({ kind: 'failed', reason: 'operator_down', reached_customer: false });
    },
  );
});

describe('web-payment', () => {
  test('a lost response means that there is no page: no customer can pay, and the payment can be started again', async () => {
    const { connector, simulator, world, timeline } = await open('web-payment');
    world.faults.next.push({ kind: 'drop_after', place: '/webpayment' });
    const request = collectOf('web-payment', timeline.now());
    const asked_at = timeline.now();
    const { outcome, provider_reference } = await connector.collect(request, usual);
    expect(outcome).toMatchObject({ kind: 'failed', reached_customer: false });
    expect(provider_reference).toBeNull();
    timeline.advance(15 * 60_000);
    expect(simulator.transactions()).toMatchObject([{ status: 'failed', code: 'EXPIRED' }]);
    const { outcome: later } = await connector.lookup(lookupOf(request, asked_at), usual);
    expect(later).toMatchObject({ kind: 'failed', operator_code: 'never_received' });
  });

  test.each(['unpaid', 'paid'])(
    'an order that was requested before is never reported as failed, because its first page may be paid: it is %s',
    async (first) => {
      const { connector, simulator, timeline } = await open('web-payment');
      const request = collectOf('web-payment', timeline.now());
      const payer = settings['web-payment'].provider_phone;
      await (first === 'paid' ? followingRedirects(connector, payer) : connector).collect(request, usual);
      timeline.advance(2_000);
      // The database was restored without the first request, and the customer pays again.
      const { outcome, provider_reference } = await connector.collect({ ...request }, usual);
      expect(outcome).toEqual({ kind: 'pending', action: null });
      expect(simulator.transactions()).toMatchObject([{ status: first === 'paid' ? 'success' : 'pending' }]);
      const question = lookupOf(request, timeline.now(), { provider_reference });
      for (const minutes of [0, 15, 24 * 60]) {
        timeline.advance(minutes * 60_000);
        expect(await connector.lookup(question, usual)).toMatchObject({
          outcome: { kind: 'unknown', cause: 'not_found' },
          provider_reference,
          cannot_be_found: true,
        });
      }
    },
  );

  test('a payment page expires after ten minutes without a customer', async () => {
    const { connector, delivered, timeline } = await open('web-payment');
    const request = collectOf('web-payment', timeline.now());
    const { provider_reference } = await connector.collect(request, usual);
    const question = lookupOf(request, timeline.now(), { provider_reference });
    expect((await connector.lookup(question, usual)).outcome.kind).toBe('pending');
    timeline.advance(10 * 60_000);
    expect((await connector.lookup(question, usual)).outcome).toMatchObject({ reason: 'payer_timeout' });
    expect(delivered).toEqual([]);
  });
});

describe('sonatel', () => {
  const payer = settings.sonatel.provider_phone;

  test('the amount that moved is reported, whatever was requested', async () => {
    const { connector, world, timeline } = await open('sonatel');
    world.faults.next.push({ kind: 'wrong_amount' });
    const request = collectOf('sonatel', timeline.now());
    await followingRedirects(connector, payer).collect(request, usual);
    timeline.advance(2_000);
    expect((await connector.lookup(lookupOf(request, timeline.now()), usual)).outcome).toEqual({
      kind: 'settled',
      money: { ...request.money, amount_minor: 1_501n },
    });
  });

  test('the amount that moved is reported, even if the payment succeeds between the search and the status request', async () => {
    const moves = { left: 1 };
    const { connector, world, timeline } = await open('sonatel', {
      heard: (url, line) => {
        if (url.includes('reference=') && moves.left-- > 0) line.advance(2_000);
      },
    });
    world.faults.next.push({ kind: 'wrong_amount' });
    const request = collectOf('sonatel', timeline.now());
    await followingRedirects(connector, payer).collect(request, usual);
    expect((await connector.lookup(lookupOf(request, timeline.now()), usual)).outcome).toEqual({
      kind: 'settled',
      money: { ...request.money, amount_minor: 1_501n },
    });
  });

  test('a success of a transaction that a search by our reference does not list is not ours', async () => {
    const { connector, timeline } = await open('sonatel');
    const other = collectOf('sonatel', timeline.now());
    await followingRedirects(connector, payer).collect(other, usual);
    timeline.advance(2_000);
    const { provider_reference } = await connector.lookup(lookupOf(other, timeline.now()), usual);
    expect(provider_reference).toMatch(/^MP/);
    const ours = lookupOf(collectOf('sonatel', timeline.now()), timeline.now(), { provider_reference });
    expect((await connector.lookup(ours, usual)).outcome).toEqual({ kind: 'pending', action: null });
  });

  test('a repeated payout is paid once', async () => {
    const { connector, simulator } = await open('sonatel');
    const request = payoutOf('sonatel');
    const first = await connector.payout?.(request, usual);
    const second = await connector.payout?.(request, usual);
    expect(second?.provider_reference).toBe(first?.provider_reference);
    expect(simulator.transactions()).toHaveLength(1);
  });

  test('a payout is not repeated while its outcome is unknown', async () => {
    const { connector, simulator, world } = await open('sonatel');
    world.faults.next.push({ kind: 'server_error', place: '/v1/transactions' });
    const answer = await connector.payout?.(payoutOf('sonatel'), usual);
    expect(answer?.outcome).toEqual({ kind: 'unknown', cause: 'server_error' });
    expect(simulator.transactions()).toEqual([]);
  });

  test('the key is fetched once, and again after it was revoked', async () => {
    const { connector, simulator } = await open('sonatel');
    const { exchanges } = await recordExchanges([], async () => {
      for (const rotates of [false, false, true]) {
        if (rotates) simulator.rotateKey();
        const answer = await connector.payout?.(payoutOf('sonatel'), usual);
        expect(answer?.outcome.kind).toBe('pending');
      }
    });
    const count = (part: string) => exchanges.filter(({ url }) => url.endsWith(part)).length;
    expect([count('/publicKeys'), count('/cashins')]).toEqual([2, 4]);
    expect(simulator.transactions()).toHaveLength(3);
    expect(JSON.stringify(exchanges)).not.toMatch(/2468|encryptedPinCode":"[^[]/);
  });

  test('a wrong PIN moves no money', async () => {
    const { connector, simulator } = await open('sonatel', { settings: { pin: '1111' } });
    const answer = await connector.payout?.(payoutOf('sonatel'), usual);
    expect(answer?.outcome).toEqual({ kind: 'failed', reason: 'other', operator_code: '2041' });
    expect(simulator.transactions()).toEqual([]);
  });

  test('without channel_msisdn and pin there are no payouts', async () => {
    const { connector } = await open('sonatel', { settings: { channel_msisdn: undefined, pin: undefined } });
    expect(connector.payout).toBeUndefined();
  });
});

describe('cameroon', () => {
  test.each(['/mp/init', '/token'])(
    'a lost response at %s means that the customer was not asked',
    async (place) => {
      const { connector, simulator, world, timeline } = await open('cameroon');
      world.faults.next.push({ kind: 'drop_after', place });
      const { outcome } = await connector.collect(collectOf('cameroon', timeline.now()), usual);
      expect(outcome).toMatchObject({ kind: 'failed', reached_customer: false });
      expect(simulator.transactions()).toEqual([]);
    },
  );

  test('after a lost response to the payment, its token still allows inquiries', async () => {
    const { connector, world, timeline } = await open('cameroon');
    world.faults.next.push({ kind: 'drop_after', place: '/mp/pay' });
    const request = collectOf('cameroon', timeline.now());
    const { outcome, provider_reference } = await connector.collect(request, usual);
    expect(outcome.kind).toBe('unknown');
    timeline.advance(2_000);
    const question = lookupOf(request, timeline.now());
    expect((await connector.lookup(question, usual)).outcome).toEqual({
      kind: 'unknown',
      cause: 'not_found',
    });
    const { outcome: told } = await connector.lookup({ ...question, provider_reference }, usual);
    expect(told).toEqual({ kind: 'settled', money: request.money });
  });

  test('a notification names the token only at the URL that was sent to Orange', async () => {
    const { connector, delivered, timeline } = await open('cameroon');
    const request = collectOf('cameroon', timeline.now());
    const { provider_reference } = await connector.collect(request, usual);
    timeline.advance(2_000);
    const [call] = delivered;
    if (!call) throw new Error('no notification was sent');
    const read = (url: string, reference = request.reference) =>
      connector.readCallback({ ...call, request: { method: 'POST', url, reference } });
    const genuine = [{ reference: request.reference, provider_reference }];
    expect(read(call.url)).toMatchObject(genuine);
    const another = '6a0f6f0e-0b0e-4b9e-8a55-2f2b8f3b1a02';
    for (const [url, reference] of [
      [call.url.replace(/\?.*/, ''), request.reference],
      [call.url.replace(/.$/, (last) => (last === '0' ? '1' : '0')), request.reference],
      [call.url.replace(request.reference, another), another],
    ] as const) {
      expect(read(url, reference)).toMatchObject([{ reference, provider_reference: null }]);
    }
  });

  test('a wrong PIN of the channel user means that the customer was not asked', async () => {
    const { connector, simulator, timeline } = await open('cameroon', { settings: { pin: '1111' } });
    const { outcome } = await connector.collect(collectOf('cameroon', timeline.now()), usual);
    expect(outcome).toMatchObject({ kind: 'failed', operator_code: '600', reached_customer: false });
    expect(simulator.transactions()).toEqual([]);
  });
});

describe('burkina', () => {
  test.each([
    ['000000', 'OTPINV'],
    ['000008', '08'],
  ])('the code %s is refused with %s', async (otp, operator_code) => {
    const { connector, simulator, timeline } = await open('burkina');
    const answer = await connector.collect({ ...collectOf('burkina', timeline.now()), otp }, usual);
    expect(answer.outcome).toEqual({ kind: 'failed', reason: 'wrong_otp', operator_code });
    expect(simulator.transactions()).toEqual([]);
  });

  test('without a code nothing is sent', async () => {
    const { connector, timeline } = await open('burkina');
    const { value, exchanges } = await recordExchanges([], () =>
      connector.collect({ ...collectOf('burkina', timeline.now()), otp: null }, usual),
    );
    expect(value.outcome).toMatchObject({ kind: 'failed', reason: 'wrong_otp', reached_customer: false });
    expect(exchanges).toEqual([]);
  });

  test.each(['drop_before', 'drop_after', 'malformed'] as const)(
    'after %s the outcome cannot be inquired about, and needs review',
    async (kind) => {
      const { connector, world, timeline } = await open('burkina');
      world.faults.next.push({ kind });
      const request = collectOf('burkina', timeline.now());
      expect((await connector.collect(request, usual)).outcome.kind).toBe('unknown');
      const asked_at = timeline.now();
      timeline.advance(3 * 24 * 60 * 60_000);
      expect((await connector.lookup(lookupOf(request, asked_at), usual)).outcome).toEqual({
        kind: 'unknown',
        cause: 'not_found',
      });
    },
  );

  test('the stored form contains no code, password or number', async () => {
    const { connector, timeline } = await open('burkina');
    const request = collectOf('burkina', timeline.now());
    const { value, exchanges } = await recordExchanges([request.phone, request.otp ?? ''], () =>
      connector.collect(request, usual),
    );
    expect(JSON.stringify([value.raw, exchanges])).not.toMatch(/123456|sim-password|70000100|70000002/);
    expect(value).toMatchObject({
      outcome: { kind: 'settled', money: request.money },
      provider_reference: expect.stringMatching(/^OM/),
    });
  });
});
