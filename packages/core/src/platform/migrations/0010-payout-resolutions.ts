import { type Kysely, sql } from 'kysely';

const statements: readonly string[] = [
  // Of payouts too a person can find out what became of them.
  `alter table resolutions
    alter column payment_id drop not null,
    add column payout_id text,
    drop constraint resolutions_object_type_check,
    add constraint resolutions_object_type_check check (object_type in ('attempt', 'refund', 'payout')),
    add constraint resolutions_about_one check (num_nonnulls(payment_id, payout_id) = 1),
    add constraint resolutions_of_payout check ((object_type = 'payout') = (payout_id is not null)),
    add foreign key (merchant_id, payout_id) references payouts`,
  `create index resolutions_payout on resolutions (merchant_id, payout_id) where payout_id is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
