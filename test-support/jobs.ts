import { makeSender } from '@guichet/core/events';
import { makeQueueLogger } from '@guichet/core/platform';
import { deliverDue, findNextDue } from '@guichet/core/testing';
import { makeTasks } from '@guichet/server/worker/tasks';
import { runOnce } from 'graphile-worker';
import type { TestContext } from './context.ts';

/**
 * The maximum number of rounds in one call, because a job that reschedules itself for the same moment would
 * never end.
 */
const rounds_max = 1000;

/**
 * Advances the clock of the test, and stops at the time of each job and webhook. At each stop, the jobs that
 * are due run, with the real queue and tasks, and the webhooks that are due are sent.
 *
 * @throws Error with the message of the first failed job
 */
export async function advance(ctx: TestContext, duration_ms: number): Promise<void> {
  const end_ms = ctx.clock.now().getTime() + duration_ms;
  const moveTo = (at_ms: number): void => ctx.clock.advance(Math.max(0, at_ms - ctx.clock.now().getTime()));
  for (let round = 0; round < rounds_max; round++) {
    await runDueJobs(ctx);
    const at = await nextTime(ctx);
    if (!at || at.getTime() > end_ms) return moveTo(end_ms);
    moveTo(at.getTime());
    // The queue uses the database's clock, which is years behind.
    await ctx.pool.query('update graphile_worker._private_jobs set run_at = now() where run_at <= $1', [at]);
  }
  throw new Error(`jobs are still due after ${rounds_max} rounds`);
}

/**
 * Runs the jobs that are due now, including those that they add for immediate execution, and then sends the
 * due webhooks.
 */
async function runDueJobs(ctx: TestContext): Promise<void> {
  const sender = makeSender({ networks: ctx.webhook_networks });
  try {
    await runOnce({
      pgPool: ctx.pool,
      taskList: makeTasks(ctx),
      concurrency: 1,
      noHandleSignals: true,
      logger: makeQueueLogger(ctx.log),
      // Waits until completed jobs are written (see the server's worker).
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    });
    await deliverDue(ctx, sender);
  } finally {
    await sender.close();
  }
  const failed = await ctx.pool.query<{ words: string }>(
    'select last_error as words from graphile_worker.jobs where last_error is not null',
  );
  if (failed.rows[0]) throw new Error(`a job failed: ${failed.rows[0].words}`);
}

async function nextTime(ctx: TestContext): Promise<Date | null> {
  const { rows } = await ctx.pool.query<{ at: Date | null }>(
    'select min(run_at) as at from graphile_worker._private_jobs where is_available',
  );
  const times = [rows[0]?.at, await findNextDue(ctx.db)].flatMap((at) => at ?? []);
  return times.length === 0 ? null : new Date(Math.min(...times.map((at) => at.getTime())));
}

export interface WaitingJob {
  readonly task: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly run_at: Date;
}

/** Lists jobs that have not run, in the order of their times. */
export async function listJobs(ctx: Pick<TestContext, 'pool'>, task?: string): Promise<WaitingJob[]> {
  const { rows } = await ctx.pool.query<WaitingJob>(
    `select tasks.identifier as task, jobs.payload, jobs.run_at
    from graphile_worker._private_jobs as jobs
    join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
    order by jobs.run_at, jobs.id`,
  );
  return rows.filter((job) => task === undefined || job.task === task);
}

/** Describes the next jobs, with their locks and errors, to explain why something has not happened yet. */
export async function describeJobs(ctx: Pick<TestContext, 'pool'>): Promise<string> {
  const { rows } = await ctx.pool.query(
    `select tasks.identifier as task, run_at - now() as due_in, attempts, locked_by, now() - locked_at as locked_for,
      last_error
    from graphile_worker._private_jobs as jobs
    join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
    order by run_at limit 30`,
  );
  return JSON.stringify(rows);
}

/** Deletes the jobs and webhooks of earlier tests, so that time can pass without them. */
export async function dropJobs(ctx: Pick<TestContext, 'pool'>): Promise<void> {
  await ctx.pool.query('delete from graphile_worker._private_jobs');
  await ctx.pool.query(
    "update webhook_deliveries set status = 'failed', next_attempt_at = null where status = 'waiting'",
  );
}
