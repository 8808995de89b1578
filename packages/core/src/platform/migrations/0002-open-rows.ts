import { type Kysely, sql } from 'kysely';

const statements: readonly string[] = [
  `create index payouts_open on payouts (created_at) where status in ('pending', 'processing')`,
  `create index callbacks_unprocessed on callbacks (received_at) where processed_at is null`,
];

/** What is open is looked through each half minute. Not breaking. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
