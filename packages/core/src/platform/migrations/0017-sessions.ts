import { type Kysely, sql } from 'kysely';

const statements: readonly string[] = [
  // By the database's clock: those of the sign-in library are of the process that answered. Sessions that are open now
  // are as old as they are, and were used just now.
  `alter table staff_sessions
    add column opened_at timestamptz not null default now(),
    add column used_at timestamptz not null default now()`,
  `update staff_sessions set opened_at = least(created_at, now())`,
  // Which members have to show a second step in live mode; `second_step_required` asks everybody, in both.
  `alter table merchants add column second_step_in_live boolean not null default true`,
  `update merchants set second_step_in_live = false where is_demo`,
];

/**
 * How old sessions are and when they were used last, and who needs a second step in live mode. Not breaking: processes
 * of the version before go on working, and go by their own limits.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
