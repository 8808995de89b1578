import { sql } from 'kysely';
import type { Connection } from '../database/connect.ts';

/** A job of the task list (`tasks.ts`). */
export interface NewJob {
  readonly task: string;
  readonly payload: unknown;
  /** Not before; now when left out. */
  readonly run_at?: Date;
  /** A job with the same key that has not started yet is replaced. */
  readonly key?: string;
}

/** Tries of a job whose handler throws, with exponential waits: about three days in all. */
const attempts_max = 25;

/** Adds a job in the caller's transaction: it exists if and only if that transaction commits. */
export async function addJob(tx: Connection, job: NewJob): Promise<void> {
  await sql`
    select graphile_worker.add_job(
      ${job.task},
      payload => ${JSON.stringify(job.payload)}::json,
      run_at => ${job.run_at ?? null}::timestamptz,
      job_key => ${job.key ?? null},
      max_attempts => ${attempts_max}
    )`.execute(tx);
}

/**
 * Says that this process lives and in which names it locks jobs. Times are the database's: nodes' clocks differ.
 *
 * @param worker_ids as they stand in the queue's `locked_by`
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
 * Frees the jobs of processes that have died: the queue itself would wait four hours for them. A worker is dead when
 * no process seen within `dead_after_s` seconds counts it as its own; jobs taken a moment ago are left alone, because
 * their worker may not have been announced yet.
 */
export async function freeJobsOfDeadWorkers(db: Connection, dead_after_s: number): Promise<void> {
  await sql`
    with dead as (
      select distinct jobs.locked_by as worker_id
      from graphile_worker.jobs
      where jobs.locked_by is not null
        and jobs.locked_at < now() - ${dead_after_s} * interval '1 second'
        and not exists (
          select 1 from worker_processes
          where worker_processes.seen_at >= now() - ${dead_after_s} * interval '1 second'
            and jobs.locked_by = any (worker_processes.worker_ids)
        )
    )
    select graphile_worker.force_unlock_workers(array_agg(worker_id))
    from dead
    having count(*) > 0`.execute(db);
}

/** Forgets processes that died long ago. */
export async function forgetDeadProcesses(db: Connection): Promise<void> {
  await sql`delete from worker_processes where seen_at < now() - interval '1 hour'`.execute(db);
}

/** A process that ends in order says so: its name frees no jobs later. */
export async function forgetProcess(db: Connection, id: string): Promise<void> {
  await db.deleteFrom('worker_processes').where('id', '=', id).execute();
}
