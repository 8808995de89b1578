import { type Selectable, sql } from 'kysely';
import type { Owner } from '../../events/queries.ts';
import type { Mode } from '../../platform/database/columns.ts';
import type { Connection } from '../../platform/database/connect.ts';
import type { PaymentDayTable } from '../../platform/database/tables/payout-orders.ts';

type Figures = Pick<
  Selectable<PaymentDayTable>,
  'paid' | 'refused' | 'amount_minor' | 'fee_minor' | 'waited_ms'
>;
/** The figures of a day, an operator and a currency. */
export type DayFigures = Figures & {
  readonly day: string;
  readonly operator: string;
  readonly currency: string;
};

/** Lists feeds with events not yet counted, and their progress. One index lookup for each feed. */
export async function listUncountedFeeds(db: Connection): Promise<Owner[]> {
  const { rows } = await sql<Owner>`
    select feed.merchant_id, feed.mode
    from (
      select merchants.id as merchant_id, modes.mode
      from merchants cross join (values ('test'), ('live')) as modes (mode)
    ) as feed
    left join payment_days_progress as progress using (merchant_id, mode)
    -- The newest of each feed by its index. With exists instead, the planner reads the events of all merchants.
    where coalesce(progress.position, 0) < (
      select position from events
      where events.merchant_id = feed.merchant_id and events.mode = feed.mode
      order by position desc limit 1
    )`.execute(db);
  return rows;
}

/**
 * Locks a feed's progress until the transaction ends.
 *
 * @returns null while another process is counting it
 */
export async function lockProgress(tx: Connection, { merchant_id, mode }: Owner): Promise<bigint | null> {
  await tx
    .insertInto('payment_days_progress')
    .values({ merchant_id, mode, position: 0n })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'mode']).doNothing())
    .execute();
  const row = await tx
    .selectFrom('payment_days_progress')
    .select('position')
    .where('merchant_id', '=', merchant_id)
    .where('mode', '=', mode)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row?.position ?? null;
}

/**
 * Adds the next events of a feed to the figures of their days, and saves the progress. The operator is taken from
 * the event, as it was at that time; amounts are taken from the attempt that paid, in minor units: the part of the
 * money that was accepted. A reversal subtracts the payment from the day on which it was counted.
 *
 * @returns the number of events counted, at most `limit`
 */
export async function countEvents(
  tx: Connection,
  { merchant_id, mode }: Owner,
  page: { readonly after: bigint; readonly up_to: bigint; readonly limit: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with taken as materialized (
      select type, object_id, sequence, body, created_at, position
      from events
      where merchant_id = ${merchant_id} and mode = ${mode}
        and position > ${page.after} and position <= ${page.up_to}
      order by position
      limit ${page.limit}
    ), told as materialized (
      -- Each body is read once: that takes longer than everything else.
      select taken.object_id, said.created_at,
        coalesce(said.body::json #>> '{data,operator}', payment.operator, '') as operator,
        payment.currency, payment.amount_minor, coalesce(payment.fee_minor, 0) as fee_minor,
        case taken.type when 'payment.successful' then 1 when 'payment.reversed' then -1 else 0 end as paid,
        greatest(0, extract(epoch from said.created_at - payment.created_at) * 1000)::bigint as waited_ms
      from taken
      cross join lateral (${saidOf(merchant_id)}) as said
      -- Looked up one by one: a join might compare each of them with every payment.
      cross join lateral (
        select currency, operator, amount_minor, fee_minor, created_at from payments
        where merchant_id = ${merchant_id} and id = taken.object_id
        limit 1
      ) as payment
      where taken.type in ('payment.successful', 'payment.failed', 'payment.reversed')
    ), figured as (
      select (told.created_at at time zone 'UTC')::date as day, told.operator, told.paid, told.waited_ms,
        coalesce(paying.received_currency, told.currency) as currency,
        case when paying.received_minor is null then told.amount_minor
          else paying.kept_minor - paying.kept_fee_minor end as amount_minor,
        case when paying.received_minor is null then coalesce(paying.fee_minor, told.fee_minor)
          else paying.kept_fee_minor end as fee_minor
      from told
      left join lateral (${payingOf(merchant_id)}) as paying on true
    ), counted as (
      insert into payment_days as days (merchant_id, mode, day, currency, operator, paid, refused, amount_minor,
        fee_minor, waited_ms)
      select ${merchant_id}, ${mode}, day, currency, operator, sum(paid), count(*) filter (where paid = 0),
        sum(paid * amount_minor), sum(paid * fee_minor), sum(paid * waited_ms)
      from figured
      group by day, currency, operator
      on conflict (merchant_id, mode, day, currency, operator) do update set
        paid = days.paid + excluded.paid, refused = days.refused + excluded.refused,
        amount_minor = days.amount_minor + excluded.amount_minor, fee_minor = days.fee_minor + excluded.fee_minor,
        waited_ms = days.waited_ms + excluded.waited_ms
    ), gone as (
      update payment_days_progress set position = (select max(position) from taken)
      where merchant_id = ${merchant_id} and mode = ${mode} and exists (select from taken)
    )
    select count(*)::int as count from taken`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Selects the event that tells the day and the operator: of a reversal, it is that of the success before it. */
const saidOf = (merchant_id: string) => sql`
  select taken.body, taken.created_at where taken.type <> 'payment.reversed'
  union all
  (
    select success.body, success.created_at from events as success
    where taken.type = 'payment.reversed' and success.type = 'payment.successful'
      and success.merchant_id = ${merchant_id} and success.object_id = taken.object_id
      and success.sequence < taken.sequence
    order by success.sequence desc
    limit 1
  )`;

/** Selects the attempt that paid. Its payment has the fee of the attempt that pays it now, which may be another. */
const payingOf = (merchant_id: string) => sql`
  select fee_minor, received_minor, received_currency, kept_minor, kept_fee_minor from attempts
  where told.paid <> 0 and merchant_id = ${merchant_id} and payment_id = told.object_id
    and operator = told.operator and not duplicate and status in ('success', 'reversed')
    and (received_minor is null or kept_minor > 0) and settled_at <= told.created_at
  order by settled_at desc
  limit 1`;

/** Lists the daily figures of a period, both ends included. Days are written like 2026-11-21, in UTC. */
export async function listDays(
  db: Connection,
  { merchant_id, mode }: Owner,
  period: { readonly from: string; readonly until: string },
): Promise<DayFigures[]> {
  const { rows } = await sql<DayFigures>`
    select day::text, operator, currency, paid, refused, amount_minor, fee_minor, waited_ms
    from payment_days
    where merchant_id = ${merchant_id} and mode = ${mode}
      and day between ${period.from}::date and ${period.until}::date
    order by day`.execute(db);
  return rows;
}

/** Counts the items that need attention, using only partial indexes. */
export async function countNeeds(
  db: Connection,
  { merchant_id, mode }: { merchant_id: string; mode: Mode },
  since: Date,
) {
  const { rows } = await sql<{
    slow_payments: number;
    unknown_payments: number;
    duplicates: number;
    stuck_refunds: number;
    stuck_payouts: number;
    waiting_payouts: number;
    waiting_changes: number;
    failing_endpoints: number;
  }>`
    select
      (
        select count(*) from attempts
        where merchant_id = ${merchant_id} and mode = ${mode} and not needs_review
          and status in ('created', 'submitted', 'unknown') and created_at < ${since}
      )::int as slow_payments,
      (
        select count(*) from attempts
        where merchant_id = ${merchant_id} and mode = ${mode} and needs_review and not duplicate
      )::int as unknown_payments,
      (
        select count(*) from attempts
        where merchant_id = ${merchant_id} and mode = ${mode} and needs_review and duplicate
      )::int as duplicates,
      (
        select count(*) from refunds
        where merchant_id = ${merchant_id} and mode = ${mode} and needs_review
      )::int as stuck_refunds,
      (
        select count(*) from payouts
        where merchant_id = ${merchant_id} and mode = ${mode} and needs_review
      )::int as stuck_payouts,
      (
        -- After a restore, an inquiry may find a payout whose approval was lost: that one waits for nobody.
        select count(*) from payout_orders as made
        join payouts as payout on payout.merchant_id = made.merchant_id and payout.id = made.payout_id
        where made.merchant_id = ${merchant_id} and made.mode = ${mode} and made.approval = 'waiting'
          and payout.status = 'pending'
      )::int as waiting_payouts,
      (
        select count(*) from approval_changes
        where merchant_id = ${merchant_id} and status = 'waiting' and (mode is null or mode = ${mode})
      )::int as waiting_changes,
      (
        select count(*) from webhook_endpoints as endpoint
        left join webhook_endpoint_health as health
          on health.merchant_id = endpoint.merchant_id and health.endpoint_id = endpoint.id
        where endpoint.merchant_id = ${merchant_id} and endpoint.mode = ${mode} and endpoint.deleted_at is null
          and (health.failing_since < ${since} or endpoint.disabled_reason in ('failing', 'gone'))
      )::int as failing_endpoints`.execute(db);
  const [needs] = rows;
  if (!needs) throw new Error('a statement without a table has one row');
  return needs;
}

/**
 * Counts the drifts, and the entries in the books that await a second person's approval, using only partial
 * indexes.
 */
export async function countInBooks(
  db: Connection,
  { merchant_id, mode }: { merchant_id: string; mode: Mode },
): Promise<{ waiting_movements: number; waiting_decisions: number; drifts: number }> {
  const { rows } = await sql<{ waiting_movements: number; waiting_decisions: number; drifts: number }>`
    select
      (
        select count(*) from ledger_movements
        where merchant_id = ${merchant_id} and mode = ${mode} and approval = 'waiting'
      )::int as waiting_movements,
      (
        select count(*) from held_decisions as decision
        join attempts as attempt on attempt.merchant_id = decision.merchant_id and attempt.id = decision.attempt_id
        where decision.merchant_id = ${merchant_id} and decision.mode = ${mode} and decision.approval = 'waiting'
          -- If the money has changed since, a new decision is needed.
          and attempt.needs_review and coalesce(attempt.received_currency, attempt.currency) = decision.currency
          and case
            when attempt.received_minor is null and decision.verdict <> 'settled' then
              attempt.status <> 'success' and decision.verdict = 'paid' and attempt.charged_minor = decision.amount_minor
            else coalesce(attempt.received_minor, attempt.charged_minor) - coalesce(attempt.kept_minor, 0)
              - attempt.settled_minor = decision.amount_minor
          end
      )::int as waiting_decisions,
      (
        -- Only accounts with providers have drifts, and they exist in live mode only.
        select count(*) from clearing_drifts
        where merchant_id = ${merchant_id} and ${mode} = 'live' and drift_minor <> 0
      )::int as drifts`.execute(db);
  const [needs] = rows;
  if (!needs) throw new Error('a statement without a table has one row');
  return needs;
}

/** Finds out which of the first steps a new merchant has done. */
export async function findSteps(db: Connection, merchant_id: string) {
  const { rows } = await sql<{
    test_payment: boolean;
    api_key: boolean;
    webhook: boolean;
    branding: boolean;
    colleague: boolean;
    account: boolean;
    live_payment: boolean;
  }>`
    select
      exists (select from payment_days where merchant_id = ${merchant_id} and mode = 'test' and paid > 0)
        as test_payment,
      exists (select from api_keys where merchant_id = ${merchant_id} and revoked_at is null) as api_key,
      exists (
        select from webhook_endpoints where merchant_id = ${merchant_id} and enabled and deleted_at is null
      ) as webhook,
      exists (select from merchants where id = ${merchant_id} and primary_color is not null)
        or exists (select from merchant_logos where merchant_id = ${merchant_id}) as branding,
      (select count(*) > 1 from members where merchant_id = ${merchant_id}) as colleague,
      exists (select from connector_accounts where merchant_id = ${merchant_id} and enabled) as account,
      exists (select from payment_days where merchant_id = ${merchant_id} and mode = 'live' and paid > 0)
        as live_payment`.execute(db);
  const [steps] = rows;
  if (!steps) throw new Error('a statement without a table has one row');
  return steps;
}
