import { makeMtnMomo } from '@guichet/simulators/mtn-momo/index';
import Value from 'typebox/value';
import { afterEach, expect, test } from 'vitest';
import { configSchema } from './config.ts';
import { mtnMomo } from './index.ts';
import { account, makeWired, type Wired } from './test-support.ts';

/** A system credential of the internet platform's portal: base64 text, including its final =. */
const api_user = 'bW9tb3VzZXItMTIzNDU2Nzg5MA==';
const api_key = 'p+Ss/w0rd:with=signs&more';
const { target_environment } = account;

let wired: Wired | undefined;
afterEach(() => wired?.close());

const open = async (changes: Readonly<Record<string, unknown>> = {}) => {
  wired = await makeWired(
    { api_user, api_key, disbursement_api_user: undefined, disbursement_api_key: undefined, ...changes },
    (world) =>
      makeMtnMomo(world, {
        platform: 'internet',
        target_environment,
        currency: 'XOF',
        subscription_keys: {
          collection: account.collection_subscription_key,
          disbursement: account.disbursement_subscription_key,
        },
        users: [{ api_user, api_key, callback_host: 'pay.example.com' }],
      }),
  );
  return wired;
};

test('an account with a system credential collects on the platform, and can inquire', async () => {
  const { send, lookup, ask, timeline, truth, connector } = await open();
  expect(await connector.checkCredentials?.(AbortSignal.timeout(5_000))).toEqual({ kind: 'good' });
  const request = ask('collect');
  expect((await send('collect', request)).outcome.kind).toBe('pending');
  timeline.advance(1_000);
  expect((await lookup(request)).outcome).toMatchObject({ kind: 'settled' });
  expect(truth(request.reference)?.status).toBe('success');
});

test('a wrong target environment is reported as bad credentials', async () => {
  const { connector } = await open({ target_environment: 'mtnuganda' });
  expect(await connector.checkCredentials?.(AbortSignal.timeout(5_000))).toMatchObject({
    kind: 'bad',
    problem: expect.stringContaining('target environment'),
  });
});

test.each<[string, boolean]>([
  ['6d746e2d-6d6f-4d6f-8000-000000000001', true],
  [api_user, true],
  ['a:b', false],
  ['with space', false],
  ['', false],
  ['é', false],
])('the API user %j is accepted: %s', (one, isTaken) => {
  expect(Value.Check(configSchema, { ...account, api_user: one })).toBe(isTaken);
});

test.each<[object, string]>([
  [{}, 'https://proxy.momoapi.mtn.com'],
  [{ platform: 'partner' }, 'https://proxy.momoapi.mtn.com'],
  [{ platform: 'internet' }, 'https://momoapi.momo.africa'],
  [{ platform: 'internet', target_environment: 'sandbox' }, 'https://sandbox.momodeveloper.mtn.com'],
  [{ platform: 'internet', base_url: 'https://proxy.momoapi.mtn.co.rw' }, 'https://proxy.momoapi.mtn.co.rw'],
])('with %j the API is at %s', (more, address) => {
  expect(mtnMomo.addressOf({ ...account, ...more })).toBe(address);
  expect(mtnMomo.hosts).toContain(new URL(address).host);
});
