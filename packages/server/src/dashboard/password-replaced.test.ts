import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../../test-support/service.ts';
import { enrol } from './testing/enrol.ts';
import { test_password, test_password_hash } from './testing/test-password.ts';
import { type DashboardAnswer, makeStaff, makeVisit, visitAs } from './testing/visit.ts';

/** A link sets another password while the old one is being used. */
let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.database.pool.query('delete from rate_limit_buckets');
});

/** The hash that the link sets: of the same password, with another salt. */
let new_hash: string;
beforeAll(async () => {
  const { hashPassword } = await import('./password-hash.ts');
  new_hash = await hashPassword(test_password);
});

/**
 * Sends a request while a second connection has replaced the password and ended the sessions, but has not committed
 * yet; commits once the request waits for it, or has been answered.
 */
async function sendDuringReset(
  user_id: string,
  send: () => Promise<DashboardAnswer>,
): Promise<DashboardAnswer> {
  const { pool } = service.database;
  const other = await pool.connect();
  try {
    await other.query('begin');
    await other.query('update staff_accounts set password = $2 where user_id = $1', [user_id, new_hash]);
    await other.query('delete from staff_sessions where user_id = $1', [user_id]);
    let is_answered = false;
    const answered = send().finally(() => {
      is_answered = true;
    });
    await expect
      .poll(async () => {
        const { rows } = await pool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return is_answered || rows.length > 0;
      })
      .toBe(true);
    await other.query('delete from staff_verifications where value = $1', [user_id]);
    await other.query('commit');
    return await answered;
  } finally {
    other.release();
  }
}

const sessionsOf = async (user_id: string): Promise<number> => {
  const found = await service.database.pool.query('select from staff_sessions where user_id = $1', [user_id]);
  return found.rows.length;
};

test('a sign-in with the password that a link replaces meanwhile opens no session', async () => {
  const { id, email } = await makeStaff(service, 'owner');
  const visit = makeVisit(service);
  const answer = await sendDuringReset(id, () => visit.signIn(email));
  expect(answer).toMatchObject({ status: 401, body: { code: 'INVALID_EMAIL_OR_PASSWORD' } });
  expect(visit.cookies.size).toBe(0);
  expect(await sessionsOf(id)).toBe(0);
  expect((await visit.signIn(email)).status).toBe(200);
});

test('a sign-in whose code is checked while a link replaces the password opens no session', async () => {
  const member = await visitAs(service, 'owner');
  const { codes } = await enrol(member);
  const visit = makeVisit(service);
  await visit.signIn(member.email);
  const answer = await sendDuringReset(member.id, () =>
    visit.send('POST', '/auth/two-factor/verify-backup-code', { body: { code: codes[0] } }),
  );
  expect(answer.status).toBe(401);
  expect(visit.cookies.has('guichet.session_token')).toBe(false);
  expect(await sessionsOf(member.id)).toBe(0);
});

test('a sign-in that would wait for its code does not outlast the password', async () => {
  const member = await visitAs(service, 'owner');
  const { codes } = await enrol(member);
  const visit = makeVisit(service);
  expect((await sendDuringReset(member.id, () => visit.signIn(member.email))).status).toBe(401);
  const body = { code: codes[0] };
  expect((await visit.send('POST', '/auth/two-factor/verify-backup-code', { body })).status).toBe(401);
});

test('a change of the password does not undo that by a link', async () => {
  const member = await visitAs(service, 'owner');
  const answer = await sendDuringReset(member.id, () =>
    member.send('POST', '/auth/change-password', {
      body: { currentPassword: test_password, newPassword: 'a thief: 8 lamps' },
    }),
  );
  expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_PASSWORD' } });
  const { rows } = await service.database.pool.query(
    'select password from staff_accounts where user_id = $1',
    [member.id],
  );
  expect(rows).toEqual([{ password: new_hash }]);
  expect(new_hash).not.toBe(test_password_hash);
  expect(await sessionsOf(member.id)).toBe(0);
});
