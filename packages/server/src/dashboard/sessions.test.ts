import { createMerchant } from '@guichet/core/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { command } from '../../../../test-support/actors.ts';
import { startTestService, type TestService } from '../../../../test-support/service.ts';
import { enrol } from './testing/enrol.ts';
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

const statusOf = async (visit: Visit, headers = {}) =>
  (await visit.send('GET', '/api/me', { headers })).status;
const query = (text: string, ...values: unknown[]) => service.database.pool.query(text, values);
/** Moves the last use and the opening of a session into the past. */
const age = ({ id }: Member, { used = '0 s', opened = '0 s' }: { used?: string; opened?: string }) =>
  query(
    `update staff_sessions set used_at = now() - $2::interval, opened_at = now() - $3::interval where user_id = $1`,
    id,
    used,
    opened,
  );
const countOf = async ({ id }: Member) =>
  (await query('select count(*)::int as count from staff_sessions where user_id = $1', id)).rows[0].count;

describe('a session ends', () => {
  test.each([
    ['when it was not used for 8 hours', { used: '8 hours 1 s' }, { used: '7 hours 59 min' }],
    [
      '24 hours after signing in, however much it is used',
      { opened: '24 hours 1 s' },
      { opened: '23 hours 59 min' },
    ],
  ])('%s', async (_, over, open) => {
    const member = await visitAs(service, 'viewer');
    await age(member, open);
    expect(await statusOf(member)).toBe(200);
    await age(member, over);
    expect(await statusOf(member)).toBe(401);
    expect(await countOf(member)).toBe(0);
  });

  test('for the endpoints of the sign-in library as well', async () => {
    for (const path of ['/passkey/list-user-passkeys', '/passkey/generate-register-options']) {
      const member = await visitAs(service, 'viewer');
      await age(member, { used: '9 hours' });
      expect((await member.send('GET', `/auth${path}`)).status).toBe(401);
    }
  });

  test('according to the database’s clock, whatever the sign-in library wrote', async () => {
    const member = await visitAs(service, 'viewer');
    await query(
      `update staff_sessions set expires_at = now() + interval '1 year', created_at = now() + interval '1 year',
         updated_at = now() + interval '1 year', opened_at = now() - interval '25 hours' where user_id = $1`,
      member.id,
    );
    expect(await statusOf(member)).toBe(401);
  });

  test('earlier if the setting is shortened, even if the session is already open', async () => {
    const member = await visitAs(service, 'viewer');
    await age(member, { used: '31 min', opened: '3 hours' });
    for (const env of [{ STAFF_SESSION_IDLE_HOURS: '0.5' }, { STAFF_SESSION_HOURS: '2' }]) {
      const strict = await startTestService({
        database: service.database,
        env: { PUBLIC_URL: service.url, ...env },
      });
      try {
        const cookie = [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
        expect(await statusOf(makeVisit(strict), { cookie })).toBe(401);
      } finally {
        await strict.stop();
      }
      expect(await statusOf(member)).toBe(401);
      await member.signIn(member.email);
      await age(member, { used: '31 min', opened: '3 hours' });
    }
  });

  test('even while its page listens for changes', { timeout: 30_000 }, async () => {
    const member = await visitAs(service, 'viewer');
    const cookie = [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const url = `${service.url}/dashboard/api/${service.demo.merchant_id}/test/changes`;
    const response = await fetch(url, { headers: { cookie } });
    await age(member, { used: '9 hours' });
    // If the stream did not end, its text would never arrive.
    expect(await response.text()).toContain('retry:');
  });
});

describe('the activity of a session', () => {
  const hoursUnused = async ({ id }: Member) =>
    Math.round(
      (
        await query(
          'select extract(epoch from now() - used_at) / 3600 as hours from staff_sessions where user_id = $1',
          id,
        )
      ).rows[0].hours,
    );

  test('is updated by a person’s requests, not by a page’s automatic ones', async () => {
    const member = await visitAs(service, 'viewer');
    await age(member, { used: '5 hours' });
    for (const headers of [{ 'x-guichet-unattended': '1' }, { accept: 'text/event-stream' }]) {
      expect(await statusOf(member, headers)).toBe(200);
      expect(await hoursUnused(member)).toBe(5);
    }
    expect(await statusOf(member)).toBe(200);
    expect(await hoursUnused(member)).toBe(0);
  });

  test('is written at most once a minute', async () => {
    const member = await visitAs(service, 'viewer');
    await age(member, { used: '50 s' });
    const before = await query('select used_at from staff_sessions where user_id = $1', member.id);
    await statusOf(member);
    expect((await query('select used_at from staff_sessions where user_id = $1', member.id)).rows).toEqual(
      before.rows,
    );
  });
});

test('requests are rate limited for each signed-in person', async () => {
  const hurried = await visitAs(service, 'viewer');
  const other = await visitAs(service, 'viewer');
  const strict = await startTestService({
    database: service.database,
    env: { PUBLIC_URL: service.url, RATE_LIMIT_IP_PER_SECOND: '2' },
  });
  try {
    const visitOf = ({ cookies }: Visit) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      return makeVisit(strict).send('GET', '/api/me', { headers: { cookie } });
    };
    const answers = await Promise.all(Array.from({ length: 30 }, () => visitOf(hurried)));
    const statuses = new Set(answers.map(({ status }) => status));
    expect(statuses).toEqual(new Set([200, 429]));
    expect(answers[0]?.headers.get('ratelimit-policy')).toBe('"person";q=4;w=2');
    expect((await visitOf(other)).status).toBe(200);
  } finally {
    await strict.stop();
  }
});

describe('one’s own sessions', () => {
  test('are listed without their tokens, and can be ended one by one or all but the current one', async () => {
    const first = await visitAs(service, 'viewer');
    const others = [makeVisit(service), makeVisit(service), makeVisit(service)];
    for (const visit of others) await visit.signIn(first.email);
    const { body } = await first.send('GET', '/api/me/sessions');
    const { sessions } = body.data;
    expect(sessions).toHaveLength(4);
    expect(sessions).toContainEqual({
      ...{ id: expect.stringMatching(/^stf_/), user_agent: 'node', address: '127.0.0.1', is_this: true },
      ...{ opened_at: expect.any(String), used_at: expect.any(String) },
    });
    const [other] = sessions.filter(({ is_this }: { is_this: boolean }) => !is_this);
    expect((await first.send('DELETE', `/api/me/sessions/${other.id}`)).body.data).toEqual({ ended: 1 });
    expect((await first.send('DELETE', `/api/me/sessions/${other.id}`)).status).toBe(404);
    expect((await first.send('DELETE', '/api/me/sessions')).body.data).toEqual({ ended: 2 });
    expect(await statusOf(first)).toBe(200);
    expect(await Promise.all(others.map((visit) => statusOf(visit)))).toEqual([401, 401, 401]);
  });

  test('cannot be ended by another person', async () => {
    const victim = await visitAs(service, 'owner');
    const thief = await visitAs(service, 'viewer');
    const { body } = await victim.send('GET', '/api/me/sessions');
    expect((await thief.send('DELETE', `/api/me/sessions/${body.data.sessions[0].id}`)).status).toBe(404);
    expect(await statusOf(victim)).toBe(200);
  });

  test('have tokens that no response contains', async () => {
    const member = await visitAs(service, 'owner');
    await enrol(member);
    const again = makeVisit(service);
    const answers = [
      await again.signIn(member.email),
      await member.send('GET', '/api/me'),
      await member.send('GET', '/api/me/sessions'),
    ];
    const { rows } = await query('select token from staff_sessions');
    for (const { body } of answers) {
      for (const { token } of rows) expect(JSON.stringify(body)).not.toContain(token);
    }
  });
});

describe('a member’s sessions', () => {
  test('can be ended by an owner without removing them from the team, and the audit log records it', async () => {
    const owner = await visitAs(service, 'owner');
    const member = await visitAs(service, 'finance');
    const elsewhere = makeVisit(service);
    await elsewhere.signIn(member.email);
    expect((await owner.ask('DELETE', `/team/members/${member.id}/sessions`)).body.data).toEqual({
      ended: 2,
    });
    expect([await statusOf(member), await statusOf(elsewhere), await statusOf(owner)]).toEqual([
      401, 401, 200,
    ]);
    expect((await member.signIn(member.email)).status).toBe(200);
    const { body } = await owner.ask('GET', `/audit?object_type=sign_in&object_id=${member.id}`);
    expect(body.data.items).toContainEqual(
      expect.objectContaining({
        author: expect.objectContaining({ kind: 'staff', id: owner.id }),
        after: { outcome: 'signed_out', ended: 2 },
      }),
    );
  });

  test('can be ended by owners, and by admins except for owners, at their own merchant only', async () => {
    const owner = await visitAs(service, 'owner');
    const member = await visitAs(service, 'viewer');
    const { id } = await createMerchant(service.ctx, command, { name: 'Another shop', country: 'BJ' });
    const stranger = await visitAs(service, 'owner', id);
    await query('update staff_sessions set second_factor = true where user_id = $1', stranger.id);
    const end = async (visit: Visit, { id: user_id }: Member) =>
      (await visit.ask('DELETE', `/team/members/${user_id}/sessions`)).status;
    const admin = await visitAs(service, 'admin');
    expect([await end(admin, owner), await end(member, owner), await end(stranger, owner)]).toEqual([
      403, 403, 404,
    ]);
    expect(await statusOf(owner)).toBe(200);
    expect(await end(admin, member)).toBe(200);
  });
});

describe('live mode', () => {
  test('requires a second factor of members who can move money; test mode and viewers need none', async () => {
    const { id: merchant_id } = await createMerchant(service.ctx, command, {
      name: 'A new shop',
      country: 'CI',
    });
    const look = async (visit: Visit, mode: string) =>
      (await visit.send('GET', `/api/${merchant_id}/${mode}/payments`)).body.code ?? 'let in';
    for (const role of ['owner', 'admin', 'developer', 'finance', 'support'] as const) {
      const member = await visitAs(service, role, merchant_id);
      expect([role, await look(member, 'test'), await look(member, 'live')]).toEqual([
        role,
        'let in',
        'second_factor_required',
      ]);
      const { body } = await member.send('GET', '/api/me');
      expect(body.data.merchant).toMatchObject({
        needs_second_factor: false,
        needs_second_factor_in_live: true,
      });
    }
    const viewer = await visitAs(service, 'viewer', merchant_id);
    expect(await look(viewer, 'live')).toBe('let in');

    const owner = await visitAs(service, 'owner', merchant_id);
    const relax = () => owner.ask('PATCH', '/settings/security', { second_factor_in_live: false });
    // A password alone does not suffice to remove the rule either.
    expect(await relax()).toMatchObject({ status: 403, body: { code: 'second_factor_required' } });
    await enrol(owner);
    expect(await look(owner, 'live')).toBe('let in');
    expect((await relax()).status).toBe(200);
    const admin = await visitAs(service, 'admin', merchant_id);
    expect(await look(admin, 'live')).toBe('let in');
  });

  test('cannot be reached through test mode by what covers both modes, from the first account on', async () => {
    const { id: merchant_id } = await createMerchant(service.ctx, command, { name: 'Both', country: 'CI' });
    const owner = await visitAs(service, 'owner', merchant_id);
    const finance = await visitAs(service, 'finance', merchant_id);
    const reach = async (): Promise<readonly number[]> => {
      const answers = [
        await owner.ask('GET', '/audit'),
        await owner.ask('PATCH', '/settings/profile', { name: 'Both modes' }),
        await owner.ask('PATCH', '/settings/branding', { primary_color: '#123456' }),
        await finance.ask('GET', '/audit'),
        await owner.ask('GET', '/settings'),
        await owner.ask('GET', '/payments'),
      ];
      return answers.map(({ status }) => status);
    };
    // A new merchant can look around, because nothing is live yet.
    expect(await reach()).toEqual([200, 200, 200, 200, 200, 200]);
    await service.database.pool.query(
      `insert into connector_accounts (merchant_id, id, connector, name, config_sealed, services, created_at, updated_at)
      values ($1, 'acc_both', 'wave', 'Wave', '', '[]', now(), now())`,
      [merchant_id],
    );
    expect(await reach()).toEqual([403, 403, 403, 403, 200, 200]);
    expect((await owner.ask('GET', '/audit')).body.code).toBe('second_factor_required');
    await enrol(owner);
    await enrol(finance);
    expect(await reach()).toEqual([200, 200, 200, 200, 200, 200]);
  });

  test('is open to the demo merchant without a second factor', async () => {
    const owner = await visitAs(service, 'owner');
    const { status } = await owner.send('GET', `/api/${service.demo.merchant_id}/live/payments`);
    expect(status).toBe(200);
  });
});

describe('a refused request is logged with its author and address', () => {
  const refusals = () => service.logs.filter(({ msg }) => msg === 'request refused');

  test('when the dashboard refuses it', async () => {
    const viewer = await visitAs(service, 'viewer');
    await viewer.ask('POST', '/team/invitations', { email: 'a@shop.example', role: 'viewer' });
    expect(refusals().at(-1)).toMatchObject({
      ...{ status: 403, code: 'forbidden', method: 'POST', address: '127.0.0.1' },
      ...{
        person_id: viewer.id,
        merchant_id: service.demo.merchant_id,
        request_id: expect.stringMatching(/^req_/),
      },
    });
    await viewer.send('GET', '/api/mer_01JZZZZZZZZZZZZZZZZZZZZZZZ/test/payments');
    expect(refusals().at(-1)).toMatchObject({
      status: 404,
      code: 'merchant_not_found',
      person_id: viewer.id,
    });
    await makeVisit(service).signIn(viewer.email, 'not this one');
    expect(refusals().at(-1)).toMatchObject({ status: 401, code: 'sign_in_refused', address: '127.0.0.1' });
  });

  test('when the API refuses it, and neither entry contains the body', async () => {
    const key = `svc_test_${'x'.repeat(32)}`;
    await fetch(`${service.url}/api/v1/balances?secret=abc`, { headers: { authorization: `Bearer ${key}` } });
    expect(refusals().at(-1)).toMatchObject({
      status: 401,
      code: 'invalid_api_key',
      route: '/api/v1/balances',
    });
    expect(JSON.stringify(refusals())).not.toMatch(/svc_test|secret=|not this one|shop\.example/);
  });
});
