import { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { withConnection } from '../../../../../test-support/connection.ts';
import { makeTestDatabase, type TestDatabase } from '../../../../../test-support/database.ts';
import { type Connected, connect, connectPlainly } from './connect.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await makeTestDatabase();
});
afterAll(() => database.close());

/** Opens a pool that a test may break. */
function open(errors: Error[] = []): Connected {
  return connect(database.database_url, {
    connections_max: 2,
    onError: (error) => errors.push(error),
  });
}

/** Terminates the connection from outside, as a restart of the server does. */
async function terminate(pid: number): Promise<void> {
  await withConnection(database.database_url, (client) =>
    client.query('select pg_terminate_backend($1, 5000)', [pid]),
  );
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await setTimeout(5);
}

const pidOf = 'select pg_backend_pid() as pid';

describe('values in query results', () => {
  it('of type int8 are bigint, exact beyond 2^53, both through the pool and through Kysely', async () => {
    const text = 'select 9007199254740993::int8 as value';
    const { rows } = await database.pool.query(text);
    expect(rows).toEqual([{ value: 9_007_199_254_740_993n }]);
    const typed = await sql`select 9007199254740993::int8 as value`.execute(database.db);
    expect(typed.rows).toEqual([{ value: 9_007_199_254_740_993n }]);
  });

  it('of other types are as returned by the driver', async () => {
    const { rows } = await database.pool.query(
      `select 1.5000::numeric(7, 4) as fee, 7::int4 as count, '{"a":1}'::jsonb as json, now() > 'epoch' as later`,
    );
    expect(rows).toEqual([{ fee: '1.5000', count: 7, json: { a: 1 }, later: true }]);
  });
});

describe('an idle connection', () => {
  it('is probed by TCP, also if connectPlainly opened it', async () => {
    const probe = vi.spyOn(Socket.prototype, 'setKeepAlive');
    const opened = open();
    const plain = connectPlainly(opened.pool, { connections_max: 1, onError: () => undefined });
    await Promise.all([opened.pool.query('select 1'), plain.query('select 1')]);
    await plain.end();
    await opened.close();
    expect(probe.mock.calls).toEqual([
      [true, 10_000],
      [true, 10_000],
    ]);
    probe.mockRestore();
  });
});

describe('a plain connection', () => {
  it('is dropped and replaced when it exceeds its timeout', async () => {
    const opened = open();
    const plain = connectPlainly(opened.pool, {
      connections_max: 1,
      query_timeout_ms: 100,
      onError: (error) => {
        throw error;
      },
    });
    await withConnection(database.database_url, async (client) => {
      await client.query('select pg_advisory_lock(1)');
      await expect(plain.query('select pg_advisory_lock(1)')).rejects.toThrow('Query read timeout');
    });
    expect((await plain.query('select 7::int8 as value')).rows).toEqual([{ value: '7' }]);
    await plain.end();
    await opened.close();
  });
});

describe('closing a pool', () => {
  it.each([
    ['nothing was queried', async () => undefined],
    ['only the pool was used', (opened: Connected) => opened.pool.query('select 1')],
    ['only kysely was used', (opened: Connected) => sql`select 1`.execute(opened.db)],
  ])('ends every connection when %s', async (_, use) => {
    const opened = open();
    await use(opened);
    await opened.close();
    expect(opened.pool.ended).toBe(true);
    expect(opened.pool.totalCount).toBe(0);
  });
});

describe('a broken connection', () => {
  it('that was idle is reported once and replaced', async () => {
    const errors: Error[] = [];
    const opened = open(errors);
    const { rows } = await opened.pool.query<{ pid: number }>(pidOf);
    await terminate(rows[0]?.pid ?? 0);
    await until(() => opened.pool.totalCount === 0);
    const again = await opened.pool.query<{ pid: number }>(pidOf);
    expect(again.rows[0]?.pid).not.toBe(rows[0]?.pid);
    await opened.close();
    expect(errors.map((error) => error.message)).toEqual([
      'terminating connection due to administrator command',
    ]);
  });

  it('is reported and releases its locks if its process stopped in a transaction', async () => {
    const errors: Error[] = [];
    const opened = open(errors);
    const { rows } = await opened.pool.query<{ idle: string }>(
      `select current_setting('idle_in_transaction_session_timeout') as idle`,
    );
    expect(rows).toEqual([{ idle: '30s' }]);
    const stands = opened.db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(1)`.execute(tx);
      await sql`set local idle_in_transaction_session_timeout = '50ms'`.execute(tx);
      await until(() => errors.length > 0);
    });
    await expect(stands).rejects.toThrow();
    await sql`select pg_advisory_xact_lock(1)`.execute(opened.db);
    await opened.close();
    expect(errors.map((error) => error.message)).toEqual([
      'terminating connection due to idle-in-transaction timeout',
    ]);
  });

  it('is reported and does not end the process when it was in use', async () => {
    const errors: Error[] = [];
    const opened = open(errors);
    const client = await opened.pool.connect();
    const { rows } = await client.query<{ pid: number }>(pidOf);
    await terminate(rows[0]?.pid ?? 0);
    await until(() => errors.length > 0);
    await expect(client.query('select 1')).rejects.toThrow();
    client.release(true);
    await opened.close();
    expect(errors).toHaveLength(1);
  });
});
