import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { hasJob } from '../../platform/jobs/queries.ts';

/** An open row that no job will go on with, and nobody has been asked to look at. */
export interface Stranded {
  readonly next_task:
    | 'follow_attempt'
    | 'send_payout'
    | 'follow_payout'
    | 'send_refund'
    | 'follow_refund'
    | 'take_callback';
  readonly merchant_id: string;
  readonly id: string;
  /** Of a callback. */
  readonly account_id: string | null;
}

/**
 * Finds open attempts, payouts, refunds and callbacks that have neither a job nor a person's attention.
 *
 * @param before only those that were created before then: what is being created has its job in the same transaction
 */
export async function findStranded(db: Database, before: Date, limit: number): Promise<readonly Stranded[]> {
  return db.transaction().execute(async (tx) => {
    // On tables that nobody has analysed the planner goes through all jobs for each row: 20,000 of each took 156 s.
    await sql`select set_config('enable_nestloop', 'off', true)`.execute(tx);
    return (await selectStranded(before, limit).execute(tx)).rows;
  });
}

function selectStranded(before: Date, limit: number) {
  const id = sql<string>`open.id`;
  return sql<Stranded>`
    select 'follow_attempt' as next_task, merchant_id, id, null as account_id from attempts as open
    where status in ('created', 'submitted', 'unknown') and not needs_review and created_at < ${before}
      and not ${hasJob('follow_attempt', 'attempt_id', id)}
    union all
    select case status when 'pending' then 'send_payout' else 'follow_payout' end, merchant_id, id, null
    from payouts as open
    where status in ('pending', 'processing') and not needs_review and created_at < ${before}
      and not ${hasJob('send_payout', 'payout_id', id)}
      and not ${hasJob('follow_payout', 'payout_id', id)}
      and not exists (
        select from payout_orders
        where payout_orders.merchant_id = open.merchant_id and payout_orders.payout_id = open.id
          and approval = 'waiting'
      )
    union all
    select case status when 'pending' then 'send_refund' else 'follow_refund' end, merchant_id, id, null
    from refunds as open
    where status in ('pending', 'processing') and not needs_review and created_at < ${before}
      and not ${hasJob('send_refund', 'refund_id', id)}
      and not ${hasJob('follow_refund', 'refund_id', id)}
    union all
    select 'take_callback', merchant_id, id, account_id from callbacks as open
    where processed_at is null and received_at < ${before}
      and not ${hasJob('take_callback', 'id', id)}
    limit ${limit}`;
}
