import { EventEmitter } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import type { Context } from '@guichet/core/platform';
import { connectPlainly, hurryJobs, makeQueueLogger } from '@guichet/core/serving';
import { waitFor } from '@guichet/kernel/wait';
import { run, type TaskList, type WorkerEvents } from 'graphile-worker';
import { type HeldJobs, noteJobs } from './held-jobs.ts';
import { mendLocalQueues } from './mend-local-queue.ts';
import { retrySoon } from './retry-soon.ts';

/** Connections of a queue, apart from those of its jobs: one listens, the others take and complete jobs. */
const queue_connections_max = 3;
/**
 * The queue's statements take milliseconds: a statement without a result after this time has lost its connection.
 */
const statement_max_ms = 20_000;
/**
 * Interval at which the queue polls for jobs that were scheduled for later. The database announces jobs that are
 * due immediately.
 */
const poll_ms = 500;
/** Time after which another process may take a job that this process has not started. */
const local_ms = 5_000;
/** Time that a failed queue may wait for its jobs, which may be calls to operators, before it is abandoned. */
const break_off_max_ms = 30_000;

/** The tasks of one queue. */
export interface Work {
  readonly tasks: TaskList;
  /** Number of concurrent jobs in this process. They mostly wait for other servers, or share statements. */
  readonly concurrency: number;
}

/**
 * The jobs of this process by the names under which it locks them: those of its worker pools, not of single workers.
 */
export interface Holding {
  /** A job locked under a name that no process holds may be taken by any process. */
  readonly held: HeldJobs;
  /** Called when a name has been added. */
  onPool(): void;
}

/**
 * Runs a queue until it is stopped or fails.
 *
 * @throws Error with the reason of the failure; also when a failed queue takes {@link break_off_max_ms} to end
 */
export async function runQueue(
  ctx: Context,
  { tasks, concurrency }: Work,
  { held, onPool }: Holding,
  signal: AbortSignal,
): Promise<void> {
  const events: WorkerEvents = new EventEmitter();
  mendLocalQueues(events);
  const forget = noteJobs(events, held, onPool);
  const brokenOff = new Promise<void>((resolve) => events.once('pool:gracefulShutdown', () => resolve()));
  // The queue writes job numbers as JSON, which has no bigint: with our own pool, which returns bigints, a failed
  // job would end the process.
  const pool = connectPlainly(ctx.pool, {
    connections_max: queue_connections_max,
    query_timeout_ms: statement_max_ms,
    onConnect: hurryJobs,
    onError: (error) => ctx.log.warn({ err: error }, 'a connection of the job queue broke'),
  });
  retrySoon(pool);
  try {
    const runner = await run({
      pgPool: pool,
      taskList: tasks,
      events,
      concurrency,
      pollInterval: poll_ms,
      noHandleSignals: true,
      logger: makeQueueLogger(ctx.log),
      // A delay of 0 turns on batches. Without them, the queue does not wait for the statement that records a job's
      // end: a stop would leave the job locked, and a connection that breaks at that moment would end the process.
      preset: {
        worker: {
          completeJobBatchDelay: 0,
          failJobBatchDelay: 0,
          // One poller for all workers: otherwise each of them would poll, twice a second and at every new job.
          localQueue: { size: concurrency, ttl: local_ms },
        },
      },
    });
    const late = brokenOff.then(() => giveUp(signal));
    const ended = Promise.race([runner.promise, late]);
    await waitFor(ended, signal);
    if (signal.aborted) await Promise.race([ended, runner.stop()]);
    await ended;
  } finally {
    forget();
    await Promise.race([pool.end(), setTimeout(statement_max_ms, undefined, { ref: false })]);
  }
}

/**
 * Ends the wait for a queue that failed by itself. A queue that is being stopped may take as long as its jobs need.
 */
async function giveUp(signal: AbortSignal): Promise<void> {
  await setTimeout(break_off_max_ms, undefined, { ref: false });
  if (signal.aborted) return new Promise(() => undefined);
  throw new Error(`the job queue did not end within ${break_off_max_ms / 1000} s of its failure`);
}
