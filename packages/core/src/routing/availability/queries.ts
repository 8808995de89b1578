import { sql } from 'kysely';
import type { Mode } from '../../platform/database/columns.ts';
import type { Connection } from '../../platform/database/connect.ts';

/** The results of payments with one operator. */
export interface Tally {
  readonly operator: string;
  /** Attempts that have an outcome, or should have one by now. */
  readonly attempts: number;
  readonly successes: number;
  /** The number of attempts that failed because of the operator itself. */
  readonly faults: number;
  /** The median time from the prompt to the outcome; null without any outcome. */
  readonly median_seconds: number | null;
}

/**
 * Counts a merchant's attempts since a given time, by operator. Excludes attempts that are still waiting for their
 * customers, and attempts that were replaced by one with another account, because the customer sees both as one
 * payment.
 */
export async function tallyAttempts(
  db: Connection,
  { merchant_id, mode }: { merchant_id: string; mode: Mode },
  since: Date,
): Promise<Tally[]> {
  const { rows } = await sql<Tally>`
    select operator,
      count(*)::integer as attempts,
      (count(*) filter (where status = 'success'))::integer as successes,
      (count(*) filter (
        where status = 'unknown' or (status = 'failed' and failure_reason in ('operator_down', 'other'))
      ))::integer as faults,
      percentile_cont(0.5) within group (order by extract(epoch from settled_at - created_at)::double precision)
        as median_seconds
    from attempts
    where merchant_id = ${merchant_id} and mode = ${mode} and created_at > ${since}
      and status in ('success', 'failed', 'unknown')
      and not exists (
        select from payment_transitions as taken_over
        join attempts as next
          on next.merchant_id = taken_over.merchant_id and next.id = taken_over.attempt_id
        where taken_over.merchant_id = attempts.merchant_id
          and taken_over.payment_id = attempts.payment_id
          and taken_over.event = 'account_changed'
          and next.number = attempts.number + 1
      )
    group by operator`.execute(db);
  return rows;
}
