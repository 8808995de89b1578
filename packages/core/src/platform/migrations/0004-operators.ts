import { type Kysely, sql } from 'kysely';

/**
 * Accounts with providers, routing over them, circuits, refunds, callbacks as they came, and what was said to
 * providers. Not breaking: processes of the version before go on working in test mode; stop them before going live.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const mode = `text not null check (mode in ('test', 'live'))`;

const statements = [
  `create table connector_accounts (
    merchant_id text not null references merchants,
    id text not null,
    connector text not null,
    name text not null,
    -- Settings and credentials as JSON, encrypted as one text.
    config_sealed text not null,
    -- What the account can do, as the provider or its settings say: see Service in the connector contract.
    services jsonb not null,
    enabled boolean not null default true,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    -- When the provider last said that the credentials are right; null when it could not be asked.
    checked_at timestamptz,
    primary key (merchant_id, id)
  )`,
  // A callback names the account alone.
  `create unique index connector_accounts_id on connector_accounts (id)`,
  `alter table routing_rules
    -- Ids of connector accounts in the order in which they are tried; null: all that serve the operator, oldest first.
    add column accounts text[],
    -- Limits in the major unit, narrower than the operator's own.
    add column min_amount numeric check (min_amount >= 0),
    add column max_amount numeric check (max_amount > 0)`,
  `create table operator_circuits (
    merchant_id text not null,
    account_id text not null,
    operator text not null,
    -- Calls in a row that the provider did not take.
    failures integer not null,
    -- Until then nothing is sent; null while it is closed.
    open_until timestamptz,
    updated_at timestamptz not null,
    primary key (merchant_id, account_id, operator)
  )`,
  `alter table attempts
    add column account_id text,
    -- The operator's own receipt number, as its callback told it.
    add column receipt text`,
  `alter table payouts add column account_id text`,
  // Some callbacks carry the provider's reference alone.
  `create index attempts_provider on attempts (account_id, provider_reference)
    where account_id is not null and provider_reference is not null`,
  `create index payouts_provider on payouts (account_id, provider_reference)
    where account_id is not null and provider_reference is not null`,
  // Operator weather, and how long ago the same number was asked for the same amount.
  `create index attempts_newest on attempts (merchant_id, mode, created_at)`,
  `create table operator_calls (
    merchant_id text not null,
    -- Attempt, payout or refund.
    object_id text not null,
    sequence bigint generated always as identity,
    -- collect, payout, refund, look_up, submit_otp
    verb text not null,
    -- Requests and answers, redacted: see Exchange in the operators package.
    exchanges jsonb not null,
    created_at timestamptz not null,
    primary key (merchant_id, object_id, sequence)
  )`,
  `create table callbacks (
    merchant_id text not null,
    account_id text not null,
    id text not null,
    -- SHA-256 of address, body and what proves it: what comes twice is counted, not kept twice.
    digest bytea not null,
    -- Last part of the path where it is one of our references.
    reference uuid,
    method text not null,
    url text not null,
    -- As JSON, encrypted: some carry a shared secret.
    headers_sealed text not null,
    body text not null,
    copies integer not null default 1,
    received_at timestamptz not null,
    processed_at timestamptz,
    -- What became of it: null when it was taken in, else why not.
    problem text,
    primary key (merchant_id, account_id, id),
    unique (merchant_id, account_id, digest)
  )`,
  `create index callbacks_oldest on callbacks (received_at)`,
  `create table refunds (
    merchant_id text not null,
    id text not null,
    mode ${mode},
    status text not null check (status in ('pending', 'processing', 'success', 'failed')),
    sequence integer not null default 0,
    payment_id text not null,
    -- The collection that it gives back, which may be a duplicate.
    attempt_id text not null,
    currency text not null,
    -- What the customer gets.
    amount_minor bigint not null check (amount_minor > 0),
    -- How much of it was the service's fee; the rest is the merchant's.
    fee_minor bigint not null check (fee_minor >= 0 and fee_minor <= amount_minor),
    operator text not null,
    connector text not null,
    account_id text,
    -- By the provider's refund, or by sending money to the payer's number where it has none.
    method text not null check (method in ('refund', 'payout')),
    phone text not null,
    reason text,
    reference uuid not null unique,
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
    refunded_at timestamptz,
    primary key (merchant_id, id),
    foreign key (merchant_id, payment_id) references payments,
    check ((status = 'success') = (refunded_at is not null))
  )`,
  `create index refunds_payment on refunds (merchant_id, payment_id)`,
  `create index refunds_provider on refunds (account_id, provider_reference)
    where account_id is not null and provider_reference is not null`,
  // Providers take one refund of a collection at a time.
  `create unique index refunds_one_open on refunds (merchant_id, attempt_id)
    where status in ('pending', 'processing')`,
  `create table refund_transitions (
    merchant_id text not null,
    refund_id text not null,
    sequence integer not null,
    from_status text not null,
    event text not null,
    to_status text not null,
    via text not null,
    raw jsonb,
    created_at timestamptz not null,
    primary key (merchant_id, refund_id, sequence),
    foreign key (merchant_id, refund_id) references refunds
  )`,
  `alter table ledger_transactions add column refund_id text`,
  `create unique index ledger_transactions_refund on ledger_transactions (merchant_id, refund_id, kind)
    where refund_id is not null`,
  `alter table sandbox_transactions
    drop constraint sandbox_transactions_direction_check,
    add check (direction in ('collect', 'payout', 'refund'))`,
  `create trigger refund_transitions_append_only before update or delete on refund_transitions
    for each row execute function refuse_change()`,
  `create trigger refund_transitions_not_emptied before truncate on refund_transitions
    for each statement execute function refuse_change()`,
];
