import type { TaskList } from 'graphile-worker';
import type pg from 'pg';
import { ProcessDied } from './life.ts';

/** The jobs of a history, in the queue's own tables, run by the history's clock. */
export interface Jobs {
  /** When the next job is due; null when there is none. */
  nextAt(): Promise<Date | null>;
  /** Runs due jobs one after the other, as the queue would. @throws ProcessDied */
  runDue(tasks: TaskList, now: Date): Promise<void>;
  /** Releases the jobs of a dead worker, as the queue does. */
  free(now: Date): Promise<void>;
}

interface Row {
  readonly id: string;
  readonly task: string;
  readonly payload: unknown;
  readonly attempts: number;
}

/** The name that locks the jobs. */
const worker = 'simulation';
/** A worker counts as dead after this time (the server's worker). */
const dead_after_ms = 15_000;
const retry_after_ms = 10_000;
/** A job with more attempts can never end. */
const tries_max = 20;

/**
 * @param pool of the simulation itself: it outlives the process
 * @param of selects the history's jobs
 * @param onFailure called with an exception of a job: a bug, since expected outcomes are values
 */
export function makeJobs(
  pool: pg.Pool,
  of: { readonly merchant_ids: readonly string[] },
  onFailure: (task: string, error: unknown) => void,
): Jobs {
  const ours = `payload->>'merchant_id' = any($1)`;
  const takeDue = async (now: Date): Promise<Row | undefined> => {
    const { rows } = await pool.query<Row>(
      `update graphile_worker._private_jobs as jobs
      set locked_at = now(), locked_by = $3, attempts = attempts + 1
      from graphile_worker._private_tasks as tasks
      where tasks.id = jobs.task_id and jobs.id = (
        select id from graphile_worker._private_jobs
        where ${ours} and locked_at is null and run_at <= $2
        order by run_at, id limit 1
      )
      returning jobs.id, tasks.identifier as task, jobs.payload, jobs.attempts`,
      [of.merchant_ids, now, worker],
    );
    return rows[0];
  };
  return {
    nextAt: async () => {
      const { rows } = await pool.query<{ at: Date | null }>(
        `select min(run_at) as at from graphile_worker._private_jobs where ${ours} and locked_at is null`,
        [of.merchant_ids],
      );
      return rows[0]?.at ?? null;
    },
    runDue: async (tasks, now) => {
      for (let job = await takeDue(now); job; job = await takeDue(now)) {
        const run = tasks[job.task];
        if (!run) throw new Error(`no task ${job.task}`);
        try {
          await run(job.payload, {} as never);
        } catch (error) {
          if (error instanceof ProcessDied) throw error;
          onFailure(job.task, error);
          if (job.attempts >= tries_max) throw new Error(`job ${job.task} never ends`, { cause: error });
          await pool.query(
            `update graphile_worker._private_jobs
            set locked_at = null, locked_by = null, run_at = $2 where id = $1`,
            [job.id, new Date(now.getTime() + retry_after_ms)],
          );
          continue;
        }
        await pool.query('delete from graphile_worker._private_jobs where id = $1', [job.id]);
      }
    },
    free: async (now) => {
      await pool.query(
        `update graphile_worker._private_jobs
        set locked_at = null, locked_by = null, run_at = $2
        where ${ours} and locked_by = $3`,
        [of.merchant_ids, new Date(now.getTime() + dead_after_ms), worker],
      );
    },
  };
}
