import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { makeTestDatabase, type TestDatabase } from '../../../../../test-support/database.ts';
import { type Connected, connect } from './connect.ts';

let database: TestDatabase;
let opened: Connected;
beforeAll(async () => {
  database = await makeTestDatabase();
  opened = connect(database.database_url, { connections_max: 1, onError: () => undefined });
});
afterAll(async () => {
  await opened.close();
  await database.close();
});
beforeEach(async () => {
  await database.pool.query('drop table if exists notes');
  await database.pool.query(`create table notes as select 1 as id, 'kept' as words`);
});

const addColumn = () => database.pool.query('alter table notes add column later int');
const read = (db: Pick<Connected, 'db'>['db'] = opened.db) =>
  sql`select * from notes where id = ${1}`.execute(db).then(({ rows }) => rows);

it('a repeated statement is prepared once', async () => {
  for (let time = 0; time < 3; time++) await read();
  await sql`select * from notes`.execute(opened.db);
  const { rows } = await opened.pool.query(
    `select statement from pg_prepared_statements where statement like '%from notes%'`,
  );
  expect(rows).toEqual([{ statement: 'select * from notes where id = $1' }]);
});

it('a name refers to the same statement in every process that prepares it', async () => {
  const other = connect(database.database_url, { connections_max: 1, onError: () => undefined });
  onTestFinished(() => other.close());
  // The second process runs the statements in a different order.
  await sql`select ${1}::int as first`.execute(opened.db);
  await sql`select ${2}::int as second`.execute(other.db);
  await sql`select ${1}::int as first`.execute(other.db);
  const prepared = await Promise.all(
    [opened, other].map(({ pool }) => pool.query('select name, statement from pg_prepared_statements')),
  );
  const texts = new Map<string, Set<string>>();
  for (const { name, statement } of prepared.flatMap(({ rows }) => rows)) {
    texts.set(name, (texts.get(name) ?? new Set()).add(statement));
  }
  expect([...texts].filter(([, some]) => some.size > 1)).toEqual([]);
  expect(texts.size).toBeLessThan(prepared.flatMap(({ rows }) => rows).length);
});

it('a statement outside a transaction succeeds even if another process has added a column since it was prepared', async () => {
  expect(await read()).toEqual([{ id: 1, words: 'kept' }]);
  await addColumn();
  for (let time = 0; time < 3; time++) expect(await read()).toEqual([{ id: 1, words: 'kept', later: null }]);
});

it('a column added by another process makes one transaction fail, but not the next', async () => {
  for (let time = 0; time < 2; time++) await read();
  await addColumn();
  const run = () => opened.db.transaction().execute((tx) => read(tx));
  await expect(run()).rejects.toThrow('cached plan must not change result type');
  expect(await run()).toEqual([{ id: 1, words: 'kept', later: null }]);
});

it('other errors of prepared statements are reported unchanged', async () => {
  await expect(sql`select 1 / ${0}::int`.execute(opened.db)).rejects.toThrow('division by zero');
});

describe('a transaction', () => {
  /** Reads the state of the only connection from the database. */
  const stateOf = async (): Promise<string> => {
    const { rows } = await database.pool.query(
      `select state from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    );
    return rows.map(({ state }) => state).join();
  };

  it('is opened with its first statement, and not before', async () => {
    await read();
    await opened.db.transaction().execute(async (tx) => {
      expect(await stateOf()).toBe('idle');
      await sql`select ${1}::int`.execute(tx);
      expect(await stateOf()).toBe('idle in transaction');
    });
    expect(await stateOf()).toBe('idle');
  });

  it('that runs no statement is never opened', async () => {
    expect(await opened.db.transaction().execute(async () => 'done')).toBe('done');
    const nothing = opened.db.transaction().execute(() => Promise.reject(new Error('thought again')));
    await expect(nothing).rejects.toThrow('thought again');
    expect(await read()).toEqual([{ id: 1, words: 'kept' }]);
  });

  it('is the only one that its local settings affect', async () => {
    const limitOf = (db: Pick<Connected, 'db'>['db']) =>
      sql<{ lock_timeout: string }>`show lock_timeout`.execute(db).then(({ rows }) => rows[0]?.lock_timeout);
    const before = await limitOf(opened.db);
    const within = await opened.db.transaction().execute(async (tx) => {
      await sql`set local lock_timeout = 1234`.execute(tx);
      await sql`select ${1}::int`.execute(tx);
      return limitOf(tx);
    });
    expect([within, await limitOf(opened.db)]).toEqual(['1234ms', before]);
  });

  it.each([
    [
      'a statement that writes',
      (tx: Pick<Connected, 'db'>['db']) => sql`update notes set words = ${'new'}`.execute(tx),
    ],
    [
      'a statement that reads and locks',
      (tx: Pick<Connected, 'db'>['db']) => sql`select from notes where id = ${1} for update`.execute(tx),
    ],
  ])('that began with %s rolls everything back when it fails', async (_, first) => {
    const failing = opened.db.transaction().execute(async (tx) => {
      await first(tx);
      await sql`update notes set words = ${'newer'}`.execute(tx);
      throw new Error('thought again');
    });
    await expect(failing).rejects.toThrow('thought again');
    expect(await read()).toEqual([{ id: 1, words: 'kept' }]);
  });

  it('ends when its first statement is refused, and leaves the connection usable', async () => {
    for (const text of ['select 1 / ', 'update notes set id = 1 / ']) {
      const failing = opened.db.transaction().execute(async (tx) => {
        await sql`${sql.raw(text)}${0}::int`.execute(tx);
      });
      await expect(failing).rejects.toThrow('division by zero');
    }
    expect(await read()).toEqual([{ id: 1, words: 'kept' }]);
    expect(await stateOf()).toBe('idle');
  });

  it('executes nothing if it cannot be opened', async () => {
    const failing = opened.db.transaction().execute(async (tx) => {
      await sql`set local lock_timeout = 'never'`.execute(tx);
      await sql`update notes set words = ${'new'}`.execute(tx);
    });
    await expect(failing).rejects.toThrow('invalid value for parameter');
    expect(await read()).toEqual([{ id: 1, words: 'kept' }]);
  });
});
