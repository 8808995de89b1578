import { type Kysely, sql } from 'kysely';

/**
 * The address of an account that took each request, by number: what is under way when an account moves is asked about
 * where it was made, with the settings of then. Not breaking: processes of the version before go on working; stop them
 * before an account's address is changed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements: readonly string[] = [
  // How often the address that the account's requests go to has changed.
  'alter table connector_accounts add column address_revision integer not null default 0',
  // That of the account when the request was made.
  ...['attempts', 'payouts', 'refunds'].map(
    (table) => `alter table ${table} add column address_revision integer not null default 0`,
  ),
  `create table past_account_settings (
    merchant_id text not null,
    account_id text not null,
    address_revision integer not null,
    address text not null,
    -- As in connector_accounts: settings and credentials as JSON, encrypted as one text.
    config_sealed text not null,
    -- Until when new requests went there.
    ended_at timestamptz not null,
    primary key (merchant_id, account_id, address_revision),
    foreign key (merchant_id, account_id) references connector_accounts
  )`,
];
