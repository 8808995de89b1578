import type { Context } from '@guichet/core/platform';
import { freeLockedJobs, listLockedJobs } from '@guichet/core/serving';
import type { WorkerEvents } from 'graphile-worker';

/** The jobs that this process runs or is about to run, by the name of the pool under which they are locked. */
export type HeldJobs = Map<string, ReadonlySet<string>>;

/**
 * A result of a fetch that arrives at all arrives within the time limit of the queue's statements, which is shorter
 * than this. The lock's time is that of the beginning of the fetch.
 */
const fetch_max_s = 30;

/**
 * Notes the jobs of a queue while its workers have them.
 *
 * @param onPool called when a pool was added to the held jobs
 * @returns a function that forgets the queue's pools, when it has ended
 */
export function noteJobs(events: WorkerEvents, held: HeldJobs, onPool: () => void): () => void {
  const jobs = new Set<string>();
  const own_ids: string[] = [];
  events.on('pool:create', ({ workerPool: { id } }) => {
    own_ids.push(id);
    held.set(id, jobs);
    onPool();
  });
  events.on('localQueue:getJobs:complete', ({ jobs: fetched }) => {
    for (const { id } of fetched) jobs.add(id);
  });
  events.on('localQueue:returnJobs', ({ jobs: returned }) => {
    for (const { id } of returned) jobs.delete(id);
  });
  events.on('job:complete', ({ job }) => jobs.delete(job.id));
  return () => {
    for (const id of own_ids) held.delete(id);
  };
}

/**
 * Makes a round that releases jobs that are locked in the name of this process although no worker of it has them,
 * because the result of their fetch was lost. The queue itself would leave them locked for four hours. A job is
 * released if two rounds in a row find it: the removal of a job that has just ended may still be in flight.
 */
export function makeFreeLostJobs(ctx: Pick<Context, 'db' | 'log'>, held: HeldJobs): () => Promise<void> {
  let suspected: ReadonlySet<string> = new Set();
  return async () => {
    const pool_ids = [...held.keys()];
    const locked = await listLockedJobs(ctx.db, pool_ids, fetch_max_s);
    const unknown = locked.filter((id) => ![...held.values()].some((jobs) => jobs.has(id)));
    const lost = unknown.filter((id) => suspected.has(id));
    suspected = new Set(unknown);
    if (lost.length === 0) return;
    ctx.log.warn({ jobs: lost }, 'jobs whose fetch was lost are released');
    await freeLockedJobs(ctx.db, pool_ids, lost);
  };
}
