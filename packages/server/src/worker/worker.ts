import { randomUUID } from 'node:crypto';
import type { Context, Retention } from '@guichet/core/platform';
import {
  compareDueAccounts,
  expireSessions,
  forgetDeadProcesses,
  forgetProcess,
  freeJobsOfDeadWorkers,
  lookAround,
  mendStranded,
  refreshStatistics,
  repeat,
  rollUpBalances,
  rollUpDays,
  saveHeartbeat,
  service_actor,
  usual_retention,
} from '@guichet/core/serving';
import type { TaskList } from 'graphile-worker';
import { makeBeats } from './beats.ts';
import { type HeldJobs, makeFreeLostJobs } from './held-jobs.ts';
import { housekeep } from './housekeep.ts';
import { runQueue, type Work } from './run-queue.ts';

/**
 * Jobs that make status inquiries. After an outage there are thousands of them, and new payments must not wait for
 * them.
 */
const asking: ReadonlySet<string> = new Set([
  'follow_attempt',
  'follow_payout',
  'follow_refund',
  'second_look',
]);
/** Jobs that process callbacks. They share statements, and never wait for a payout. */
const taking: ReadonlySet<string> = new Set(['take_callback', 'sandbox_callback']);
/** Number of concurrent callback jobs: as many as one group of shared statements has members. */
const taking_at_once = 64;
/** Number of concurrent inquiry jobs, and of all other concurrent jobs: each may need its own connection. */
const at_once = 20;
/**
 * Average minimum duration of an inquiry job; the duration varies by plus or minus half. With {@link at_once}
 * concurrent jobs, this makes 50 per second.
 */
const asking_ms = 400;
/** Inquiry jobs end together at this interval, so that the next ones begin together and share statements. */
const beat_ms = 100;
const heartbeat_ms = 5_000;
/** A process without a heartbeat for this long is dead, and any process may take its jobs. */
const dead_after_s = 15;
/** Pause before a failed queue is restarted, for example after the database was lost. */
const restart_ms = 1_000;

/** The jobs and regular rounds of one process. */
export interface Worker {
  /** Takes no new job, waits for running ones, and returns. */
  stop(): Promise<void>;
}

/**
 * Runs the jobs and the regular rounds until it is stopped. If the database is lost, it waits until the database is
 * back, and continues.
 */
export function startWorker(ctx: Context, tasks: TaskList, retention: Retention = usual_retention): Worker {
  const id = randomUUID();
  const held: HeldJobs = new Map();
  const announce = (): Promise<void> => saveHeartbeat(ctx.db, id, [...held.keys()]);
  const onPool = (): void => {
    announce().catch((error: unknown) => {
      ctx.log.warn({ err: error }, 'new workers could not be announced, the next heartbeat will try again');
    });
  };

  const queues = splitTasks(tasks).map((some) =>
    repeat(ctx.log, 'job queue', restart_ms, (signal) => runQueue(ctx, some, { held, onPool }, signal)),
  );
  const heartbeat = repeat(ctx.log, 'heartbeat', heartbeat_ms, async () => {
    await announce();
    await freeJobsOfDeadWorkers(ctx.db, dead_after_s);
    await forgetDeadProcesses(ctx.db);
  });
  const every = (every_ms: number, name: string, run: () => Promise<unknown>) =>
    repeat(ctx.log, name, every_ms, async () => {
      await run();
    });
  const rounds = [
    ...queues,
    every(2_000, 'expiry of sessions', () => expireSessions(ctx, service_actor)),
    every(5_000, 'roll-up of balances', () => rollUpBalances(ctx, service_actor)),
    every(2_000, 'figures of the overview', () => rollUpDays(ctx, service_actor)),
    every(15_000, 'release of lost jobs', makeFreeLostJobs(ctx, held)),
    every(30_000, 'repair of stranded work', () => mendStranded(ctx, service_actor)),
    every(60_000, 'comparison with providers’ balances', () => compareDueAccounts(ctx)),
    every(5_000, 'statistics of tables', () => refreshStatistics(ctx, service_actor)),
    every(2_000, 'recovery', async () => {
      while (await lookAround(ctx, service_actor));
    }),
    every(60_000, 'housekeeping', () => housekeep(ctx, retention)),
  ];

  return {
    stop: async () => {
      await Promise.all(rounds.map((round) => round.stop()));
      await heartbeat.stop();
      await forgetProcess(ctx.db, id);
    },
  };
}

/** Splits the tasks into three queues: status inquiries, which are paced; callbacks; and all others. */
function splitTasks(tasks: TaskList): Work[] {
  const untilBeat = makeBeats(beat_ms);
  const some = Object.entries(tasks);
  const told = some.filter(([name]) => taking.has(name));
  const others = some.filter(([name]) => !asking.has(name) && !taking.has(name));
  const paced = some
    .filter(([name]) => asking.has(name))
    .map(([name, task]): [string, TaskList[string]] => [
      name,
      async (payload, helpers) => {
        // Jitter: twenty jobs in step would make all other work wait at the same moment.
        await Promise.all([task?.(payload, helpers), untilBeat(asking_ms * (0.5 + Math.random()))]);
      },
    ]);
  return [
    { tasks: Object.fromEntries(others), concurrency: at_once },
    { tasks: Object.fromEntries(told), concurrency: taking_at_once },
    { tasks: Object.fromEntries(paced), concurrency: at_once },
  ].filter((work) => Object.keys(work.tasks).length > 0);
}
