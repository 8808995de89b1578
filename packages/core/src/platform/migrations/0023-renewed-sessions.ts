import { type Kysely, sql } from 'kysely';

const statements: readonly string[] = [
  // The session whose token this row's token was until a proof gave it another.
  `alter table staff_sessions add column renewed_as text references staff_sessions on delete cascade`,
  `create index staff_sessions_renewed_as on staff_sessions (renewed_as) where renewed_as is not null`,
];

/**
 * Where a session's token was replaced, the one before opens the page for a moment longer. Not breaking: processes of the
 * version before list such a row as a session of its own for that moment.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
