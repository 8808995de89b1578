import { type Kysely, sql } from 'kysely';

/**
 * The rule of the second person counts payouts by API, sums over 24 hours, and who let whom in. Not breaking: processes
 * of the version before go on working, by the rule that they know.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements: readonly string[] = [
  // When a payout was made, by the database's clock; null for those that are older than any sum that counts them.
  `alter table payouts
    add column placed_at timestamptz,
    -- More than one person may pay out alone: it is sent once a second one has said yes.
    add column needs_approval boolean not null default false`,
  `alter table payouts alter column placed_at set default clock_timestamp()`,
  `update payouts set placed_at = created_at where created_at > now() - interval '24 hours'`,
  `update payouts set needs_approval = true from payout_orders as made
    where made.merchant_id = payouts.merchant_id and made.payout_id = payouts.id and made.approval <> 'not_needed'`,
  // What went out on one person's word lately.
  `create index payouts_placed on payouts (merchant_id, mode, currency, placed_at) where not needs_approval`,
  `alter table payout_rules
    -- All that goes out on one person's word within 24 hours; null: as one payout.
    add column approval_day_above_minor bigint check (approval_day_above_minor >= 0),
    -- The same to one recipient.
    add column approval_recipient_above_minor bigint check (approval_recipient_above_minor >= 0)`,
  // Of a payout of the API: made_by is who made the key, or the key itself where that was a command.
  `alter table payout_orders add column key_id text`,
  // Who let whom in lately, or gave them another way in: for a day they are not two people to each other.
  `create table sponsorships (
    merchant_id text not null references merchants,
    sponsor_id text not null,
    user_id text not null,
    way text not null check (way in ('invited', 'raised', 'password_link')),
    at timestamptz not null default clock_timestamp(),
    check (sponsor_id <> user_id)
  )`,
  `create index sponsorships_lately on sponsorships (merchant_id, at)`,
  // What weakens the rule of the second person, and so takes one itself.
  `create table approval_changes (
    merchant_id text not null references merchants,
    id text not null,
    kind text not null check (kind in ('rule', 'approver')),
    status text not null check (status in ('waiting', 'approved', 'refused', 'elapsed', 'replaced')),
    -- Of a rule: which one, and what it is to be.
    mode text check (mode in ('test', 'live')),
    currency text,
    approval_above_minor bigint check (approval_above_minor >= 0),
    approval_day_above_minor bigint check (approval_day_above_minor >= 0),
    approval_recipient_above_minor bigint check (approval_recipient_above_minor >= 0),
    -- Of an approver: who, and how they came to be one.
    user_id text,
    user_name text,
    way text check (way in ('invited', 'raised', 'password_link')),
    proposed_by text not null,
    proposed_by_name text not null,
    created_at timestamptz not null default clock_timestamp(),
    -- Since when nobody is there who could decide; null while somebody is.
    alone_since timestamptz,
    -- When that was last looked at.
    looked_at timestamptz not null default clock_timestamp(),
    decided_by text,
    decided_by_name text,
    decided_at timestamptz,
    primary key (merchant_id, id),
    check ((kind = 'rule') = (mode is not null and currency is not null)),
    check ((kind = 'approver') = (user_id is not null and user_name is not null and way is not null)),
    check ((status = 'waiting') = (decided_at is null)),
    check ((status in ('approved', 'refused')) = (decided_by is not null)),
    -- Nobody is the second person for what they want themselves.
    check (status <> 'approved' or (decided_by <> proposed_by and decided_by is distinct from user_id))
  )`,
  // One at a time: whoever wants something else replaces it.
  `create unique index approval_changes_rule on approval_changes (merchant_id, mode, currency)
    where status = 'waiting' and kind = 'rule'`,
  `create unique index approval_changes_approver on approval_changes (merchant_id, user_id)
    where status = 'waiting' and kind = 'approver'`,
  `create index approval_changes_of_person on approval_changes (merchant_id, user_id, id) where kind = 'approver'`,
  `create index approval_changes_waiting on approval_changes (looked_at) where status = 'waiting'`,
  `create trigger approval_changes_audited after insert or update or delete on approval_changes
    for each row execute function record_change('approval_change', 'id', 'merchant_id', '', 'looked_at')`,
];
