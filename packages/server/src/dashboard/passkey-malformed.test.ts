import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makePasskey, type SoftPasskey } from '../../../../test-support/authenticator.ts';
import { startTestService, type TestService } from '../../../../test-support/service.ts';
import { type DashboardAnswer, makeVisit, type Visit, visitAs } from './testing/visit.ts';

/** Malformed requests to the passkey endpoints: each is refused, and none causes a 500. */
let service: TestService;
let member: Visit;
let device: SoftPasskey;
beforeAll(async () => {
  service = await startTestService();
  member = await visitAs(service, 'owner');
  device = makePasskey(service.url);
  const { body: options } = await member.send('GET', '/auth/passkey/generate-register-options');
  const body = { response: device.create(options), name: 'Phone' };
  expect((await member.send('POST', '/auth/passkey/verify-registration', { body })).status).toBe(200);
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.database.pool.query('delete from rate_limit_buckets');
});

// biome-ignore lint/suspicious/noExplicitAny: it is malformed on purpose.
type Sent = any;
/** Turns the response of a device into a malformed one. */
type Spoil = (good: Sent) => unknown;

const base64url = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const inner =
  (more: (response: Sent) => object): Spoil =>
  (good) => ({ ...good, response: { ...good.response, ...more(good.response) } });
const client = (change: (data: Sent) => unknown): Spoil =>
  inner(({ clientDataJSON }) => ({
    clientDataJSON: base64url(change(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()))),
  }));
const cut =
  (field: string, length: number): Spoil =>
  (good) =>
    inner((response) => ({ [field]: response[field].slice(0, length) }))(good);

/** Mistakes that any response of a device can have. */
const of_both: readonly (readonly [what: string, spoil: Spoil])[] = [
  ['nothing', () => undefined],
  ['null', () => null],
  ['a number', () => 7],
  ['a string', () => 'text'],
  ['a list', () => []],
  ['an empty object', () => ({})],
  ['no id', ({ id: _, ...rest }) => rest],
  ['an id that is not a string', (good) => ({ ...good, id: 7, rawId: 7 })],
  ['an id that is an object', (good) => ({ ...good, id: { a: 1 }, rawId: { a: 1 } })],
  ['an id that is a list', (good) => ({ ...good, id: ['a'], rawId: ['a'] })],
  [
    'an id with a character that the database cannot store',
    (good) => ({ ...good, id: 'a\0b', rawId: 'a\0b' }),
  ],
  ['an id with half a character', (good) => ({ ...good, id: 'a\ud800b', rawId: 'a\ud800b' })],
  ['an id of 100 KB', (good) => ({ ...good, id: 'a'.repeat(100_000), rawId: 'a'.repeat(100_000) })],
  ['a different raw id', (good) => ({ ...good, rawId: 'AAAA' })],
  ['a different type', (good) => ({ ...good, type: 'password' })],
  ['no response in it', ({ response: _, ...rest }) => rest],
  ['a response that is null', (good) => ({ ...good, response: null })],
  ['a response that is a string', (good) => ({ ...good, response: 'text' })],
  ['an empty response', (good) => ({ ...good, response: {} })],
  ['client data that is a number', inner(() => ({ clientDataJSON: 7 }))],
  ['client data that is not base64url', inner(() => ({ clientDataJSON: '*** *' }))],
  ['client data that is not JSON', inner(() => ({ clientDataJSON: base64url('{') }))],
  ['client data that is null', client(() => null)],
  ['client data that is a list', client(() => [])],
  ['a different ceremony', client((data) => ({ ...data, type: 'payment.get' }))],
  ['a different challenge', client((data) => ({ ...data, challenge: 'AAAA' }))],
  ['a challenge that is an object', client((data) => ({ ...data, challenge: {} }))],
  ['a different origin', client((data) => ({ ...data, origin: 'https://evil.example' }))],
  ['an invalid token binding', client((data) => ({ ...data, tokenBinding: { status: 7 } }))],
];

const of_registration: readonly (readonly [what: string, spoil: Spoil])[] = [
  ...of_both,
  ['no attestation', inner(() => ({ attestationObject: undefined }))],
  ['an attestation that is not a string', inner(() => ({ attestationObject: {} }))],
  ['an attestation that is not base64url', inner(() => ({ attestationObject: '*** *' }))],
  ['an attestation that is not CBOR', inner(() => ({ attestationObject: base64url('hello') }))],
  ['an attestation of 100 KB of lists in lists', inner(() => ({ attestationObject: 'gYGB'.repeat(25_000) }))],
  ['half an attestation', cut('attestationObject', 60)],
  ['an attestation without its end', cut('attestationObject', 200)],
  ['transports that are a string', inner(() => ({ transports: 'usb' }))],
  ['transports that are an object', inner(() => ({ transports: { join: 1 } }))],
  ['transports that are not strings', inner(() => ({ transports: [{ a: 1 }, null, 7] }))],
  ['transports that the database cannot store', inner(() => ({ transports: ['us\0b'] }))],
];

const of_authentication: readonly (readonly [what: string, spoil: Spoil])[] = [
  ...of_both,
  ['no authenticator data', inner(() => ({ authenticatorData: undefined }))],
  ['authenticator data that is a number', inner(() => ({ authenticatorData: 7 }))],
  ['half of the authenticator data', cut('authenticatorData', 20)],
  ['no signature', inner(() => ({ signature: undefined }))],
  ['a signature that is an object', inner(() => ({ signature: {} }))],
  ['half a signature', cut('signature', 30)],
  ['a user handle that is a number', inner(() => ({ userHandle: 7 }))],
];

/** Expects a client error with a code and a message. */
function expectRefusal({ status, body }: DashboardAnswer): void {
  expect({ status, code: body.code }).toEqual({
    status: expect.toSatisfy((value: number) => value >= 400 && value < 500),
    code: expect.any(String),
  });
  expect(body.message).toMatch(/\w/);
}

describe('a registration with', () => {
  test.each(of_registration)('%s is refused', async (_, spoil) => {
    const { body: options } = await member.send('GET', '/auth/passkey/generate-register-options');
    const body = { response: spoil(makePasskey(service.url).create(options)), name: 'Phone' };
    expectRefusal(await member.send('POST', '/auth/passkey/verify-registration', { body }));
  });

  test.each([
    ['that is not a string', 7],
    ['that is an object', {}],
    ['with a character that the database cannot store', 'a\0b'],
    ['of 100 KB', 'a'.repeat(100_000)],
  ])('a name %s is refused', async (_, name) => {
    const { body: options } = await member.send('GET', '/auth/passkey/generate-register-options');
    const body = { response: makePasskey(service.url).create(options), name };
    expectRefusal(await member.send('POST', '/auth/passkey/verify-registration', { body }));
  });
});

test.each(of_authentication)('a sign-in with %s is refused', async (_, spoil) => {
  const visit = makeVisit(service);
  const { body: options } = await visit.send('GET', '/auth/passkey/generate-authenticate-options');
  const body = { response: spoil(device.get(options)) };
  expectRefusal(await visit.send('POST', '/auth/passkey/verify-authentication', { body }));
  expect((await visit.send('GET', '/api/me')).status).toBe(401);
});

test.each(['verify-registration', 'verify-authentication', 'delete-passkey', 'update-passkey'])(
  '%s refuses a body that is not an object',
  async (endpoint) => {
    for (const body of [null, 7, 'text', [], [{}], {}]) {
      expectRefusal(await member.send('POST', `/auth/passkey/${endpoint}`, { body }));
    }
  },
);

describe('the name of a passkey', () => {
  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a number', 7],
    ['empty', ''],
    ['blanks', '  '],
    ['a character that the database cannot store', 'a\0b'],
    ['100 KB', 'a'.repeat(100_000)],
  ])('cannot be changed to %s', async (_, name) => {
    const { body: known } = await member.send('GET', '/auth/passkey/list-user-passkeys');
    const body = { id: known[0].id, name };
    expectRefusal(await member.send('POST', '/auth/passkey/update-passkey', { body }));
  });
});

test.each(['delete-passkey', 'update-passkey'])('%s gets a 404 for a malformed id', async (endpoint) => {
  for (const id of ['a\0b', 'a\ud800b', 'a'.repeat(100_000), '', [], {}, true]) {
    expectRefusal(await member.send('POST', `/auth/passkey/${endpoint}`, { body: { id, name: 'Mine' } }));
  }
});

test.each([
  'name=%00',
  'name=%ff',
  'authenticatorAttachment=none',
  'authenticatorAttachment=%00',
  'context=%00',
])('requesting options with ?%s is not a server error', async (query) => {
  const { status } = await member.send('GET', `/auth/passkey/generate-register-options?${query}`);
  expect(status).toBeLessThan(500);
});
