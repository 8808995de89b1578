import { createMerchant, createStaff } from '@guichet/core/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { command } from '../../../../test-support/actors.ts';
import { startTestService, type TestService } from '../../../../test-support/service.ts';
import { hashPassword } from './password-hash.ts';
import { test_password } from './testing/test-password.ts';
import { makeVisit, type Visit } from './testing/visit.ts';

/**
 * People with the same e-mail address at two merchants: the service cannot know whether it is one person or two.
 */
let service: TestService;
let other_id: string;
const other_password = 'another one: 8 lamps';
let hashes: Readonly<Record<'own' | 'other', string>>;
beforeAll(async () => {
  service = await startTestService();
  other_id = (await createMerchant(service.ctx, command, { name: 'Other', country: 'BJ' })).id;
  hashes = { own: await hashPassword(test_password), other: await hashPassword(other_password) };
}, 120_000);
afterAll(() => service.stop());
beforeEach(async () => {
  await service.database.pool.query('delete from rate_limit_buckets');
});

const slow = { timeout: 120_000 };
let made = 0;

async function makeNamesakes(at_other: 'own' | 'other'): Promise<string> {
  const email = `namesake-${++made}@shop.example`;
  const person = { email, name: 'N', role: 'owner' as const };
  const { merchant_id } = service.demo;
  await createStaff(service.ctx, command, { ...person, merchant_id, password_hash: hashes.own });
  await createStaff(service.ctx, command, {
    ...person,
    merchant_id: other_id,
    password_hash: hashes[at_other],
  });
  return email;
}

const placeOf = async (visit: Visit) => (await visit.send('GET', '/api/me')).body.data?.merchant.id;
const signIn = (visit: Visit, body: object) => visit.send('POST', '/auth/sign-in/email', { body });

test('each password signs in to its own merchant only', slow, async () => {
  const email = await makeNamesakes('other');
  for (const [password, id, stranger] of [
    [test_password, service.demo.merchant_id, other_id],
    [other_password, other_id, service.demo.merchant_id],
  ] as const) {
    const visit = makeVisit(service);
    expect((await signIn(visit, { email, password })).status).toBe(200);
    expect(await placeOf(visit)).toBe(id);
    expect((await visit.send('GET', `/api/${id}/test/team`)).status).toBe(200);
    const refused = await visit.send('GET', `/api/${stranger}/test/team`);
    expect(refused).toMatchObject({ status: 404, body: { code: 'merchant_not_found' } });
  }
});

test(
  'if one e-mail address and password are valid at two merchants, no session starts until one of them is chosen',
  slow,
  async () => {
    const email = await makeNamesakes('own');
    const visit = makeVisit(service);
    const asked = await signIn(visit, { email, password: test_password });
    expect(asked.body.merchants).toHaveLength(2);
    expect(visit.cookies.size).toBe(0);
    await signIn(visit, { email, password: test_password, merchant_id: other_id });
    expect(await placeOf(visit)).toBe(other_id);
  },
);

describe('a wrong password', () => {
  test('gets the same response as an unknown person, with or without a merchant', slow, async () => {
    const email = await makeNamesakes('other');
    const answers = [];
    for (const body of [{ email }, { email: 'nobody@shop.example' }, { email, merchant_id: other_id }]) {
      const answer = await signIn(makeVisit(service), { ...body, password: 'not this one at all' });
      answers.push([answer.status, { ...answer.body, request_id: '' }, answer.headers.getSetCookie()]);
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  test('is reported to both merchants, without its origin', slow, async () => {
    const email = await makeNamesakes('other');
    await signIn(makeVisit(service), { email, password: 'not this one at all' });
    await signIn(makeVisit(service), { email, password: 'not this one at all', merchant_id: other_id });
    const { rows } = await service.database.pool.query(
      `select staff.merchant_id, address from audit_log join staff on staff.id = object_id
       where object_type = 'sign_in' and email = $1 order by position`,
      [email],
    );
    const own = { merchant_id: service.demo.merchant_id, address: null };
    expect(rows.slice(0, 2)).toEqual(expect.arrayContaining([own, { merchant_id: other_id, address: null }]));
    expect(rows.slice(2)).toEqual([{ merchant_id: other_id, address: '127.0.0.1' }]);
  });

  test(
    'still counts towards the limit after signing in to one’s own merchant with the same address',
    slow,
    async () => {
      const email = await makeNamesakes('other');
      const own = { email, password: other_password, merchant_id: other_id };
      const statuses = [];
      for (let at = 0; at < 9; at++) {
        expect([200, 429]).toContain((await signIn(makeVisit(service), own)).status);
        const guess = { email, password: `a guess, the ${at}th`, merchant_id: service.demo.merchant_id };
        statuses.push((await signIn(makeVisit(service), guess)).status);
      }
      expect(statuses).toEqual([...Array(8).fill(401), 429]);
    },
  );
});

describe('a guess that somebody has set as the password of their own sign-in with the address', () => {
  const guessAt = async (email: string, count: number) => {
    const statuses = [];
    for (let at = 0; at < count; at++) {
      const password = `a guess, the ${at}th`;
      await service.database.pool.query(
        `update staff_accounts set password = $3 from staff
         where staff.id = user_id and merchant_id = $1 and email = $2`,
        [other_id, email, await hashPassword(password)],
      );
      statuses.push((await signIn(makeVisit(service), { email, password })).status);
    }
    return statuses;
  };

  test('counts towards the limit, as it does for an address that nobody shares', slow, async () => {
    const shared = await makeNamesakes('other');
    const own = `namesake-${++made}@shop.example`;
    const person = { email: own, name: 'N', role: 'owner' as const, merchant_id: other_id };
    await createStaff(service.ctx, command, { ...person, password_hash: hashes.other });
    for (const email of [shared, own]) {
      expect(await guessAt(email, 9)).toEqual([...Array(8).fill(200), 429]);
    }
  });

  test(
    'is recorded at the other merchant, without the network address, from the fifth in an hour',
    slow,
    async () => {
      const email = await makeNamesakes('other');
      const refusals = async () => {
        const { rows } = await service.database.pool.query(
          `select staff.merchant_id, address, request_id, after -> 'outcome' as outcome from audit_log
         join staff on staff.id = object_id
         where object_type = 'sign_in' and email = $1 and staff.merchant_id = $2`,
          [email, service.demo.merchant_id],
        );
        return rows;
      };
      await guessAt(email, 4);
      expect(await refusals()).toEqual([]);
      await guessAt(email, 1);
      expect(await refusals()).toEqual([
        { merchant_id: service.demo.merchant_id, address: null, request_id: null, outcome: 'refused' },
      ]);
    },
  );
});

test(
  'authenticator apps and devices show the address and the merchant, not the library’s name',
  slow,
  async () => {
    const email = await makeNamesakes('other');
    const visit = makeVisit(service);
    await signIn(visit, { email, password: other_password });
    const { body } = await visit.send('POST', '/auth/two-factor/enable', {
      body: { password: other_password },
    });
    expect(decodeURIComponent(new URL(body.totpURI).pathname)).toBe(`/Guichet:${email} (Other)`);
    expect(new URL(body.totpURI).searchParams.get('secret')).toMatch(/^[A-Z2-7]{16,}$/);
    const options = await visit.send('GET', '/auth/passkey/generate-register-options?name=mine');
    expect(options.body.user.name).toBe(`${email} (Other)`);
  },
);
