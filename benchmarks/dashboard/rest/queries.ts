import type pg from 'pg';
import { stamp } from '../stamp.ts';

const insertPayouts = `
with made as (
  select number, $3::timestamptz - interval '1 year' + interval '1 year' * number / $2::int as at, random() as fate
  from generate_series(0, $2::int - 1) as number
), named as (
  select *, 'po_' || ${stamp('(extract(epoch from at) * 1000)::bigint')} || upper(substr(md5('payout' || number), 1, 16)) as id,
    case when $2::int - number < 5 then 'pending' when fate < 0.95 or number % 2000 = 3 then 'success' else 'failed' end as status
  from made
)
insert into payouts (merchant_id, id, mode, status, sequence, currency, amount_minor, operator, connector, recipient_phone,
  recipient_first_name, recipient_last_name, description, reference, provider_reference, failure_reason, needs_review,
  created_at, sent_at, paid_at)
select $1, id, 'test', case when number % 2000 = 3 then 'processing' else status end, 2, 'XOF', 5000 + (number % 97) * 500,
  (array['mtn_ci', 'orange_ci', 'wave_ci', 'moov_ci'])[1 + number % 4], 'sandbox',
  '+22505' || lpad((number % 20000)::text, 8, '0'),
  (array['Awa', 'Aya', 'Koffi', 'Fatou', 'Moussa', 'Aminata', 'Yao', 'Adjoua', 'Ibrahim', 'Mariam'])[1 + number % 10],
  (array['Koné', 'Traoré', 'Diallo', 'Ouattara', 'N''Guessan', 'Bamba', 'Touré'])[1 + number % 7] ||
    case when number % 5000 = 17 then ' Sékongo' else '' end,
  case when number % 3 = 0 then 'Salary ' || to_char(at, 'YYYY-MM') when number % 3 = 1 then 'Supplier invoice F-' || number end,
  md5(id)::uuid, 'sb-po-' || number, case when status = 'failed' then 'not_registered' end, number % 2000 = 3, at, at,
  case when status = 'success' and number % 2000 <> 3 then at + interval '10 s' end
from named`;

const insertOrders = `
insert into payout_orders (merchant_id, payout_id, mode, made_by, made_by_name, approval, created_at)
select merchant_id, id, mode, 'stf_maker', 'Awa Koné', case when status = 'pending' then 'waiting' else 'not_needed' end, created_at
from payouts where merchant_id = $1 and description like 'Salary%'`;

const insertPayoutBookings = `
insert into ledger_transactions (merchant_id, id, mode, kind, payout_id, created_at)
select merchant_id, 'ltx_' || substr(id, 4), 'test', 'payout_reserved', id, created_at from payouts where merchant_id = $1`;

const insertPayoutEntries = `
insert into ledger_entries (merchant_id, transaction_id, line, account, currency, amount_minor)
select merchant_id, 'ltx_' || substr(id, 4), line, account, currency, sign * amount_minor
from payouts cross join (values (1, 'merchant_balance', 1), (2, 'payouts_in_flight', -1)) as entry (line, account, sign)
where merchant_id = $1`;

/**
 * Inserts a year of payouts with orders and bookings: staff create a third, some need review, a few await
 * approval.
 */
export async function insertPayoutsOf(
  client: pg.ClientBase,
  merchant_id: string,
  count: number,
  until: Date,
): Promise<void> {
  await client.query(insertPayouts, [merchant_id, count, until]);
  for (const statement of [insertOrders, insertPayoutBookings, insertPayoutEntries]) {
    await client.query(statement, [merchant_id]);
  }
}

const busy = 'whe_0000000000000000000000BVSY';
const failing = 'whe_000000000000000000000FA111';
/** The endpoint that gets no deliveries, although it is as old as the others. */
export const quiet_endpoint = 'whe_0000000000000000000000QV1T';

/**
 * Inserts endpoints, and deliveries of the last weeks: one endpoint acknowledges every delivery, one fails every
 * delivery, and one gets none.
 */
export async function insertDeliveries(client: pg.ClientBase, merchant_id: string): Promise<void> {
  await client.query(
    `insert into webhook_endpoints (merchant_id, id, mode, url, event_types, enabled, disabled_reason, disabled_at, created_at, updated_at)
    values ($1, $2, 'test', 'https://shop.example/hooks', null, true, null, null, now(), now()),
      ($1, $3, 'test', 'https://old.example/hooks', null, false, 'failing', now(), now(), now()),
      ($1, $4, 'test', 'https://quiet.example/hooks', array['payout.failed'], true, null, null, now(), now())`,
    [merchant_id, busy, failing, quiet_endpoint],
  );
  await client.query(
    `insert into webhook_deliveries (merchant_id, id, event_id, endpoint_id, status, attempts, sequence, created_at, delivered_at)
    select merchant_id, 'dlv_' || case when endpoint_id = $2 then substr(id, 5) else substr(id, 5, 25) || 'Z' end, id, endpoint_id,
      case when endpoint_id = $2 then 'delivered' else 'failed' end, 1, 1, created_at,
      case when endpoint_id = $2 then created_at end
    from events cross join unnest(array[$2, $3]) as endpoint_id
    where merchant_id = $1 and created_at > now() - interval '60 days'
      and (endpoint_id = $2 or created_at < now() - interval '40 days' and type = 'payment.failed')`,
    [merchant_id, busy, failing],
  );
  await client.query(
    `insert into webhook_attempts (merchant_id, delivery_id, number, status_code, duration_ms, created_at)
    select merchant_id, id, 1, case when status = 'delivered' then 200 else 500 end, 80, created_at from webhook_deliveries
    where merchant_id = $1`,
    [merchant_id],
  );
}

/** Inserts an audit log of changes by a few people and the service, and six days of API requests. */
export async function insertLogs(
  client: pg.ClientBase,
  merchant_id: string,
  { changes, requests }: { readonly changes: number; readonly requests: number },
): Promise<void> {
  await client.query(
    `insert into audit_log (merchant_id, at, author_kind, author_id, author_name, action, object_type, object_id, mode, after)
    select $1, now() - interval '1 year' + interval '1 year' * number / $2::int,
      case when number % 10 = 0 then 'service' else 'staff' end, case when number % 10 > 0 then 'stf_' || number % 12 end,
      'Somebody', case when number % 7 = 0 then 'changed' when number % 5000 = 1 then 'deleted' else 'created' end,
      case when number < $2::int / 100 then 'invitation' when number % 3 = 0 then 'refund' else 'payout' end,
      'obj_' || number, 'test', '{"status": "processing", "amount_minor": 5000}'
    from generate_series(0, $2::int - 1) as number`,
    [merchant_id, changes],
  );
  await client.query(
    `insert into api_requests (merchant_id, id, mode, key_id, method, path, status, code, duration_ms, created_at)
    select $1, 'req_' || ${stamp('(extract(epoch from at) * 1000)::bigint')} || upper(substr(md5('request' || number), 1, 16)), 'test', 'key_' || number % 3,
      case when number % 4 = 0 then 'GET' else 'POST' end, '/api/v1/checkout/initialize',
      case when number % 500 = 3 then 422 else 201 end, case when number % 500 = 3 then 'invalid_fields' end, 4, at
    from (
      select number, now() - interval '6 days' + interval '6 days' * number / $2::int as at
      from generate_series(0, $2::int - 1) as number
    ) as made`,
    [merchant_id, requests],
  );
}

/** Does the work of the service's rounds: balances and daily figures. */
export async function rollUp(client: pg.ClientBase): Promise<void> {
  await client.query('delete from balances');
  await client.query('delete from balance_changes');
  await client.query(`
    insert into balances (merchant_id, mode, currency, account, amount_minor)
    select merchant_id, 'test', currency, account, sum(amount_minor) from ledger_entries group by merchant_id, currency, account`);
  await client.query('delete from balance_hours');
  await client.query(`
    insert into balance_hours (merchant_id, mode, currency, hour, kind, amount_minor, movements)
    select entry.merchant_id, booked.mode, entry.currency, date_trunc('hour', booked.created_at, 'UTC'), booked.kind,
      sum(entry.amount_minor), count(*)
    from ledger_entries as entry
    join ledger_transactions as booked on booked.merchant_id = entry.merchant_id and booked.id = entry.transaction_id
    where entry.account = 'merchant_balance'
    group by 1, 2, 3, 4, 5`);
  await client.query('delete from payment_days');
  await client.query(`
    insert into payment_days (merchant_id, mode, day, currency, operator, paid, refused, amount_minor, fee_minor, waited_ms)
    select merchant_id, mode, (created_at + interval '50 s')::date, currency, operator, count(*) filter (where status = 'success'),
      count(*) filter (where status = 'failed'), coalesce(sum(amount_minor) filter (where status = 'success'), 0),
      coalesce(sum(fee_minor) filter (where status = 'success'), 0), 50000 * count(*) filter (where status = 'success')
    from payments where status in ('success', 'failed') and operator is not null
    group by merchant_id, mode, 3, currency, operator`);
  await client.query(`
    insert into payment_days_progress (merchant_id, mode, position)
    select merchant_id, mode, max(position) from events group by merchant_id, mode
    on conflict (merchant_id, mode) do update set position = excluded.position`);
}
