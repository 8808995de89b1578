import { type Kysely, sql } from 'kysely';

/**
 * Customers, payouts, balances, idempotency keys, rate limits and the events feed. Not breaking: processes of the
 * version before go on working, except that they write no balances; stop them before paying out.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const mode = `text not null check (mode in ('test', 'live'))`;

const statements = [
  `create table customers (
    merchant_id text not null,
    id text not null,
    mode ${mode},
    phone text,
    email text,
    first_name text,
    last_name text,
    country text,
    created_at timestamptz not null,
    primary key (merchant_id, id),
    check (phone is not null or email is not null)
  )`,
  // A phone number is one customer; an e-mail address is one as long as no number came with it.
  `create unique index customers_phone on customers (merchant_id, mode, phone) where phone is not null`,
  // By the rules of "C", which are the same in every locale: ASCII letters only.
  `create unique index customers_email on customers (merchant_id, mode, lower(email collate "C"))
    where phone is null`,
  `create index customers_any_email on customers (merchant_id, mode, lower(email collate "C"), id)
    where phone is not null and email is not null`,
  `create index customers_newest on customers (merchant_id, mode, id)`,
  `create index customers_country on customers (merchant_id, mode, country, id)`,
  `alter table payments add column customer_id text`,
  `create index payments_customer on payments (merchant_id, customer_id) where customer_id is not null`,
  `create table idempotency_keys (
    merchant_id text not null,
    mode ${mode},
    -- Empty for the merchant's own key; the payment's id for what its customer does.
    scope text not null,
    key text not null,
    request_hash bytea not null,
    -- What was made, to tell two requests of one statement apart.
    object_id text not null,
    -- JSON text; null while the request is still running.
    answer text,
    created_at timestamptz not null,
    primary key (merchant_id, mode, scope, key)
  )`,
  `create index idempotency_keys_oldest on idempotency_keys (created_at)`,
  `create table payouts (
    merchant_id text not null,
    id text not null,
    mode ${mode},
    status text not null check (status in ('pending', 'processing', 'success', 'failed')),
    sequence integer not null default 0,
    currency text not null,
    amount_minor bigint not null check (amount_minor > 0),
    operator text not null,
    connector text not null,
    recipient_phone text not null,
    recipient_first_name text,
    recipient_last_name text,
    description text,
    reference uuid not null,
    provider_reference text,
    failure_reason text,
    failure_operator_code text,
    unknown_cause text,
    mismatch jsonb,
    look_ups integer not null default 0,
    looked_up_at timestamptz,
    needs_person boolean not null default false,
    created_at timestamptz not null,
    sent_at timestamptz,
    paid_at timestamptz,
    primary key (merchant_id, id),
    check ((status = 'success') = (paid_at is not null))
  )`,
  `create unique index payouts_reference on payouts (reference)`,
  `create table payout_transitions (
    merchant_id text not null,
    payout_id text not null,
    sequence integer not null,
    from_status text not null,
    event text not null,
    to_status text not null,
    via text not null,
    raw jsonb,
    created_at timestamptz not null,
    primary key (merchant_id, payout_id, sequence),
    foreign key (merchant_id, payout_id) references payouts
  )`,
  `alter table ledger_transactions add column payout_id text`,
  // A payout is reserved, paid and given back once each: what comes twice cannot book twice.
  `create unique index ledger_transactions_payout on ledger_transactions (merchant_id, payout_id, kind)
    where payout_id is not null`,
  // The sandbox's books hold payouts as well: those have no page and no session.
  `alter table sandbox_transactions
    add column direction text not null default 'collect' check (direction in ('collect', 'payout')),
    alter column session_token drop not null,
    alter column session_page_url drop not null`,
  // A balance is its row here plus the changes since: taking money in only inserts, so no row is hot.
  `create table balances (
    merchant_id text not null,
    mode ${mode},
    currency text not null,
    account text not null,
    amount_minor bigint not null,
    primary key (merchant_id, mode, currency, account)
  )`,
  `create table balance_changes (
    id bigint generated always as identity primary key,
    merchant_id text not null,
    mode ${mode},
    currency text not null,
    account text not null,
    amount_minor bigint not null
  )`,
  `create index balance_changes_account on balance_changes (merchant_id, mode, currency, account)`,
  `insert into balance_changes (merchant_id, mode, currency, account, amount_minor)
    select entries.merchant_id, transactions.mode, entries.currency, entries.account, sum(entries.amount_minor)
    from ledger_entries as entries
    join ledger_transactions as transactions
      on transactions.merchant_id = entries.merchant_id and transactions.id = entries.transaction_id
    group by entries.merchant_id, transactions.mode, entries.currency, entries.account`,
  // The order of the feed. Rows that exist are numbered as they were written.
  `alter table events add column position bigint generated always as identity`,
  `create unique index events_feed on events (merchant_id, mode, position)`,
  // Shared by all nodes; after a crash everybody starts with a full bucket, so nothing is written to disk for it. Room
  // in each page keeps changes of a row on it, where they are tidied up without a vacuum.
  `create unlogged table rate_limit_buckets (
    subject text primary key,
    per_second double precision not null,
    burst double precision not null,
    tokens double precision not null,
    granted double precision not null,
    refilled_at timestamptz not null
  ) with (fillfactor = 50)`,
  `alter table merchants add column rate_limit_per_second integer check (rate_limit_per_second >= 0)`,
  `create trigger payout_transitions_append_only before update or delete on payout_transitions
    for each row execute function refuse_change()`,
  `create trigger payout_transitions_not_emptied before truncate on payout_transitions
    for each statement execute function refuse_change()`,
];
