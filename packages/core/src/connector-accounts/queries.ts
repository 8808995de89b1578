import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Connection } from '../database/connect.ts';
import type { ConnectorAccountTable } from '../database/tables/operators.ts';

export type Account = Selectable<ConnectorAccountTable>;

/** @throws NoResultError (kysely): the caller holds an id that we gave ourselves */
export function requireAccount(db: Connection, merchant_id: string, id: string): Promise<Account> {
  return db
    .selectFrom('connector_accounts')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Of whichever merchant: the account is all that a callback, or staff at the command line, can name. */
export function findAccountById(db: Connection, id: string): Promise<Account | undefined> {
  return db.selectFrom('connector_accounts').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Oldest first: the order in which they are tried where no rule says another. */
export function listAccounts(db: Connection, merchant_id: string): Promise<Account[]> {
  return db
    .selectFrom('connector_accounts')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** @returns the row as it was written */
export function insertAccount(tx: Connection, row: Insertable<ConnectorAccountTable>): Promise<Account> {
  return tx.insertInto('connector_accounts').values(row).returningAll().executeTakeFirstOrThrow();
}

/** @returns the row as it is now; undefined when it has changed since it was read as `account` */
export function updateAccount(
  db: Connection,
  account: Pick<Account, 'merchant_id' | 'id' | 'updated_at'>,
  facts: Updateable<ConnectorAccountTable>,
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
