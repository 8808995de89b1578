import { randomUUID } from 'node:crypto';
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

const age = ({ id }: Member) =>
  service.database.pool.query(
    `update staff_sessions set proven_at = now() - interval '16 minutes' where user_id = $1`,
    [id],
  );
/** A sensitive operation. */
const inviteBy = (visit: Visit) =>
  visit.ask('POST', '/team/invitations', { email: `guest-${randomUUID()}@shop.example`, role: 'viewer' });

describe('step-up authentication', () => {
  test('by password permits sensitive operations for a while', async () => {
    const owner = await visitAs(service, 'owner');
    expect((await inviteBy(owner)).status).toBe(201);
    await age(owner);
    expect(await inviteBy(owner)).toMatchObject({ status: 403, body: { code: 'proof_required' } });
    const wrong = await owner.send('POST', '/api/me/proof', { body: { password: 'not this one' } });
    expect(wrong).toMatchObject({ status: 422, body: { errors: { password: ['is not your password'] } } });
    expect((await inviteBy(owner)).status).toBe(403);
    expect((await owner.send('POST', '/api/me/proof', { body: { password: test_password } })).status).toBe(
      200,
    );
    expect((await inviteBy(owner)).status).toBe(201);
  });

  test('by code also permits them, and each code works once', async () => {
    const owner = await visitAs(service, 'owner');
    const { code } = await enrol(owner);
    await age(owner);
    const prove = async (given: string) =>
      (await owner.send('POST', '/auth/two-factor/verify-totp', { body: { code: given } })).status;
    expect(await prove('000000')).toBe(401);
    expect((await inviteBy(owner)).status).toBe(403);
    const seen = code();
    expect(await prove(seen)).toBe(200);
    expect((await inviteBy(owner)).status).toBe(201);
    await age(owner);
    expect(await prove(seen)).toBe(401);
    expect((await inviteBy(owner)).status).toBe(403);
  });

  test('does not allow guessing the password or the code in an open session', async () => {
    const owner = await visitAs(service, 'owner');
    await enrol(owner);
    await service.database.pool.query('delete from rate_limit_buckets');
    const statuses = [];
    for (let at = 0; at < 5; at++) {
      const code = await owner.send('POST', '/auth/two-factor/verify-totp', { body: { code: `00000${at}` } });
      const spare = await owner.send('POST', '/auth/two-factor/verify-backup-code', {
        body: { code: 'not this one' },
      });
      statuses.push(code.status, spare.status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 401, 401, 429, 429]);
  });

  test('does not accept the password of a member with a second factor', async () => {
    const owner = await visitAs(service, 'owner');
    const { codes } = await enrol(owner);
    await age(owner);
    expect(await owner.send('POST', '/api/me/proof', { body: { password: test_password } })).toMatchObject({
      status: 409,
      body: { reason: { code: 'second_factor_needed' } },
    });
    for (const path of ['/two-factor/disable', '/two-factor/enable', '/two-factor/generate-backup-codes']) {
      expect(await owner.send('POST', `/auth${path}`, { body: { password: test_password } })).toMatchObject({
        status: 403,
        body: { code: 'proof_required' },
      });
    }
    const code = codes[0];
    expect((await owner.send('POST', '/auth/two-factor/verify-backup-code', { body: { code } })).status).toBe(
      200,
    );
    expect((await inviteBy(owner)).status).toBe(201);
  });

  test('is not replaced by signing in on a trusted device, which skips the code at sign-in only', async () => {
    const owner = await visitAs(service, 'owner');
    const { codes } = await enrol(owner);
    const trusted = makeVisit(service);
    await trusted.signIn(owner.email);
    await trusted.send('POST', '/auth/two-factor/verify-backup-code', {
      body: { code: codes[0], trustDevice: true },
    });
    await trusted.send('POST', '/auth/sign-out', { body: {} });
    await trusted.signIn(owner.email);
    expect((await trusted.send('GET', '/api/me')).body.data).toMatchObject({ has_second_factor: true });
    expect(await inviteBy(trusted)).toMatchObject({ status: 403, body: { code: 'proof_required' } });
    // Ending the sessions of a member also ends the trust in their devices.
    const other = await visitAs(service, 'owner');
    expect((await other.ask('DELETE', `/team/members/${owner.id}/sessions`)).status).toBe(200);
    expect((await trusted.signIn(owner.email)).body.twoFactorRedirect).toBe(true);
  });

  test('counts for one session, not for others of the same person', async () => {
    const owner = await visitAs(service, 'owner');
    const elsewhere = makeVisit(service);
    await elsewhere.signIn(owner.email);
    await age(owner);
    await elsewhere.send('POST', '/api/me/proof', { body: { password: test_password } });
    expect((await inviteBy(elsewhere)).status).toBe(201);
    expect((await inviteBy(owner)).status).toBe(403);
  });
});

describe('a second factor for every member', () => {
  test('can be required by an owner who has one, and applies to all members immediately', async () => {
    const owner = await visitAs(service, 'owner');
    const viewer = await visitAs(service, 'viewer');
    const ask = (second_factor_required: boolean) =>
      owner.ask('PATCH', '/settings/security', { second_factor_required });
    expect(await ask(true)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    await enrol(owner);
    expect((await viewer.ask('GET', '/settings')).status).toBe(200);
    expect(await ask(true)).toMatchObject({ status: 200, body: { data: { second_factor_required: true } } });
    try {
      expect(await viewer.ask('GET', '/settings')).toMatchObject({
        status: 403,
        body: { code: 'second_factor_required' },
      });
      // Setting up a second factor in this session is enough, as is signing in with it; a password alone never is.
      const { code, codes } = await enrol(viewer);
      expect((await viewer.ask('GET', '/settings')).status).toBe(200);
      const again = makeVisit(service);
      await again.signIn(viewer.email);
      await again.send('POST', '/auth/two-factor/verify-totp', { body: { code: code() } });
      expect((await again.ask('GET', '/settings')).status).toBe(200);
      const rescued = makeVisit(service);
      await rescued.signIn(viewer.email);
      await rescued.send('POST', '/auth/two-factor/verify-backup-code', { body: { code: codes[0] } });
      expect((await rescued.ask('GET', '/settings')).status).toBe(200);
      // A new password keeps the second factor, and disabling the app removes it.
      const newPassword = 'a new one: 8 lamps';
      await rescued.send('POST', '/auth/change-password', {
        body: { currentPassword: test_password, newPassword },
      });
      expect((await rescued.ask('GET', '/settings')).status).toBe(200);
      await rescued.send('POST', '/auth/two-factor/disable', { body: { password: newPassword } });
      expect((await rescued.ask('GET', '/settings')).body.code).toBe('second_factor_required');
      const me = await rescued.send('GET', '/api/me');
      expect(me.body.data).toMatchObject({ has_second_factor: false, merchant: { scopes: [] } });
    } finally {
      expect((await ask(false)).status).toBe(200);
    }
    expect((await viewer.ask('GET', '/settings')).status).toBe(401);
  });

  test('cannot be required by an admin', async () => {
    const admin = await visitAs(service, 'admin');
    expect((await admin.ask('PATCH', '/settings/security', { second_factor_required: true })).status).toBe(
      403,
    );
    expect((await admin.ask('GET', '/settings/security')).body.data).toEqual({
      second_factor_required: false,
      second_factor_in_live: false,
    });
  });
});

describe('the audit log', () => {
  const signInsOf = async (owner: Visit, user_id: string) => {
    const { body } = await owner.ask('GET', `/audit?object_type=sign_in&object_id=${user_id}`);
    return body.data.items.toReversed();
  };

  test('records who signed in and out, how, and from where', async () => {
    const owner = await visitAs(service, 'owner');
    const member = await visitAs(service, 'viewer');
    const { codes } = await enrol(member);
    await member.send('POST', '/auth/sign-out', { body: {} });
    await member.signIn(member.email);
    await member.send('POST', '/auth/two-factor/verify-totp', { body: { code: '000000' } });
    await member.send('POST', '/auth/two-factor/verify-backup-code', { body: { code: codes[0] } });
    expect(await signInsOf(owner, member.id)).toMatchObject([
      {
        author: { kind: 'staff', id: member.id, address: '127.0.0.1' },
        after: { outcome: 'signed_in', way: 'password' },
      },
      { after: { outcome: 'signed_out' } },
      { author: { kind: 'service' }, after: { outcome: 'refused', way: 'code', tries: 1 } },
      { after: { outcome: 'signed_in', way: 'recovery_code' } },
    ]);
  });

  test('records wrong passwords (only a few if there are many), but never the password itself', async () => {
    const owner = await visitAs(service, 'owner');
    const member = await visitAs(service, 'viewer');
    const word = 'what somebody typed';
    const guess = () => makeVisit(service).signIn(member.email.toUpperCase(), word);
    for (let at = 0; at < 6; at++) await guess();
    await service.database.pool.query('update staff_refusals set tries = 48 where user_id = $1', [member.id]);
    for (let at = 0; at < 2; at++) await guess();
    const items = await signInsOf(owner, member.id);
    expect(items.map(({ after }: { after: object }) => after)).toEqual([
      { outcome: 'signed_in', way: 'password' },
      ...[1, 2, 3, 4, 5, 50].map((tries) => ({ outcome: 'refused', way: 'password', tries })),
    ]);
    expect(items[1]).toMatchObject({
      author: { kind: 'service', id: null, address: '127.0.0.1' },
      request_id: expect.stringMatching(/^req_/),
    });
    expect(JSON.stringify(items)).not.toContain(word);
  });

  test('records changes of passwords and passkeys', async () => {
    const owner = await visitAs(service, 'owner');
    const member = await visitAs(service, 'viewer');
    await member.send('POST', '/auth/change-password', {
      body: { currentPassword: test_password, newPassword: 'a new one: 8 lamps' },
    });
    const { body } = await owner.ask('GET', `/audit?object_type=password&author=${member.id}`);
    expect(body.data.items).toMatchObject([{ action: 'changed', after: { password: '[redacted]' } }]);
  });
});

describe('an e-mail address', () => {
  test('can be changed by its owner, who then signs in with it; the audit log has the old and the new one', async () => {
    const owner = await visitAs(service, 'owner');
    const email = `new-${owner.email}`;
    const change = (given: unknown) => owner.send('POST', '/api/me/email', { body: { email: given } });
    expect(await change(`  ${email.toUpperCase()} `)).toMatchObject({
      status: 200,
      body: { data: { email } },
    });
    expect((await makeVisit(service).signIn(owner.email)).status).toBe(401);
    expect((await makeVisit(service).signIn(email)).status).toBe(200);
    const { body } = await owner.ask('GET', `/audit?object_type=person&object_id=${owner.id}`);
    expect(body.data.items[0]).toMatchObject({ before: { email: owner.email }, after: { email } });
    const other = await visitAs(service, 'viewer');
    expect(await change(other.email)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(await change('nobody')).toMatchObject({
      status: 422,
      body: { errors: { email: expect.anything() } },
    });
    await age(owner);
    expect(await change(owner.email)).toMatchObject({ status: 403, body: { code: 'proof_required' } });
  });
});
