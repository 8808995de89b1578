import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Connection } from '../../platform/database/connect.ts';
import type { MerchantTable } from '../../platform/database/tables/merchants.ts';

export type Merchant = Selectable<MerchantTable>;

export async function insertMerchant(db: Connection, merchant: Insertable<MerchantTable>): Promise<void> {
  await db.insertInto('merchants').values(merchant).execute();
}

export function findMerchant(db: Connection, id: string): Promise<Merchant | undefined> {
  return db.selectFrom('merchants').selectAll().where('id', '=', id).executeTakeFirst();
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
