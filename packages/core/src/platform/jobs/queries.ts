import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import type { Connection } from '../database/connect.ts';
import { jsonOf } from '../database/records/queries.ts';
import { forMany } from '../groups/for-many.ts';

/** A job for one of the worker's tasks. */
export interface NewJob {
  readonly task: string;
  readonly payload: unknown;
  /** Earliest start; now when omitted. */
  readonly run_at?: Date;
  /** The job replaces a job with the same key that has not started yet. */
  readonly key?: string;
  /** Higher numbers run later; 0 when omitted. */
  readonly priority?: number;
}

/**
 * The maximum number of attempts at a job whose handler throws, with exponential backoff: about three days in all.
 */
const attempts_max = 25;

/**
 * The maximum number of attempts to add a job. An attempt fails if a worker has just taken the job to be replaced;
 * the next statement sees this, and adds a job that follows it.
 */
const add_tries_max = 5;

/**
 * Adds a job in the caller's transaction, so that the job exists if and only if that transaction commits.
 *
 * @throws Error when, at every attempt, a worker took the job to be replaced, which is a bug
 */
export async function addJob(tx: Connection, job: NewJob): Promise<void> {
  for (let attempt = 1; attempt <= add_tries_max; attempt++) if (await tryToAdd(tx, job)) return;
  throw new Error(`a job for ${job.task} could not be added`);
}

/**
 * Adds jobs, or replaces waiting ones with the same keys. A job that a worker takes at that moment can no longer be
 * replaced; nothing is added then, and the next statement sees that the job has started.
 *
 * The queue's own function does the same for one job with six statements, which are planned each time, and sends a
 * notification even for jobs that are far from due. It took a sixth of the database's time for a payment. This
 * single statement is planned once, and only jobs due now cause a notification; the others are found when they are
 * due.
 *
 * @returns whether each job was added
 */
const tryToAdd = forMany<NewJob, boolean>('write', async (tx, jobs) => {
  const rows = jobs.map(({ task, payload, run_at = null, key = null, priority = 0 }, place) => {
    return { place, task, payload: JSON.stringify(payload), run_at, key, priority };
  });
  const tasks = [...new Set(jobs.map(({ task }) => task))].toSorted();
  const { rows: added } = await sql<{ place: number }>`
    with wanted as materialized (
      select place, task, payload, coalesce(run_at, now()) as run_at, key, priority
      from json_to_recordset(${jsonOf(rows)}::json) as wanted (
        place int, task text, payload text, run_at timestamptz, key text, priority int
      )
    ), made as (
      insert into graphile_worker._private_tasks (identifier)
      select name from unnest(${tasks}::text[]) as name
      where not exists (select from graphile_worker._private_tasks where identifier = name)
      on conflict do nothing
      returning id, identifier
    ), task as (
      select id, identifier from made
      union all
      select id, identifier from graphile_worker._private_tasks where identifier = any (${tasks}::text[])
    ), started as (
      -- A running job may not have seen the latest data: it ends on its own, and another one follows it. One attempt
      -- too many, because the queue takes one back when it returns a job that it has not started.
      update graphile_worker._private_jobs as job
      set key = null, attempts = max_attempts + 1, flags = '{"superseded": true}', updated_at = now()
      where job.key = any (array(select key from wanted)) and not job.is_available
      returning job.id
    ), announced as (
      select pg_notify('jobs:insert', json_build_object('count', count(*))::text)
      from wanted where run_at <= now() + interval '100 ms'
      having count(*) > 0
    ), put as (
      insert into graphile_worker._private_jobs as jobs (task_id, payload, run_at, max_attempts, key, priority)
      select task.id, wanted.payload::json, wanted.run_at, ${attempts_max}, wanted.key, wanted.priority
      -- Counted so that both run first.
      from wanted join task on task.identifier = wanted.task,
        (select count(*) from started) as before, (select count(*) from announced) as told
      order by wanted.key
      on conflict (key) do update set
        task_id = excluded.task_id, payload = excluded.payload, run_at = excluded.run_at,
        max_attempts = excluded.max_attempts, priority = excluded.priority, revision = jobs.revision + 1, attempts = 0,
        last_error = null, updated_at = now()
      where jobs.locked_at is null
      returning key
    )
    -- A task that a worker registers at this moment is not visible yet, and no job was added for it.
    select place from wanted
    where exists (select from task where task.identifier = wanted.task)
      and (key is null or exists (select from put where put.key = wanted.key))`.execute(tx);
  const places = new Set(added.map(({ place }) => place));
  return jobs.map((_, place) => places.has(place));
});

/** The priority of bulk jobs, so that jobs for which a customer waits run first. */
export const bulk_priority = 10;

interface NewJobs {
  readonly task: string;
  readonly payloads: readonly unknown[];
  readonly priority: number;
}

/**
 * Adds many jobs of one task, due now, in the caller's transaction like {@link addJob}.
 *
 * @throws Error when they could not be added, which is a bug
 */
export async function addJobs(tx: Connection, jobs: NewJobs): Promise<void> {
  if (jobs.payloads.length === 0) return;
  for (let attempt = 1; attempt <= add_tries_max; attempt++) if (await tryToAddMany(tx, jobs)) return;
  throw new Error(`jobs for ${jobs.task} could not be added`);
}

/** @returns false when a worker registered the task at this moment; the next statement will see the task */
async function tryToAddMany(tx: Connection, { task, payloads, priority }: NewJobs): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with made as (
      insert into graphile_worker._private_tasks (identifier)
      select ${task}
      where not exists (select from graphile_worker._private_tasks where identifier = ${task})
      on conflict do nothing
      returning id
    ), task as (
      select id from made
      union all select id from graphile_worker._private_tasks where identifier = ${task}
    ), announced as (
      select pg_notify('jobs:insert', json_build_object('count', ${payloads.length}::int)::text)
    )
    insert into graphile_worker._private_jobs (task_id, payload, max_attempts, priority)
    select task.id, payload, ${attempts_max}, ${priority}::int
    from task, announced, json_array_elements(${JSON.stringify(payloads)}::json) as payload`.execute(tx);
  return numAffectedRows === BigInt(payloads.length);
}

/**
 * Makes a connection of the queue commit without waiting for the disk. The queue uses it only to record which jobs
 * are taken and done. If the database's machine fails at that moment, a job runs again, which jobs have to tolerate
 * anyway.
 */
export async function hurryJobs(client: pg.ClientBase): Promise<void> {
  await client.query('set synchronous_commit = off');
}

/**
 * Returns the part of a statement that deletes jobs that have not started. It lists their keys in an array: for a
 * join, PostgreSQL might read all jobs, and there is one for every open object.
 *
 * @param keys the name of another part of the statement, whose column `key` has the jobs' keys
 */
export function dropJobsOf(keys: string) {
  return sql<never>`(
    delete from graphile_worker._private_jobs as job
    where job.key = any (array(select key from ${sql.table(keys)})) and job.locked_at is null
  )`;
}

/**
 * Returns part of a statement that moves jobs that have not started to a later time, without a notification.
 *
 * @param moves the name of another part of the statement, whose columns `key` and `run_at` have the jobs' keys and
 * new times
 */
export function moveJobsOf(moves: string) {
  return sql<{ key: string }>`
    update graphile_worker._private_jobs as job
    set run_at = moved.run_at, attempts = 0, last_error = null, revision = job.revision + 1, updated_at = now()
    from ${sql.table(moves)} as moved
    where job.key = any (array(select key from ${sql.table(moves)})) and job.key = moved.key and job.locked_at is null
    returning job.key`;
}

/**
 * Returns part of a statement that is true if a task has a running or pending job for a subject.
 *
 * @param field the field of the job's payload that holds the subject's id
 */
export function hasJob(task: string, field: string, id: RawBuilder<string>) {
  return sql<boolean>`exists (
    select from graphile_worker._private_jobs as job
    join graphile_worker._private_tasks as task on task.id = job.task_id
    where task.identifier = ${task}
      and (job.locked_at is not null or job.attempts < job.max_attempts)
      and job.payload ->> ${field} = ${id}
  )`;
}

/** Whether a job with the key is waiting to start. @param due_by counts the job only if it is due by this time */
export async function isJobWaiting(db: Connection, key: string, due_by?: Date): Promise<boolean> {
  const { rows } = await sql`
    select from graphile_worker._private_jobs
    where key = ${key} and locked_at is null and run_at <= ${due_by ?? sql`'infinity'`}`.execute(db);
  return rows.length > 0;
}

/**
 * Records that this process is alive, and the names under which it locks jobs. The time is the database's, because
 * the processes' clocks differ.
 *
 * @param worker_ids as in the queue's `locked_by`
 */
export async function saveHeartbeat(db: Connection, id: string, worker_ids: string[]): Promise<void> {
  const seen_at = sql<Date>`now()`;
  await db
    .insertInto('worker_processes')
    .values({ id, worker_ids, seen_at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ worker_ids, seen_at }))
    .execute();
}

/**
 * Releases the jobs of dead processes, for which the queue itself would wait four hours. A worker counts as dead
 * when it belongs to no process that was seen within `dead_after_s` seconds. Jobs taken a moment ago are skipped,
 * because their worker may not be registered yet.
 *
 * The queue counts an attempt when a worker takes a job. In a killed process the job did not fail, so that attempt
 * is not counted; otherwise a crash loop would use up the attempts of the jobs of all open objects.
 *
 * A released job gets a new id. The queue deletes finished jobs by id alone, so a process that had only been
 * suspended would otherwise delete the job with which {@link addJob} has replaced its own.
 */
export async function freeJobsOfDeadWorkers(db: Connection, dead_after_s: number): Promise<void> {
  await freeJobs(
    db,
    sql`
      locked_at < now() - ${dead_after_s} * interval '1 second'
      and not exists (
        select from worker_processes
        where worker_processes.seen_at >= now() - ${dead_after_s} * interval '1 second'
          and job.locked_by = any (worker_processes.worker_ids)
      )`,
  );
}

/** Lists the ids of the jobs that have been locked under some names for longer than a number of seconds. */
export async function listLockedJobs(
  db: Connection,
  pool_ids: readonly string[],
  locked_for_s: number,
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select id::text from graphile_worker._private_jobs
    where locked_by = any (${[...pool_ids]}::text[])
      and locked_at < now() - ${locked_for_s} * interval '1 second'`.execute(db);
  return rows.map(({ id }) => id);
}

/** Releases jobs that are still locked under some names, like {@link freeJobsOfDeadWorkers}. */
export async function freeLockedJobs(
  db: Connection,
  pool_ids: readonly string[],
  ids: readonly string[],
): Promise<void> {
  await freeJobs(db, sql`id = any (${[...ids]}::bigint[]) and locked_by = any (${[...pool_ids]}::text[])`);
}

async function freeJobs(db: Connection, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    update graphile_worker._private_jobs as job
    set id = default, locked_at = null, locked_by = null, updated_at = now(),
      attempts = case when job.flags ? 'superseded' then attempts else greatest(attempts - 1, 0) end
    where locked_by is not null and ${which}`.execute(db);
}

/** Deletes processes whose last heartbeat is more than an hour old. */
export async function forgetDeadProcesses(db: Connection): Promise<void> {
  await sql`delete from worker_processes where seen_at < now() - interval '1 hour'`.execute(db);
}

/** Deletes a process that ends normally. */
export async function forgetProcess(db: Connection, id: string): Promise<void> {
  await db.deleteFrom('worker_processes').where('id', '=', id).execute();
}
