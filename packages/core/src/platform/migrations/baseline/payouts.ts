import { mode } from './columns.ts';
import { outcome_columns, transitionsOf } from './transfers.ts';

/**
 * Returns the condition under which a payout counts towards the sums. All statements that update a sum share it.
 */
const counts = (payout: string): string =>
  `${payout}placed_at is not null and not ${payout}needs_approval and ${payout}status <> 'failed'`;

const insertSums = `insert into lone_payout_sums (merchant_id, mode, currency, slot, amount_minor)`;

/** Payouts, and the sums paid out without a second person's approval. */
export const payouts: readonly string[] = [
  `create table payouts (
    merchant_id text not null,
    id text not null,
    mode ${mode},
    status text not null check (status in ('pending', 'processing', 'success', 'failed', 'reversed')),
    sequence integer not null default 0,
    currency text not null,
    amount_minor bigint not null check (amount_minor > 0),
    operator text not null,
    connector text not null,
    account_id text,
    -- The account's revision when the request was made.
    address_revision integer not null default 0,
    recipient_phone text not null,
    recipient_first_name text,
    recipient_last_name text,
    description text,
    reference uuid not null,
    ${outcome_columns},
    -- It exceeds the amount that one person may pay out alone: it is sent once a second person has approved it.
    needs_approval boolean not null default false,
    -- By the database's clock; null for payouts older than any sum that counts them.
    placed_at timestamptz default clock_timestamp(),
    created_at timestamptz not null,
    sent_at timestamptz,
    paid_at timestamptz,
    primary key (id, merchant_id),
    check (paid_at is not null or status <> 'success'),
    check (paid_at is null or status in ('success', 'reversed')),
    check ((status = 'reversed') = (reversed_at is not null))
  )`,
  `create unique index payouts_reference on payouts (reference)`,
  `create index payouts_reference_tail on payouts ("right"(id, 10), merchant_id)`,
  // Some callbacks carry only the provider's reference.
  `create index payouts_provider on payouts (account_id, provider_reference)
    where account_id is not null and provider_reference is not null`,
  `create index payouts_newest on payouts (mode, merchant_id, id)`,
  `create index payouts_by_status on payouts (mode, merchant_id, status, id)`,
  `create index payouts_by_operator on payouts (mode, merchant_id, operator, id)`,
  `create index payouts_by_currency on payouts (mode, merchant_id, currency, id)`,
  `create index payouts_by_phone on payouts (mode, merchant_id, recipient_phone text_pattern_ops)`,
  `create index payouts_in_need on payouts (mode, merchant_id, id) where needs_review`,
  `create index payouts_words on payouts using gin (payout_words(merchant_id, id_period(id),
    payout_text(recipient_first_name, recipient_last_name, description, provider_reference)))
    with (gin_pending_list_limit = 64)`,
  ...transitionsOf('payout'),

  // For the payout rule: recent payouts that needed no second person, in total and by recipient.
  `create index payouts_placed on payouts (mode, merchant_id, currency, placed_at) where not needs_approval`,
  `create index payouts_to_recipient on payouts (mode, merchant_id, currency, recipient_phone, placed_at)
    where not needs_approval`,
  // The sums of payouts without a second person's approval, for each period of five minutes; before each payout,
  // the payout rule reads the sums of one day.
  `create table lone_payout_sums (
    merchant_id text not null,
    mode ${mode},
    currency text not null,
    -- The beginning of its five minutes, by payouts.placed_at.
    slot timestamptz not null,
    amount_minor bigint not null,
    primary key (merchant_id, mode, currency, slot)
  )`,
  `create function lone_slot(at timestamptz) returns timestamptz language sql immutable strict parallel safe
    return date_bin('5 minutes', at, '2000-01-01 00:00:00+00')`,
  // Runs once per statement, because all payouts of a file add to the same sum.
  `create function sum_placed_payouts() returns trigger language plpgsql as $$
  begin
    ${insertSums}
    select merchant_id, mode, currency, lone_slot(placed_at), sum(amount_minor) from placed
    where ${counts('')}
    group by 1, 2, 3, 4
    -- In one order, so that two never wait for each other.
    order by 1, 2, 3, 4
    on conflict (merchant_id, mode, currency, slot)
      do update set amount_minor = lone_payout_sums.amount_minor + excluded.amount_minor;
    return null;
  end $$`,
  `create trigger payouts_summed after insert on payouts referencing new table as placed
    for each statement execute function sum_placed_payouts()`,
  // A failed payout no longer counts; a payout that turns out to be paid counts again.
  `create function sum_changed_payout() returns trigger language plpgsql as $$
  begin
    ${insertSums}
    select merchant_id, mode, currency, slot, sum(amount_minor)
    from (
      select old.merchant_id, old.mode, old.currency, lone_slot(old.placed_at) as slot, -old.amount_minor as amount_minor
      where ${counts('old.')}
      union all
      select new.merchant_id, new.mode, new.currency, lone_slot(new.placed_at), new.amount_minor
      where ${counts('new.')}
    ) as change
    group by 1, 2, 3, 4
    having sum(amount_minor) <> 0
    order by 1, 2, 3, 4
    on conflict (merchant_id, mode, currency, slot)
      do update set amount_minor = lone_payout_sums.amount_minor + excluded.amount_minor;
    return null;
  end $$`,
  `create trigger payouts_summed_anew after update on payouts for each row
    when ((old.status = 'failed', old.needs_approval, old.placed_at, old.amount_minor, old.currency)
      is distinct from (new.status = 'failed', new.needs_approval, new.placed_at, new.amount_minor, new.currency))
    execute function sum_changed_payout()`,
];
