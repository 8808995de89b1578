import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { makeTestDatabase } from '../../../../../../test-support/database.ts';
import { makeGate } from '../../../../../../test-support/gate.ts';
import { dropVanished } from './drop-vanished.ts';

/** Opens a pool of two connections, whose server can vanish. */
async function open() {
  const database = await makeTestDatabase();
  const gate = await makeGate(database.database_url);
  const pool = new pg.Pool({ connectionString: gate.database_url, max: 2, application_name: 'vanishing' });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  dropVanished(pool, { look_ms: 100, long_ms: 300 });
  onTestFinished(async () => {
    await pool.end();
    await gate.close();
    await database.close();
  });
  return { database, gate, pool };
}

const wait = (duration_ms: number) => new Promise((resolve) => setTimeout(resolve, duration_ms));

it('connections break when their server has vanished and another one has its name', async () => {
  const { database, gate, pool } = await open();
  const clients = [await pool.connect(), await pool.connect()];
  for (const client of clients) client.release();
  gate.lose('everything');
  const hanging = pool.query('select 1');
  const outcome = hanging.then(
    () => 'answered',
    (error: Error) => ('code' in error ? `${error.code}: ` : '') + error.message,
  );
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'vanishing'`,
  );
  // As long as no server answers, nothing is known.
  expect(await Promise.race([outcome, wait(1_000)])).toBeUndefined();
  gate.pass();
  expect(await outcome).toMatch(/^ECONNRESET: .* no longer knows this connection|terminated/);
  // The idle connection was broken too.
  const { rows } = await pool.query<{ value: number }>('select 7::int as value');
  expect(rows).toEqual([{ value: 7 }]);
});

it('a statement may take as long as it needs', async () => {
  const { pool } = await open();
  const { rows } = await pool.query(`select 7::int as value from pg_sleep(1.5)`);
  expect(rows).toEqual([{ value: 7 }]);
});
