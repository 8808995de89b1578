import { EventEmitter } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import type { Context } from '@guichet/core/platform';
import { connectPlainly, hurryJobs, makeQueueLogger } from '@guichet/core/serving';
import { waitFor } from '@guichet/kernel/wait';
import { type Runner, run, type TaskList, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import { mendLocalQueues } from './mend-local-queue.ts';
import { retrySoon } from './retry-soon.ts';
import { watchFetches } from './watch-fetches.ts';

/** Connections of a queue, apart from those of its jobs: one listens, the others take and complete jobs. */
const queue_connections_max = 3;
/**
 * The queue's statements take milliseconds: a statement without a result after this time has lost its connection,
 * which the pool then closes.
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

/** The names under which this process locks jobs: those of its worker pools, not of single workers. */
export interface PoolNames {
  /** The ids in use. A job locked under any other id may be taken by any process. */
  readonly pool_ids: Set<string>;
  /** Called when a name has been added. */
  onPool(): void;
  /** Called with the end of a queue that takes no more jobs but still runs some; its name stays in use until then. */
  onLeft(ended: Promise<void>): void;
}

/**
 * Runs a queue until it is stopped or fails, or until the result of a fetch was lost: the jobs that PostgreSQL may
 * have locked with it are locked under the name of a living pool, in which no worker knows of them. The queue is
 * then left, and the next one has another name. When the jobs that still run have ended, the old name is no longer
 * in use, and any process may take what is locked under it.
 *
 * @throws Error with the reason of the failure; also when a failed queue takes {@link break_off_max_ms} to end
 */
export async function runQueue(
  ctx: Context,
  work: Work,
  names: PoolNames,
  signal: AbortSignal,
): Promise<void> {
  const { promise: lost, resolve: lose } = Promise.withResolvers<Error>();
  // The queue writes job numbers as JSON, which has no bigint: with our own pool, which returns bigints, a failed
  // job would end the process.
  const pool = connectPlainly(ctx.pool, {
    connections_max: queue_connections_max,
    query_timeout_ms: statement_max_ms,
    onConnect: hurryJobs,
    onError: (error) => ctx.log.warn({ err: error }, 'a connection of the job queue broke'),
  });
  watchFetches(pool, lose);
  retrySoon(pool);
  const events: WorkerEvents = new EventEmitter();
  const own_ids = nameIn(names, events);
  const free = async (): Promise<void> => {
    for (const id of own_ids) names.pool_ids.delete(id);
    await Promise.race([pool.end(), setTimeout(statement_max_ms, undefined, { ref: false })]);
  };
  let isLeft = false;
  try {
    const brokenOff = new Promise<void>((resolve) => events.once('pool:gracefulShutdown', () => resolve()));
    const runner = await startRunner(ctx, work, pool, events);
    const late = brokenOff.then(() => giveUp(signal));
    const ended = Promise.race([runner.promise, late]);
    const loss = await waitFor(Promise.race([ended, lost]), signal);
    if (signal.aborted) await Promise.race([ended, runner.stop()]);
    else if (loss) {
      isLeft = true;
      ctx.log.warn({ err: loss }, 'the result of a fetch of jobs was lost: the job queue starts anew');
      names.onLeft(endThen(Promise.race([ended, runner.stop()]), free));
      return;
    }
    await ended;
  } finally {
    if (!isLeft) await free();
  }
}

async function endThen(ended: Promise<void>, free: () => Promise<void>): Promise<void> {
  try {
    await ended;
  } finally {
    await free();
  }
}

/** Adds the names of the pools that a queue makes. @returns the names, which are added as they are made */
function nameIn({ pool_ids, onPool }: PoolNames, events: WorkerEvents): readonly string[] {
  const own_ids: string[] = [];
  events.on('pool:create', ({ workerPool }) => {
    own_ids.push(workerPool.id);
    pool_ids.add(workerPool.id);
    onPool();
  });
  return own_ids;
}

function startRunner(
  ctx: Context,
  { tasks, concurrency }: Work,
  pool: pg.Pool,
  events: WorkerEvents,
): Promise<Runner> {
  mendLocalQueues(events);
  return run({
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
}

/**
 * Ends the wait for a queue that failed by itself. A queue that is being stopped may take as long as its jobs need.
 */
async function giveUp(signal: AbortSignal): Promise<void> {
  await setTimeout(break_off_max_ms, undefined, { ref: false });
  if (signal.aborted) return new Promise(() => undefined);
  throw new Error(`the job queue did not end within ${break_off_max_ms / 1000} s of its failure`);
}
