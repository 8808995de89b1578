import { EventEmitter } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import type { Context } from '@guichet/core/platform';
import { connectPlainly, hurryJobs, makeQueueLogger } from '@guichet/core/serving';
import { waitFor } from '@guichet/kernel/wait';
import { run, type TaskList, type WorkerEvents } from 'graphile-worker';
import { mendLocalQueues } from './mend-local-queue.ts';

/** Connections of a queue itself, which the jobs do not use: one listens, the others take jobs and note their ends. */
const queue_connections_max = 3;
/** A statement of the queue's takes milliseconds: one that is not answered by then has lost its connection. */
const statement_max_ms = 20_000;
/** Jobs for later are found by polling; jobs for now are announced by the database. */
const poll_ms = 500;
/** Time after which another process may take a job that this process has not started. */
const local_ms = 5_000;
/** A queue that failed waits for its jobs, which take as long as an operator may, and then must be stopped. */
const break_off_max_ms = 30_000;

/** Jobs of one queue. */
export interface Work {
  readonly tasks: TaskList;
  /** Jobs of this process at once. They mostly wait for someone else's server, or share statements. */
  readonly concurrency: number;
}

/** The names under which this process locks jobs: of the pool that runs them, not of the one worker in it. */
export interface PoolNames {
  /** A job locked in a name that is not here any more is anybody's. */
  readonly pool_ids: Set<string>;
  /** Called when a name has been added. */
  onPool(): void;
}

/**
 * Runs a queue until it is stopped or breaks off.
 *
 * @throws Error why it failed; also when it does not stop within {@link break_off_max_ms}, and is abandoned
 */
export async function runQueue(
  ctx: Context,
  { tasks, concurrency }: Work,
  { pool_ids, onPool }: PoolNames,
  signal: AbortSignal,
): Promise<void> {
  const events: WorkerEvents = new EventEmitter();
  mendLocalQueues(events);
  const own_ids: string[] = [];
  events.on('pool:create', ({ workerPool }) => {
    own_ids.push(workerPool.id);
    pool_ids.add(workerPool.id);
    onPool();
  });
  const brokenOff = new Promise<void>((resolve) => events.once('pool:gracefulShutdown', () => resolve()));
  // The queue writes job numbers as JSON, which has no bigint: through our own pool a job that fails ends the process.
  const pool = connectPlainly(ctx.pool, {
    connections_max: queue_connections_max,
    query_timeout_ms: statement_max_ms,
    onConnect: hurryJobs,
    onError: (error) => ctx.log.warn({ err: error }, 'a connection of the job queue broke'),
  });
  try {
    const runner = await run({
      pgPool: pool,
      taskList: tasks,
      events,
      concurrency,
      pollInterval: poll_ms,
      noHandleSignals: true,
      logger: makeQueueLogger(ctx.log),
      // Without its batches the queue does not wait for what it writes about a job that has ended: a stop would leave
      // it locked, and a connection that breaks just then would end the process.
      preset: {
        worker: {
          completeJobBatchDelay: 0,
          failJobBatchDelay: 0,
          // One polls for all: otherwise each job's place would poll by itself, twice a second and at every new job.
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
    for (const id of own_ids) pool_ids.delete(id);
    await Promise.race([pool.end(), setTimeout(statement_max_ms, undefined, { ref: false })]);
  }
}

/** Waits for a queue that failed by itself; one that is told to stop waits for its jobs as long as they take. */
async function giveUp(signal: AbortSignal): Promise<void> {
  await setTimeout(break_off_max_ms, undefined, { ref: false });
  if (signal.aborted) return new Promise(() => undefined);
  throw new Error(`the job queue has not ended within ${break_off_max_ms / 1000} s of breaking off`);
}
