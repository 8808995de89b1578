import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { addressOf, withConnection } from '../../../../test-support/connection.ts';
import { type Connected, connect } from './connect.ts';
import { migrate, pendingMigrations } from './migrate.ts';

let name: string;
let processes: Connected[];

/** An empty database, and three processes that are started on it. */
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

/** In the order in which they are applied. */
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
];

describe('migrating', () => {
  it('brings an empty database up to date, once', async () => {
    const { db, pool } = first();
    expect(await pendingMigrations(db)).toEqual(names);
    expect(await migrate(db, pool)).toEqual(names);
    expect(await pendingMigrations(db)).toEqual([]);
    expect(await migrate(db, pool)).toEqual([]);
    expect((await pool.query('select count(*) from payments')).rows).toEqual([{ count: 0n }]);
    // The queue's own tables as well.
    expect((await pool.query('select count(*) from graphile_worker.jobs')).rows).toEqual([{ count: 0n }]);
  });

  it('by several processes at once is done by one of them, and fails for none', async () => {
    const applied = await Promise.all(processes.map(({ db, pool }) => migrate(db, pool)));
    expect(applied.flat()).toEqual(names);
  });

  it('that fails says which one it was, and leaves nothing behind', async () => {
    const { db, pool } = first();
    await pool.query('create table api_keys (id int)');
    await expect(migrate(db, pool)).rejects.toThrow('migration 0001-house failed');
    expect(await pendingMigrations(db)).toEqual(names);
    expect((await pool.query(`select to_regclass('merchants') as merchants`)).rows).toEqual([
      { merchants: null },
    ]);
  });
});
