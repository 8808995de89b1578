import { sql } from 'kysely';
import type { Connection } from '../database/connect.ts';

/** Reads the version and the time of the database server, which shows that it responds. */
export async function readServer(
  db: Connection,
): Promise<{ version_number: number; version: string; now: Date }> {
  const { rows } = await sql<{ version_number: number; version: string; now: Date }>`
    select
      current_setting('server_version_num')::int as version_number,
      'PostgreSQL ' || current_setting('server_version') as version,
      clock_timestamp() as now`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the database did not return its version');
  return row;
}

/**
 * Counts jobs that should have started more than a minute ago, including those taken more than a minute ago
 * by a worker that has died since: any running worker would have released them.
 */
export async function countOverdueJobs(db: Connection): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count
    from graphile_worker.jobs as job
    where run_at < now() - interval '1 minute' and (
      (locked_at is null and attempts < max_attempts)
      or (locked_at < now() - interval '1 minute' and not exists (
        select from worker_processes
        where seen_at >= now() - interval '15 seconds' and job.locked_by = any (worker_ids)
      ))
    )`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** Whether a worker has sent a heartbeat in the last 15 seconds, by the database's clock. */
export async function isWorkerRunning(db: Connection): Promise<boolean> {
  const { rows } = await sql<{ is_running: boolean }>`
    select exists (
      select from worker_processes where seen_at >= now() - interval '15 seconds'
    ) as is_running`.execute(db);
  return rows[0]?.is_running ?? false;
}

/** The objects that need review. */
export interface NeedingReview {
  readonly count: number;
  /** The ids of the first few objects, in order. */
  readonly ids: readonly string[];
}

/** Finds payments with an attempt that needs review: its money may have arrived. */
export async function findPaymentsNeedingReview(db: Connection, ids_max: number): Promise<NeedingReview> {
  const { rows } = await sql<NeedingReview>`
    select count(*)::int as count, coalesce((array_agg(id order by id))[:${ids_max}], '{}') as ids
    from (select distinct payment_id as id from attempts where needs_review) as waiting`.execute(db);
  return rows[0] ?? { count: 0, ids: [] };
}

/** Finds payouts that need review, because their money may have been sent. */
export async function findPayoutsNeedingReview(db: Connection, ids_max: number): Promise<NeedingReview> {
  const { rows } = await sql<NeedingReview>`
    select count(*)::int as count, coalesce((array_agg(id order by id))[:${ids_max}], '{}') as ids
    from payouts where needs_review`.execute(db);
  return rows[0] ?? { count: 0, ids: [] };
}

/** Finds refunds that need review: the customer may have the money, or too much of it. */
export async function findRefundsNeedingReview(db: Connection, ids_max: number): Promise<NeedingReview> {
  const { rows } = await sql<NeedingReview>`
    select count(*)::int as count, coalesce((array_agg(id order by id))[:${ids_max}], '{}') as ids
    from refunds where needs_review`.execute(db);
  return rows[0] ?? { count: 0, ids: [] };
}
