import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../../test-support/service.ts';
import { enrol } from './testing/enrol.ts';
import { test_password } from './testing/test-password.ts';
import { makeVisit, type Visit, visitAs } from './testing/visit.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.database.pool.query('delete from rate_limit_buckets');
});

type Member = Visit & { readonly id: string; readonly email: string };

const tokenOf = ({ cookies }: Visit): string | undefined => cookies.get('guichet.session_token');
/** Sends a request with a session token that the browser had at another time. */
const sendWith = (token: string | undefined, method: string, path: string, body?: unknown) =>
  makeVisit(service).send(method, path, {
    headers: { cookie: `guichet.session_token=${token}` },
    ...(body !== undefined && { body }),
  });
const proof = { password: test_password };
const sessionsOf = async (visit: Visit) => (await visit.send('GET', '/api/me/sessions')).body.data.sessions;
const invite = `/team/invitations`;
let guests = 0;
const guest = () => ({ email: `guest-${++guests}@renewed.example`, role: 'viewer' });
/** Moves the step-up authentication an hour into the past. */
const passAnHour = ({ id }: Member) =>
  service.database.pool.query(
    `update staff_sessions set proven_at = proven_at - interval '1 hour',
       expires_at = case when renewed_as is null then expires_at else expires_at - interval '1 hour' end
     where user_id = $1`,
    [id],
  );

describe.each([
  [
    'a password',
    async () => {
      const member = await visitAs(service, 'owner');
      return { member, path: '/api/me/proof', body: proof };
    },
  ],
  [
    'a code',
    async () => {
      const member = await visitAs(service, 'owner');
      const { code } = await enrol(member);
      return { member, path: '/auth/two-factor/verify-totp', body: { code: code() } };
    },
  ],
  [
    'a recovery code',
    async () => {
      const member = await visitAs(service, 'owner');
      const { codes } = await enrol(member);
      return { member, path: '/auth/two-factor/verify-backup-code', body: { code: codes[0] } };
    },
  ],
])('step-up authentication by %s', (_, begin) => {
  test('gives the session a new token, and the old token permits no sensitive operation', async () => {
    const { member, path, body } = await begin();
    const [session] = await sessionsOf(member);
    const former = tokenOf(member);
    await passAnHour(member);
    expect((await member.send('POST', path, { body })).status).toBe(200);
    expect(tokenOf(member)).not.toBe(former);
    expect((await member.ask('POST', invite, guest())).status).toBe(201);
    // The same session, in the list too.
    expect(await sessionsOf(member)).toEqual([{ ...session, used_at: expect.any(String) }]);
    // A request that another tab had in flight still succeeds.
    expect((await sendWith(former, 'GET', '/api/me')).status).toBe(200);
    const path_of_merchant = `/api/${service.demo.merchant_id}/test${invite}`;
    expect(await sendWith(former, 'POST', path_of_merchant, guest())).toMatchObject({
      status: 403,
      body: { code: 'proof_required' },
    });
    await passAnHour(member);
    expect((await sendWith(former, 'GET', '/api/me')).status).toBe(401);
    expect((await member.send('GET', '/api/me')).status).toBe(200);
  });
});

describe('a replaced token', () => {
  test('yields the same new token again when the first response was lost', async () => {
    const member = await visitAs(service, 'owner');
    const former = tokenOf(member);
    await member.send('POST', '/api/me/proof', { body: proof });
    const again = makeVisit(service);
    const headers = { cookie: `guichet.session_token=${former}` };
    expect((await again.send('POST', '/api/me/proof', { body: proof, headers })).status).toBe(200);
    expect(tokenOf(again)).toBe(tokenOf(member));
  });

  test('yields a single new token for simultaneous authentications', async () => {
    const member = await visitAs(service, 'owner');
    const headers = { cookie: `guichet.session_token=${tokenOf(member)}` };
    const tabs = [makeVisit(service), makeVisit(service), makeVisit(service)];
    const responses = await Promise.all(
      tabs.map((tab) => tab.send('POST', '/api/me/proof', { body: proof, headers })),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(tabs.map(tokenOf)).size).toBe(1);
    expect((await tabs[0]?.send('GET', '/api/me'))?.status).toBe(200);
  });

  test('signs the session out', async () => {
    const member = await visitAs(service, 'owner');
    const former = tokenOf(member);
    await member.send('POST', '/api/me/proof', { body: proof });
    expect((await sendWith(former, 'POST', '/auth/sign-out', {})).status).toBe(200);
    expect((await member.send('GET', '/api/me')).status).toBe(401);
    const { rows } = await service.database.pool.query('select id from staff_sessions where user_id = $1', [
      member.id,
    ]);
    expect(rows).toEqual([]);
  });

  test('ends with its session and is not counted as a separate session', async () => {
    const member = await visitAs(service, 'owner');
    const former = tokenOf(member);
    await member.send('POST', '/api/me/proof', { body: proof });
    const elsewhere = makeVisit(service);
    await elsewhere.signIn(member.email);
    expect((await elsewhere.send('DELETE', '/api/me/sessions')).body.data).toEqual({ ended: 1 });
    expect((await sendWith(former, 'GET', '/api/me')).status).toBe(401);
  });
});
