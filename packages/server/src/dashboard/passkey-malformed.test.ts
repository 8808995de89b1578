import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makePasskey, type SoftPasskey } from '../../../../test-support/authenticator.ts';
import { startTestService, type TestService } from '../../../../test-support/service.ts';
import { type DashboardAnswer, makeVisit, type Visit, visitAs } from './testing/visit.ts';

/** Malformed requests to the passkey endpoints: each is refused by field name and is never a 500. */
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

// biome-ignore lint/suspicious/noExplicitAny: it is what nobody should send.
type Sent = any;
/** Makes of what a device answers something else. */
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
  ['a text', () => 'text'],
  ['a list', () => []],
  ['an empty object', () => ({})],
  ['no id', ({ id: _, ...rest }) => rest],
  ['an id that is no text', (good) => ({ ...good, id: 7, rawId: 7 })],
  ['an id that is an object', (good) => ({ ...good, id: { a: 1 }, rawId: { a: 1 } })],
  ['an id that is a list', (good) => ({ ...good, id: ['a'], rawId: ['a'] })],
  ['an id with a sign that the database does not keep', (good) => ({ ...good, id: 'a\0b', rawId: 'a\0b' })],
  ['an id with half a sign', (good) => ({ ...good, id: 'a\ud800b', rawId: 'a\ud800b' })],
  ['an id of 100 KB', (good) => ({ ...good, id: 'a'.repeat(100_000), rawId: 'a'.repeat(100_000) })],
  ['another raw id', (good) => ({ ...good, rawId: 'AAAA' })],
  ['another type', (good) => ({ ...good, type: 'password' })],
  ['no answer in it', ({ response: _, ...rest }) => rest],
  ['an answer that is null', (good) => ({ ...good, response: null })],
  ['an answer that is a text', (good) => ({ ...good, response: 'text' })],
  ['an empty answer', (good) => ({ ...good, response: {} })],
  ['client data that is a number', inner(() => ({ clientDataJSON: 7 }))],
  ['client data that is not base64url', inner(() => ({ clientDataJSON: '*** *' }))],
  ['client data that is no JSON', inner(() => ({ clientDataJSON: base64url('{') }))],
  ['client data that is null', client(() => null)],
  ['client data that is a list', client(() => [])],
  ['another ceremony', client((data) => ({ ...data, type: 'payment.get' }))],
  ['another challenge', client((data) => ({ ...data, challenge: 'AAAA' }))],
  ['a challenge that is an object', client((data) => ({ ...data, challenge: {} }))],
  ['another origin', client((data) => ({ ...data, origin: 'https://evil.example' }))],
  ['a strange token binding', client((data) => ({ ...data, tokenBinding: { status: 7 } }))],
];

const of_registration: readonly (readonly [what: string, spoil: Spoil])[] = [
  ...of_both,
  ['no attestation', inner(() => ({ attestationObject: undefined }))],
  ['an attestation that is no text', inner(() => ({ attestationObject: {} }))],
  ['an attestation that is not base64url', inner(() => ({ attestationObject: '*** *' }))],
  ['an attestation that is no CBOR', inner(() => ({ attestationObject: base64url('hello') }))],
  ['an attestation of 100 KB of lists in lists', inner(() => ({ attestationObject: 'gYGB'.repeat(25_000) }))],
  ['half an attestation', cut('attestationObject', 60)],
  ['an attestation without its end', cut('attestationObject', 200)],
  ['ways that are a text', inner(() => ({ transports: 'usb' }))],
  ['ways that are an object', inner(() => ({ transports: { join: 1 } }))],
  ['ways that are no texts', inner(() => ({ transports: [{ a: 1 }, null, 7] }))],
  ['ways that the database does not keep', inner(() => ({ transports: ['us\0b'] }))],
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

/** A refusal that says what it is of. */
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
    ['that is no text', 7],
    ['that is an object', {}],
    ['with a sign that the database does not keep', 'a\0b'],
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
    ['a sign that the database does not keep', 'a\0b'],
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
