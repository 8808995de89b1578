import { connect, pendingMigrations } from '@guichet/core/platform';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { withConnection } from './connection.ts';
import { makeTestDatabase, type TestDatabase } from './database.ts';

const merchant = { id: 'mer_1', name: 'Shop', country: 'CI', primary_color: null, created_at: new Date(0) };

describe('a test database', () => {
  let one: TestDatabase;
  let other: TestDatabase;

  beforeAll(async () => {
    // Made concurrently, as in a run of several files.
    [one, other] = await Promise.all([makeTestDatabase(), makeTestDatabase()]);
  });
  afterAll(async () => {
    await Promise.all([one.close(), other.close()]);
  });

  it('is migrated and empty', async () => {
    expect(await pendingMigrations(one.db)).toEqual([]);
    expect(await one.db.selectFrom('merchants').selectAll().execute()).toEqual([]);
  });

  it('shows its rows to every connection to its URL, and to no other test database', async () => {
    await one.db.insertInto('merchants').values(merchant).execute();
    const count = 'select count(*)::int as count from merchants';
    const here = await withConnection(one.database_url, (client) => client.query(count));
    const there = await withConnection(other.database_url, (client) => client.query(count));
    expect([here.rows, there.rows]).toEqual([[{ count: 1 }], [{ count: 0 }]]);
  });
});

describe('closing a test database', () => {
  it('drops it', async () => {
    const database = await makeTestDatabase();
    await database.db.selectFrom('merchants').selectAll().execute();
    await database.close();
    expect(await exists(database.database_url)).toBe(false);
  });

  it('fails when the tested code has left a connection open, reports it, and drops the database anyway', async () => {
    const database = await makeTestDatabase();
    const broken: string[] = [];
    const leaked = connect(database.database_url, {
      connections_max: 1,
      onError: (error) => broken.push(error.message),
    });
    await leaked.pool.query('select 4321');
    await expect(database.close()).rejects.toThrow(
      /^1 connections are still open.*\n.*guichet, idle, select 4321/,
    );
    expect(await exists(database.database_url)).toBe(false);
    await leaked.close();
    await expect.poll(() => broken).toContain('terminating connection due to administrator command');
  });
});

async function exists(database_url: string): Promise<boolean> {
  const name = new URL(database_url).pathname.slice(1);
  return withConnection(inject('server_url'), async (client) => {
    const found = await client.query('select 1 from pg_database where datname = $1', [name]);
    return found.rowCount === 1;
  });
}
