import { setTimeout } from 'node:timers/promises';
import { type Connected, connect } from '@guichet/core/platform';
import { systemClock } from '@guichet/kernel/clock';
import { silentLog } from '@guichet/kernel/log';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { withConnection } from '../../../../test-support/connection.ts';
import { composeContext } from '../../../../test-support/context.ts';
import { makeTestDatabase, type TestDatabase } from '../../../../test-support/database.ts';
import { startWorker, type Worker } from './worker.ts';

// The pool of the test database is never used here, so every connection with our application name may be cut.
let database: TestDatabase;
beforeAll(async () => {
  database = await makeTestDatabase();
});
afterAll(() => database.close());

let own: Connected;
let worker: Worker;
let broken: Error[];
let logged: string[];
let greeted: unknown[];
beforeEach(() => {
  // The queue's library prints a stack trace of the faults that these tests cause.
  vi.spyOn(console, 'trace').mockReturnValue();
  broken = [];
  logged = [];
  greeted = [];
  own = connect(database.database_url, { connections_max: 10, onError: (error) => broken.push(error) });
  const log = { ...silentLog, error: (_: object, message: string) => logged.push(message) };
  const ctx = { ...composeContext(database, systemClock), db: own.db, pool: own.pool, log };
  worker = startWorker(ctx, {
    greet: (payload) => void greeted.push(payload),
    dawdle: () => setTimeout(300),
  });
});
afterEach(async () => {
  await worker.stop();
  await own.close();
});

async function ask(text: string, values: unknown[] = []): Promise<number> {
  const { rowCount } = await withConnection(database.database_url, (client) => client.query(text, values));
  return rowCount ?? 0;
}
const addJob = (time: number) =>
  ask(`select graphile_worker.add_job('greet', json_build_object('time', $1::int))`, [time]);

const ours = `from pg_stat_activity
  where application_name = 'guichet' and datname = current_database() and query ilike $1`;
const cut = (query: string) => ask(`select pg_terminate_backend(pid) ${ours}`, [query]);
const isRunning = async (query: string) => (await ask(`select 1 ${ours} and state = 'active'`, [query])) > 0;

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await setTimeout(10);
}

describe('a worker that loses the database', () => {
  it('waits for it, and continues', async () => {
    await addJob(1);
    await until(() => greeted.length === 1);
    expect(await cut('%')).toBeGreaterThan(0);
    await until(() => broken.length > 0);
    await addJob(2);
    await until(() => greeted.length === 2);
    expect(greeted).toEqual([{ time: 1 }, { time: 2 }]);
  });

  it('continues if this happens just as a job ends', async () => {
    await ask(`
      create function slow_delete() returns trigger language plpgsql as $$
      begin
        perform pg_sleep(2);
        return old;
      end $$;
      create trigger slow_delete before delete on graphile_worker._private_jobs
        for each row execute function slow_delete();`);
    const removal = 'delete from%_private_jobs%';
    await addJob(1);
    await until(() => isRunning(removal));
    await cut(removal);
    await ask('drop function slow_delete cascade');
    await addJob(2);
    await until(() => greeted.length >= 2);
    expect(greeted).toEqual([{ time: 1 }, { time: 2 }]);
    expect(logged.length).toBeGreaterThan(0);
  });

  it('continues if it cannot release the jobs that it has not started', async () => {
    await ask(`
      create or replace function hinder() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' then
          perform pg_sleep(2);
          return old;
        end if;
        if new.locked_by is null and old.locked_by is not null then
          raise exception 'the database is going down';
        end if;
        return new;
      end $$;
      create or replace trigger hinder before update or delete on graphile_worker._private_jobs
        for each row execute function hinder();`);
    // More jobs than run at once, so that some wait in the process.
    await ask(`
      select graphile_worker.add_job('dawdle') from generate_series(1, 200)`);
    const removal = 'delete from%_private_jobs%';
    await until(async () => {
      // If no job waits in the process at that moment, the next removal is cut off too.
      if (await isRunning(removal)) await cut(removal);
      return logged.some((line) => line.includes('Failed to return jobs'));
    });
    await ask('drop function hinder cascade');
    await addJob(0);
    await until(() => greeted.some((payload) => JSON.stringify(payload) === '{"time":0}'));
  });
});
