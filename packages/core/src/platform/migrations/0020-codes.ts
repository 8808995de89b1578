import { type Kysely, sql } from 'kysely';

/**
 * How often, and when last, an operator was asked to send its one-time code again. Not breaking: processes of the version
 * before go on working.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements: readonly string[] = [
  `alter table attempts
    add column otp_resends integer not null default 0,
    add column otp_resent_at timestamptz`,
];
