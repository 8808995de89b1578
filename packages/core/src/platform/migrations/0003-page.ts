import { type Kysely, sql } from 'kysely';

/**
 * Short codes of sessions, tries of one-time codes, and what orders the operators on the page. Not breaking: processes
 * of the version before go on working. While the two indexes are built nobody can write attempts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table short_codes (
    -- Eight characters of Crockford's base 32: 40 random bits.
    code text primary key check (code ~ '^[0-9A-HJKMNP-TV-Z]{8}$'),
    merchant_id text not null,
    session_token text not null unique,
    created_at timestamptz not null
  )`,
  `create index short_codes_oldest on short_codes (created_at)`,
  `alter table attempts
    -- Codes that the operator has said to be wrong.
    add column otp_tries integer not null default 0,
    -- While a code is with the operator: when that is over at the latest.
    add column otp_until timestamptz`,
  // On attempts and not on payments: there the condition would make every change of status write every index.
  `create index attempts_paid_by_phone on attempts (merchant_id, mode, phone, settled_at desc)
    where status = 'success'`,
  `create index attempts_newest_paid on attempts (merchant_id, mode, settled_at desc) include (operator)
    where status = 'success'`,
];
