import { sql } from 'kysely';
import { owesRefund } from '../../payments/attempt/history/queries.ts';
import type { Connection, Database } from '../../platform/database/connect.ts';
import { hasJob } from '../../platform/jobs/queries.ts';
import { cannot_send } from '../../transfers/states.ts';

/** An open row that has neither a job nor a review. */
export type Stranded = { readonly merchant_id: string; readonly id: string } & (
  | {
      readonly next_task:
        | 'follow_attempt'
        | 'send_payout'
        | 'follow_payout'
        | 'send_refund'
        | 'follow_refund'
        | 'refund_held';
    }
  | { readonly next_task: 'take_callback'; readonly account_id: string }
);

/**
 * Finds open attempts, payouts, refunds and callbacks, and attempts with money to be refunded, that have neither a
 * job nor a review.
 *
 * @param before only rows created before this time: a newer one may still get its job in the same transaction
 */
export async function findStranded(db: Database, before: Date, limit: number): Promise<readonly Stranded[]> {
  return db.transaction().execute(async (tx) => {
    // On tables without statistics the planner scans all jobs for each row: 20,000 of each took 156 s.
    await sql`select set_config('enable_nestloop', 'off', true)`.execute(tx);
    return (await selectStranded(before, limit).execute(tx)).rows;
  });
}

/**
 * A transfer that awaits a review has no job, unless its account can no longer make it: it is sent once the account
 * can.
 */
const has_next_step = sql`(not needs_review or unknown_cause = ${cannot_send})`;

function selectStranded(before: Date, limit: number) {
  const id = sql<string>`open.id`;
  return sql<Stranded>`
    select 'follow_attempt' as next_task, merchant_id, id, null as account_id from attempts as open
    where status in ('created', 'submitted', 'unknown') and not needs_review and created_at < ${before}
      and not ${hasJob('follow_attempt', 'attempt_id', id)}
    union all
    select case status when 'pending' then 'send_payout' else 'follow_payout' end, merchant_id, id, null
    from payouts as open
    where status in ('pending', 'processing') and ${has_next_step} and created_at < ${before}
      and not ${hasJob('send_payout', 'payout_id', id)}
      and not ${hasJob('follow_payout', 'payout_id', id)}
      and not (status = 'pending' and exists (
        select from payout_orders
        where payout_orders.merchant_id = open.merchant_id and payout_orders.payout_id = open.id
          and approval = 'waiting'
      ))
    union all
    select case status when 'pending' then 'send_refund' else 'follow_refund' end, merchant_id, id, null
    from refunds as open
    where status in ('pending', 'processing') and ${has_next_step} and created_at < ${before}
      and not ${hasJob('send_refund', 'refund_id', id)}
      and not ${hasJob('follow_refund', 'refund_id', id)}
    union all
    select 'refund_held', merchant_id, id, null from attempts as open
    where ${owesRefund('open')} and settled_at < ${before}
      and not ${hasJob('refund_held', 'attempt_id', id)}
    union all
    select 'take_callback', merchant_id, id, account_id from callbacks as open
    where processed_at is null and received_at < ${before}
      and not ${hasJob('take_callback', 'id', id)}
    limit ${limit}`;
}

/** An open row that cannot be repaired by adding a job. */
export interface Stalled {
  readonly id: string;
  /** Its missing next step. */
  readonly lacks: string;
}

/**
 * Finds waiting deliveries without a time for the next attempt, and confirmed files with a line that has no payout.
 */
export async function findStalled(db: Connection, before: Date, limit: number): Promise<readonly Stalled[]> {
  const { rows } = await sql<Stalled>`
    select * from (
      select id, 'no time for the next attempt' as lacks
      from webhook_deliveries
      where status = 'waiting' and next_attempt_at is null and created_at < ${before}
      limit ${limit}
    ) as deliveries
    union all
    select * from (
      select batch.id, 'a line without a payout' as lacks
      from payout_batches as batch
      where batch.status = 'confirmed' and batch.ended_at < ${before} and exists (
        select from payout_batch_lines as line
        where line.merchant_id = batch.merchant_id and line.batch_id = batch.id and not exists (
          select from payout_orders as made
          where made.merchant_id = line.merchant_id and made.batch_id = line.batch_id and made.batch_line = line.line
        )
      )
      limit ${limit}
    ) as batches`.execute(db);
  return rows;
}
