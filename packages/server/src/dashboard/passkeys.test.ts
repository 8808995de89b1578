import { createMerchant } from '@guichet/core/accounts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { command } from '../../../../test-support/actors.ts';
import { makePasskey, type SoftPasskey } from '../../../../test-support/authenticator.ts';
import { startTestService, type TestService } from '../../../../test-support/service.ts';
import { enrol } from './testing/enrol.ts';
import { makeStaff, makeVisit, type Visit } from './testing/visit.ts';

/** Owners of passkeys: two people at one merchant, or at two merchants. */
let service: TestService;
let other_id: string;
beforeAll(async () => {
  service = await startTestService();
  other_id = (await createMerchant(service.ctx, command, { name: 'Other', country: 'BJ' })).id;
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.database.pool.query('delete from rate_limit_buckets');
});

type Somebody = Visit & { readonly email: string; readonly id: string };

async function visitBySomebody(merchant_id?: string): Promise<Somebody> {
  const { id, email } = await makeStaff(service, 'owner', merchant_id);
  const visit = makeVisit(service, merchant_id);
  await visit.signIn(email);
  return { ...visit, id, email };
}

/**
 * Begins a registration, after which the server awaits the device's response. @returns the function that sends that
 * response
 */
async function begin(visit: Visit, device: SoftPasskey, more: object = {}) {
  const { body: options } = await visit.send('GET', '/auth/passkey/generate-register-options');
  const body = { response: device.create(options), name: 'Phone', ...more };
  return () => visit.send('POST', '/auth/passkey/verify-registration', { body });
}

const register = async (visit: Visit, device: SoftPasskey, more?: object) =>
  (await begin(visit, device, more))();

async function showOn(visit: Visit, device: SoftPasskey): Promise<void> {
  const { body: options } = await visit.send('GET', '/auth/passkey/generate-authenticate-options');
  await visit.send('POST', '/auth/passkey/verify-authentication', {
    body: { response: device.get(options) },
  });
}

/** Signs in with the device. @returns the person's e-mail address */
async function show(device: SoftPasskey): Promise<unknown> {
  const visit = makeVisit(service);
  await showOn(visit, device);
  return (await visit.send('GET', '/api/me')).body.data?.user.email;
}

test.each(['the same merchant', 'another merchant', 'the same sign-in'])(
  'a registered passkey cannot be registered again by %s, and still works',
  async (place) => {
    const device = makePasskey(service.url);
    const first = await visitBySomebody();
    expect(await register(first, device)).toMatchObject({ status: 200 });
    const second =
      place === 'the same sign-in'
        ? first
        : await visitBySomebody(place === 'another merchant' ? other_id : undefined);
    const refused = await register(second, device);
    expect(refused).toMatchObject({ status: 400, body: { code: 'PASSKEY_KNOWN' } });
    // A different device that claims the same id is refused too.
    const forged = { ...makePasskey(service.url, Buffer.from(device.credential_id, 'base64url')) };
    expect(await register(second, forged)).toMatchObject({
      status: 400,
      body: { code: 'PASSKEY_KNOWN' },
    });
    expect(await show(device)).toBe(first.email);
    expect(await show(forged)).toBeUndefined();
  },
);

test('of two concurrent registrations of one passkey, one succeeds and the other gets an error', async () => {
  const device = makePasskey(service.url);
  const people = [await visitBySomebody(), await visitBySomebody(other_id)];
  for (let round = 0; round < 5; round++) {
    await service.database.pool.query('delete from staff_passkeys');
    const both = await Promise.all(people.map((visit) => begin(visit, device)));
    const answers = await Promise.all(both.map((send) => send()));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(answers.find(({ status }) => status === 400)?.body.code).toBe('PASSKEY_KNOWN');
    const winner = answers.findIndex(({ status }) => status === 200);
    expect(await show(device)).toBe(people[winner]?.email);
  }
});

test('a removed passkey can be registered again, and signs in to the new account only', async () => {
  const device = makePasskey(service.url);
  const [first, second] = [await visitBySomebody(), await visitBySomebody(other_id)];
  const { body } = await register(first, device);
  await first.send('POST', '/auth/passkey/delete-passkey', { body: { id: body.id } });
  expect(await show(device)).toBeUndefined();
  expect(await register(second, device)).toMatchObject({ status: 200 });
  expect(await show(device)).toBe(second.email);
});

test('a registration starts no session, and renews the token of the current one', async () => {
  const visit = await visitBySomebody();
  const listSessions = async () =>
    (await visit.send('GET', '/api/me/sessions')).body.data.sessions.map(({ id }: { id: string }) => id);
  const token = () => visit.cookies.get('guichet.session_token');
  const [before, token_before] = [await listSessions(), token()];
  expect(before).toHaveLength(1);
  const answer = await register(visit, makePasskey(service.url), { createSession: true });
  expect(answer).toMatchObject({ status: 200 });
  expect(answer.body.session).toBeUndefined();
  expect(await listSessions()).toEqual(before);
  expect(token()).not.toBe(token_before);
});

test.each(['delete-passkey', 'update-passkey'])(
  '%s affects one’s own passkeys only, and reveals nothing about others',
  async (endpoint) => {
    const device = makePasskey(service.url);
    const owner = await visitBySomebody();
    const { body: passkey } = await register(owner, device);
    for (const stranger of [await visitBySomebody(), await visitBySomebody(other_id)]) {
      const said = [];
      for (const id of [passkey.id, 'stf_nobody', 7, null]) {
        const { status, body } = await stranger.send('POST', `/auth/passkey/${endpoint}`, {
          body: { id, name: 'Mine now' },
        });
        said.push({ status, ...body, request_id: '' });
      }
      expect(said[0]).toMatchObject({ status: 404, code: 'not_found' });
      for (const other of said) expect(other).toEqual(said[0]);
    }
    expect(await show(device)).toBe(owner.email);
    const mine = await owner.send('POST', `/auth/passkey/${endpoint}`, {
      body: { id: passkey.id, name: 'Tablet' },
    });
    expect(mine).toMatchObject({ status: 200 });
  },
);

const signInsOf = async ({ id }: { readonly id: string }): Promise<readonly object[]> => {
  const { rows } = await service.database.pool.query(
    `select author_id, after from audit_log where object_type = 'sign_in' and object_id = $1 order by position`,
    [id],
  );
  return rows.map(({ author_id, after }) => ({ ...after, by: author_id }));
};

test.each(['a passkey', 'a password'] as const)(
  'signing in with %s over somebody else’s session is recorded, and so is the end of that session',
  async (way) => {
    const device = makePasskey(service.url);
    const other = await visitBySomebody();
    await register(other, device);
    const visit = await visitBySomebody();
    if (way === 'a passkey') await showOn(visit, device);
    else await visit.signIn(other.email);
    expect((await visit.send('GET', '/api/me')).body.data.user.email).toBe(other.email);
    expect(await signInsOf(other)).toEqual([
      { outcome: 'signed_in', way: 'password', by: other.id },
      { outcome: 'signed_in', way: way === 'a passkey' ? 'passkey' : 'password', by: other.id },
    ]);
    expect(await signInsOf(visit)).toEqual([
      { outcome: 'signed_in', way: 'password', by: visit.id },
      { outcome: 'signed_out', by: visit.id },
    ]);
  },
);

test('the end of a session is recorded when somebody else’s password awaits a code', async () => {
  const other = await visitBySomebody();
  await enrol(other);
  const visit = await visitBySomebody();
  expect((await visit.signIn(other.email)).body.twoFactorRedirect).toBe(true);
  expect((await visit.send('GET', '/api/me')).status).toBe(401);
  expect(await signInsOf(visit)).toMatchObject([{ outcome: 'signed_in' }, { outcome: 'signed_out' }]);
});

test('authenticating again with one’s own passkey is not recorded as a sign-in', async () => {
  const device = makePasskey(service.url);
  const visit = await visitBySomebody();
  await register(visit, device);
  await showOn(visit, device);
  expect(await signInsOf(visit)).toHaveLength(1);
});
