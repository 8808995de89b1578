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
];
