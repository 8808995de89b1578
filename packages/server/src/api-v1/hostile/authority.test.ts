import { makeKey } from '@guichet/core/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../../../test-support/service.ts';
import { describeApi } from '../../openapi/describe.ts';
import { expectError, initialize, type Json } from '../../testing/api.ts';
import { type AuthorityCase, authority_cases } from './authority-cases.ts';
import { makeWorld, type Owner, remember, type World } from './make-world.ts';
import { type Endpoint, readEndpoints } from './read-endpoints.ts';
import { type HostileAnswer, type HostileClient, makeHostileClient } from './send-hostile.ts';

const endpoints = readEndpoints(await describeApi());

let service: TestService;
let client: HostileClient;
let world: World;
let owners: readonly Owner[];
beforeAll(async () => {
  service = await startTestService();
  client = makeHostileClient(service.url, 10);
  world = await makeWorld(service);
  owners = [world.own, world.another_merchant, world.other_mode];
});
afterAll(async () => {
  client.close();
  await service.stop();
});

interface Asking {
  readonly key?: string;
  /** The id in the path. */
  readonly id?: string;
  readonly query?: string;
  readonly json?: Json;
  readonly headers?: Readonly<Record<string, string>>;
}

function ask(
  endpoint: Endpoint,
  { key, id = 'x', query, json, headers = {} }: Asking,
): Promise<HostileAnswer> {
  const path = endpoint.path.replace(/\{\w+\}/, id);
  const body = endpoint.body ? JSON.stringify(json ?? endpoint.body_example) : null;
  return client.send({
    endpoint,
    method: endpoint.method,
    path: query === undefined ? path : `${path}?${query}`,
    headers: [
      ...(key === undefined ? [] : [['authorization', `Bearer ${key}`] as const]),
      ...(body === null ? [] : [['content-type', 'application/json'] as const]),
      ...Object.entries(headers),
    ],
    body: body === null ? null : Buffer.from(body),
  });
}

function expectRefusal(answer: HostileAnswer, status: number, code: string): void {
  expectError({ ...answer, body: JSON.parse(answer.text) }, status, code);
}

/** Expects that a response contains nothing about owners other than these. */
function expectNothingOfOthers({ text }: HostileAnswer, ...seen: readonly Owner[]): void {
  for (const owner of owners) if (!seen.includes(owner)) expect(text).not.toContain(owner.marker);
}

test('every operation has a case, and every case an operation', () => {
  expect(Object.keys(authority_cases).sort()).toEqual(endpoints.map(({ id }) => id).sort());
});

type Tried<Kind> = [id: string, endpoint: Endpoint, tried: Extract<AuthorityCase, { kind: Kind }>];
function casesOf<Kind extends AuthorityCase['kind']>(kind: Kind): Tried<Kind>[] {
  return endpoints.flatMap((endpoint) => {
    const tried = authority_cases[endpoint.id];
    return tried?.kind === kind ? [[endpoint.id, endpoint, tried] as Tried<Kind>] : [];
  });
}

describe('an operation that needs a key', () => {
  const keyed = endpoints
    .filter(({ has_key }) => has_key)
    .map((endpoint) => [endpoint.id, endpoint] as const);
  const wrong: readonly [what: string, keyOf: () => string | undefined, code: string][] = [
    ['no key', () => undefined, 'authentication_required'],
    ['an empty key', () => '', 'authentication_required'],
    ['an unknown key', () => makeKey('test'), 'invalid_api_key'],
    ['a malformed key', () => 'svc_test_garbage', 'invalid_api_key'],
    ['a revoked key of the owner', () => world.own.revoked_key, 'revoked_api_key'],
  ];
  describe.each(keyed)('%s', (id, endpoint) => {
    test.each(wrong)('is refused with %s', async (_, keyOf, code) => {
      const tried = authority_cases[id];
      const place = tried?.kind === 'object' ? tried.place : '';
      const mine = world.own.objects.get(place)?.[0] ?? 'x';
      const key = keyOf();
      expectRefusal(await ask(endpoint, key === undefined ? { id: mine } : { id: mine, key }), 401, code);
    });
  });
});

describe('an object', () => {
  test.each(casesOf('object'))('is visible only to its owner: %s', async (_, endpoint, tried) => {
    const sent = tried.body && { json: tried.body };
    const { own, another_merchant, other_mode } = world;
    const nothing = await ask(endpoint, { key: own.key, id: 'x', ...sent });
    expectRefusal(nothing, 404, tried.not_found);
    const pairs = [
      [own, another_merchant],
      [own, other_mode],
      [another_merchant, own],
      [other_mode, own],
    ] as const;
    for (const [owner, stranger] of pairs) {
      const ids = owner.objects.get(tried.place) ?? [];
      // Live mode has no payouts yet.
      if (owner !== other_mode) expect(ids).not.toEqual([]);
      for (const id of ids) {
        const shown = await ask(endpoint, { key: owner.key, id, ...sent });
        expect(shown.status).toBe(200);
        expect(shown.text).toContain(id);
        expectNothingOfOthers(shown, owner);
        const refused = await ask(endpoint, { key: stranger.key, id, ...sent });
        expectRefusal(refused, 404, tried.not_found);
        // The refusal does not even reveal that the object exists.
        const { message } = JSON.parse(refused.text);
        expect(message).toBe(JSON.parse(nothing.text).message);
      }
    }
  });
});

describe('a receipt', () => {
  test.each(casesOf('receipt'))('can be used only by its owner: %s', async (_, endpoint, { not_found }) => {
    const { own, another_merchant, other_mode } = world;
    const nothing = await ask(endpoint, { key: own.key, id: '0000000000' });
    expectRefusal(nothing, 404, not_found);
    const used = new Set<number>();
    for (const id of own.objects.get('/payments/{id}') ?? []) {
      const reference = id.slice(-10);
      for (const stranger of [another_merchant, other_mode]) {
        const refused = await ask(endpoint, { key: stranger.key, id: reference });
        expectRefusal(refused, 404, not_found);
        expect(JSON.parse(refused.text).message).toBe(JSON.parse(nothing.text).message);
      }
      const answer = await ask(endpoint, { key: own.key, id: reference });
      expectNothingOfOthers(answer, own);
      used.add(answer.status);
    }
    // Some of the payments are paid, others are not.
    expect(used).toEqual(new Set([404, 201]));
  });
});

describe('a list', () => {
  test.each(casesOf('list'))(
    'contains only the caller’s own objects: %s',
    async (_, endpoint, { shows, ...tried }) => {
      for (const owner of owners) {
        const text = await readAll(endpoint, owner, tried.from);
        const isEmpty = owner === world.other_mode && tried.is_empty_live;
        if (isEmpty) expect(JSON.parse(text).data.items).toEqual([]);
        else expect(text).toContain(shows(owner));
        for (const other of owners) if (other !== owner) expect(text).not.toContain(shows(other));
      }
    },
  );

  test.each(casesOf('list').filter(([, , { from }]) => from !== undefined))(
    'does not continue from another owner’s object: %s',
    async (_, endpoint, { from = '', shows }) => {
      const { own, another_merchant, other_mode } = world;
      for (const other of [another_merchant, other_mode]) {
        const strange = [...other.objects.values()].flat();
        for (const place of [...(other.objects.get(from) ?? []), ...strange].slice(0, 50)) {
          const answer = await ask(endpoint, { key: own.key, query: `${from}=${place}` });
          expect([200, 422]).toContain(answer.status);
          expect(answer.text).not.toContain(shows(other));
        }
      }
    },
  );

  /** Reads all pages as one text. */
  async function readAll(endpoint: Endpoint, owner: Owner, from: string | undefined): Promise<string> {
    let text = '';
    let place: string | null = null;
    do {
      const query: string = place === null ? 'limit=3' : `limit=3&${from}=${place}`;
      const answer = await ask(endpoint, { key: owner.key, ...(from !== undefined && { query }) });
      expect(answer.status).toBe(200);
      remember(owner.objects, answer.text);
      text += answer.text;
      place = JSON.parse(answer.text).data.next_cursor;
    } while (place !== null);
    return text;
  }
});

describe('a stream', () => {
  test.each(casesOf('stream'))(
    'resumes only after the caller’s own events, and shows no others: %s',
    async (_, endpoint, { from, shows }) => {
      const listed = endpoints.find(({ id }) => id === 'listEvents');
      if (!listed) throw new Error('no operation lists events');
      const firstOf = async (owner: Owner): Promise<string> => {
        const { text } = await ask(listed, { key: owner.key, query: 'limit=1' });
        return JSON.parse(text).data.items[0].id;
      };
      for (const owner of owners) {
        const place = await firstOf(owner);
        const shown = await ask(endpoint, { key: owner.key, query: `${from}=${place}` });
        expect(shown.status).toBe(200);
        expect(shown.text).toContain(shows(owner));
        expectNothingOfOthers(shown, owner);
        for (const other of owners.filter((one) => one !== owner)) {
          const refused = await ask(endpoint, { key: other.key, query: `${from}=${place}` });
          expectRefusal(refused, 422, 'invalid_fields');
        }
      }
    },
  );
});

describe('a created object', () => {
  test.each(casesOf('make'))(
    'belongs to the caller, whatever other owners have: %s',
    async (id, endpoint, tried) => {
      for (const owner of owners) {
        const status = (owner === world.other_mode && tried.status_live) || 201;
        // All owners send the same idempotency key, because each owner's keys are separate.
        const asking = {
          key: owner.key,
          json: tried.body(owner),
          headers: { 'idempotency-key': `of-all-${id}` },
        };
        const made = await ask(endpoint, asking);
        expect(made.status).toBe(status);
        expect(made.headers['idempotent-replayed']).toBeUndefined();
        expectNothingOfOthers(made, owner);
        if (status !== 201) continue;
        const again = await ask(endpoint, asking);
        expect([again.text, again.headers['idempotent-replayed']]).toEqual([made.text, 'true']);
      }
    },
  );
});

describe('a token', () => {
  const initialized = endpoints.find(({ id }) => id === 'retrieveCheckout');

  async function freshToken(owner: Owner): Promise<string> {
    const json = {
      amount: 100,
      currency: 'XOF',
      return_url: 'https://shop.example/thanks',
      description: owner.marker,
    };
    return String((await initialize(service, json, owner.key)).body.data?.session_token);
  }

  async function look(token: string): Promise<string> {
    if (!initialized) throw new Error('no operation retrieves a session');
    return (await ask(initialized, { id: token })).text;
  }

  test.each(casesOf('token'))('suffices without a key: %s', async (_, endpoint, { body }) => {
    const { own, another_merchant, other_mode } = world;
    const keys = [own.key, another_merchant.key, other_mode.key, own.revoked_key, 'svc_test_garbage'];
    for (const key of [undefined, ...keys]) {
      const asking = { id: await freshToken(own), ...(body && { json: body }) };
      const answer = await ask(endpoint, key === undefined ? asking : { ...asking, key });
      expect(answer.status).toBe(200);
      expectNothingOfOthers(answer, own);
    }
  });

  test.each(casesOf('token'))('gives access only to its own session: %s', async (_, endpoint, { body }) => {
    const [mine, theirs] = [await freshToken(world.own), await freshToken(world.another_merchant)];
    const before = await look(mine);
    const answer = await ask(endpoint, { id: theirs, ...(body && { json: body }) });
    expect(answer.status).toBe(200);
    const payment_id = JSON.parse(before).data.payment.id;
    for (const text of [world.own.marker, mine, payment_id]) expect(answer.text).not.toContain(text);
    expect(await look(mine)).toBe(before);
  });

  test.each(casesOf('token'))('cannot be replaced by anything else: %s', async (_, endpoint, { body }) => {
    const mine = await freshToken(world.own);
    const { own } = world;
    const [payment_id = ''] = own.objects.get('/payments/{id}') ?? [];
    const others = [
      'A'.repeat(43),
      mine.slice(0, -1),
      `${mine}A`,
      mine.toLowerCase(),
      mine.toUpperCase(),
      `${mine}%20`,
      `${mine}%00`,
      `%20${mine}`,
      '%25',
      '*',
      payment_id,
      own.key,
    ];
    for (const id of others.filter((other) => other !== mine)) {
      const answer = await ask(endpoint, { id, key: own.key, ...(body && { json: body }) });
      expectRefusal(answer, 404, 'session_not_found');
    }
  });
});
