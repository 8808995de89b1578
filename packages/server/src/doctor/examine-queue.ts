import { findDueEndpoints } from '@guichet/core/events';
import { type Context, countOverdueJobs, isWorkerRunning } from '@guichet/core/platform';
import type { Finding } from './finding.ts';

const late_min_ms = 60_000;

/**
 * Finds jobs that are overdue, and endpoints with an overdue webhook while no worker is running. A running
 * worker sends to an endpoint as fast as the endpoint responds; the check `webhooks` reports endpoints that
 * are too slow.
 */
export async function queue({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<Finding> {
  const name = 'queue';
  const jobs = await countOverdueJobs(db);
  const isRunning = await isWorkerRunning(db);
  const late_before = new Date(clock.now().getTime() - late_min_ms);
  const endpoints = isRunning ? [] : await findDueEndpoints(db, late_before);
  const late = [
    ...(jobs === 0 ? [] : [jobs === 1 ? '1 job' : `${jobs} jobs`]),
    ...(endpoints.length === 0
      ? []
      : [`webhooks to ${endpoints.length === 1 ? '1 endpoint' : `${endpoints.length} endpoints`}`]),
  ];
  if (late.length === 0) return { name, ok: true, detail: 'no job is overdue' };
  const advice = isRunning
    ? 'A worker is running: its log says why it is late'
    : 'No worker is running. Run: guichet serve, or guichet worker';
  return { name, ok: false, detail: `due for more than a minute: ${late.join(' and ')}. ${advice}` };
}
