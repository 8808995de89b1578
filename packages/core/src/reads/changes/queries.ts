import { sql } from 'kysely';
import type { Mode } from '../../platform/database/columns.ts';
import type { Connection } from '../../platform/database/connect.ts';

/** The number of newest rows of each kind that are compared: those that people have on their screens. */
const newest_max = 50;

/** A row and its version, which changes whenever the row changes. */
export interface Glance {
  readonly kind: string;
  readonly id: string;
  readonly version: string;
}

/**
 * Lists the newest rows of a merchant and mode, each kind from its own index. The watch compares sets, not
 * positions, because a row that is committed late has a lower position than one seen before. A payment that changes
 * long after its creation is found by its new event, attempt or refund, or because it needs review.
 */
export async function listGlances(
  db: Connection,
  { merchant_id, mode }: { readonly merchant_id: string; readonly mode: Mode },
): Promise<readonly Glance[]> {
  const of = sql`merchant_id = ${merchant_id}`;
  // Not `=`: to PostgreSQL the order would then be that of the ids alone, and also that of the key, which holds the
  // rows of all merchants. It would choose the key if its sample of the table contained only one merchant.
  const inMode = sql`mode = any (array[${mode}]::text[])`;
  const { rows } = await sql<Glance>`
    (select 'payment' as kind, id, sequence::text as version from payments
      where ${of} and ${inMode} order by mode desc, payments.id desc limit ${newest_max})
    union all
    (select 'payment', id, status from attempts
      where ${of} and mode = ${mode} order by attempts.created_at desc limit ${newest_max})
    union all
    (select 'payment', 'in need: ' || id, '' from attempts
      where ${of} and mode = ${mode} and needs_review order by attempts.id desc limit ${newest_max})
    union all
    (select 'refund', id, status || needs_review from refunds
      where ${of} and mode = ${mode} order by refunds.created_at desc limit ${newest_max})
    union all
    (select 'payout', id, sequence || ' ' || needs_review from payouts
      where ${of} and ${inMode} order by mode desc, payouts.id desc limit ${newest_max})
    union all
    (select 'delivery', delivery.id, delivery.status || delivery.attempts from webhook_endpoints as endpoint
      cross join lateral (
        (select id, status, attempts from webhook_deliveries
          where endpoint_id = endpoint.id and merchant_id = endpoint.merchant_id and status = 'delivered'
          order by event_id desc limit ${newest_max})
        union all
        (select id, status, attempts from webhook_deliveries
          where endpoint_id = endpoint.id and merchant_id = endpoint.merchant_id and status = 'failed'
          order by event_id desc limit ${newest_max})
        union all
        -- Those that are due next. Others are new, like their events, or have just failed, like their endpoint.
        (select id, status, attempts from webhook_deliveries
          where endpoint_id = endpoint.id and merchant_id = endpoint.merchant_id and status = 'waiting'
          order by next_attempt_at limit ${newest_max})
      ) as delivery
      where endpoint.merchant_id = ${merchant_id} and endpoint.mode = ${mode} and endpoint.deleted_at is null)
    union all
    (select 'shift', id, (closed_at is null)::text from shifts
      where ${of} and ${inMode} order by mode desc, shifts.id desc limit ${newest_max})
    union all
    (select 'endpoint_health', endpoint_id, failures || ' ' || updated_at from webhook_endpoint_health where ${of})
    union all
    (select 'request', id, '' from api_requests
      where ${of} and ${inMode} order by mode desc, api_requests.id desc limit ${newest_max})
    union all
    -- How far the figures of the overview are counted.
    (select 'figures', mode, position::text from payment_days_progress where ${of} and mode = ${mode})
    union all
    -- Ordered by the column, not by the text selected from it, which has a different order and no index.
    (select split_part(type, '.', 1), position::text, 'event' from events
      where ${of} and mode = ${mode} order by events.position desc limit ${newest_max})
    union all
    (select object_type, position::text, 'audit' from (
        select * from audit_log where ${of} order by audit_log.position desc limit ${newest_max}
      ) as newest
      where mode is null or mode = ${mode})`.execute(db);
  return rows;
}
