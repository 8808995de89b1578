import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findColumnsWith } from '../../../../test-support/find-text.ts';
import { startTestService, type TestService } from '../../../../test-support/service.ts';
import { enrol } from './testing/enrol.ts';
import { makeVisit, type Visit, visitAs } from './testing/visit.ts';

/** The database stores only a session's handle; the cookie is the handle with an HMAC that no row contains. */
let service: TestService;
let member: Visit & { readonly email: string };
/** Signed in with a second factor, on a device that is trusted from now on. */
let trusted: Visit;
/** Halfway: the password was correct, and the code has not been entered. */
let halfway: Visit;
beforeAll(async () => {
  service = await startTestService();
  member = await visitAs(service, 'owner');
  const { codes } = await enrol(member);
  trusted = makeVisit(service);
  await trusted.signIn(member.email);
  const body = { code: codes[0], trustDevice: true };
  expect((await trusted.send('POST', '/auth/two-factor/verify-backup-code', { body })).status).toBe(200);
  halfway = makeVisit(service);
  await halfway.signIn(member.email);
});
afterAll(() => service.stop());

const session_cookie = 'guichet.session_token';
const lookWith = async (cookie: string) =>
  (await makeVisit(service).send('GET', '/api/me', { headers: { cookie } })).status;
const handles = async (): Promise<string[]> =>
  (await service.database.pool.query('select token from staff_sessions')).rows.map(({ token }) => token);
/** The cookie as a browser sends it: the handle, a dot and the signature in base64. */
const signedBy = (key: string, handle: string) =>
  encodeURIComponent(`${handle}.${createHmac('sha256', key).update(handle).digest('base64')}`);

test('a copy of the database contains no cookie of a complete or partial sign-in', async () => {
  const names = [member, trusted, halfway].flatMap(({ cookies }) => [...cookies.keys()]);
  expect(new Set(names)).toEqual(new Set([session_cookie, 'guichet.trust_device', 'guichet.two_factor']));
  for (const { cookies } of [member, trusted, halfway]) {
    for (const [name, value] of cookies) {
      const [, kept = '', signature = ''] = /^(.+)\.([^.]+)$/.exec(decodeURIComponent(value)) ?? [];
      expect(signature).toHaveLength(44);
      // Of the other cookies, not even the signed value is stored.
      const inside = name === session_cookie ? [] : kept.split('!');
      const words = [value, decodeURIComponent(value), signature, encodeURIComponent(signature), ...inside];
      expect(await findColumnsWith(service.database.pool, words)).toEqual([]);
    }
  }
});

test('a copy of the database yields no valid cookie', async () => {
  const { rows } = await service.database.pool.query('select secret_sealed from installation_secrets');
  const keys = ['', 'better-auth-secret-12345678901234567890', ...rows.map((row) => row.secret_sealed)];
  const [own = ''] = decodeURIComponent(member.cookies.get(session_cookie) ?? '').split('.');
  const kept = await handles();
  expect(kept).toContain(own);
  const [, others_signature = ''] = decodeURIComponent(trusted.cookies.get(session_cookie) ?? '').split('.');
  for (const handle of kept) {
    const forged = [
      handle,
      `${handle}.`,
      `${handle}.${handle}`,
      ...keys.map((key) => signedBy(key, handle)),
      ...keys.map((key) => signedBy(key, `${handle}.`)),
    ];
    for (const value of forged) expect(await lookWith(`${session_cookie}=${value}`)).toBe(401);
  }
  // A signature is valid for its own handle only.
  expect(await lookWith(`${session_cookie}=${encodeURIComponent(`${own}.${others_signature}`)}`)).toBe(401);
  expect(await lookWith(`${session_cookie}=${member.cookies.get(session_cookie)}`)).toBe(200);
});
