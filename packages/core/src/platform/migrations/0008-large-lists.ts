import { type Kysely, sql } from 'kysely';

/**
 * Lists, searches and statements that take as long with millions of rows as with few. Breaking: stop processes of the
 * version before, which would write changes of balances that say nothing of their time. Indexes are built while nobody
 * can write: minutes for millions of payments.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements: readonly string[] = [
  // Until the end of this transaction: with what is usual the index of words alone would take minutes more.
  `set local maintenance_work_mem = '256MB'`,
  // Movements of the merchants' balances by hours of UTC. Those that are not folded yet are in balance_changes.
  'lock table balance_changes in access exclusive mode',
  `insert into balances (merchant_id, mode, currency, account, amount_minor)
    select merchant_id, mode, currency, account, sum(amount_minor) from balance_changes
    group by merchant_id, mode, currency, account
    order by merchant_id, mode, currency, account
    on conflict (merchant_id, mode, currency, account)
      do update set amount_minor = balances.amount_minor + excluded.amount_minor`,
  'delete from balance_changes',
  `alter table balance_changes
    -- What for and when, as the booking says.
    add column kind text not null,
    add column at timestamptz not null,
    add column movements integer not null`,
  `create table balance_hours (
    merchant_id text not null,
    mode text not null check (mode in ('test', 'live')),
    currency text not null,
    hour timestamptz not null,
    kind text not null,
    amount_minor bigint not null,
    movements bigint not null,
    primary key (merchant_id, mode, currency, hour, kind)
  )`,
  `insert into balance_hours (merchant_id, mode, currency, hour, kind, amount_minor, movements)
    select entry.merchant_id, booked.mode, entry.currency, date_trunc('hour', booked.created_at, 'UTC'), booked.kind,
      sum(entry.amount_minor), count(*)
    from ledger_entries as entry
    join ledger_transactions as booked
      on booked.merchant_id = entry.merchant_id and booked.id = entry.transaction_id
    where entry.account = 'merchant_balance'
    group by 1, 2, 3, 4, 5`,

  // Bodies that are read once, when they are made: while an index is built, names are looked for in PostgreSQL's own
  // schema only. Without a FROM they become part of what calls them, which takes a fifth less of a new payment's time.
  // Which 37 hours (2^27 milliseconds) a ULID is of, counted since 1970: from its first characters.
  `create function ulid_period(ulid text) returns integer language sql immutable strict parallel safe begin atomic
    select ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(ulid, 1, 1)) - 1) << 18)
      + ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(ulid, 2, 1)) - 1) << 13)
      + ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(ulid, 3, 1)) - 1) << 8)
      + ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(ulid, 4, 1)) - 1) << 3)
      + ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(ulid, 5, 1)) - 1) >> 2);
  end`,
  `create function id_period(id text) returns integer language sql immutable strict parallel safe
    return ulid_period(split_part(id, '_', 2))`,
  // A word of a merchant's in a period: few rows have it, however many have the word. The period stands in front, so that
  // what is written now stands together; the rest is a hash, so whoever finds something by it has a second look.
  `create function word_key(merchant_id text, period integer, word text) returns bigint
    language sql immutable strict parallel safe begin atomic
    select (period::bigint << 42)
      | (hashtextextended((merchant_id || ' ' || word) collate "C", 0) & ((1::bigint << 42) - 1));
  end`,
  // Values of the first level, such as a shop's own order number. Long ones are prose, which nobody types whole. The
  // period is given, because what is worked out in here is worked out for every value.
  `create function payment_words(merchant_id text, period integer, metadata json) returns bigint[]
    language sql immutable strict parallel safe begin atomic
    select array_agg(word_key(merchant_id, period, lower(value collate "C")))
    from json_each_text(metadata)
    where octet_length(value) between 1 and 100;
  end`,
  'drop index payments_metadata',
  'drop function metadata_words(json)',
  // What waits to be sorted into an index of words is read through by every look into it: that has to stay little.
  `create index payments_words on payments using gin (payment_words(merchant_id, id_period(id), metadata))
    with (gin_pending_list_limit = 64) where metadata is not null`,
  // What is written in a payout, its words in small letters with one blank before each.
  `create function payout_text(first_name text, last_name text, description text, provider_reference text) returns text
    language sql immutable parallel safe begin atomic
    select regexp_replace(lower(words), '[][[:space:]_/.,;:()''"+#&@|-]+', ' ', 'g')
    from (
      select ' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(description, '') || ' '
        || coalesce(provider_reference, '') as words
    ) as whole;
  end`,
  // How its words begin, up to six letters.
  `create function payout_words(merchant_id text, period integer, text text) returns bigint[]
    language sql immutable strict parallel safe begin atomic
    select array_agg(distinct word_key(merchant_id, period, left(word, letters)))
    from regexp_split_to_table(text, ' ') as word
    cross join generate_series(2, 6) as letters
    where length(word) >= letters;
  end`,
  `create index payouts_words on payouts using gin (payout_words(merchant_id, id_period(id),
    payout_text(recipient_first_name, recipient_last_name, description, provider_reference)))
    with (gin_pending_list_limit = 64)`,
  `create index payouts_reference_tail on payouts (merchant_id, "right"(id, 10))`,
  `create index payouts_by_currency on payouts (merchant_id, mode, currency, id)`,

  // An operator never changes once somebody tries with it.
  `create index attempts_by_operator on attempts (merchant_id, mode, operator, payment_id)`,
  // Nearly all events tell of a success: those are found without it.
  `create index events_by_type on events (merchant_id, mode, type, id) where type <> 'payment.successful'`,
  // What an endpoint has had. What failed and what waits have indexes of their own.
  `create index webhook_deliveries_made on webhook_deliveries (merchant_id, endpoint_id, event_id)
    where status = 'delivered'`,
  `create index api_requests_of_key on api_requests (merchant_id, mode, key_id, id)`,
  `create index audit_log_at on audit_log (merchant_id, at)`,
  `create index audit_log_type on audit_log (merchant_id, object_type, position)`,
  `create index audit_log_action on audit_log (merchant_id, action, position)`,
];
