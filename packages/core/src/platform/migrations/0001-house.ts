import { type Kysely, sql } from 'kysely';

/** Merchants, keys, routing, sessions, payments, attempts, ledger, events, webhooks, sandbox. Not breaking. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const mode = `text not null check (mode in ('test', 'live'))`;

const statements = [
  `create table merchants (
    id text primary key,
    name text not null,
    country text not null,
    primary_color text check (primary_color ~ '^#[0-9A-F]{6}$'),
    template text not null default 'default' check (template in ('default', 'abidjan', 'cotonou')),
    is_demo boolean not null default false,
    created_at timestamptz not null
  )`,
  `create table api_keys (
    merchant_id text not null references merchants,
    id text not null,
    mode ${mode},
    hash bytea not null unique,
    last_four text not null,
    created_at timestamptz not null,
    revoked_at timestamptz,
    primary key (merchant_id, id)
  )`,
  `create unique index api_keys_id on api_keys (id)`,
  `create table routing_rules (
    merchant_id text not null references merchants,
    mode ${mode},
    operator text not null,
    fee_percent numeric(7, 4) not null check (fee_percent between 0 and 100),
    enabled boolean not null,
    updated_at timestamptz not null,
    primary key (merchant_id, mode, operator)
  )`,
  // No foreign keys from the busy tables to merchants: every insert would lock the merchant's one row.
  `create table payments (
    merchant_id text not null,
    id text not null,
    mode ${mode},
    status text not null check (status in ('pending', 'processing', 'success', 'failed', 'cancelled', 'expired')),
    sequence integer not null default 0,
    currency text not null,
    amount_minor bigint not null check (amount_minor > 0),
    fee_minor bigint check (fee_minor >= 0),
    charged_minor bigint check (charged_minor = amount_minor + fee_minor),
    operator text,
    description text,
    metadata json,
    customer_phone text,
    customer_email text,
    customer_first_name text,
    customer_last_name text,
    return_url text not null,
    cancel_url text,
    session_token text not null,
    failure_reason text,
    failure_operator_code text,
    late boolean not null default false,
    created_at timestamptz not null,
    paid_at timestamptz,
    primary key (merchant_id, id),
    check ((status = 'success') = (paid_at is not null))
  )`,
  `create table payment_transitions (
    merchant_id text not null,
    payment_id text not null,
    sequence integer not null,
    from_status text not null,
    event text not null,
    to_status text not null,
    attempt_id text,
    created_at timestamptz not null,
    primary key (merchant_id, payment_id, sequence),
    foreign key (merchant_id, payment_id) references payments
  )`,
  `create table checkout_sessions (
    merchant_id text not null,
    token text not null,
    mode ${mode},
    payment_id text not null,
    status text not null check (status in ('active', 'completed', 'cancelled', 'expired')),
    template text check (template in ('default', 'abidjan', 'cotonou')),
    chosen_operator text,
    chosen_phone text,
    chosen_fee_percent numeric(7, 4),
    created_at timestamptz not null,
    expires_at timestamptz not null,
    ended_at timestamptz,
    primary key (merchant_id, token)
  )`,
  // The token is all that a public request carries, so it is found without the merchant.
  `create unique index checkout_sessions_token on checkout_sessions (token)`,
  `create index checkout_sessions_to_expire on checkout_sessions (expires_at) where status = 'active'`,
  `create table attempts (
    merchant_id text not null,
    id text not null,
    payment_id text not null,
    number integer not null,
    mode ${mode},
    status text not null check (status in ('created', 'submitted', 'success', 'failed', 'unknown')),
    operator text not null,
    connector text not null,
    phone text not null,
    currency text not null,
    amount_minor bigint not null check (amount_minor > 0),
    fee_minor bigint not null check (fee_minor >= 0),
    charged_minor bigint not null check (charged_minor = amount_minor + fee_minor),
    fee_percent numeric(7, 4) not null,
    reference uuid not null,
    provider_reference text,
    action jsonb,
    failure_reason text,
    operator_code text,
    unknown_cause text,
    mismatch jsonb,
    duplicate boolean not null default false,
    look_ups integer not null default 0,
    looked_up_at timestamptz,
    needs_person boolean not null default false,
    created_at timestamptz not null,
    settled_at timestamptz,
    primary key (merchant_id, id),
    unique (merchant_id, payment_id, number),
    foreign key (merchant_id, payment_id) references payments
  )`,
  // Nobody pays twice: a second attempt cannot open while the first may still take money.
  `create unique index attempts_one_open on attempts (merchant_id, payment_id)
    where status in ('created', 'submitted', 'unknown')`,
  `create unique index attempts_reference on attempts (reference)`,
  `create table attempt_transitions (
    merchant_id text not null,
    attempt_id text not null,
    sequence integer generated always as identity,
    from_status text not null,
    event text not null,
    to_status text not null,
    via text not null,
    raw jsonb,
    created_at timestamptz not null,
    primary key (merchant_id, attempt_id, sequence)
  )`,
  `create table ledger_transactions (
    merchant_id text not null references merchants,
    id text not null,
    mode ${mode},
    kind text not null,
    payment_id text,
    attempt_id text,
    created_at timestamptz not null,
    primary key (merchant_id, id)
  )`,
  `create index ledger_transactions_payment on ledger_transactions (merchant_id, payment_id)`,
  // One posting an attempt: a callback that comes twice cannot book twice.
  `create unique index ledger_transactions_attempt on ledger_transactions (merchant_id, attempt_id)`,
  `create table ledger_entries (
    merchant_id text not null,
    transaction_id text not null,
    line integer not null,
    account text not null,
    currency text not null,
    amount_minor bigint not null check (amount_minor <> 0),
    primary key (merchant_id, transaction_id, line),
    foreign key (merchant_id, transaction_id) references ledger_transactions
  )`,
  `create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception '% is append-only', tg_table_name;
    end $$`,
  `create function check_ledger_balance() returns trigger language plpgsql as $$
    begin
      if exists (
        select 1 from ledger_entries
        where merchant_id = new.merchant_id and transaction_id = new.transaction_id
        group by currency having sum(amount_minor) <> 0
      ) then
        raise exception 'ledger transaction % does not balance', new.transaction_id;
      end if;
      return null;
    end $$`,
  `create constraint trigger ledger_entries_balance after insert on ledger_entries
    deferrable initially deferred for each row execute function check_ledger_balance()`,
  `create table events (
    merchant_id text not null references merchants,
    id text not null,
    mode ${mode},
    type text not null,
    object_id text not null,
    sequence integer not null,
    body text not null,
    created_at timestamptz not null,
    primary key (merchant_id, id),
    unique (merchant_id, object_id, sequence)
  )`,
  `create table webhook_endpoints (
    merchant_id text not null references merchants,
    id text not null,
    mode ${mode},
    url text not null,
    event_types text[],
    secret_sealed text not null,
    enabled boolean not null default true,
    created_at timestamptz not null,
    primary key (merchant_id, id)
  )`,
  `create table webhook_deliveries (
    merchant_id text not null,
    id text not null,
    event_id text not null,
    endpoint_id text not null,
    status text not null check (status in ('waiting', 'delivered', 'failed')),
    attempts integer not null default 0,
    next_attempt_at timestamptz,
    created_at timestamptz not null,
    delivered_at timestamptz,
    primary key (merchant_id, id),
    unique (merchant_id, event_id, endpoint_id),
    foreign key (merchant_id, event_id) references events,
    foreign key (merchant_id, endpoint_id) references webhook_endpoints
  )`,
  `create table webhook_attempts (
    merchant_id text not null,
    delivery_id text not null,
    number integer not null,
    status_code integer,
    error text,
    response_excerpt text,
    duration_ms integer not null,
    created_at timestamptz not null,
    primary key (merchant_id, delivery_id, number),
    foreign key (merchant_id, delivery_id) references webhook_deliveries
  )`,
  // The sandbox operator's own books: what it was asked, and what a person decided on its pages.
  `create table sandbox_transactions (
    reference uuid primary key,
    phone text not null,
    currency text not null,
    amount_minor bigint not null,
    decision text check (decision in ('approved', 'refused')),
    otp_tries integer not null default 0,
    session_token text not null,
    session_page_url text not null,
    session_expires_at timestamptz not null,
    created_at timestamptz not null,
    decided_at timestamptz
  )`,
  `create table worker_processes (
    id text primary key,
    worker_ids text[] not null,
    seen_at timestamptz not null
  )`,
  ...[
    'ledger_transactions',
    'ledger_entries',
    'payment_transitions',
    'attempt_transitions',
    'events',
  ].flatMap((table) => [
    `create trigger ${table}_append_only before update or delete on ${table}
        for each row execute function refuse_change()`,
    `create trigger ${table}_not_emptied before truncate on ${table}
        for each statement execute function refuse_change()`,
  ]),
];
