import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withConnection } from '../../../../../test-support/connection.ts';
import { makeTestDatabase, type TestDatabase } from '../../../../../test-support/database.ts';
import { dropJobs, listJobs } from '../../../../../test-support/jobs.ts';
import { untilWaiting } from '../../../../../test-support/locks.ts';
import {
  addJob,
  addJobs,
  bulk_priority,
  forgetDeadProcesses,
  forgetProcess,
  freeJobsOfDeadWorkers,
  saveHeartbeat,
} from './queries.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await makeTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await dropJobs(database);
  await database.pool.query('delete from worker_processes');
});

describe('adding a job', () => {
  const run_at = new Date('2040-03-01T10:00:00Z');

  it('is part of the transaction, so that the job exists once the transaction commits', async () => {
    await database.db.transaction().execute(async (tx) => {
      await addJob(tx, { task: 'greet', payload: { name: 'Ama', list: [1, null, 'é"\\'] }, run_at });
      // Other connections do not see the job yet.
      expect(await listJobs(database)).toEqual([]);
    });
    expect(await listJobs(database)).toEqual([
      { task: 'greet', payload: { name: 'Ama', list: [1, null, 'é"\\'] }, run_at },
    ]);
  });

  it('is rolled back with the transaction', async () => {
    const change = database.db.transaction().execute(async (tx) => {
      await addJob(tx, { task: 'greet', payload: {} });
      throw new Error('changed my mind');
    });
    await expect(change).rejects.toThrow('changed my mind');
    expect(await listJobs(database)).toEqual([]);
  });

  it('makes it due immediately if no time is given', async () => {
    await addJob(database.db, { task: 'greet', payload: {} });
    const { rows } = await database.pool.query(
      'select run_at <= now() as due, attempts from graphile_worker.jobs',
    );
    expect(rows).toEqual([{ due: true, attempts: 0 }]);
  });

  it('runs it after a running job with the same key, which is then not retried', async () => {
    await addJob(database.db, { task: 'greet', payload: { time: 1 }, run_at, key: 'greet:1' });
    await database.pool.query(
      `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'one'`,
    );
    await addJob(database.db, { task: 'greet', payload: { time: 2 }, run_at, key: 'greet:1' });
    await addJob(database.db, { task: 'greet', payload: { time: 3 }, run_at, key: 'greet:1' });
    const { rows } = await database.pool.query(
      `select payload->'time' as time, key, attempts >= max_attempts as over
      from graphile_worker._private_jobs order by id`,
    );
    expect(rows).toEqual([
      { time: 1, key: null, over: true },
      { time: 3, key: 'greet:1', over: false },
    ]);
  });

  it('does not run a replaced job again when the queue returns it unstarted', async () => {
    await addJob(database.db, { task: 'greet', payload: { time: 1 }, run_at, key: 'greet:1' });
    await database.pool.query(
      `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'one', attempts = attempts + 1`,
    );
    await addJob(database.db, { task: 'greet', payload: { time: 2 }, run_at, key: 'greet:1' });
    // As the queue does when it stops, or has held a job for too long.
    await database.pool.query(
      `update graphile_worker._private_jobs
      set attempts = greatest(0, attempts - 1), locked_by = null, locked_at = null where locked_by = 'one'`,
    );
    const { rows } = await database.pool.query(
      `select payload->'time' as time, is_available from graphile_worker._private_jobs order by id`,
    );
    expect(rows).toEqual([
      { time: 1, is_available: false },
      { time: 2, is_available: true },
    ]);
  });

  it.each([
    ['one', (task: string) => addJob(database.db, { task, payload: { name: 'Ama' } })],
    [
      'many',
      (task: string) => addJobs(database.db, { task, payloads: [{ name: 'Ama' }], priority: bulk_priority }),
    ],
  ])('does not lose the job if a worker registers its task at that moment: %s', async (name, add) => {
    const task = `first_${name}`;
    const worker = await database.pool.connect();
    await worker.query('begin');
    await worker.query('insert into graphile_worker._private_tasks (identifier) values ($1)', [task]);
    const adding = add(task);
    await untilWaiting(database, 1, '_private_tasks');
    await worker.query('commit');
    worker.release();
    await adding;
    expect(await listJobs(database)).toMatchObject([{ task, payload: { name: 'Ama' } }]);
  });

  it('runs it after a job with the same key that a worker takes at that moment', async () => {
    await addJob(database.db, { task: 'greet', payload: { time: 1 }, key: 'greet:1' });
    const worker = await database.pool.connect();
    await worker.query('begin');
    await worker.query(
      `update graphile_worker._private_jobs
      set locked_at = now(), locked_by = 'one', attempts = attempts + 1 where key = 'greet:1'`,
    );
    const adding = addJob(database.db, { task: 'greet', payload: { time: 2 }, key: 'greet:1' });
    await untilWaiting(database, 1);
    await worker.query('commit');
    worker.release();
    await adding;
    const { rows } = await database.pool.query(
      `select payload->'time' as time, key, locked_by from graphile_worker._private_jobs order by id`,
    );
    expect(rows).toEqual([
      { time: 1, key: null, locked_by: 'one' },
      { time: 2, key: 'greet:1', locked_by: null },
    ]);
  });

  it.each([
    ['for now', undefined, 1],
    ['for a moment ago', 0, 1],
    ['for later', 60_000, 0],
  ])('%s sends a notification only if the job is due', async (_, wait_ms, count) => {
    const told: string[] = [];
    await withConnection(database.database_url, async (client) => {
      client.on('notification', ({ channel }) => told.push(channel));
      await client.query('listen "jobs:insert"');
      const at = wait_ms === undefined ? {} : { run_at: new Date(Date.now() + wait_ms) };
      await addJob(database.db, { task: 'greet', payload: {}, ...at });
      // Earlier notifications arrive before the response.
      await client.query('select 1');
    });
    expect(told).toEqual(Array.from({ length: count }, () => 'jobs:insert'));
  });

  it('replaces a waiting job with the same key', async () => {
    const later = new Date(run_at.getTime() + 60_000);
    await addJob(database.db, { task: 'greet', payload: { time: 1 }, run_at, key: 'greet:1' });
    await addJob(database.db, { task: 'greet', payload: { time: 2 }, run_at: later, key: 'greet:1' });
    await addJob(database.db, { task: 'greet', payload: { time: 3 }, run_at, key: 'greet:2' });
    expect((await listJobs(database)).map((job) => [job.payload.time, job.run_at])).toEqual([
      [3, run_at],
      [2, later],
    ]);
  });

  it('adds a new job each time if there is no key', async () => {
    for (let time = 0; time < 2; time++) await addJob(database.db, { task: 'greet', payload: {}, run_at });
    expect(await listJobs(database)).toHaveLength(2);
  });
});

/** Adds a job that a worker took some time ago. */
async function plantLocked(locked_by: string, seconds_ago: number): Promise<void> {
  await addJob(database.db, { task: 'greet', payload: { locked_by } });
  await database.pool.query(
    `update graphile_worker._private_jobs
    set locked_by = $1, locked_at = now() - $2 * interval '1 second'
    where payload ->> 'locked_by' = $1`,
    [locked_by, seconds_ago],
  );
}

async function listLocked(): Promise<string[]> {
  const { rows } = await database.pool.query<{ locked_by: string }>(
    'select locked_by from graphile_worker.jobs where locked_by is not null order by 1',
  );
  return rows.map(({ locked_by }) => locked_by);
}

async function age(id: string, seconds: number): Promise<void> {
  await database.pool.query(
    `update worker_processes set seen_at = seen_at - $2 * interval '1 second' where id = $1`,
    [id, seconds],
  );
}

describe('jobs of dead workers', () => {
  it('are released when no live process has the worker', async () => {
    await saveHeartbeat(database.db, 'alive', ['pool-alive', 'pool-alive-too']);
    await saveHeartbeat(database.db, 'silent', ['pool-silent']);
    await age('silent', 20);
    await plantLocked('pool-alive', 3600);
    await plantLocked('pool-alive-too', 3600);
    await plantLocked('pool-silent', 3600);
    await plantLocked('pool-unknown', 3600);
    // A job taken a moment ago, by a worker that may not be registered yet.
    await plantLocked('pool-new', 5);
    await freeJobsOfDeadWorkers(database.db, 15);
    expect(await listLocked()).toEqual(['pool-alive', 'pool-alive-too', 'pool-new']);
  });

  it('lose no attempt, however often a process is killed', async () => {
    await addJob(database.db, { task: 'greet', payload: {}, key: 'greet:1' });
    for (let kill = 0; kill < 30; kill++) {
      await database.pool.query(
        `update graphile_worker._private_jobs
        set locked_by = 'pool-killed', locked_at = now() - interval '1 minute', attempts = attempts + 1
        where is_available`,
      );
      await freeJobsOfDeadWorkers(database.db, 15);
    }
    const { rows } = await database.pool.query(
      'select attempts, is_available from graphile_worker._private_jobs',
    );
    expect(rows).toEqual([{ attempts: 0, is_available: true }]);
  });

  it('are not repeated if another job has replaced them', async () => {
    await addJob(database.db, { task: 'greet', payload: { time: 1 }, key: 'greet:1' });
    await database.pool.query(
      `update graphile_worker._private_jobs
      set locked_by = 'pool-killed', locked_at = now() - interval '1 minute', attempts = 1`,
    );
    await addJob(database.db, { task: 'greet', payload: { time: 2 }, key: 'greet:1' });
    await freeJobsOfDeadWorkers(database.db, 15);
    const { rows } = await database.pool.query(
      `select payload->'time' as time from graphile_worker._private_jobs where is_available`,
    );
    expect(rows).toEqual([{ time: 2 }]);
  });

  it('cannot be deleted by a worker that had only been suspended', async () => {
    await addJob(database.db, { task: 'greet', payload: { time: 1 }, key: 'greet:1' });
    const { rows: taken } = await database.pool.query(
      `update graphile_worker._private_jobs
      set locked_by = 'pool-still', locked_at = now() - interval '1 minute', attempts = 1 returning id`,
    );
    await freeJobsOfDeadWorkers(database.db, 15);
    await addJob(database.db, { task: 'greet', payload: { time: 2 }, key: 'greet:1' });
    // This is the queue's own statement for a finished job.
    await database.pool.query('delete from graphile_worker._private_jobs where id = $1', [taken[0].id]);
    expect((await listJobs(database)).map(({ payload }) => payload)).toEqual([{ time: 2 }]);
  });

  it('are the only jobs that are affected', async () => {
    await addJob(database.db, { task: 'greet', payload: {} });
    await freeJobsOfDeadWorkers(database.db, 15);
    expect(await listJobs(database)).toHaveLength(1);
  });
});

describe('worker processes', () => {
  const list = async () =>
    (await database.pool.query('select id, worker_ids from worker_processes order by id')).rows;

  it('send heartbeats with their current workers', async () => {
    await saveHeartbeat(database.db, 'one', []);
    await age('one', 60);
    await saveHeartbeat(database.db, 'one', ['pool-1']);
    expect(await list()).toEqual([{ id: 'one', worker_ids: ['pool-1'] }]);
    const { rows } = await database.pool.query(
      `select seen_at > now() - interval '5 seconds' as fresh from worker_processes`,
    );
    expect(rows).toEqual([{ fresh: true }]);
  });

  it('are deleted when they end normally, and an hour after they died', async () => {
    for (const id of ['gone', 'dead', 'quiet']) await saveHeartbeat(database.db, id, []);
    await age('dead', 3601);
    await age('quiet', 3590);
    await forgetProcess(database.db, 'gone');
    await forgetDeadProcesses(database.db);
    expect(await list()).toEqual([{ id: 'quiet', worker_ids: [] }]);
  });
});
