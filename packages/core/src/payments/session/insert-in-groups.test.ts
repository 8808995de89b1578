import { createServer } from 'node:net';
import { systemClock } from '@guichet/kernel/clock';
import { makeId } from '@guichet/kernel/ids';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withConnection } from '../../../../../test-support/connection.ts';
import { makeTestDatabase, type TestDatabase } from '../../../../../test-support/database.ts';
import { untilWaiting } from '../../../../../test-support/locks.ts';
import { type Connected, connect } from '../../platform/database/connect.ts';
import type { IdempotencyKey, IdempotentResult } from '../../platform/idempotency/run-idempotently.ts';
import { makeCheckoutTokens } from '../../platform/secrets/checkout-tokens.ts';
import { makeSecretBox } from '../../platform/secrets/seal.ts';
import { type CheckoutOrder, makeGroupedInsert } from './insert-in-groups.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await makeTestDatabase();
});
afterAll(() => database.close());
beforeEach(() =>
  database.pool.query(
    'delete from checkout_sessions; delete from payments; delete from customer_payments; delete from idempotency_keys',
  ),
);

const created_at = new Date();
const tokens = makeCheckoutTokens(makeSecretBox('key of the tests: 32 characters!'));

type Row = CheckoutOrder['row'];

/** Makes the function under test for rows whose response contains their own handle. */
function makeInsert(connected: Connected = database): (row: Row) => Promise<IdempotentResult<unknown>> {
  const insert = makeGroupedInsert({ ...connected, clock: systemClock, tokens });
  return async (row) => {
    const { value, replayed } = await insert({ row, present: () => ({ handle: row.token }) });
    return { value: (value as { handle: string }).handle, replayed };
  };
}

function makeRow(changes: Partial<Row> = {}): Row {
  return {
    merchant_id: 'mer_1',
    mode: 'test',
    payment_id: makeId('payment'),
    token: tokens.makeHandle(),
    currency: 'XOF',
    amount_minor: 5000n,
    description: null,
    metadata: null,
    customer_phone: null,
    customer_email: null,
    customer_first_name: null,
    customer_last_name: null,
    return_url: 'https://shop.example/',
    cancel_url: null,
    template: null,
    operator: null,
    fee_percent: null,
    payment_link_id: null,
    shift_id: null,
    once: null,
    created_at,
    expires_at: new Date(created_at.getTime() + 1_800_000),
    ...changes,
  };
}
const makeRows = (count: number): Row[] => Array.from({ length: count }, () => makeRow());

/** Lists the tokens that another connection sees, which are the committed ones. */
async function committed(): Promise<Set<string>> {
  const { rows } = await withConnection(database.database_url, (client) =>
    client.query<{ token: string }>(
      `select token from checkout_sessions
      join payments on payments.id = payment_id and payments.session_token = token`,
    ),
  );
  return new Set(rows.map(({ token }) => token));
}

/** Counts the transactions that have inserted checkouts. */
async function countTransactions(): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    'select count(distinct xmin::text)::int as count from checkout_sessions',
  );
  return rows[0]?.count ?? 0;
}

describe('five hundred concurrent inserts', () => {
  it('are all written, in few transactions', async () => {
    const insert = makeInsert();
    const rows = makeRows(500);
    await Promise.all(rows.map(insert));
    expect(await committed()).toEqual(new Set(rows.map(({ token }) => token)));
    // Each transaction has at most 256 rows.
    expect(await countTransactions()).toBe(2);
  });

  it('each return after their commit', async () => {
    const insert = makeInsert();
    const seen = await Promise.all(
      makeRows(500).map(async (row, index) => {
        await insert(row);
        // A sample, since each check takes a connection.
        return index % 50 === 0 ? (await committed()).has(row.token) : true;
      }),
    );
    expect(seen).not.toContain(false);
  });

  it('keep at most two statements running', async () => {
    const insert = makeInsert();
    const checked_out: number[] = [];
    database.pool.on('acquire', () => checked_out.push(database.pool.totalCount - database.pool.idleCount));
    await Promise.all(makeRows(2000).map(insert));
    database.pool.removeAllListeners('acquire');
    expect(Math.max(...checked_out)).toBeLessThanOrEqual(2);
  });
});

describe('a locked customer', () => {
  const owner = { merchant_id: 'mer_1', customer_phone: '+2250700000001' } as const;
  const email = 'ama@shop.example';
  const listCustomers = async () => (await database.pool.query('select * from customers')).rows;
  beforeEach(async () => void (await database.pool.query('delete from customers')));

  it.each<[string, Partial<Row>, Partial<Row>]>([
    ['whose name is new', owner, { ...owner, customer_first_name: 'Ama' }],
    [
      'who is to be merged',
      { merchant_id: 'mer_1', customer_email: email },
      { ...owner, customer_email: email },
    ],
  ])('%s delays no session', async (_, known, changes) => {
    const insert = makeInsert();
    await insert(makeRow(known));
    await withConnection(database.database_url, async (client) => {
      await client.query('begin');
      await client.query('select from customers for update');
      const began_ms = performance.now();
      const theirs = [insert(makeRow(changes)), insert(makeRow(changes))];
      await new Promise((resolve) => setImmediate(resolve));
      theirs.push(insert(makeRow(changes)), insert(makeRow(changes)));
      await new Promise((resolve) => setTimeout(resolve, 20));
      await insert(makeRow({ merchant_id: 'mer_2' }));
      expect(performance.now() - began_ms).toBeLessThan(1_000);
      await Promise.all(theirs);
      await client.query('rollback');
    });
    // The details are completed by the next session.
    await insert(makeRow(changes));
    const { customer_first_name: first_name = null } = changes;
    expect(await listCustomers()).toMatchObject([{ phone: owner.customer_phone, first_name }]);
  });
});

describe('a statement that waits for a lock', () => {
  it('keeps others from starting only for some seconds', async () => {
    const insert = makeInsert();
    const once = (key: string): Row => makeRow({ once: { key, request_hash: Buffer.from('a') } });
    await withConnection(database.database_url, async (client) => {
      await client.query('begin');
      await client.query(
        `insert into idempotency_keys (merchant_id, mode, scope, key, request_hash, object_id, created_at)
        select 'mer_1', 'test', '', 'key ' || number, '', 'none', now() from generate_series(1, 2) as number`,
      );
      const waiting: Promise<unknown>[] = [];
      for (const number of [1, 2]) {
        waiting.push(insert(once(`key ${number}`)));
        await untilWaiting(database, number);
      }
      await insert(makeRow({ merchant_id: 'mer_2' }));
      await client.query('rollback');
      await Promise.all(waiting);
    });
  }, 15_000);
});

describe('successive inserts', () => {
  it('are each written immediately', async () => {
    const insert = makeInsert();
    for (const row of makeRows(3)) {
      await insert(row);
      expect(await committed()).toContain(row.token);
    }
    expect(await countTransactions()).toBe(3);
  });
});

describe('an invalid row in a group', () => {
  const known = makeRow();
  it.each<[string, Partial<Row>, string]>([
    ['a token that already exists', { token: known.token }, '23505'],
    ['an amount that no rule allows', { amount_minor: 0n }, '23514'],
    ['an amount beyond int8', { amount_minor: 2n ** 63n }, '22003'],
    ['NUL', { description: 'a\u0000b' }, '22021'],
    ['metadata that is not JSON', { metadata: '{' }, '22P02'],
  ])('fails alone: %s', async (_, bad, code) => {
    const insert = makeInsert();
    await insert(known);
    const rows = makeRows(20);
    const results = await Promise.allSettled(
      [...rows.slice(0, 10), makeRow(bad), ...rows.slice(10)].map(insert),
    );
    expect(results.map(({ status }) => status)).toEqual([
      ...Array(10).fill('fulfilled'),
      'rejected',
      ...Array(10).fill('fulfilled'),
    ]);
    expect(results[10]).toMatchObject({ reason: { code } });
    expect(await committed()).toEqual(new Set([known, ...rows].map(({ token }) => token)));
  });

  it('fails alone when it is the only one', async () => {
    const insert = makeInsert();
    await expect(insert(makeRow({ amount_minor: 0n }))).rejects.toMatchObject({ code: '23514' });
    await insert(known);
    expect(await committed()).toEqual(new Set([known.token]));
  });

  it('that conflicts with an earlier one does not affect it', async () => {
    const insert = makeInsert();
    const [one, other] = [makeRow(), makeRow()];
    const results = await Promise.allSettled([one, { ...other, token: one.token }, makeRow()].map(insert));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });
});

describe('a row with an idempotency key', () => {
  const onceOf = (key: string, request = 'a'): IdempotencyKey => ({
    key,
    request_hash: Buffer.from(request),
  });
  const keyed = (key: string, request?: string): Row => makeRow({ once: onceOf(key, request) });

  it.each([
    ['at once', 1000],
    ['one after the other', 3],
  ])('is written once, however often it is sent: %s', async (how, count) => {
    const insert = makeInsert();
    const rows = Array.from({ length: count }, () => keyed('one'));
    const answers: IdempotentResult<unknown>[] = [];
    if (how === 'at once') answers.push(...(await Promise.all(rows.map(insert))));
    else for (const row of rows) answers.push(await insert(row));
    expect(await committed()).toEqual(new Set([answers[0]?.value]));
    expect(new Set(answers.map(({ value }) => value)).size).toBe(1);
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
  });

  it('is written once by several processes', async () => {
    const own = connect(database.database_url, {
      connections_max: 4,
      onError: (error) => {
        throw error;
      },
    });
    const inserts = [makeInsert(), makeInsert(own), makeInsert()];
    // Keys in a different order each time: two statements must not deadlock.
    const keys = Array.from({ length: 60 }, (_, index) => `key ${index}`);
    const answers = await Promise.all(
      inserts.flatMap((insert, index) =>
        (index === 1 ? [...keys].reverse() : keys).map(
          async (key) => [key, await insert(keyed(key))] as const,
        ),
      ),
    );
    expect((await committed()).size).toBe(60);
    expect(new Set(answers.map(([key, { value }]) => `${key} ${value}`)).size).toBe(60);
    await own.close();
  });

  it('is written together with rows without a key', async () => {
    const insert = makeInsert();
    await insert(keyed('known'));
    const rows = [makeRow(), keyed('known'), makeRow(), keyed('new'), makeRow()];
    const answers = await Promise.all(rows.map(insert));
    expect(answers.map(({ replayed }) => replayed)).toEqual([false, true, false, false, false]);
    expect((await committed()).size).toBe(5);
  });

  it('is refused with the key of a different request, and does not affect the others', async () => {
    const insert = makeInsert();
    await insert(keyed('known', 'a'));
    const answers = await Promise.allSettled([makeRow(), keyed('known', 'b'), makeRow()].map(insert));
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(answers[1]).toMatchObject({ reason: { code: 'idempotency_key_reused' } });
    expect((await committed()).size).toBe(3);
  });

  it.each<[string, Partial<Row>]>([
    ['merchant', { merchant_id: 'mer_2' }],
    ['mode', { mode: 'live' }],
  ])('does not match the key of another %s', async (_, other) => {
    const insert = makeInsert();
    await insert(keyed('known'));
    expect(await insert({ ...keyed('known'), ...other })).toMatchObject({ replayed: false });
  });

  it('stores no key when it is refused', async () => {
    const insert = makeInsert();
    await expect(insert({ ...keyed('known'), amount_minor: 0n })).rejects.toMatchObject({ code: '23514' });
    expect(await insert(keyed('known', 'fixed'))).toMatchObject({ replayed: false });
  });

  it('is written again when its key is older than 72 hours', async () => {
    const insert = makeInsert();
    const first = await insert(keyed('known'));
    for (const [age, replayed] of [
      ['71 hours 59 minutes', true],
      ['73 hours', false],
    ] as const) {
      await database.pool.query(`update idempotency_keys set created_at = now() - interval '${age}'`);
      const again = await insert(keyed('known'));
      expect(again.replayed).toBe(replayed);
      expect(again.value === first.value).toBe(replayed);
    }
  });
});

describe('a broken connection', () => {
  it('rejects every call of the group, and later ones succeed', async () => {
    const broken: Error[] = [];
    const own = connect(database.database_url, {
      connections_max: 2,
      onError: (error) => broken.push(error),
    });
    const insert = makeInsert(own);
    // The lock holds the group up while its connection is terminated.
    await withConnection(database.database_url, async (client) => {
      await client.query('begin');
      await client.query('lock table payments');
      const calls = Promise.allSettled(makeRows(5).map(insert));
      await untilWaiting(database, 1);
      // Terminates connections only to this database: tables in copies of one template have the same OID
      // everywhere.
      await client.query(`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      await client.query('rollback');
      expect((await calls).map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
    });
    expect(await committed()).toEqual(new Set());
    const row = makeRow();
    await insert(row);
    expect(await committed()).toEqual(new Set([row.token]));
    await own.close();
  });

  it('rejects calls when there is no server', async () => {
    const port = await freePort();
    const own = connect(`postgres://nobody@127.0.0.1:${port}/none`, {
      connections_max: 2,
      onError: (error) => {
        throw error;
      },
    });
    const insert = makeInsert(own);
    const results = await Promise.allSettled(makeRows(3).map(insert));
    expect(results.map((result) => result.status === 'rejected' && result.reason.code)).toEqual(
      Array(3).fill('ECONNREFUSED'),
    );
    await own.close();
  });
});

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
