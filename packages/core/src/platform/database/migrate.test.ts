import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { addressOf, withConnection } from '../../../../../test-support/connection.ts';
import { buildIndexes } from '../migrations/build-indexes.ts';
import { type Connected, connect } from './connect.ts';
import { migrate, pendingMigrations } from './migrate.ts';

let name: string;
let processes: Connected[];

/** Creates an empty database, and three processes that start on it. */
beforeEach(async () => {
  name = `guichet_empty_${randomBytes(4).toString('hex')}`;
  await withConnection(inject('server_url'), (client) => client.query(`create database ${name}`));
  processes = Array.from({ length: 3 }, () =>
    connect(addressOf(inject('server_url'), name), {
      connections_max: 4,
      onError: (error) => {
        throw error;
      },
    }),
  );
});
afterEach(async () => {
  await Promise.all(processes.map((one) => one.close()));
  await withConnection(inject('server_url'), (client) => client.query(`drop database ${name}`));
});

function first(): Connected {
  const [one] = processes;
  if (!one) throw new Error('there is no process');
  return one;
}

/** The names of the migrations, in order of application. */
const names = ['0001-baseline'];

describe('migrating', () => {
  it('brings an empty database up to date, and then has nothing left to do', async () => {
    const { db, pool } = first();
    expect(await pendingMigrations(db)).toEqual(names);
    expect(await migrate(db, pool)).toEqual(names);
    expect(await pendingMigrations(db)).toEqual([]);
    expect(await migrate(db, pool)).toEqual([]);
    expect((await pool.query('select count(*) from payments')).rows).toEqual([{ count: 0n }]);
    // The queue's own tables exist too.
    expect((await pool.query('select count(*) from graphile_worker.jobs')).rows).toEqual([{ count: 0n }]);
  });

  it('is done by one of several processes that start it concurrently, and fails in none', async () => {
    const applied = await Promise.all(processes.map(({ db, pool }) => migrate(db, pool)));
    expect(applied.flat()).toEqual(names);
  });

  it('reports the name of the migration that failed, and leaves nothing behind', async () => {
    const { db, pool } = first();
    await pool.query('create table api_keys (id int)');
    await expect(migrate(db, pool)).rejects.toThrow('migration 0001-baseline failed');
    expect(await pendingMigrations(db)).toEqual(names);
    expect((await pool.query(`select to_regclass('merchants') as merchants`)).rows).toEqual([
      { merchants: null },
    ]);
  });
});

describe('migrating a database from before the first release', () => {
  /** Restores the state in which the migrations before the baseline left a database. */
  beforeEach(async () => {
    const { db, pool } = first();
    await migrate(db, pool);
    await pool.query('delete from kysely_migration');
    // These indexes are built after the migrations, not by them.
    await pool.query('drop index payouts_open, callbacks_unprocessed');
    await pool.query(
      `insert into kysely_migration values ('0001-house', '2026-07-01'), ('0024-closed-periods', '2026-10-01')`,
    );
    await pool.query(
      `insert into merchants (id, name, country, created_at) values ('mer_1', 'A', 'CI', now())`,
    );
  });
  const applied = async () => (await first().pool.query('select name from kysely_migration order by 1')).rows;

  it('adopts it unchanged when its schema equals the baseline, whichever of several processes comes first', async () => {
    expect(await pendingMigrations(first().db)).toEqual(names);
    await Promise.all(processes.map(({ db, pool }) => migrate(db, pool)));
    expect(await applied()).toEqual(names.map((one) => ({ name: one })));
    expect((await first().pool.query('select id from merchants')).rows).toEqual([{ id: 'mer_1' }]);
    expect((await first().pool.query(`select to_regnamespace('guichet_to_compare') as left`)).rows).toEqual([
      { left: null },
    ]);
  });

  it('reports the differences and a remedy when its schema differs, and changes nothing', async () => {
    const { db, pool } = first();
    await pool.query('drop index refunds_one_open');
    await pool.query('alter table payments add column colour text');
    await expect(migrate(db, pool)).rejects.toThrow(
      /^This database is from before the first release, .* it lacks CREATE UNIQUE INDEX refunds_one_open .* of table refunds; it has colour text of table payments with \(fillfactor=60\)\. Bring it to .*, or start with a new database\.$/,
    );
    expect(await applied()).toEqual([{ name: '0001-house' }, { name: '0024-closed-periods' }]);
  });
});

describe('an index built concurrently', () => {
  const wanted = [{ name: 'notes_word', on: 'notes (word)' }];
  const isWhole = async (): Promise<unknown> => {
    const { rows } = await first().pool.query(
      `select indisvalid as whole from pg_index where indexrelid = to_regclass('notes_word')`,
    );
    return rows[0]?.whole;
  };
  beforeEach(async () => {
    await first().pool.query('create table notes (word text)');
  });

  it('is built by one of several processes while the others wait', async () => {
    await Promise.all(
      processes.map(async ({ pool }) => {
        await buildIndexes(pool, wanted);
        expect(await isWhole()).toBe(true);
      }),
    );
  });

  it('does not block writers', async () => {
    const { pool } = first();
    const [, other] = processes;
    const writer = await other?.pool.connect();
    if (!writer) throw new Error('there is one process only');
    try {
      // The build waits for earlier writers, and no writer waits for the build.
      await writer.query('begin');
      await writer.query(`insert into notes values ('early')`);
      const built = buildIndexes(pool, wanted);
      await expect.poll(isWhole).toBe(false);
      await pool.query(`insert into notes values ('meanwhile')`);
      await writer.query('commit');
      await built;
    } finally {
      writer.release();
    }
    expect(await isWhole()).toBe(true);
  });

  it.each(['statement_timeout', 'lock_timeout'])(
    'is built without %s, even if the database sets one',
    async (setting) => {
      const { pool } = first();
      await pool.query(`alter database ${name} set ${setting} = '10min'`);
      const late = connect(addressOf(inject('server_url'), name), {
        connections_max: 1,
        onError: (error) => {
          throw error;
        },
      });
      processes.push(late);
      // The index calls this function, so that the build itself reads the setting.
      await pool.query(`create function setting_of(word text) returns text immutable language sql
      as $$ select current_setting(word) $$`);
      await pool.query('insert into notes values ($1)', [setting]);
      const on = `notes ((1 / (setting_of(word) = '0')::integer))`;
      await buildIndexes(late.pool, [{ name: 'notes_word', on }]);
      expect(await isWhole()).toBe(true);
      // The next user of the connection has the timeout again.
      expect((await late.pool.query(`show ${setting}`)).rows).toEqual([{ [setting]: '10min' }]);
    },
  );

  it('reports the reason why it cannot be built, and does not block a retry', async () => {
    const { pool } = first();
    const impossible = [{ name: 'notes_word', on: 'notes (nothing)' }];
    await expect(buildIndexes(pool, impossible)).rejects.toThrow('column "nothing" does not exist');
    await buildIndexes(pool, wanted);
    expect(await isWhole()).toBe(true);
    expect((await pool.query('show maintenance_work_mem')).rows).not.toEqual([
      { maintenance_work_mem: '256MB' },
    ]);
  });

  it('reports why its build was cancelled, and is built again', async () => {
    const { pool } = first();
    const late = connect(addressOf(inject('server_url'), name), {
      connections_max: 1,
      onError: () => undefined,
    });
    processes.push(late);
    const { rows } = await late.pool.query('select pg_backend_pid() as backend');
    const writer = await pool.connect();
    try {
      await writer.query('begin');
      await writer.query(`insert into notes values ('early')`);
      const built = buildIndexes(late.pool, wanted);
      const ended = expect(built).rejects.toThrow('terminating connection due to administrator command');
      await expect.poll(isWhole).toBe(false);
      await pool.query('select pg_terminate_backend($1)', [rows[0].backend]);
      await ended;
      await writer.query('commit');
    } finally {
      writer.release();
    }
    expect(await isWhole()).toBe(false);
    await buildIndexes(late.pool, wanted);
    expect(await isWhole()).toBe(true);
  });

  it('is built again after an interrupted build', async () => {
    const { pool } = first();
    await pool.query(`insert into notes values ('twice'), ('twice')`);
    // A build that fails half-way leaves an invalid index.
    await expect(pool.query('create unique index concurrently notes_word on notes (word)')).rejects.toThrow();
    expect(await isWhole()).toBe(false);
    await buildIndexes(pool, wanted);
    expect(await isWhole()).toBe(true);
  });
});
