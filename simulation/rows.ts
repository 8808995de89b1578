import type { Direction } from '@guichet/simulators/contract';
import type pg from 'pg';

/** An attempt, a payout or a refund in the database. */
export interface Row {
  readonly direction: Direction;
  /** The direction in the books of the provider, where a refund may be a payout. */
  readonly books_direction: Direction;
  readonly id: string;
  readonly payment_id: string | null;
  readonly account_id: string | null;
  readonly status: string;
  readonly reference: string;
  readonly provider_reference: string | null;
  /** For a refund: our reference of its collection. */
  readonly collection_reference: string | null;
  readonly currency: string;
  /** The amount that moves on success. */
  readonly moved_minor: bigint;
  /** For a collection: the amount received, even if it was not the requested one. */
  readonly came_minor: bigint;
  /** The amount that has moved, as far as the service knows. */
  readonly known_minor: bigint;
  /** For a collection: the part that belongs to the merchant, including its fee. */
  readonly kept_minor: bigint;
  readonly kept_fee_minor: bigint;
  /** For a collection: the part that a person has settled in another way; it belongs to the merchant. */
  readonly settled_minor: bigint;
  /** For a collection: whether nobody has decided on its unexpected money yet. */
  readonly is_undecided: boolean;
  /** For a refund: the source of its money. A payout is paid from the merchant's balance. */
  readonly source: 'balance' | 'duplicates' | 'suspense';
  readonly mismatch: unknown;
  readonly needs_review: boolean;
  readonly duplicate: boolean;
  /** For a payout: whether a second person has not decided on it yet. */
  readonly waits_for_approval: boolean;
  /** The time at which the call to the provider was committed; null before that. */
  readonly committed_at: Date | null;
}

export type LedgerRows = readonly { readonly account: string; readonly amount_minor: bigint }[];

export interface Rows {
  readonly asked: readonly Row[];
  readonly payments: readonly { readonly id: string; readonly status: string }[];
  /**
   * For each object, the number of final statuses that it has reached, and the number of events about them.
   */
  readonly told: readonly { readonly object_id: string; readonly changes: number; readonly events: number }[];
  /** Payments that were cancelled or expired while an attempt could still take money. */
  readonly cut_short: readonly string[];
  readonly ledger: LedgerRows;
  readonly unbalanced: readonly string[];
}

const asked_sql = `
select 'collect' as direction, 'collect' as books_direction, id, payment_id, account_id, status,
  reference::text, provider_reference, null as collection_reference, currency, charged_minor as moved_minor,
  coalesce(received_minor, charged_minor) as came_minor,
  case when status in ('success', 'held') then coalesce(received_minor, charged_minor) else 0 end as known_minor,
  case when status <> 'success' or duplicate then 0 when received_minor is null then charged_minor else kept_minor end as kept_minor,
  case when status <> 'success' or duplicate then 0 when received_minor is null then fee_minor else kept_fee_minor end as kept_fee_minor,
  case when status in ('success', 'held') then settled_minor else 0 end as settled_minor,
  status = 'held' and kept_minor is null as is_undecided, 'balance' as source,
  mismatch, needs_review, duplicate, false as waits_for_approval, created_at as committed_at
from attempts where merchant_id = $1
union all
select 'payout', 'payout', id, null, account_id, status,
  reference::text, provider_reference, null, currency, amount_minor, 0,
  case when status = 'success' then amount_minor else 0 end, 0, 0, 0, false, 'balance',
  mismatch, needs_review, false,
  status = 'pending' and exists (
    select from payout_orders as orders
    where orders.merchant_id = payouts.merchant_id and orders.payout_id = payouts.id and approval = 'waiting'
  ), sent_at
from payouts where merchant_id = $1
union all
select 'refund', refunds.method, refunds.id, refunds.payment_id, refunds.account_id, refunds.status,
  refunds.reference::text, refunds.provider_reference, attempts.reference::text, refunds.currency, refunds.amount_minor, 0,
  case when refunds.status = 'success' then refunds.amount_minor else 0 end, 0, 0, 0, false, refunds.source,
  refunds.mismatch, refunds.needs_review, attempts.duplicate, false, refunds.sent_at
from refunds join attempts on attempts.merchant_id = refunds.merchant_id and attempts.id = refunds.attempt_id
where refunds.merchant_id = $1`;

const told_sql = `
with changes as (
  select payment_id as object_id from payment_transitions
  where merchant_id = $1 and to_status in ('success', 'failed', 'cancelled', 'expired', 'reversed')
  union all
  select payout_id from payout_transitions where merchant_id = $1 and to_status in ('success', 'failed', 'reversed')
  union all
  select refund_id from refund_transitions where merchant_id = $1 and to_status in ('success', 'failed', 'reversed')
), counted as (select object_id, count(*)::int as changes from changes group by object_id),
told as (
  select object_id, count(*)::int as events from events
  where merchant_id = $1 and type <> 'payment.duplicate' and type not like 'webhook_endpoint.%' group by object_id
)
select coalesce(counted.object_id, told.object_id) as object_id,
  coalesce(changes, 0) as changes, coalesce(events, 0) as events
from counted full join told on told.object_id = counted.object_id`;

/** Reads everything of a merchant that is compared with the providers' books. */
export async function readRows(pool: pg.Pool, merchant_id: string): Promise<Rows> {
  const read = async <One extends pg.QueryResultRow>(text: string): Promise<One[]> =>
    (await pool.query<One>(text, [merchant_id])).rows;
  return {
    asked: await read<Row>(asked_sql),
    payments: await read('select id, status from payments where merchant_id = $1'),
    told: await read(told_sql),
    cut_short: (
      await read<{ id: string }>(
        `select payment_id as id from payment_transitions where merchant_id = $1
        and from_status = 'processing' and event in ('customer_cancelled', 'session_expired')`,
      )
    ).map(({ id }) => id),
    ledger: await read('select account, amount_minor from ledger_entries where merchant_id = $1'),
    unbalanced: (
      await read<{ id: string }>(
        `select transaction_id as id from ledger_entries where merchant_id = $1
        group by transaction_id, currency having sum(amount_minor) <> 0`,
      )
    ).map(({ id }) => id),
  };
}
