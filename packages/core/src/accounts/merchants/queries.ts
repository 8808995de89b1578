import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Mode } from '../../platform/database/columns.ts';
import type { Connection } from '../../platform/database/connect.ts';
import type { MerchantTable } from '../../platform/database/tables/merchants.ts';

export type Merchant = Selectable<MerchantTable>;

/** @returns false if another merchant has this id */
export async function insertMerchant(db: Connection, merchant: Insertable<MerchantTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('merchants')
    .values(merchant)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export function findMerchant(db: Connection, id: string): Promise<Merchant | undefined> {
  return db.selectFrom('merchants').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Lists every merchant, oldest first. */
export function listAllMerchants(
  db: Connection,
): Promise<Pick<Merchant, 'id' | 'name' | 'country' | 'is_demo' | 'created_at'>[]> {
  return db
    .selectFrom('merchants')
    .select(['id', 'name', 'country', 'is_demo', 'created_at'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export function findDemoMerchant(db: Connection): Promise<Merchant | undefined> {
  return db.selectFrom('merchants').selectAll().where('is_demo', '=', true).executeTakeFirst();
}

/** @returns the changed merchant, undefined when there is none */
export function updateMerchant(
  db: Connection,
  id: string,
  changes: Updateable<MerchantTable>,
): Promise<Merchant | undefined> {
  return db.updateTable('merchants').set(changes).where('id', '=', id).returningAll().executeTakeFirst();
}

/** The mode of a row, for tables without a mode column, as SQL expressions. */
const modes = {
  connector_accounts: `'live'`,
  callbacks: `'live'`,
  webhook_deliveries: `(select mode from webhook_endpoints as endpoint
    where endpoint.merchant_id = owned.merchant_id and endpoint.id = owned.endpoint_id)`,
} as const;

/**
 * Finds the merchant and mode of a row by its id. It searches merchant by merchant, because the tables' keys begin
 * with the merchant's id.
 */
export async function findOwnerIn(
  db: Connection,
  table: string,
  id: string,
): Promise<{ merchant_id: string; mode: Mode } | undefined> {
  const mode = sql.raw(modes[table as keyof typeof modes] ?? 'owned.mode');
  const { rows } = await sql<{ merchant_id: string; mode: Mode }>`
    select merchant.id as merchant_id, found.mode
    from merchants as merchant
    cross join lateral (
      select ${mode} as mode from ${sql.table(table)} as owned where owned.merchant_id = merchant.id and owned.id = ${id}
    ) as found`.execute(db);
  return rows[0];
}
