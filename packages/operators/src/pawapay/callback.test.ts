import { afterEach, describe, expect, test } from 'vitest';
import type { RawCallback } from '../contract.ts';
import { readCallback } from './callback.ts';
import { collectionOf, lookupOf, payoutOf, refundOf, signal, startAccount } from './testing/start-account.ts';

type Account = Awaited<ReturnType<typeof startAccount>>;
const open: Account[] = [];
afterEach(async () => {
  for (const account of open.splice(0)) await account.close();
});

async function startSigned(encoding: 'der' | 'raw' = 'der'): Promise<Account> {
  const account = await startAccount({ callback_signature: encoding }, { signed_callbacks: true });
  open.push(account);
  return account;
}

/** Makes a collection. @returns the callback that reports its outcome */
async function makeGenuine(account: Account): Promise<RawCallback> {
  await account.connector.collect(collectionOf(), signal());
  account.timeline.advance(3_000);
  const genuine = account.delivered.at(-1);
  if (!genuine) throw new Error('no callback');
  return genuine;
}

describe('a signed callback', () => {
  test.each(['der', 'raw'] as const)('with a %s signature is genuine', async (encoding) => {
    const account = await startSigned(encoding);
    expect(account.connector.callback_trust).toBe('signed');
    expect(await account.connector.verifyCallback(await makeGenuine(account))).toBe(true);
  });

  const elsewhere = 'https://pay.example.com/callbacks/pawapay/cac_2';
  test.each<[string, (raw: RawCallback) => RawCallback]>([
    ['without headers', (raw) => ({ ...raw, headers: {} })],
    ['without a signature', ({ headers: { signature: _, ...headers }, ...raw }) => ({ ...raw, headers })],
    ['with a different body', (raw) => ({ ...raw, body: raw.body.replace('1500.00', '9500.00') })],
    ['truncated', (raw) => ({ ...raw, body: raw.body.slice(0, -1) })],
    [
      'with a different body and its own digest',
      (raw) => withHeaders(raw, { 'content-digest': `sha-512=:${'A'.repeat(86)}==:` }),
    ],
    [
      'with an unknown digest algorithm',
      (raw) => withHeaders(raw, { 'content-digest': 'md5=:1B2M2Y8AsgTpgAmY7PhCfg==:' }),
    ],
    ['with a different date', (raw) => withHeaders(raw, { 'signature-date': '2026-03-01T10:00:00Z' })],
    ['sent to a different account', (raw) => withRequest(raw, { url: elsewhere })],
    [
      'sent to a different host',
      (raw) => withRequest(raw, { url: raw.request?.url.replace('example.com', 'evil.com') ?? '' }),
    ],
    ['sent with a different method', (raw) => withRequest(raw, { method: 'PUT' })],
    ['without a known URL', ({ request: _, ...raw }) => raw],
    ['by an unknown key', (raw) => withInput(raw, (input) => input.replace('KEY:1', 'KEY:9'))],
    [
      'with a later expiry',
      (raw) => withInput(raw, (input) => input.replace(/expires=\d+/, 'expires=9999999999')),
    ],
    [
      'that does not cover the body',
      (raw) => withInput(raw, (input) => input.replace('"content-digest" ', '')),
    ],
    ['that does not cover the path', (raw) => withInput(raw, (input) => input.replace('"@path" ', ''))],
    [
      'by a different algorithm',
      (raw) => withInput(raw, (input) => input.replace('ecdsa-p256-sha256', 'rsa-pss-sha512')),
    ],
    ['by the algorithm none', (raw) => withInput(raw, (input) => input.replace('ecdsa-p256-sha256', 'none'))],
    ['whose header is unreadable', (raw) => withInput(raw, () => 'sig-pp=(')],
    [
      'whose component has parameters',
      (raw) => withInput(raw, (input) => input.replace('"@path"', '"@path";req')),
    ],
    ['with a meaningless signature', (raw) => withHeaders(raw, { signature: 'sig-pp=:AA==:' })],
  ])('%s is not genuine', async (_, forge) => {
    const account = await startSigned();
    const genuine = await makeGenuine(account);
    expect(await account.connector.verifyCallback(forge(genuine))).toBe(false);
    expect(await account.connector.verifyCallback(genuine)).toBe(true);
  });

  test('is rejected after its signature has expired, unless it arrived before the expiry', async () => {
    const account = await startSigned();
    const genuine = await makeGenuine(account);
    const received_at = account.timeline.now();
    account.timeline.advance(60_000 + 5 * 60_000 + 1_000);
    expect(await account.connector.verifyCallback(genuine)).toBe(false);
    expect(await account.connector.verifyCallback({ ...genuine, received_at })).toBe(true);
  });

  test('is genuine if its signature is dated up to five minutes ahead, but not more', async () => {
    const account = await startSigned();
    const genuine = await makeGenuine(account);
    const before = (duration_ms: number) => new Date(account.timeline.now().getTime() - duration_ms);
    const verifyAt = (received_at: Date) => account.connector.verifyCallback({ ...genuine, received_at });
    expect(await verifyAt(before(4 * 60_000))).toBe(true);
    expect(await verifyAt(before(6 * 60_000))).toBe(false);
  });

  test('with a signature by a new key is genuine once the keys have been fetched again, at most once a minute', async () => {
    const account = await startSigned();
    expect(await account.connector.verifyCallback(await makeGenuine(account))).toBe(true);
    account.simulator.rotateKey();
    const rotated = await makeGenuine(account);
    expect(await account.connector.verifyCallback(rotated)).toBe(false);
    account.timeline.advance(60_000);
    expect(await account.connector.verifyCallback(rotated)).toBe(true);
  });

  test('cannot be verified while the public keys are unavailable', async () => {
    const account = await startSigned();
    const genuine = await makeGenuine(account);
    for (const kind of ['unavailable', 'malformed', 'drop_after'] as const) {
      account.world.faults.next.push({ kind, place: '/v2/public-key/http' });
      await expect(account.connector.verifyCallback(genuine)).rejects.toThrow('public keys');
    }
    expect(await account.connector.verifyCallback(genuine)).toBe(true);
  });
});

describe('an unsigned callback', () => {
  test('is accepted as a hint, without verification', async () => {
    const account = await startAccount();
    open.push(account);
    expect(account.connector.callback_trust).toBe('hint');
    expect(await account.connector.verifyCallback({ headers: {}, body: '' })).toBe(true);
  });
});

describe('readCallback', () => {
  test('distinguishes deposits, payouts and refunds, although a refund contains the ID of its deposit', async () => {
    const account = await startAccount();
    open.push(account);
    const { connector, timeline, delivered } = account;
    const collection = collectionOf();
    await connector.collect(collection, signal());
    const payout = payoutOf();
    await connector.payout?.(payout, signal());
    timeline.advance(3_000);
    const refund = refundOf(collection, 400n);
    await connector.refund?.(refund, signal());
    timeline.advance(3_000);
    expect(delivered.flatMap(readCallback)).toMatchObject([
      { reference: collection.reference, outcome: { kind: 'settled', money: collection.money } },
      { reference: payout.reference, outcome: { kind: 'settled', money: payout.money } },
      { reference: refund.reference, outcome: { kind: 'settled', money: refund.money } },
    ]);
    const { outcome } = await connector.lookup(lookupOf(refund, 'refund', timeline.now()), signal());
    expect(outcome).toEqual({ kind: 'settled', money: refund.money });
  });

  test('returns the URL of a redirect', async () => {
    const account = await startAccount({ redirect_after_ms: 400 });
    open.push(account);
    const request = collectionOf({ operator: 'wave_ci', phone: '+2250500000001' });
    const { outcome } = await account.connector.collect(request, signal());
    expect(outcome).toEqual({ kind: 'pending', action: null });
    account.timeline.advance(400);
    const url = `${account.url}/authorize/${request.reference}`;
    const pending = { kind: 'pending', action: { kind: 'redirect', url } };
    expect(account.delivered.flatMap(readCallback)).toMatchObject([{ outcome: pending }]);
    const found = await account.connector.lookup(
      lookupOf(request, 'collect', account.timeline.now()),
      signal(),
    );
    expect(found.outcome).toEqual(pending);
  });

  test.each([
    ['nothing', ''],
    ['a list', '[]'],
    ['no id', '{"status":"COMPLETED","amount":"1.00","currency":"XOF"}'],
    ['no status', '{"depositId":"a"}'],
    ['a truncated text', '{"depositId":"a","status":"COMP'],
  ])('ignores a callback with %s', (_, body) => {
    expect(readCallback({ headers: {}, body })).toEqual([]);
  });

  test.each([
    ['an unknown status', '{"depositId":"a","status":"ARCHIVED"}'],
    ['an invalid amount', '{"depositId":"a","status":"COMPLETED","amount":"x","currency":"XOF"}'],
  ])('reports %s as an unknown outcome', (_, body) => {
    const [notice] = readCallback({ headers: {}, body });
    expect(notice).toMatchObject({ reference: 'a', outcome: { kind: 'unknown', cause: 'unreadable' } });
  });
});

function withHeaders(raw: RawCallback, headers: Readonly<Record<string, string>>): RawCallback {
  return { ...raw, headers: { ...raw.headers, ...headers } };
}

function withInput(raw: RawCallback, change: (input: string) => string): RawCallback {
  return withHeaders(raw, { 'signature-input': change(raw.headers['signature-input'] ?? '') });
}

function withRequest(raw: RawCallback, more: Partial<NonNullable<RawCallback['request']>>): RawCallback {
  return raw.request ? { ...raw, request: { ...raw.request, ...more } } : raw;
}
