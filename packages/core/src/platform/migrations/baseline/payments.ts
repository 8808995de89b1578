import { mode } from './columns.ts';
import { appendOnly } from './triggers.ts';

/**
 * Customers, payments, sessions and attempts. Columns of payments that change with their status are in no index:
 * otherwise each change of status would write to all indexes.
 */
export const payments: readonly string[] = [
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
    primary key (id, merchant_id),
    check (phone is not null or email is not null)
  )`,
  // A phone number identifies one customer; so does an e-mail address of a customer without a number.
  `create unique index customers_phone on customers (phone, merchant_id, mode) where phone is not null`,
  // Uses the "C" collation, in which only ASCII letters have case, whatever the locale.
  `create unique index customers_email on customers (lower(email collate "C"), merchant_id, mode)
    where phone is null`,
  `create index customers_any_email on customers (lower(email collate "C"), merchant_id, mode, id)
    where phone is not null and email is not null`,
  `create index customers_newest on customers (mode, merchant_id, id)`,
  `create index customers_country on customers (country, merchant_id, mode, id)`,
  // For searches by the beginning of a number or a name.
  `create index customers_phone_begins on customers (mode, merchant_id, (phone collate "C"))
    where coalesce(phone, '') <> ''`,
  `create index customers_first_name on customers (mode, merchant_id, (lower(first_name collate "C")))
    where first_name is not null`,
  `create index customers_last_name on customers (mode, merchant_id, (lower(last_name collate "C")))
    where last_name is not null`,

  // No foreign keys from busy tables to merchants: every insert would lock the merchant's one row.
  // Two fifths of each page stay free for the two changes of status that nearly every payment has, so that these write no
  // index. What changes with the status is at the end, because PostgreSQL logs the part of a row that changed.
  `create table payments (
    merchant_id text not null,
    id text not null,
    mode ${mode},
    currency text not null,
    amount_minor bigint not null check (amount_minor > 0),
    description text,
    metadata json,
    return_url text not null,
    cancel_url text,
    session_token text not null,
    -- SHA-256 of the Idempotency-Key that it was created with: references of its attempts are derived from it.
    key_hash bytea,
    -- The link that its customer opened; null for a payment that the merchant's server created.
    payment_link_id text,
    -- The shift of the cashier who took it at a counter; null for others.
    shift_id text,
    created_at timestamptz not null,
    customer_email text,
    customer_first_name text,
    customer_last_name text,
    status text not null
      check (status in ('pending', 'processing', 'success', 'failed', 'cancelled', 'expired', 'reversed')),
    sequence integer not null default 0,
    fee_minor bigint check (fee_minor >= 0),
    charged_minor bigint check (charged_minor = amount_minor + fee_minor),
    operator text,
    -- Also in customer_payments.
    customer_id text,
    customer_phone text,
    -- True if the merchant gave no number: then the number, and with it the customer, is the payer's.
    customer_is_payer boolean not null default false,
    failure_reason text,
    failure_operator_code text,
    -- The amount received, if it was not as requested or arrived too late.
    received_minor bigint check (received_minor > 0),
    received_currency text,
    late boolean not null default false,
    paid_at timestamptz,
    -- The operator's own code for the reversal, and when it was reported.
    reversal_code text,
    reversed_at timestamptz,
    primary key (id, merchant_id),
    check ((status in ('success', 'reversed')) = (paid_at is not null)),
    check ((status = 'reversed') = (reversed_at is not null)),
    constraint payments_received check ((received_minor is null) = (received_currency is null))
  ) with (fillfactor = 60)`,
  `create index payments_newest on payments (mode, merchant_id, id)`,
  `create index payments_by_amount on payments (amount_minor, currency, merchant_id, mode, id)`,
  // For the short reference that customers read out (the last ten characters of the id): a receipt's address contains
  // nothing else. The second index is for searches by its suffixes.
  `create index payments_reference on payments ("right"(id, 10), merchant_id, mode)`,
  `create index payments_reference_end on payments (mode, merchant_id, reverse("right"(id, 10)))`,
  // For the sums of a link, and for checking how often it was paid.
  `create index payments_of_link on payments (payment_link_id, merchant_id, id) where payment_link_id is not null`,
  // For the list and the totals of a shift.
  `create index payments_of_shift on payments (shift_id, merchant_id, id) where shift_id is not null`,
  // One index for all words: with two, a new session would cost half as much again. Every search scans the entries
  // not yet merged into the index, so their list has to stay short.
  `create index payments_texts on payments using gin (payment_words(merchant_id, id_period(id), metadata, description))
    with (gin_pending_list_limit = 64) where metadata is not null or description is not null`,
  // The payments with a customer, in the order of the customer's list. It is a table because an index on payments would
  // contain a column that changes with the status: most customers are known only by the number that they pay with.
  `create table customer_payments (
    customer_id text not null,
    merchant_id text not null,
    payment_id text not null,
    primary key (customer_id, merchant_id, payment_id)
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
    primary key (payment_id, merchant_id, sequence),
    foreign key (merchant_id, payment_id) references payments (merchant_id, id)
  )`,
  // For finding the newest payments that reached a status; the payment itself shows whether it still has this
  // status. Paid payments are nearly all payments, and open ones are found by their attempts and sessions.
  `create index payment_transitions_to on payment_transitions (to_status, merchant_id, payment_id)
    where to_status in ('failed', 'cancelled', 'expired', 'reversed')`,
  ...appendOnly('payment_transitions'),

  `create table checkout_sessions (
    merchant_id text not null,
    -- A handle that opens nothing; the token is made from it with SECRET_KEY.
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
    primary key (token, merchant_id),
    check ((status = 'active') = (ended_at is null))
  )`,
  `create index checkout_sessions_to_expire on checkout_sessions (expires_at) where ended_at is null`,
  `create table short_codes (
    -- As an HMAC: a code in clear text would lead to a session's page.
    code text primary key,
    merchant_id text not null,
    session_token text not null unique,
    created_at timestamptz not null
  )`,
  `create index short_codes_oldest on short_codes (created_at)`,

  `create table attempts (
    merchant_id text not null,
    id text not null,
    payment_id text not null,
    number integer not null,
    mode ${mode},
    status text not null
      check (status in ('created', 'submitted', 'success', 'failed', 'unknown', 'held', 'reversed')),
    operator text not null,
    connector text not null,
    account_id text,
    -- The account's revision when the request was made.
    address_revision integer not null default 0,
    phone text not null,
    currency text not null,
    amount_minor bigint not null check (amount_minor > 0),
    fee_minor bigint not null check (fee_minor >= 0),
    charged_minor bigint not null check (charged_minor = amount_minor + fee_minor),
    fee_percent numeric(7, 4) not null,
    reference uuid not null,
    provider_reference text,
    -- The operator's own receipt number, as reported by its callback.
    receipt text,
    action jsonb,
    -- The number of codes that the operator rejected.
    otp_attempts integer not null default 0,
    -- While the operator is checking a code: the latest time at which that ends.
    otp_until timestamptz,
    -- The number of requests to send the code again, and the time of the last one.
    otp_resends integer not null default 0,
    otp_resent_at timestamptz,
    failure_reason text,
    operator_code text,
    unknown_cause text,
    mismatch jsonb,
    duplicate boolean not null default false,
    -- Money booked as received, because it arrived too late or in an amount other than requested.
    received_minor bigint check (received_minor > 0),
    received_currency text,
    -- The accepted part of it, and the fee in that part; null until the decision. Of a duplicate that is to be
    -- refunded, nothing is accepted.
    kept_minor bigint check (kept_minor between 0 and received_minor),
    kept_fee_minor bigint check (kept_fee_minor between 0 and kept_minor),
    -- The part of the rest, or of a duplicate, that went to the merchant's balance: a person settled it otherwise.
    settled_minor bigint not null default 0 check (
      settled_minor between 0 and coalesce(received_minor, charged_minor) - coalesce(kept_minor, 0)
    ),
    inquiries integer not null default 0,
    inquired_at timestamptz,
    needs_review boolean not null default false,
    created_at timestamptz not null,
    settled_at timestamptz,
    primary key (id, merchant_id),
    unique (payment_id, merchant_id, number),
    foreign key (merchant_id, payment_id) references payments (merchant_id, id),
    constraint attempts_received check ((received_minor is null) = (received_currency is null)),
    constraint attempts_kept check ((kept_minor is null) = (kept_fee_minor is null)),
    constraint attempts_held check (status <> 'held' or received_minor is not null and coalesce(kept_minor, 0) = 0)
  )`,
  // Prevents a customer from paying twice: no second attempt can be opened while the first may still take money.
  `create unique index attempts_one_open on attempts (payment_id, merchant_id)
    where status in ('created', 'submitted', 'unknown')`,
  `create unique index attempts_reference on attempts (reference)`,
  // Some callbacks carry only the provider's reference.
  `create index attempts_provider on attempts (account_id, provider_reference)
    where account_id is not null and provider_reference is not null`,
  // For the operators' availability and their order, and for finding the last request for the same amount from the
  // same number.
  `create index attempts_newest on attempts (mode, merchant_id, created_at)`,
  // This is an index on attempts rather than payments: an index on payments with this condition would make every
  // change of status write to all indexes.
  `create index attempts_paid_by_phone on attempts (phone, merchant_id, mode, settled_at desc)
    where status = 'success'`,
  // For searches by the number of an attempt, which may not be the customer's. Successful attempts are already in
  // attempts_paid_by_phone.
  `create index attempts_unpaid_by_phone on attempts (phone, merchant_id, mode, payment_id)
    where status in ('failed', 'unknown', 'held', 'reversed')`,
  `create index attempts_needing_person on attempts (mode, merchant_id, payment_id) where needs_review`,
  // The attempts shown in the overview as needing review: few rows, found without scanning the others.
  `create index attempts_in_need on attempts (mode, merchant_id, id) where needs_review`,
  // Money to refund. Every half minute a round checks whether its refund is being handled.
  `create index attempts_to_refund on attempts (settled_at) where kept_minor < received_minor or duplicate`,
  `create index attempts_not_kept on attempts (mode, merchant_id, payment_id)
    where kept_minor < received_minor or duplicate`,
  `create index attempts_twice_paid on attempts (mode, merchant_id, id) where duplicate`,
  // The operator of an attempt never changes.
  `create index attempts_by_operator on attempts (operator, merchant_id, mode, payment_id)`,
  // Without a fee, the charged amount equals the payment's amount.
  `create index attempts_by_charge on attempts (charged_minor, currency, merchant_id, mode, payment_id)
    where fee_minor <> 0`,
  `create index attempts_provider_reference on attempts ((lower(provider_reference collate "C")), merchant_id)
    where provider_reference is not null`,
  `create index attempts_receipt on attempts ((lower(receipt collate "C")), merchant_id) where receipt is not null`,
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
    primary key (attempt_id, merchant_id, sequence)
  )`,
  ...appendOnly('attempt_transitions', 'raw'),

  // Daily figures (UTC), computed from events, so that payments do not write to this table.
  `create table payment_days (
    merchant_id text not null,
    mode ${mode},
    day date not null,
    currency text not null,
    operator text not null,
    paid integer not null,
    refused integer not null,
    amount_minor bigint not null,
    fee_minor bigint not null,
    -- The time between the creation of each paid payment and its success, in total.
    waited_ms bigint not null,
    primary key (merchant_id, mode, day, currency, operator)
  )`,
  `create table payment_days_progress (
    merchant_id text not null,
    mode ${mode},
    -- The position of the last event counted.
    position bigint not null,
    primary key (merchant_id, mode)
  )`,
];
