import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestDatabase, type TestDatabase } from '../../../../../../test-support/database.ts';
import { describeSchema } from './queries.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await makeTestDatabase();
});
afterAll(() => database.close());

const query = (text: string) => database.pool.query(text);

describe('the schema', () => {
  // Skipped with other versions of PostgreSQL, which write some expressions differently.
  it.skipIf(process.env.TEST_DATABASE_URL)(
    'of a new database matches docs/reference/schema.txt (if not, run npm run reference)',
    async () => {
      expect(await describeSchema(database.db)).toBe(await readFile('docs/reference/schema.txt', 'utf8'));
    },
  );

  it.each([
    'alter table payments add column colour text',
    'alter table payments alter column description set not null',
    'alter table payments alter column late set default true',
    'alter table payments alter column currency type varchar(3)',
    'alter table payments drop constraint payments_check',
    'alter table refunds drop constraint refunds_merchant_id_payment_id_fkey',
    'drop index refunds_one_open',
    'create index colours on payments (late)',
    'drop trigger events_append_only on events',
    'alter table events disable trigger events_append_only',
    'alter table webhook_deliveries reset (autovacuum_vacuum_threshold)',
    'alter table rate_limit_buckets set logged',
    'create or replace function lone_slot(at timestamptz) returns timestamptz language sql return at',
    'create table colours ()',
    'create sequence colours',
  ])('has a different description after: %s', async (change) => {
    const before = await describeSchema(database.db);
    await database.db
      .transaction()
      .execute(async (tx) => {
        await sql.raw(change).execute(tx);
        expect(await describeSchema(tx)).not.toBe(before);
        throw new Error('undone');
      })
      .catch((error: Error) => expect(error.message).toBe('undone'));
    expect(await describeSchema(database.db)).toBe(before);
  });

  it('has the same description whatever its name and the order of its columns', async () => {
    const before = await describeSchema(database.db);
    await query('alter schema public rename to elsewhere');
    await query('alter table elsewhere.payments drop column late');
    await query('alter table elsewhere.payments add column late boolean not null default false');
    const moved = await database.db.connection().execute(async (db) => {
      await sql.raw('set search_path = elsewhere').execute(db);
      return await describeSchema(db);
    });
    expect(moved).toBe(before);
  });
});
