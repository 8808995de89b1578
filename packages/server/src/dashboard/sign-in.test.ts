import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../../test-support/service.ts';
import { test_password } from './testing/test-password.ts';
import { makeStaff, makeVisit, type Visit, visitAs } from './testing/visit.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());
// Resets the rate limits, because all tests sign in from the same address.
beforeEach(async () => {
  await service.database.pool.query('delete from rate_limit_buckets');
});

const me = (visit: Visit) => visit.send('GET', '/api/me');
const wrong_password = 'not this one at all';

describe('signing in', () => {
  test('sets a session cookie that only our site sends and no script can read', async () => {
    const { email } = await makeStaff(service, 'viewer');
    const answer = await makeVisit(service).signIn(email.toUpperCase());
    expect(answer.status).toBe(200);
    const [cookie, ...others] = answer.headers.getSetCookie();
    expect(others).toEqual([]);
    expect(cookie).toMatch(
      /^guichet\.session_token=[^;]{40,}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Strict$/,
    );
  });

  test('gives the same response, after the same work, to a wrong password and an unknown person', async () => {
    const { email } = await makeStaff(service, 'viewer');
    const answers = [];
    for (const who of [email, 'nobody@shop.example']) {
      const { status, body, headers } = await makeVisit(service).signIn(who, wrong_password);
      answers.push({ status, body: { ...body, request_id: '' }, cookies: headers.getSetCookie() });
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject({
      status: 401,
      body: { code: 'INVALID_EMAIL_OR_PASSWORD', data: null },
      cookies: [],
    });
  });

  test('creates a new session each time, and ends the previous one', async () => {
    const visit = await visitAs(service, 'viewer');
    const before = new Map(visit.cookies);
    await visit.signIn(visit.email);
    expect(visit.cookies.get('guichet.session_token')).not.toBe(before.get('guichet.session_token'));
    const old = [...before].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await makeVisit(service).send('GET', '/api/me', { headers: { cookie: old } });
    expect(answer.status).toBe(401);
    expect((await visit.send('GET', '/api/me/sessions')).body.data.sessions).toHaveLength(1);
  });

  test('works with the longest password that can be chosen, counted in characters', async () => {
    const visit = await visitAs(service, 'viewer');
    const newPassword = `${'🐘🦒🐊🦁🐆🦓🐪🦏'.repeat(15)}baobabs8`;
    expect([...newPassword].length).toBe(128);
    const changed = await visit.send('POST', '/auth/change-password', {
      body: { currentPassword: test_password, newPassword },
    });
    expect(changed.status).toBe(200);
    expect((await makeVisit(service).signIn(visit.email, newPassword)).status).toBe(200);
    expect((await makeVisit(service).signIn(visit.email, `${newPassword}x`)).status).toBe(401);
  });

  test('does not adopt a session chosen by an attacker', async () => {
    const { email } = await makeStaff(service, 'viewer');
    const visit = makeVisit(service);
    const chosen = 'guichet.session_token=abcdefghijklmnopqrstuvwxyz012345.c2ln';
    const answer = await visit.send('POST', '/auth/sign-in/email', {
      body: { email, password: test_password },
      headers: { cookie: chosen },
    });
    expect(answer.status).toBe(200);
    expect([...visit.cookies.values()].join()).not.toContain('abcdefghijklmnopqrstuvwxyz012345');
  });

  test.each([
    [{}],
    [{ email: 'x' }],
    [{ email: 'awa@shop.example' }],
    [{ email: ['awa@shop.example'], password: {} }],
    [{ email: 'awa@shop.example\u0000', password: test_password }],
    [{ email: 'awa@shop.example', password: 'x'.repeat(10_000) }],
    [[]],
    ['text'],
    [null],
  ])('refuses %j', async (body) => {
    const answer = await makeVisit(service).send('POST', '/auth/sign-in/email', { body });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer.body).toMatchObject({ data: null, request_id: expect.stringMatching(/^req_/) });
  });
});

describe('guessing', () => {
  test('a password is limited to 8 attempts, after which the right one fails too', async () => {
    const { email } = await makeStaff(service, 'viewer');
    const visit = makeVisit(service);
    const statuses = [];
    for (let at = 0; at < 10; at++) statuses.push((await visit.signIn(email, wrong_password)).status);
    expect(statuses).toEqual([...Array(8).fill(401), 429, 429]);
    const answer = await visit.signIn(email);
    expect(answer).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(30);
  });

  test('concurrently gives no more attempts', async () => {
    const { email } = await makeStaff(service, 'viewer');
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => makeVisit(service).signIn(email, wrong_password)),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(8);
  });

  test('through another process gives no more attempts', async () => {
    const other = await startTestService({ database: service.database });
    try {
      const { email } = await makeStaff(service, 'viewer');
      const statuses = [];
      for (let at = 0; at < 12; at++) {
        const visit = makeVisit(at % 2 === 0 ? service : other);
        statuses.push((await visit.signIn(email, wrong_password)).status);
      }
      expect(statuses.filter((status) => status === 401)).toHaveLength(8);
    } finally {
      await other.stop();
    }
  });

  test('across many accounts is limited by address', async () => {
    const tryAt = async (at: number) =>
      (await makeVisit(service).signIn(`nobody-${at}@shop.example`, wrong_password)).status;
    expect(await tryAt(0)).toBe(401);
    // Sets the limit to its value after many attempts. The time is in the future, so that nothing is refilled
    // meanwhile.
    await service.database.pool.query(
      `update rate_limit_buckets set tokens = 2, refilled_at = now() + interval '1 hour'
       where subject like 'sign_in_address:%'`,
    );
    expect([await tryAt(1), await tryAt(2), await tryAt(3), await tryAt(4)]).toEqual([401, 401, 429, 429]);
  });

  test('has a limit that a successful sign-in neither resets nor uses up', async () => {
    const { email } = await makeStaff(service, 'viewer');
    const visit = makeVisit(service);
    const statuses = [];
    for (let at = 0; at < 5; at++) statuses.push((await visit.signIn(email)).status);
    for (let at = 0; at < 7; at++) statuses.push((await visit.signIn(email, wrong_password)).status);
    statuses.push((await visit.signIn(email)).status);
    for (let at = 0; at < 2; at++) statuses.push((await visit.signIn(email, wrong_password)).status);
    // The successful sign-ins must not reset the count: otherwise a person with the same address at another
    // merchant could keep guessing a stranger's password.
    expect(statuses).toEqual([...Array(5).fill(200), ...Array(7).fill(401), 200, 401, 429]);
  });

  test('the password in an open session is also limited', async () => {
    const visit = await visitAs(service, 'viewer');
    const statuses = [];
    for (let at = 0; at < 9; at++) {
      const body = { currentPassword: wrong_password, newPassword: 'a new one: 8 lamps' };
      statuses.push((await visit.send('POST', '/auth/change-password', { body })).status);
    }
    expect(statuses).toEqual([...Array(8).fill(400), 429]);
  });
});

describe('sessions', () => {
  test('on other devices end when the password changes', async () => {
    const first = await visitAs(service, 'viewer');
    const second = makeVisit(service);
    await second.signIn(first.email);
    const newPassword = 'a new one: 8 lamps';
    const changed = await first.send('POST', '/auth/change-password', {
      body: { currentPassword: test_password, newPassword },
    });
    expect(changed.status).toBe(200);
    expect([(await me(first)).status, (await me(second)).status]).toEqual([200, 401]);
    expect((await second.signIn(first.email)).status).toBe(401);
    expect((await second.signIn(first.email, newPassword)).status).toBe(200);
  });

  test('can still be started with the old password if the new one was too weak', async () => {
    const visit = await visitAs(service, 'viewer');
    const answer = await visit.send('POST', '/auth/change-password', {
      body: { currentPassword: test_password, newPassword: 'Password1234' },
    });
    expect(answer).toMatchObject({
      status: 422,
      body: {
        code: 'invalid_fields',
        errors: { newPassword: [expect.stringContaining('stolen passwords')] },
      },
    });
    expect((await makeVisit(service).signIn(visit.email)).status).toBe(200);
  });
});

describe('a second factor', () => {
  interface Enrolled {
    readonly visit: Visit & { readonly email: string; readonly id: string };
    readonly codes: readonly string[];
    code(): Promise<string>;
  }

  async function enrol(): Promise<Enrolled> {
    const visit = await visitAs(service, 'owner');
    const { status, body } = await visit.send('POST', '/auth/two-factor/enable', {
      body: { password: test_password },
    });
    expect(status).toBe(200);
    const secret = secretOf(body.totpURI);
    const code = async () => totpOf(secret);
    // The second factor is not enabled until a code shows that the app has the secret.
    expect((await me(visit)).body.data.user.two_factor_enabled).toBe(false);
    const verified = await visit.send('POST', '/auth/two-factor/verify-totp', {
      body: { code: await code() },
    });
    expect(verified.status).toBe(200);
    expect((await me(visit)).body.data.user.two_factor_enabled).toBe(true);
    return { visit, codes: body.backupCodes, code };
  }

  test('is required after the password, and its code signs in', async () => {
    const { visit, code } = await enrol();
    const next = makeVisit(service);
    const asked = await next.signIn(visit.email);
    expect(asked).toMatchObject({
      status: 200,
      body: { twoFactorRedirect: true, twoFactorMethods: ['totp'] },
    });
    expect(next.cookies.has('guichet.session_token')).toBe(false);
    expect((await me(next)).status).toBe(401);
    const refused = await next.send('POST', '/auth/two-factor/verify-totp', { body: { code: '000000' } });
    expect(refused).toMatchObject({ status: 401, body: { code: 'INVALID_CODE' } });
    expect((await me(next)).status).toBe(401);
    const opened = await next.send('POST', '/auth/two-factor/verify-totp', { body: { code: await code() } });
    expect(opened.status).toBe(200);
    expect((await me(next)).body.data.user.email).toBe(visit.email);
  });

  test('accepts each code once', async () => {
    const { visit, code } = await enrol();
    const seen = await code();
    const visits = Array.from({ length: 3 }, () => makeVisit(service));
    for (const next of visits) await next.signIn(visit.email);
    const answers = await Promise.all(
      visits.map((next) => next.send('POST', '/auth/two-factor/verify-totp', { body: { code: seen } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    const inside = await Promise.all(visits.map(async (next) => (await me(next)).status));
    expect(inside.sort()).toEqual([200, 401, 401]);
    // The session that set up the factor, and the one that signed in.
    expect((await visit.send('GET', '/api/me/sessions')).body.data.sessions).toHaveLength(2);
  });

  test('can be replaced by recovery codes, each of which works once', async () => {
    const { visit, codes } = await enrol();
    expect(new Set(codes).size).toBe(10);
    const attempt = async (code: string | undefined): Promise<number> => {
      const next = makeVisit(service);
      await next.signIn(visit.email);
      return (await next.send('POST', '/auth/two-factor/verify-backup-code', { body: { code } })).status;
    };
    expect(await attempt(codes[0])).toBe(200);
    expect(await attempt(codes[0])).toBe(401);
    expect(await attempt('aaaaa-bbbbb')).toBe(401);
    // A code works however it is typed.
    expect(await attempt(codes[1]?.toUpperCase().replaceAll('-', ' '))).toBe(200);
    // The stored hash of a code does not work as a code.
    const { rows } = await service.database.pool.query(
      'select backup_codes from staff_two_factors where user_id = $1',
      [visit.id],
    );
    expect(await attempt(JSON.parse(rows[0].backup_codes)[0])).toBe(401);
    const { body } = await visit.send('POST', '/auth/two-factor/generate-backup-codes', {
      body: { password: test_password },
    });
    expect(body.backupCodes).toHaveLength(10);
    expect(await attempt(codes[2])).toBe(401);
    expect(await attempt(body.backupCodes[0])).toBe(200);
  });

  test('is not replaced by recovery codes before the app is set up', async () => {
    const visit = await visitAs(service, 'owner');
    const enabled = await visit.send('POST', '/auth/two-factor/enable', {
      body: { password: test_password },
    });
    const [code] = enabled.body.backupCodes;
    const refused = await visit.send('POST', '/auth/two-factor/verify-backup-code', { body: { code } });
    expect(refused).toMatchObject({ status: 401, body: { code: 'INVALID_BACKUP_CODE' } });
    const { rows } = await service.database.pool.query(
      'select second_factor from staff_sessions where user_id = $1',
      [visit.id],
    );
    expect(rows).toEqual([{ second_factor: false }]);
    // Once it is set up, the same code works.
    const app = totpOf(secretOf(enabled.body.totpURI));
    await visit.send('POST', '/auth/two-factor/verify-totp', { body: { code: app } });
    const accepted = await visit.send('POST', '/auth/two-factor/verify-backup-code', { body: { code } });
    expect(accepted.status).toBe(200);
  });

  test('cannot be guessed: there are 5 attempts per password, and 10 failures in a row lock it', async () => {
    const { visit, code } = await enrol();
    const statuses: number[] = [];
    for (let round = 0; round < 3; round++) {
      const next = makeVisit(service);
      await next.signIn(visit.email);
      for (let at = 0; at < 5; at++) {
        const { status } = await next.send('POST', '/auth/two-factor/verify-totp', {
          body: { code: `00000${at}` },
        });
        statuses.push(status);
      }
    }
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401));
    expect(statuses.slice(10)).toEqual(Array(5).fill(429));
    const right = makeVisit(service);
    await right.signIn(visit.email);
    const answer = await right.send('POST', '/auth/two-factor/verify-totp', { body: { code: await code() } });
    expect(answer.status).toBe(429);
  });

  test('is stored encrypted, with hashed codes, and can be removed only with the password', async () => {
    const { visit, codes } = await enrol();
    const { rows } = await service.database.pool.query(
      'select secret, backup_codes from staff_two_factors where user_id = $1',
      [visit.id],
    );
    for (const code of codes) expect(JSON.stringify(rows)).not.toContain(code);
    expect(JSON.parse(rows[0].backup_codes)).toEqual(Array(10).fill(expect.stringMatching(/^#[\w-]{43}$/)));
    const off = (password: string) => visit.send('POST', '/auth/two-factor/disable', { body: { password } });
    expect((await off(wrong_password)).status).toBe(400);
    expect((await off(test_password)).status).toBe(200);
    expect((await makeVisit(service).signIn(visit.email)).body.twoFactorRedirect).toBeUndefined();
  });

  test('is recorded in the audit log when set up and removed, in the person’s name', async () => {
    const { visit } = await enrol();
    const { body } = await visit.ask('GET', `/audit?author=${visit.id}&object_type=person`);
    expect(body.data.items).toMatchObject([
      {
        action: 'changed',
        object_id: visit.id,
        author: { kind: 'staff', id: visit.id, address: '127.0.0.1' },
        request_id: expect.stringMatching(/^req_/),
        before: { two_factor_enabled: false },
        after: { two_factor_enabled: true },
      },
    ]);
  });
});

/** RFC 4648 base32, as authenticator apps read it. */
function secretOf(uri: string): Buffer {
  const text = new URL(uri).searchParams.get('secret') ?? '';
  const bits = [...text]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  return Buffer.from(bytes);
}

/** The current code, as an app shows it (RFC 6238 over RFC 4226 section 5.3). */
function totpOf(secret: Buffer): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 0xf) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}
