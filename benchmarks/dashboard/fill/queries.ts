import type pg from 'pg';
import { stamp } from '../stamp.ts';

/** Merchants whose payments fill a database. */
export interface Shops {
  /** The merchant that is measured. */
  readonly main: string;
  readonly others: readonly string[];
  /**
   * Whether all merchants have the same number of payments. If not, `main` has nine payments in ten, and three
   * other merchants share the rest.
   */
  readonly are_even: boolean;
}

/** The merchants that have customers on record. */
const withCustomers = ({ main, others, are_even }: Shops): readonly string[] =>
  are_even ? [main, ...others] : [main];

/** The tables that get most of the rows. Their indexes are built after the rows, as usual for bulk loads. */
const busy_tables = [
  'customers',
  'customer_payments',
  'payments',
  'payment_transitions',
  'checkout_sessions',
  'attempts',
  'ledger_transactions',
  'ledger_entries',
  'events',
  'webhook_deliveries',
  'payouts',
  'audit_log',
  'api_requests',
];

/** Configures this connection for fast writes, without per-row checks or durability in a crash. */
export async function prepareLoading(client: pg.ClientBase): Promise<void> {
  await client.query(`
    set session_replication_role = replica;
    set synchronous_commit = off;
    set maintenance_work_mem = '1GB';
    set work_mem = '128MB';
    set jit = off;
    create temporary table if not exists draft (
      number int, at timestamptz, status text, customer int, merchant_id text, chosen text, operator text, phone text,
      currency text, amount_minor bigint, fee_minor bigint, payment_id text, attempt_id text, booking_id text, event_id text,
      refund_id text, refund_booking_id text, refunded_booking_id text, token text, tail text, ended_at timestamptz, refunded_at timestamptz
    )`);
}

/** Drops the indexes of the busy tables. @returns the statements that create them again */
export async function dropIndexes(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index
    where indrelid = any ($1::regclass[])
      and not exists (select from pg_constraint where conindid = indexrelid)
    order by indexrelid`,
    [busy_tables],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

/** Vacuums and analyses, as PostgreSQL does by itself within minutes; until then, its plans are poor. */
export async function tidyUp(client: pg.ClientBase): Promise<void> {
  await client.query('vacuum analyze');
  await client.query('checkpoint');
}

export async function insertShops(client: pg.ClientBase, { others }: Shops): Promise<void> {
  await client.query(
    `insert into merchants (id, name, country, created_at)
    select id, 'Shop ' || number, 'CI', now() - interval '400 days'
    from unnest($1::text[]) with ordinality as shop (id, number)
    on conflict do nothing`,
    [others],
  );
}

/**
 * Inserts numbered customers of each merchant. The number determines the phone number, name and id, so that
 * payments need no lookup. One in ten has no phone number, one in three an e-mail address.
 */
export async function insertCustomers(client: pg.ClientBase, shops: Shops, count: number): Promise<void> {
  await client.query(
    `insert into customers (merchant_id, mode, id, phone, email, first_name, last_name, country, created_at)
    select merchant_id, 'test', 'cus_0' || upper(substr(md5(merchant_id || ' customer ' || number), 1, 25)),
      case when number % 10 > 0 then '+22505' || lpad(number::text, 8, '0') end,
      case when number % 3 = 0 or number % 10 = 0 then 'client' || number || '@mail.example' end,
      (array['Awa', 'Aya', 'Koffi', 'Fatou', 'Moussa', 'Aminata', 'Yao', 'Adjoua', 'Ibrahim', 'Mariam'])[1 + number % 10],
      (array['Koné', 'Traoré', 'Diallo', 'Ouattara', 'N''Guessan', 'Bamba', 'Touré'])[1 + number % 7] ||
        case when number % 1000 = 0 then '-Rare' || number else '' end,
      case when number % 50 = 0 then 'SN' else 'CI' end,
      now() - interval '1 year' + interval '1 year' * number / $2
    from unnest($1::text[]) as merchant_id cross join generate_series(0, $2::int - 1) as number`,
    [withCustomers(shops), count],
  );
}

/** The payments of a chunk, with their random values. Higher numbers have later times. */
const draft = `
with dice as (
  select number, $6::timestamptz - interval '1 year' + interval '1 year' * number / $1::int as at,
    upper(substr(md5(number::text), 1, 16)) as tail, random() as fate, random() as whose, random() as size,
    random() as choice, $1::int - number as age
  from generate_series($2::int, $3::int - 1) as number
), clocked as materialized (
  select *, (extract(epoch from at) * 1000)::bigint as ms from dice
), fated as (
  select *, ${stamp('ms + 50000')} || tail as ended_tail,
    ($4::text[])[case when $7::boolean then 1 + number % cardinality($4::text[]) when number % 1000 < 900 then 1 when number % 1000 < 970 then 2 when number % 1000 < 999 then 3 else 4 end]
      as merchant_id,
    case
      when age <= 40 then 'pending'
      when age <= 60 or number % 20000 = 11 then 'processing'
      when fate < 0.80 then 'success'
      when fate < 0.89 then 'failed'
      -- The page once had a button to cancel.
      when fate < 0.93 and number < $1::int / 2 then 'cancelled'
      else 'expired'
    end as status,
    case
      when number < $1::int / 50 and choice < 0.002 then 'mtn_bj'
      when choice < 0.45 then 'mtn_ci'
      when choice < 0.75 then 'orange_ci'
      when choice < 0.88 then 'wave_ci'
      when choice < 0.94 then 'moov_ci'
      when choice < 0.97 then 'wave_sn'
      when choice < 0.99 then 'orange_sn'
      else 'mtn_gh'
    end as chosen,
    floor(power(whose, 2) * $5::int)::int as customer,
    case when choice >= 0.99 then 100 else 1 end * (2 + floor(exp(size * 7)))::bigint * 50 as amount_minor
  from clocked
)
insert into draft
select number, at, status, customer, merchant_id, chosen,
  case when status in ('success', 'failed', 'processing') then chosen end,
  case when merchant_id <> ($4::text[])[1] then '+22507' || lpad(customer::text, 8, '0')
    when customer % 10 > 0 then '+22505' || lpad(customer::text, 8, '0') end,
  case when chosen = 'mtn_gh' then 'GHS' else 'XOF' end, amount_minor,
  -- 1.5 %, half up.
  (amount_minor * 15 + 500) / 1000,
  'pay_' || ${stamp('ms')} || tail, 'att_' || ${stamp('ms + 20000')} || tail, 'ltx_' || ended_tail, 'evt_' || ended_tail,
  case when number % 100 = 7 and status = 'success' then 'ref_' || ${stamp('ms + 3600000')} || tail end,
  'ltx_' || ${stamp('ms + 3600000')} || tail, 'ltx_' || ${stamp('ms + 3660000')} || tail,
  md5(number || 'token') || substr(md5(tail), 1, 11), tail, at + interval '50 s', at + interval '61 minutes'
from fated`;

/** @param $1 the merchants whose payments have customers */
const customer_of_draft = `case when merchant_id = any ($1)
  then 'cus_0' || upper(substr(md5(merchant_id || ' customer ' || customer), 1, 25)) end`;

const payments = `
insert into payments (merchant_id, id, mode, status, sequence, currency, amount_minor, fee_minor, charged_minor, operator,
  description, metadata, customer_phone, customer_email, return_url, session_token, failure_reason, customer_id,
  created_at, paid_at)
select merchant_id, payment_id, 'test', status,
  case when status = 'pending' then 0 when operator is null or status = 'processing' then 1 else 2 end, currency, amount_minor,
  case when operator is not null then fee_minor end, case when operator is not null then amount_minor + fee_minor end,
  operator, 'Order ' || number,
  case when number % 10 > 0 then json_build_object('order', 'A-' || number,
    'channel', case when number % 500 = 1 then 'kiosk' else 'web' end, 'sku', 'SKU-' || number % 5000) end,
  phone, case when merchant_id = any ($1) and (customer % 3 = 0 or customer % 10 = 0) then 'client' || customer || '@mail.example' end,
  'https://shop.example/return', token, case when status = 'failed' then 'insufficient_funds' end,
  ${customer_of_draft}, at,
  case when status = 'success' then ended_at end
from draft`;

const customerPayments = `
insert into customer_payments (customer_id, merchant_id, payment_id)
select ${customer_of_draft}, merchant_id, payment_id from draft where merchant_id = any ($1)`;

const transitions = `
insert into payment_transitions (merchant_id, payment_id, sequence, from_status, event, to_status, attempt_id, created_at)
select merchant_id, payment_id, 1, 'pending', 'begin', 'processing', attempt_id, at + interval '20 s'
from draft where operator is not null
union all
select merchant_id, payment_id, case when operator is null then 1 else 2 end,
  case when operator is null then 'pending' else 'processing' end, status, status,
  case when operator is not null then attempt_id end, ended_at
from draft where status not in ('pending', 'processing')`;

const sessions = `
insert into checkout_sessions (merchant_id, token, mode, payment_id, status, created_at, expires_at, ended_at)
select merchant_id, token, 'test', payment_id,
  case status when 'pending' then 'active' when 'success' then 'completed' when 'cancelled' then 'cancelled' else 'expired' end,
  at, at + interval '30 minutes', case when status <> 'pending' then ended_at end
from draft`;

const attempts = `
insert into attempts (merchant_id, id, payment_id, number, mode, status, operator, connector, phone, currency, amount_minor,
  fee_minor, charged_minor, fee_percent, reference, provider_reference, failure_reason, needs_review, created_at, settled_at)
select merchant_id, attempt_id, payment_id, 1, 'test', case status when 'processing' then 'unknown' else status end, operator,
  'sandbox', coalesce(phone, '+22501' || lpad(customer::text, 8, '0')), currency, amount_minor, fee_minor,
  amount_minor + fee_minor, 1.5, md5(attempt_id)::uuid, 'sb-' || number,
  case when status = 'failed' then 'insufficient_funds' end, status = 'processing' and number % 20000 = 11,
  at + interval '20 s', case when status <> 'processing' then ended_at end
from draft where operator is not null`;

const refunds = `
insert into refunds (merchant_id, id, mode, status, sequence, payment_id, attempt_id, currency, amount_minor, fee_minor,
  operator, connector, method, source, phone, reason, reference, created_at, sent_at, refunded_at)
select merchant_id, refund_id, 'test', 'success', 2, payment_id, attempt_id, currency, amount_minor + fee_minor, fee_minor,
  operator, 'sandbox', 'refund', 'balance', coalesce(phone, '+22501' || lpad(customer::text, 8, '0')), 'Returned', md5(refund_id)::uuid,
  refunded_at, refunded_at, refunded_at
from draft where refund_id is not null`;

const bookings = `
insert into ledger_transactions (merchant_id, id, mode, kind, payment_id, attempt_id, refund_id, created_at)
select merchant_id, booking_id, 'test', 'collection', payment_id, attempt_id, null, ended_at from draft where status = 'success'
union all
select merchant_id, refund_booking_id, 'test', 'refund_reserved', payment_id, null, refund_id, at + interval '1 hour'
from draft where refund_id is not null
union all
select merchant_id, refunded_booking_id, 'test', 'refund_paid', payment_id, null, refund_id, refunded_at
from draft where refund_id is not null`;

const entries = `
insert into ledger_entries (merchant_id, transaction_id, line, account, currency, amount_minor)
select merchant_id, entry.id, line, account, currency, amount
from draft cross join lateral (values
  (booking_id, 1, 'operator_clearing:sandbox', amount_minor + fee_minor), (booking_id, 2, 'merchant_balance', -amount_minor),
  (booking_id, 3, 'fees', -fee_minor), (refund_booking_id, 1, 'merchant_balance', amount_minor),
  (refund_booking_id, 2, 'fees', fee_minor), (refund_booking_id, 3, 'refunds_in_flight', -amount_minor - fee_minor),
  (refunded_booking_id, 1, 'refunds_in_flight', amount_minor + fee_minor),
  (refunded_booking_id, 2, 'operator_clearing:sandbox', -amount_minor - fee_minor)
) as entry (id, line, account, amount)
where status = 'success' and amount <> 0 and (refund_id is not null or entry.id = booking_id)`;

const events = `
insert into events (merchant_id, id, mode, type, object_id, sequence, body, created_at)
select merchant_id, event_id, 'test', 'payment.' || case status when 'success' then 'successful' else status end, payment_id, 1,
  '{"id":"' || event_id || '","event":"payment.' || case status when 'success' then 'successful' else status end ||
  '","created_at":"' || ended_at || '","livemode":false,"sequence":1,"data":{"id":"' || payment_id ||
  '","object":"payment","status":"' || status || '","amount":' || amount_minor || ',"currency":"' || currency ||
  '","operator":' || coalesce('"' || operator || '"', 'null') || ',"description":"Order ' || number ||
  '","metadata":{"order":"A-' || number || '"},"checkout":{"session_token":"' || token ||
  '"},"return_url":"https://shop.example/return","cancel_url":null}}', ended_at
from draft where status not in ('pending', 'processing')`;

/**
 * Inserts the payments of a range of numbers, with all the rows that belong to them.
 *
 * @param chunk.total the number of payments of all chunks, which are spread over the year until `chunk.until`
 * @param chunk.customers the number of customers of each merchant
 */
export async function insertPayments(
  client: pg.ClientBase,
  shops: Shops,
  chunk: {
    readonly total: number;
    readonly from: number;
    readonly to: number;
    readonly customers: number;
    readonly until: Date;
  },
): Promise<void> {
  const { total, from, to, customers, until } = chunk;
  await client.query('begin');
  await client.query('truncate draft');
  await client.query(draft, [
    total,
    from,
    to,
    [shops.main, ...shops.others],
    customers,
    until,
    shops.are_even,
  ]);
  await client.query(payments, [withCustomers(shops)]);
  await client.query(customerPayments, [withCustomers(shops)]);
  for (const statement of [attempts, refunds, transitions, sessions, bookings, entries, events]) {
    await client.query(statement);
  }
  await client.query('commit');
}
