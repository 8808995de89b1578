import { readFileSync } from 'node:fs';
import { createMerchant } from '@guichet/core/accounts';
import { type Role, roles } from '@guichet/core/platform';
import { scopes_of } from '@guichet/core/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command } from '../../../../test-support/actors.ts';
import { startTestService, type TestService } from '../../../../test-support/service.ts';
import { auth_endpoints } from './auth-endpoints.ts';
import { isMerchants, type MerchantsOwn, type Operation, pathOf } from './operation.ts';
import { operations } from './operations.ts';
import { makeVisit, type Visit, visitAs } from './testing/visit.ts';

/** Every operation, attempted by everyone who may not use it. A new operation is covered once it is in the list. */

let service: TestService;
let people: ReadonlyMap<Role, Visit>;
let stranger: Visit;
/** The owner of a merchant with default settings, signed in by password only. */
let careful: Visit;
let careful_id: string;
beforeAll(async () => {
  service = await startTestService();
  people = new Map(
    await Promise.all(roles.map(async (role) => [role, await visitAs(service, role)] as const)),
  );
  const { id } = await createMerchant(service.ctx, command, { name: 'Another shop', country: 'BJ' });
  stranger = await visitAs(service, 'owner', id);
  careful_id = (await createMerchant(service.ctx, command, { name: 'A shop as shops are', country: 'BJ' }))
    .id;
  careful = await visitAs(service, 'owner', careful_id);
});
afterAll(() => service.stop());

const merchants = operations.filter(isMerchants);

function addressOf(operation: Operation, values: Readonly<Record<string, string>> = {}): string {
  const known = { merchant_id: service.demo.merchant_id, mode: 'test', ...values };
  return `/api${pathOf(operation)}`.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => ({ ...known })[name] ?? 'no_such_thing',
  );
}

function bodyOf({ method, access }: Operation): { body?: unknown; headers?: { 'content-type': string } } {
  if (access === 'merchant_upload') return { body: {}, headers: { 'content-type': 'text/csv' } };
  return method === 'GET' ? {} : { body: {} };
}

function visitOf(role: Role): Visit {
  const visit = people.get(role);
  if (!visit) throw new Error(`nobody is ${role}`);
  return visit;
}

const title = (operation: Operation): string => `${operation.method} ${pathOf(operation)}`;

describe('an operation', () => {
  test.each(operations.map((operation) => [title(operation), operation] as const))(
    '%s has a unique name and a unique path',
    (_, operation) => {
      expect(operations.filter(({ id }) => id === operation.id)).toHaveLength(1);
      expect(operations.filter((one) => title(one) === title(operation))).toHaveLength(1);
    },
  );

  const cases = merchants.flatMap((operation) =>
    roles.map((role) => [title(operation), role, operation] as const),
  );
  test.each(cases)(
    '%s is allowed for the role %s only if the role has its scope',
    async (_, role, operation) => {
      const answer = await tryOnce(visitOf(role), operation);
      const isAllowed = scopes_of[role].includes(operation.scope);
      if (isAllowed) expect([401, 403, 500]).not.toContain(answer.status);
      else expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden', data: null } });
    },
  );

  test.each(merchants.map((operation) => [title(operation), operation] as const))(
    '%s gets the same 404 for another merchant and for an unknown merchant',
    async (_, operation) => {
      const foreign = await tryOnce(stranger, operation);
      const absent = await tryOnce(stranger, operation, { merchant_id: 'mer_01JZZZZZZZZZZZZZZZZZZZZZZZ' });
      for (const answer of [foreign, absent]) {
        expect(answer).toMatchObject({ status: 404, body: { code: 'merchant_not_found', data: null } });
      }
      expect({ ...foreign.body, request_id: '' }).toEqual({ ...absent.body, request_id: '' });
    },
  );

  test('with a NUL in the URL is not found', async () => {
    const answers = await Promise.all(
      merchants.flatMap((operation) => {
        const names = pathOf(operation).match(/(?<=\{)\w+/g) ?? [];
        return names.map(async (name) => {
          const { status } = await tryOnce(visitOf('owner'), operation, { [name]: 'a%00' });
          return `${title(operation)}, ${name}: ${status}`;
        });
      }),
    );
    expect(answers.filter((text) => !text.endsWith('404'))).toEqual([]);
  });

  test.each(merchants.map((operation) => [title(operation), operation] as const))(
    '%s in an invalid mode is not found',
    async (_, operation) => {
      const answer = await tryOnce(visitOf('owner'), operation, { mode: 'play' });
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    },
  );

  test.each(merchants.map((operation) => [title(operation), operation] as const))(
    '%s in live mode requires a second factor of roles that could do harm',
    async (_, operation) => {
      const answer = await tryOnce(careful, operation, { merchant_id: careful_id, mode: 'live' });
      expect(answer).toMatchObject({ status: 403, body: { code: 'second_factor_required', data: null } });
      const gives_power = operation.needs_proof === 'always';
      const { body } = await tryOnce(careful, operation, { merchant_id: careful_id });
      expect(body?.code === 'second_factor_required').toBe(gives_power);
    },
  );

  const signed = operations.filter(({ access }) => access !== 'public');
  test.each(signed.map((operation) => [title(operation), operation] as const))(
    '%s requires signing in',
    async (_, operation) => {
      const forged = { cookie: 'guichet.session_token=abcdefghijklmnopqrstuvwxyz012345.c2lnbmF0dXJl' };
      for (const headers of [{}, forged]) {
        const answer = await makeVisit(service).send(operation.method, addressOf(operation), {
          ...bodyOf(operation),
          headers: { ...bodyOf(operation).headers, ...headers },
        });
        expect(answer).toMatchObject({ status: 401, body: { code: 'authentication_required' } });
      }
    },
  );
});

async function tryOnce(visit: Visit, operation: MerchantsOwn, values: Readonly<Record<string, string>> = {}) {
  return visit.send(operation.method, addressOf(operation, values), bodyOf(operation));
}

describe('a merchant that requires a second factor', () => {
  let member: Visit & { readonly id: string };
  let merchant_id: string;
  beforeAll(async () => {
    merchant_id = (await createMerchant(service.ctx, command, { name: 'A careful shop', country: 'SN' })).id;
    await service.database.pool.query('update merchants set second_factor_required = true where id = $1', [
      merchant_id,
    ]);
    member = await visitAs(service, 'owner', merchant_id);
  });
  const showSecondFactor = (second_factor: boolean) =>
    service.database.pool.query('update staff_sessions set second_factor = $2 where user_id = $1', [
      member.id,
      second_factor,
    ]);

  test.each(merchants.map((operation) => [title(operation), operation] as const))(
    'requires it of its owner for %s',
    async (_, operation) => {
      await showSecondFactor(false);
      expect(await tryOnce(member, operation, { merchant_id })).toMatchObject({
        status: 403,
        body: { code: 'second_factor_required', data: null },
      });
      await showSecondFactor(true);
      expect([401, 403, 500]).not.toContain((await tryOnce(member, operation, { merchant_id })).status);
    },
  );

  test('is shown to a member without one, who has no scopes', async () => {
    await showSecondFactor(false);
    const { body } = await member.send('GET', '/api/me');
    expect(body.data).toMatchObject({
      has_second_factor: false,
      merchant: { id: merchant_id, needs_second_factor: true, scopes: [] },
    });
  });
});

describe('a person whose last step-up authentication was 16 minutes ago', () => {
  let late: Visit & { readonly id: string };
  beforeAll(async () => {
    late = await visitAs(service, 'owner');
    await service.database.pool.query(
      `update staff_sessions set proven_at = now() - interval '16 minutes' where user_id = $1`,
      [late.id],
    );
  });
  const needOf = (operation: Operation) => ('needs_proof' in operation && operation.needs_proof) || 'never';

  test.each(operations.map((operation) => [title(operation), needOf(operation), operation] as const))(
    'must authenticate again for %s: %s',
    async (_, need, operation) => {
      for (const mode of ['test', 'live'] as const) {
        const is_refused = need === 'always' || need === mode;
        const { status, body } = await late.send(
          operation.method,
          addressOf(operation, { mode }),
          bodyOf(operation),
        );
        if (is_refused) expect({ status, ...body }).toMatchObject({ status: 403, code: 'proof_required' });
        else expect(body?.code).not.toBe('proof_required');
      }
    },
  );

  // Endpoints that require the password accept it as step-up authentication, for a person without a second factor.
  test.each(auth_endpoints.filter(({ needs_proof, guessing }) => needs_proof && !guessing))(
    'must authenticate again for $path of the sign-in library',
    async ({ method, path }) => {
      const answer = await late.send(method, `/auth${path}`, method === 'GET' ? {} : { body: {} });
      expect(answer).toMatchObject({ status: 403, body: { code: 'proof_required' } });
    },
  );

  test('docs/reference/step-up.md states for each operation whether the person must authenticate again, and why', () => {
    const page = readFileSync(new URL('../../../../docs/reference/step-up.md', import.meta.url), 'utf8');
    const rows = [...page.matchAll(/^\| `([\w/-]+)` \| (yes|in live mode|no) \| (\S.*) \|$/gm)];
    const words = { always: 'yes', live: 'in live mode', never: 'no' } as const;
    expect(rows.map(([, id, need]) => [id, need])).toEqual([
      ...operations.map((operation) => [operation.id, words[needOf(operation)]]),
      ...auth_endpoints.map(({ path, needs_proof }) => [path, needs_proof ? 'yes' : 'no']),
    ]);
  });
});

describe('a request from another site', () => {
  const changing: readonly (readonly [method: string, path: () => string])[] = [
    ...operations
      .filter(({ method }) => method !== 'GET')
      .map((operation) => [operation.method, () => addressOf(operation)] as const),
    ...auth_endpoints
      .filter(({ method }) => method === 'POST')
      .map(({ method, path }) => [method, () => `/auth${path}`] as const),
  ];
  const forgeries: readonly (readonly [what: string, headers: Readonly<Record<string, string>>])[] = [
    ['another origin', { origin: 'https://evil.example' }],
    ['an origin that looks like ours', { origin: 'http://127.0.0.1' }],
    ['no origin', { origin: '' }],
    ['an opaque origin', { origin: 'null' }],
    ['a cross-site request', { 'sec-fetch-site': 'cross-site' }],
    ['a same-site request', { 'sec-fetch-site': 'same-site' }],
    ['no header of the page', { 'x-guichet-dashboard': '' }],
  ];
  test.each(forgeries)('with %s is refused everywhere', async (what, forged) => {
    for (const [method, path] of changing) {
      const headers = what.startsWith('no ') ? { ...ownHeaders(), ...forged } : { ...forged };
      const answer = await send(method, path(), headers);
      expect([method, path(), answer.status]).toEqual([method, path(), 403]);
    }
  });

  const ownHeaders = () => ({ origin: service.url, 'x-guichet-dashboard': '1' });

  /** Sends a request, and omits headers whose value is empty. */
  async function send(method: string, path: string, headers: Readonly<Record<string, string>>) {
    const given = { ...ownHeaders(), ...cookieOf(visitOf('owner')), ...headers };
    const sent = Object.entries(given).filter(([, value]) => value !== '');
    return fetch(`${service.url}/dashboard${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...Object.fromEntries(sent) },
      body: '{}',
    });
  }

  test('gets no response that its scripts could read', async () => {
    const answer = await visitOf('owner').send('GET', '/api/me', {
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(answer).toMatchObject({ status: 403, body: { data: null } });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });
});

function cookieOf({ cookies }: Visit): { cookie: string } {
  return { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
}

test('no response of the dashboard may be stored by a cache', async () => {
  for (const path of ['/api/me', '/auth/passkey/list-user-passkeys', '/api/nothing']) {
    const { headers } = await visitOf('owner').send('GET', path);
    expect([path, headers.get('cache-control')]).toEqual([path, 'no-store']);
  }
});

test('only the routes of the sign-in library that the page needs exist', async () => {
  const others = [
    ['POST', '/sign-up/email'],
    ['POST', '/request-password-reset'],
    ['POST', '/reset-password'],
    ['POST', '/update-user'],
    ['POST', '/change-email'],
    ['POST', '/delete-user'],
    ['POST', '/sign-in/social'],
    ['POST', '/two-factor/send-otp'],
    ['GET', '/get-session'],
    ['GET', '/list-sessions'],
    ['POST', '/revoke-session'],
    ['POST', '/revoke-sessions'],
    ['POST', '/revoke-other-sessions'],
    ['POST', '/two-factor/get-totp-uri'],
    ['GET', '/ok'],
    ['GET', '/error'],
  ] as const;
  for (const [method, path] of others) {
    const { status } = await visitOf('owner').send(
      method,
      `/auth${path}`,
      method === 'GET' ? {} : { body: {} },
    );
    expect([path, status]).toEqual([path, 404]);
  }
});
