import { type Insertable, type Selectable, sql } from 'kysely';
import type { Mode } from '../../platform/database/columns.ts';
import type { Connection } from '../../platform/database/connect.ts';
import type { ReceiptCollectionTable, ReceiptKeyTable } from '../../platform/database/tables/receipts.ts';

export type ReceiptKey = Selectable<ReceiptKeyTable>;
export type ReceiptCollection = Selectable<ReceiptCollectionTable>;

/** Lists all keys, newest first: those of older receipts remain. */
export function listKeys(db: Connection): Promise<ReceiptKey[]> {
  return db.selectFrom('receipt_keys').selectAll().orderBy('created_at', 'desc').orderBy('id').execute();
}

/** Finds the key that signs. */
export function findCurrentKey(db: Connection): Promise<ReceiptKey | undefined> {
  return db.selectFrom('receipt_keys').selectAll().where('replaced_at', 'is', null).executeTakeFirst();
}

/** Inserts the key that signs, unless another process has just inserted one. */
export async function insertKey(db: Connection, key: Insertable<ReceiptKeyTable>): Promise<void> {
  await db
    .insertInto('receipt_keys')
    .values(key)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Ends the use of a key for signing, and deletes its private part. */
export async function retireKey(db: Connection, id: string, at: Date): Promise<void> {
  await db
    .updateTable('receipt_keys')
    .set({ replaced_at: at, private_sealed: null })
    .where('id', '=', id)
    .where('replaced_at', 'is', null)
    .execute();
}

/** A paid payment that a reference names. */
export interface Paid {
  readonly merchant_id: string;
  readonly id: string;
}

/**
 * Finds the paid payments with a reference, at most two. A reference has 50 random bits, so two payments of a
 * service can share one by chance.
 */
export function findPaid(
  db: Connection,
  {
    reference,
    mode,
    merchant_id,
  }: {
    /** Ten characters. */
    readonly reference: string;
    readonly mode?: Mode | undefined;
    readonly merchant_id?: string | undefined;
  },
): Promise<Paid[]> {
  let query = db
    .selectFrom('payments')
    .select(['merchant_id', 'id'])
    .where(sql`"right"(id, 10)`, '=', reference)
    .where('paid_at', 'is not', null);
  if (mode !== undefined) query = query.where('mode', '=', mode);
  if (merchant_id !== undefined) query = query.where('merchant_id', '=', merchant_id);
  return query.orderBy('id').limit(2).execute();
}

/** Records that the goods of a payment were handed over. @returns false if that was recorded before */
export async function insertCollection(
  tx: Connection,
  collection: Insertable<ReceiptCollectionTable>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('receipt_collections')
    .values(collection)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export function findCollection(
  db: Connection,
  { merchant_id, id }: Paid,
): Promise<ReceiptCollection | undefined> {
  return db
    .selectFrom('receipt_collections')
    .selectAll()
    .where('payment_id', '=', id)
    .where('merchant_id', '=', merchant_id)
    .executeTakeFirst();
}
