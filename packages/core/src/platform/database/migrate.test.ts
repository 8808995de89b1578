import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { addressOf, withConnection } from '../../../../../test-support/connection.ts';
import { buildIndexes } from '../migrations/build-indexes.ts';
import { type Connected, connect } from './connect.ts';
import { migrate, pendingMigrations } from './migrate.ts';

let name: string;
let processes: Connected[];

/** An empty database, with three processes that start on it. */
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

/** In order of application. */
const names = [
  '0001-house',
  '0002-api',
  '0003-page',
  '0004-operators',
  '0005-webhooks',
  '0006-dashboard',
  '0007-payout-batches',
  '0008-large-lists',
  '0009-staff-safety',
  '0010-payout-resolutions',
  '0012-identities',
  '0014-account-addresses',
  '0015-key-scopes',
  '0016-approval',
  '0017-sessions',
  '0018-payers',
  '0018-personal-data',
  '0019-checkout-tokens',
  '0020-codes',
  '0020-search',
  '0021-words',
  '0022-lone-payout-sums',
  '0023-renewed-sessions',
];

describe('migrating', () => {
  it('brings an empty database up to date, once', async () => {
    const { db, pool } = first();
    expect(await pendingMigrations(db)).toEqual(names);
    expect(await migrate(db, pool)).toEqual(names);
    expect(await pendingMigrations(db)).toEqual([]);
    expect(await migrate(db, pool)).toEqual([]);
    expect((await pool.query('select count(*) from payments')).rows).toEqual([{ count: 0n }]);
    // Including the queue's own tables.
    expect((await pool.query('select count(*) from graphile_worker.jobs')).rows).toEqual([{ count: 0n }]);
  });

  it('by several processes at once is done by one of them, and fails for none', async () => {
    const applied = await Promise.all(processes.map(({ db, pool }) => migrate(db, pool)));
    expect(applied.flat()).toEqual(names);
  });

  it('names the migration that failed, and leaves nothing behind', async () => {
    const { db, pool } = first();
    await pool.query('create table api_keys (id int)');
    await expect(migrate(db, pool)).rejects.toThrow('migration 0001-house failed');
    expect(await pendingMigrations(db)).toEqual(names);
    expect((await pool.query(`select to_regclass('merchants') as merchants`)).rows).toEqual([
      { merchants: null },
    ]);
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
      // The build waits for earlier writers, and nobody waits for the build.
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
    'has no %s, even if other statements have',
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
      // Records the setting in effect during the build.
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

  it('reports why it cannot be built, and does not block a retry', async () => {
    const { pool } = first();
    const impossible = [{ name: 'notes_word', on: 'notes (nothing)' }];
    await expect(buildIndexes(pool, impossible)).rejects.toThrow('column "nothing" does not exist');
    await buildIndexes(pool, wanted);
    expect(await isWhole()).toBe(true);
    expect((await pool.query('show maintenance_work_mem')).rows).not.toEqual([
      { maintenance_work_mem: '256MB' },
    ]);
  });

  it('reports why it was cancelled, and is built again', async () => {
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
