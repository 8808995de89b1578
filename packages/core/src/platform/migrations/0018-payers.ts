import { type Kysely, sql } from 'kysely';

/**
 * Whether a payment's number is the payer's own word. Not breaking: processes of the version before go on working.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements: readonly string[] = [
  // True where the merchant named no number: then the number, and with it the customer, is that of who pays.
  'alter table payments add column customer_is_payer boolean not null default false',
];
