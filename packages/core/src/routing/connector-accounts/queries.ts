import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { distinct, inOrderOf, type Key, keysOf } from '../../platform/database/records/queries.ts';
import type {
  ConnectorAccountTable,
  PastAccountSettingsTable,
} from '../../platform/database/tables/operators.ts';
import { forMany } from '../../platform/groups/for-many.ts';

export type Account = Selectable<ConnectorAccountTable>;

/** @throws Error for an unknown id, which callers never pass */
export async function requireAccount(db: Connection, merchant_id: string, id: string): Promise<Account> {
  const account = await findOne(db, { merchant_id, id });
  if (!account) throw new Error(`the merchant has no account ${id}`);
  return account;
}

const findOne = forMany<Key, Account | undefined>('read', async (db, keys) => {
  const { rows } = await sql<Account>`
    select account.* from ${keysOf(distinct(keys), 'merchant_id text, id text')}
    cross join lateral (
      select * from connector_accounts where merchant_id = wanted.merchant_id and id = wanted.id limit 1
    ) as account`.execute(db);
  return inOrderOf(keys, rows);
});

/** Finds an account of any merchant, because a callback and the command line identify only the account. */
export function findAccountById(db: Connection, id: string): Promise<Account | undefined> {
  return findOneById(db, id);
}

const findOneById = forMany<string, Account | undefined>('read', async (db, ids) => {
  const keys = [...new Set(ids)].map((id) => ({ id }));
  const { rows } = await sql<Account>`
    select account.* from ${keysOf(keys, 'id text')}
    cross join lateral (select * from connector_accounts where id = wanted.id limit 1) as account`.execute(
    db,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id));
});

/** Lists accounts oldest first, which is the order of preference if there is no rule. */
export function listAccounts(db: Connection, merchant_id: string): Promise<Account[]> {
  return db
    .selectFrom('connector_accounts')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Reads the number of times that the account's URL has changed; 0 without an account (the sandbox). */
export async function readAddressRevision(
  db: Connection,
  { merchant_id, account_id }: { readonly merchant_id: string; readonly account_id: string | null },
): Promise<number> {
  if (account_id === null) return 0;
  return (await requireAccount(db, merchant_id, account_id)).address_revision;
}

export type PastSettings = Selectable<PastAccountSettingsTable>;
type PastKey = Pick<PastSettings, 'merchant_id' | 'account_id' | 'address_revision'>;

/** @returns undefined after the settings were dropped, because the SECRET_KEY that had encrypted them was lost */
export function findPastSettings(db: Connection, key: PastKey): Promise<PastSettings | undefined> {
  return db
    .selectFrom('past_account_settings')
    .selectAll()
    .where('merchant_id', '=', key.merchant_id)
    .where('account_id', '=', key.account_id)
    .where('address_revision', '=', key.address_revision)
    .executeTakeFirst();
}

export async function insertPastSettings(
  tx: Connection,
  row: Insertable<PastAccountSettingsTable>,
): Promise<void> {
  await tx.insertInto('past_account_settings').values(row).execute();
}

/** @returns the inserted row */
export function insertAccount(tx: Connection, row: Insertable<ConnectorAccountTable>): Promise<Account> {
  return tx.insertInto('connector_accounts').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Columns to set. */
export type AccountFacts = Omit<Updateable<ConnectorAccountTable>, 'identity_changed_at'> & {
  readonly identity_changed_at?: RawBuilder<Date> | null;
};

/** @returns the updated row; undefined when the row has changed since `account` was read */
export function updateAccount(
  db: Connection,
  account: Pick<Account, 'merchant_id' | 'id' | 'updated_at'>,
  facts: AccountFacts,
): Promise<Account | undefined> {
  return db
    .updateTable('connector_accounts')
    .set(facts)
    .where('merchant_id', '=', account.merchant_id)
    .where('id', '=', account.id)
    .where('updated_at', '=', account.updated_at)
    .returningAll()
    .executeTakeFirst();
}

/**
 * The time at which the statement is executed, for a column that it writes: the process may have stood still since it
 * read its clock. If that clock is ahead of the database's, it counts.
 */
export function timeOfWrite({ clock }: Pick<Context, 'clock'>): RawBuilder<Date> {
  return sql<Date>`greatest(${clock.now()}::timestamptz, clock_timestamp())`;
}

/** The current URL of an account, or an earlier one. */
export interface AddressInUse extends Pick<Account, 'merchant_id' | 'connector' | 'config_sealed'> {
  readonly account_id: string;
}

/**
 * Lists the URLs to which requests may go: those of enabled accounts, and current or earlier ones with open
 * requests.
 */
export async function listAddressesInUse(db: Connection): Promise<AddressInUse[]> {
  const at_address = sql`merchant_id = known.merchant_id and account_id = known.account_id
    and address_revision = known.address_revision`;
  const { rows } = await sql<AddressInUse>`
    select merchant_id, account_id, connector, config_sealed
    from (
      select merchant_id, id as account_id, connector, config_sealed, address_revision, enabled
      from connector_accounts
      union all
      select past.merchant_id, account_id, connector, past.config_sealed, past.address_revision, false
      from past_account_settings as past join connector_accounts as accounts
        on accounts.merchant_id = past.merchant_id and accounts.id = account_id
    ) as known
    where enabled
      or exists (select 1 from attempts where ${at_address} and status in ('created', 'submitted', 'unknown'))
      or exists (select 1 from payouts where ${at_address} and mode = 'live' and status in ('pending', 'processing'))
      or exists (select 1 from refunds where ${at_address} and status in ('pending', 'processing'))
    order by account_id, address_revision`.execute(db);
  return rows;
}
