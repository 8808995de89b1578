import { freeJobsOfDeadWorkers, saveHeartbeat } from '@guichet/core/serving';
import type { TaskList } from 'graphile-worker';
import type pg from 'pg';
import { type Life, makeLife, ProcessDied } from './life.ts';
import { databaseOn } from './narrow.ts';
import type { Scheduler } from './scheduler.ts';
import type { Service } from './service.ts';
import type { Touched } from './touched.ts';

/**
 * The jobs of a history. They are in the real tables of the queue, and run when they are due on the clock of
 * the history.
 */
export interface Jobs {
  /**
   * Deletes the jobs that earlier histories have left, and registers the tasks, as a worker does at its
   * start.
   */
  clear(tasks: TaskList): Promise<void>;
  /** The due time of the next job that no worker has taken; null if there is none. */
  nextAt(): Promise<Date | null>;
  /** True while a due job is locked by a suspended transaction. */
  isHeld(): boolean;
  /** Gives a due job to each available process. @returns whether there were any */
  start(pick: () => Service | undefined): Promise<boolean>;
  /** Releases the jobs of dead workers, as every worker does. @param names of healthy workers */
  free(names: readonly string[]): void;
}

interface Row {
  readonly id: string;
  readonly task: string;
  readonly payload: unknown;
  readonly attempts: number;
  readonly priority: number;
  readonly worker: string;
  /** The place among the jobs that were taken together. */
  readonly place: number;
}

/**
 * Deletes the jobs of earlier histories, and marks the objects that these have left open as needing review.
 * Such objects, which a planted mistake may have caused, must not be repaired during the current history.
 */
const forget_sql = `
  delete from graphile_worker._private_jobs;
  update attempts set needs_review = true where not needs_review
    and (status in ('created', 'submitted', 'unknown') or duplicate or kept_minor < received_minor);
  update payouts set needs_review = true where status in ('pending', 'processing') and not needs_review;
  update refunds set needs_review = true where status in ('pending', 'processing') and not needs_review;
  update webhook_deliveries set status = 'failed', next_attempt_at = null where status = 'waiting';
  update callbacks set processed_at = received_at where processed_at is null;
  delete from recoveries;
  -- Nor may a recovery of this one inquire about them.
  create table if not exists leftovers (merchant_id text, id text);
  truncate leftovers;
  insert into leftovers
    select merchant_id, id from attempts where status in ('created', 'submitted', 'unknown')
    union all select merchant_id, id from payouts where status in ('pending', 'processing')
    union all select merchant_id, id from refunds where status in ('pending', 'processing');
  create or replace function skip_leftovers() returns trigger language plpgsql as $$
  begin
    insert into recovery_inquiries select new.id, merchant_id, id from leftovers;
    return null;
  end $$;
  create or replace trigger skip_leftovers after insert on recoveries for each row execute function skip_leftovers()`;

/** The schema of the queue's tables. */
const queue_tables = 'graphile_worker';
/** The number of jobs that a worker takes at a time. */
const at_once = 4;
/** The queue's own waits: e to the power of the attempts, in seconds, at most e^10. */
const retry_after_ms = (attempts: number): number => Math.exp(Math.min(attempts, 10)) * 1000;

export interface JobsOptions {
  /** The simulation's own pool, which outlives the processes. */
  readonly pool: pg.Pool;
  readonly scheduler: Scheduler;
  /** Whether the queue may have changed. */
  readonly touched: Touched;
  readonly now: () => Date;
}

/** The process that releases jobs on behalf of all workers. */
const queue = makeLife('queue', () => undefined);

/**
 * Makes the job queue of a history. @param onFailure called if a job throws: a bug, since expected outcomes
 * are values
 */
export function makeJobs(
  { pool, scheduler, touched, now }: JobsOptions,
  onFailure: (task: string, error: unknown) => void,
): Jobs {
  const onConnection = makeConnections(pool, scheduler, () => touched.note(queue_tables));
  /**
   * The due time of the next job, from the last query that found nothing due; null if there was no later job
   * either. Undefined when the queue must be queried again.
   */
  let next_at: Date | null | undefined;
  let is_held = false;
  const run = async (job: Row, { life, tasks }: Service): Promise<void> => {
    const task = tasks[job.task];
    if (!task) throw new Error(`no task ${job.task}`);
    const change = (text: string, values: unknown[]) =>
      onConnection(life, (client) => client.query(text, values));
    try {
      await task(job.payload, { job } as never);
      await scheduler.turn(life, `end of ${job.task}`);
    } catch (error) {
      if (error instanceof ProcessDied || life.isOver()) return;
      onFailure(job.task, error);
      await change(
        `update graphile_worker._private_jobs set locked_at = null, locked_by = null, run_at = $2
        where id = $1 and locked_by = $3`,
        [job.id, new Date(now().getTime() + retry_after_ms(job.attempts)), job.worker],
      );
      return;
    }
    await change('delete from graphile_worker._private_jobs where id = $1', [job.id]);
  };
  return {
    clear: async (tasks) => {
      await pool.query(forget_sql);
      await pool.query(
        `insert into graphile_worker._private_tasks (identifier) select name from unnest($1::text[]) as name
        where not exists (select from graphile_worker._private_tasks where identifier = name)`,
        [Object.keys(tasks)],
      );
    },
    nextAt: async () => {
      if (touched.take('queue')) next_at = undefined;
      return next_at === undefined ? askNext(pool) : next_at;
    },
    isHeld: () => is_held,
    start: async (pick) => {
      const services = Array.from({ length: at_once }, pick).filter((one) => one !== undefined);
      if (services.length === 0) return false;
      // A locked job is free as soon as the process that locks it continues.
      if (touched.take('queue') || is_held) next_at = undefined;
      if (next_at === null || (next_at !== undefined && next_at > now())) return false;
      next_at = undefined;
      const workers = services.map(({ life }) => life.name);
      const { taken, next, held } = await take(pool, workers, now());
      is_held = held;
      if (taken.length === 0) next_at = next;
      for (const job of taken) {
        const service = services.find(({ life }) => life.name === job.worker);
        if (service) scheduler.spawn(() => run(job, service), service.life);
      }
      return taken.length > 0;
    },
    free: (names) => scheduler.spawn(() => onConnection(queue, (client) => freeDead(client, names)), queue),
  };
}

/** Records heartbeats and releases jobs in one transaction, so that no healthy worker counts as dead. */
function freeDead(client: pg.PoolClient, names: readonly string[]): Promise<void> {
  return databaseOn(client)
    .transaction()
    .execute(async (tx) => {
      for (const name of names) await saveHeartbeat(tx, name, [name]);
      await freeJobsOfDeadWorkers(tx, 0);
    });
}

async function askNext(pool: pg.Pool): Promise<Date | null> {
  const { rows } = await pool.query<{ at: Date | null }>({
    name: 'history_next',
    text: 'select min(run_at) as at from graphile_worker._private_jobs where is_available',
  });
  return rows[0]?.at ?? null;
}

/** Takes the next due jobs, one for each worker. @returns the jobs, and the due time of the first one left */
async function take(
  pool: pg.Pool,
  workers: readonly string[],
  now: Date,
): Promise<{ readonly taken: readonly Row[]; readonly next: Date | null; readonly held: boolean }> {
  const { rows } = await pool.query<Row & { readonly next: Date | null; readonly held: boolean }>({
    name: 'history_take',
    // Sorts by id last, because jobs that are released together get new ids in PostgreSQL's own order.
    text: `with due as (
        select id, row_number() over (order by priority, run_at, created_at, task_id, id) as place
        from (
          select id, priority, run_at, created_at, task_id from graphile_worker._private_jobs
          where is_available and run_at <= $2 order by priority, run_at, created_at, task_id, id limit $3
          for update skip locked
        ) as free
      ), taken as (
        update graphile_worker._private_jobs as jobs
        set locked_at = now(), locked_by = ($1::text[])[due.place], attempts = attempts + 1
        from due, graphile_worker._private_tasks as tasks
        where tasks.id = jobs.task_id and jobs.id = due.id
        returning jobs.id::text, tasks.identifier as task, jobs.payload, jobs.attempts, jobs.priority,
          jobs.locked_by as worker, due.place::int
      )
      select next, held, taken.* from (
        select min(run_at) filter (where run_at > $2) as next, coalesce(bool_or(run_at <= $2), false) as held
        from graphile_worker._private_jobs
        where is_available and id not in (select id from due)
      ) as waiting left join taken on true order by place`,
    values: [workers, now, workers.length],
  });
  const { next = null, held = false } = rows[0] ?? {};
  return { taken: rows.filter(({ id }) => id !== null), next, held };
}

/** Runs something on a separate connection of the queue, where it may wait for a suspended transaction. */
function makeConnections(pool: pg.Pool, scheduler: Scheduler, onEnd: () => void) {
  return async (life: Life, run: (client: pg.PoolClient) => Promise<unknown>): Promise<void> => {
    const client = await pool.connect();
    const { processID } = client as unknown as { processID: number };
    try {
      await scheduler.during(life, processID, () => run(client));
    } finally {
      onEnd();
      client.release();
    }
  };
}
