import { generateKeyPairSync } from 'node:crypto';
import { asCurrency } from '@guichet/kernel/currencies';
import type { FaultKind } from '@guichet/simulators/contract';
import { afterEach, describe, expect, test } from 'vitest';
import type { Connector } from '../contract.ts';
import { lease_ms } from '../http/lease.ts';
import {
  api_token,
  collectionOf,
  lookupOf,
  payoutOf,
  refundOf,
  signal,
  startAccount,
} from './testing/start-account.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const account of open.splice(0)) await account.close();
});

const start: typeof startAccount = async (options, config) => {
  const account = await startAccount(options, config);
  open.push(account);
  return account;
};

const pem = { type: 'spki', format: 'pem' } as const;
const private_pem = { type: 'pkcs8', format: 'pem' } as const;
const p256 = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  publicKeyEncoding: pem,
  privateKeyEncoding: private_pem,
});
const rsa = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: pem,
  privateKeyEncoding: private_pem,
});

describe('signed requests', () => {
  test.each([
    ['EC, in DER', p256, {}],
    ['EC, raw', p256, { signature_encoding: 'raw' }],
    ['RSA, default algorithm', rsa, {}],
    ['RSA, old algorithm', rsa, { signature_algorithm: 'rsa-v1_5-sha256' }],
  ])('are accepted by pawaPay (%s)', async (_, { publicKey, privateKey }, more) => {
    const account = await start(
      { merchant_keys: { KEY_1: publicKey } },
      { signing_key: privateKey, signing_key_id: 'KEY_1', ...more },
    );
    const { outcome } = await account.connector.collect(collectionOf(), signal());
    expect(outcome).toEqual({ kind: 'pending', action: { kind: 'prompt' } });
    const [payout, check] = [await account.connector.payout?.(payoutOf(), signal()), await checkOf(account)];
    expect(payout?.outcome).toEqual({ kind: 'pending', action: null });
    expect(check?.kind).toBe('good');
  });

  const refused = {
    kind: 'failed',
    reason: 'operator_down',
    operator_code: 'HTTP_SIGNATURE_ERROR',
    reached_customer: false,
  };
  test.each([
    ['none', {}],
    ['of a key that is not registered', { signing_key: p256.privateKey, signing_key_id: 'KEY_2' }],
    ['of a different key', { signing_key: rsa.privateKey, signing_key_id: 'KEY_1' }],
  ])('with a missing or wrong signature are refused before the customer is asked (%s)', async (_, config) => {
    const account = await start({ merchant_keys: { KEY_1: p256.publicKey } }, config);
    expect((await account.connector.collect(collectionOf(), signal())).outcome).toEqual(refused);
    expect(account.simulator.transactions()).toEqual([]);
  });
});

const checkOf = (account: { readonly connector: Connector }) =>
  account.connector.checkCredentials?.(signal());

describe('credentials', () => {
  test('that are valid return the account’s services', async () => {
    const check = await checkOf(await start({}, { operators: 'orange_bf, wave_ci' }));
    const wave = {
      operator: 'wave_ci',
      currency: 'XOF',
      collect: true,
      payout: true,
      refund: true,
      payer_known: false,
      decimals: 0,
    };
    expect(check).toMatchObject({
      kind: 'good',
      services: [{ operator: 'orange_bf', code_first: { dial: '*144*4*6*{amount}#' } }, wave],
    });
  });

  test.each<[string, Parameters<typeof startAccount>, RegExp]>([
    ['a wrong token', [{}, { api_token: 'wrong' }], /does not accept the API token/],
    ['signed requests only, and no key', [{ merchant_keys: {} }], /signed requests only/],
    [
      'signed callbacks that are off at pawaPay',
      [{}, { signed_callbacks: true }],
      /does not sign this account's callbacks/,
    ],
    ['an invalid key', [{}, { signing_key: 'x', signing_key_id: 'a' }], /not a private key/],
    ['a key without its id', [{}, { signing_key: p256.privateKey }], /Provide signing_key_id/],
    [
      'a key that does not match the algorithm',
      [{}, { signing_key: p256.privateKey, signing_key_id: 'a', signature_algorithm: 'rsa-pss-sha512' }],
      /matches the algorithm/,
    ],
    [
      'an operator that pawaPay does not reach',
      [{}, { operators: 'mtn_bj,moov_ci' }],
      /does not reach moov_ci/,
    ],
  ])('are reported as invalid, with an explanation: %s', async (_, [options, config], problem) => {
    const check = await checkOf(await start(options, config));
    expect(check).toMatchObject({ kind: 'bad', problem: expect.stringMatching(problem) });
    expect(JSON.stringify(check)).not.toContain('wrong');
  });

  test.each<FaultKind>(['drop_before', 'server_error', 'malformed', 'too_many_requests'])(
    'can be neither confirmed nor rejected after the fault %s',
    async (kind) => {
      const account = await start();
      account.world.faults.next.push({ kind });
      expect(await checkOf(account)).toMatchObject({ kind: 'unknown' });
    },
  );
});

describe('faults', () => {
  type Ask = (account: Awaited<ReturnType<typeof start>>) => Promise<{ outcome: unknown } | undefined>;
  const collection = collectionOf();
  const asks: [string, Ask][] = [
    ['collect', ({ connector }) => connector.collect(collectionOf(), AbortSignal.timeout(1_000))],
    ['payout', async ({ connector }) => connector.payout?.(payoutOf(), AbortSignal.timeout(1_000))],
    [
      'refund',
      async ({ connector, timeline, world }) => {
        const [fault] = world.faults.next.splice(0);
        await connector.collect(collection, signal());
        timeline.advance(3_000);
        if (fault) world.faults.next.push(fault);
        return connector.refund?.(refundOf(collection), AbortSignal.timeout(1_000));
      },
    ],
  ];
  const causes: [FaultKind, string][] = [
    ['drop_before', 'unreachable'],
    ['drop_after', 'unreachable'],
    ['delay', 'timeout'],
    ['too_many_requests', 'unreadable'],
    ['server_error', 'server_error'],
    ['unavailable', 'server_error'],
    ['malformed', 'unreadable'],
  ];
  test.each(asks.flatMap(([verb, ask]) => causes.map(([kind, cause]) => ({ verb, ask, kind, cause }))))(
    '$kind during $verb leaves the outcome unknown ($cause)',
    async ({ ask, kind, cause }) => {
      const account = await start();
      account.world.faults.next.push({ kind, place: '/v2/' });
      expect((await ask(account))?.outcome).toEqual({ kind: 'unknown', cause });
    },
  );

  test.each(causes)('the fault %s during an inquiry leaves the outcome unknown (%s)', async (kind, cause) => {
    const account = await start();
    const request = collectionOf();
    await account.connector.collect(request, signal());
    account.world.faults.next.push({ kind });
    const asked = lookupOf(request, 'collect', account.timeline.now());
    const { outcome } = await account.connector.lookup(asked, AbortSignal.timeout(1_000));
    expect(outcome).toEqual({ kind: 'unknown', cause });
  });

  test('a closed port proves that nothing was sent', async () => {
    const account = await startAccount();
    await account.close();
    const other = await start({}, { base_url: account.url });
    expect((await other.connector.collect(collectionOf(), signal())).outcome).toEqual({
      kind: 'failed',
      reason: 'operator_down',
      operator_code: 'not_sent',
      reached_customer: false,
    });
  });
});

describe('peculiarities of pawaPay', () => {
  test('“not found” means that the request never arrived from 15 minutes after it can have been sent', async () => {
    const { connector, timeline } = await start();
    const asked = lookupOf(collectionOf(), 'collect', timeline.now());
    timeline.advance(15 * 60_000 + lease_ms - 1);
    expect((await connector.lookup(asked, signal())).outcome).toEqual({
      kind: 'unknown',
      cause: 'not_found',
    });
    timeline.advance(1);
    // Without proof that it reached nobody: it is rechecked, because pawaPay may find the transaction after all.
    expect((await connector.lookup(asked, signal())).outcome).toEqual({
      kind: 'failed',
      reason: 'operator_down',
      operator_code: 'never_received',
    });
  });

  test('a request with a repeated reference is pending and creates no second transaction', async () => {
    const { connector, simulator, timeline } = await start();
    const request = collectionOf();
    await connector.collect(request, signal());
    timeline.advance(3_000);
    expect((await connector.collect(request, signal())).outcome.kind).toBe('pending');
    expect(simulator.transactions()).toHaveLength(1);
  });

  test('a closed operator refuses requests before the customer is asked; a delayed operator queues payouts', async () => {
    const { connector, simulator, timeline } = await start();
    simulator.availability.set('MTN_MOMO_BEN', 'CLOSED').set('MOOV_BEN', 'DELAYED');
    const refused = {
      kind: 'failed',
      reason: 'operator_down',
      operator_code: 'PROVIDER_TEMPORARILY_UNAVAILABLE',
      reached_customer: false,
    };
    expect((await connector.collect(collectionOf(), signal())).outcome).toEqual(refused);
    const collection = collectionOf({ operator: 'moov_bj', phone: '+2290195000001' });
    expect((await connector.collect(collection, signal())).outcome).toEqual(refused);
    const payout = payoutOf({ operator: 'moov_bj', phone: '+2290195000001' });
    expect((await connector.payout?.(payout, signal()))?.outcome).toEqual({ kind: 'pending', action: null });
    const asked = lookupOf(payout, 'payout', timeline.now());
    const { outcome, raw } = await connector.lookup(asked, signal());
    expect(outcome).toEqual({ kind: 'pending', action: null });
    expect(raw).toMatchObject({ body: { data: { status: 'ENQUEUED' } } });
    expect(await connector.availability?.(signal())).toEqual(
      expect.arrayContaining([
        { operator: 'mtn_bj', direction: 'collect', state: 'down' },
        { operator: 'moov_bj', direction: 'payout', state: 'delayed' },
        { operator: 'mtn_ci', direction: 'refund', state: 'up' },
      ]),
    );
  });

  test('a code that the customer created in advance is sent with the request, which is refused without it', async () => {
    const { connector, timeline } = await start();
    const request = collectionOf({ operator: 'orange_bf', phone: '+22607000001' });
    expect((await connector.collect(request, signal())).outcome).toMatchObject({
      kind: 'failed',
      operator_code: 'MISSING_PARAMETER',
      reached_customer: false,
    });
    const coded = { ...request, otp: '367025' };
    const { outcome, raw } = await connector.collect(coded, signal());
    expect(outcome).toEqual({ kind: 'pending', action: null });
    timeline.advance(3_000);
    const found = await connector.lookup(lookupOf(coded, 'collect', timeline.now()), signal());
    expect(found.outcome).toMatchObject({ kind: 'settled' });
    expect(JSON.stringify([raw, found.raw])).not.toContain('367025');
  });

  test('a pending prompt is reported with the code to dial if it does not appear', async () => {
    const { connector } = await start();
    const request = collectionOf({ operator: 'mtn_ci', phone: '+2250500000001' });
    const { outcome } = await connector.collect(request, signal());
    expect(outcome).toEqual({ kind: 'pending', action: { kind: 'prompt', dial: '*133#' } });
  });

  test('a redirect without a URL yet is still pending', async () => {
    const { connector, world } = await start();
    world.faults.next.push({ kind: 'server_error', place: '/v2/deposits/' });
    const request = collectionOf({ operator: 'wave_sn', phone: '+221770000001' });
    expect((await connector.collect(request, signal())).outcome).toEqual({ kind: 'pending', action: null });
  });

  test('an operator that pawaPay does not reach is refused before any request', async () => {
    const { connector, simulator } = await start();
    const { outcome } = await connector.collect(collectionOf({ operator: 'moov_ci' }), signal());
    expect(outcome).toMatchObject({ kind: 'failed', reached_customer: false });
    expect(simulator.transactions()).toEqual([]);
  });

  test('amounts with two decimals are sent without trailing zeros and parsed with them', async () => {
    const { connector, simulator, timeline } = await start();
    const money = { amount_minor: 1_250n, currency: asCurrency('GHS') };
    const request = collectionOf({ operator: 'mtn_gh', phone: '+233240000001', money });
    await connector.collect(request, signal());
    expect(simulator.transactions()).toMatchObject([{ asked_amount: '12.5', currency: 'GHS' }]);
    timeline.advance(3_000);
    const { outcome } = await connector.lookup(lookupOf(request, 'collect', timeline.now()), signal());
    expect(outcome).toEqual({ kind: 'settled', money });
  });

  test('a deposit is refunded in parts, one at a time, until nothing is left', async () => {
    const { connector, timeline } = await start();
    const collection = collectionOf();
    await connector.collect(collection, signal());
    const refund = async (amount_minor: bigint) =>
      (await connector.refund?.(refundOf(collection, amount_minor), signal()))?.outcome;
    expect(await refund(100n)).toMatchObject({ kind: 'failed', operator_code: 'INVALID_STATE' });
    timeline.advance(3_000);
    expect(await refund(1_000n)).toEqual({ kind: 'pending', action: null });
    expect(await refund(500n)).toMatchObject({ kind: 'failed', operator_code: 'REFUND_IN_PROGRESS' });
    timeline.advance(3_000);
    expect(await refund(501n)).toMatchObject({ reason: 'limit_exceeded', operator_code: 'AMOUNT_TOO_LARGE' });
    expect(await refund(500n)).toEqual({ kind: 'pending', action: null });
    timeline.advance(3_000);
    expect(await refund(1n)).toMatchObject({ operator_code: 'DEPOSIT_ALREADY_REFUNDED' });
  });

  test('balances are reported; an unreadable response is an error', async () => {
    const { connector, timeline, world } = await start();
    await connector.collect(collectionOf(), signal());
    timeline.advance(3_000);
    const money = { amount_minor: 10_001_500n, currency: asCurrency('XOF') };
    expect(await connector.balance?.(signal())).toEqual([{ wallet: 'BEN', money }]);
    world.faults.next.push({ kind: 'malformed' });
    await expect(connector.balance?.(signal())).rejects.toThrow('HTTP 200');
  });

  test('no stored response contains the token', async () => {
    const { connector } = await start({}, { api_token: 'a-secret-token' });
    const { raw, outcome } = await connector.collect(collectionOf(), signal());
    expect(outcome).toMatchObject({ operator_code: 'AUTHENTICATION_ERROR', reached_customer: false });
    expect(JSON.stringify(raw)).not.toContain('a-secret-token');
    expect(JSON.stringify(raw)).not.toContain(api_token);
  });
});
