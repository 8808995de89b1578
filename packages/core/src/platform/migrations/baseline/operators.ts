import { mode } from './columns.ts';
import { audited } from './triggers.ts';

/** Routing, accounts with providers, calls and callbacks, and the sandbox's own books. */
export const operators: readonly string[] = [
  `create table routing_rules (
    merchant_id text not null references merchants,
    mode ${mode},
    operator text not null,
    fee_percent numeric(7, 4) not null check (fee_percent between 0 and 100),
    enabled boolean not null,
    -- Ids of connector accounts in the order in which they are tried; null: all that serve the operator, oldest first.
    accounts text[],
    -- Limits in the major unit, narrower than the operator's own.
    min_amount numeric check (min_amount >= 0),
    max_amount numeric check (max_amount > 0),
    updated_at timestamptz not null,
    primary key (merchant_id, mode, operator)
  )`,
  audited('routing_rules', {
    object_type: 'routing_rule',
    id: 'operator',
    merchant: 'merchant_id',
    quiet: 'updated_at',
  }),

  `create table connector_accounts (
    merchant_id text not null references merchants,
    id text not null,
    connector text not null,
    name text not null,
    -- Settings and credentials as JSON, encrypted as one text.
    config_sealed text not null,
    -- The number of changes to the URL that receives the account's requests.
    address_revision integer not null default 0,
    -- When the settings that name its wallet last changed at this URL.
    identity_changed_at timestamptz,
    -- The account's services, as the provider or its settings list them: see Service in the connector contract.
    services jsonb not null,
    enabled boolean not null default true,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    -- When the provider last confirmed the credentials; null when it could not be reached.
    checked_at timestamptz,
    primary key (merchant_id, id)
  )`,
  // A callback identifies only the account.
  `create unique index connector_accounts_id on connector_accounts (id)`,
  audited('connector_accounts', {
    object_type: 'connector_account',
    id: 'id',
    merchant: 'merchant_id',
    secret: 'config_sealed',
    quiet: 'updated_at checked_at identity_changed_at',
  }),
  // After the URL of an account has changed, inquiries about open requests go to the URL to which these were sent,
  // with the settings of that time.
  `create table past_account_settings (
    merchant_id text not null,
    account_id text not null,
    address_revision integer not null,
    address text not null,
    -- As in connector_accounts: settings and credentials as JSON, encrypted as one text.
    config_sealed text not null,
    -- As in connector_accounts, before the URL changed.
    identity_changed_at timestamptz,
    -- The time when new requests to it ended.
    ended_at timestamptz not null,
    primary key (merchant_id, account_id, address_revision),
    foreign key (merchant_id, account_id) references connector_accounts
  )`,
  `create table operator_circuits (
    merchant_id text not null,
    account_id text not null,
    operator text not null,
    -- Consecutive calls that the provider did not take.
    failures integer not null,
    -- Nothing is sent until then; null while the circuit is closed.
    open_until timestamptz,
    updated_at timestamptz not null,
    primary key (merchant_id, account_id, operator)
  )`,

  `create table operator_calls (
    merchant_id text not null,
    -- Attempt, payout or refund.
    object_id text not null,
    sequence bigint generated always as identity,
    -- collect, payout, refund, inquiry, submit_otp
    verb text not null,
    -- Requests and responses, redacted: see Exchange in the operators package.
    exchanges jsonb not null,
    created_at timestamptz not null,
    primary key (object_id, merchant_id, sequence)
  )`,
  // Calls to providers are deleted when they are old.
  `create index operator_calls_oldest on operator_calls using brin (created_at)`,
  `create table callbacks (
    merchant_id text not null,
    account_id text not null,
    id text not null,
    -- SHA-256 of path, body and proof: a repeated callback is counted, not stored twice.
    digest bytea not null,
    -- The last part of the path if it is one of our references.
    reference uuid,
    method text not null,
    url text not null,
    -- As JSON, encrypted: some carry a shared secret.
    headers_sealed text not null,
    body text not null,
    -- The size of the body as received; a body without proof of its sender is not stored.
    body_bytes integer,
    copies integer not null default 1,
    received_at timestamptz not null,
    processed_at timestamptz,
    -- The reason why it was not applied; null when it was.
    problem text,
    primary key (id, merchant_id, account_id),
    unique (digest, merchant_id, account_id)
  )`,
  `create index callbacks_oldest on callbacks (received_at)`,

  // The sandbox operator's own books: the requests to it, and the decisions made on its pages.
  `create table sandbox_transactions (
    reference uuid primary key,
    direction text not null default 'collect' check (direction in ('collect', 'payout', 'refund')),
    phone text not null,
    currency text not null,
    amount_minor bigint not null,
    decision text check (decision in ('approved', 'refused')),
    otp_attempts integer not null default 0,
    -- Payouts and refunds have no page and no session.
    session_token text,
    session_expires_at timestamptz not null,
    created_at timestamptz not null,
    decided_at timestamptz,
    -- The time when the operator reversed its success.
    reversed_at timestamptz
  )`,
];
