import { type Kysely, sql } from 'kysely';
import type { LateIndex } from './build-indexes.ts';

/**
 * What went out on one person's word, summed by five minutes: the rule of the second person asks for a day of it before
 * each payout. Not breaking: triggers count what processes of the version before pay out, and payouts wait only while
 * those of before are summed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Whether a payout counts: the same words in each of the statements that write a sum. */
const counts = (payout: string): string =>
  `${payout}placed_at is not null and not ${payout}needs_approval and ${payout}status <> 'failed'`;

const insertSums = `insert into lone_payout_sums (merchant_id, mode, currency, slot, amount_minor)`;

const statements: readonly string[] = [
  `create table lone_payout_sums (
    merchant_id text not null,
    mode text not null check (mode in ('test', 'live')),
    currency text not null,
    -- When its five minutes begin, of payouts.placed_at.
    slot timestamptz not null,
    amount_minor bigint not null,
    primary key (merchant_id, mode, currency, slot)
  )`,
  `create function lone_slot(at timestamptz) returns timestamptz language sql immutable strict parallel safe
    return date_bin('5 minutes', at, '2000-01-01 00:00:00+00')`,
  // Once for a statement: a file of payouts adds to the same sum.
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
  // What failed counts no more; what an operator pays after all counts again.
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
  // After the triggers, which nobody can write past until all of this is true.
  `${insertSums}
    select merchant_id, mode, currency, lone_slot(placed_at), sum(amount_minor) from payouts
    where ${counts('')}
    group by 1, 2, 3, 4`,
];

export const indexes: readonly LateIndex[] = [
  // What one recipient got lately on one person's word.
  {
    name: 'payouts_to_recipient',
    on: 'payouts (merchant_id, mode, currency, recipient_phone, placed_at) where not needs_approval',
  },
];
