import { type Selectable, sql } from 'kysely';
import type { Connection } from '../database/connect.ts';
import type { IdempotencyKeyTable } from '../database/tables/merchants.ts';

export type IdempotencyKeyRow = Selectable<IdempotencyKeyTable>;
export type KeyAddress = Pick<IdempotencyKeyRow, 'merchant_id' | 'mode' | 'scope' | 'key'>;

/**
 * Inserts a key. Waits while another transaction is inserting the same one.
 *
 * @returns whether the key was free
 */
export async function insertIdempotencyKey(tx: Connection, row: IdempotencyKeyRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('idempotency_keys')
    .values(row)
    .onConflict((conflict) => conflict.columns(['merchant_id', 'mode', 'scope', 'key']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export function findIdempotencyKey(db: Connection, at: KeyAddress): Promise<IdempotencyKeyRow | undefined> {
  return db
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('merchant_id', '=', at.merchant_id)
    .where('mode', '=', at.mode)
    .where('scope', '=', at.scope)
    .where('key', '=', at.key)
    .executeTakeFirst();
}

/** @param answer JSON text */
export async function saveAnswer(tx: Connection, at: KeyAddress, answer: string): Promise<void> {
  await tx
    .updateTable('idempotency_keys')
    .set({ answer })
    .where('merchant_id', '=', at.merchant_id)
    .where('mode', '=', at.mode)
    .where('scope', '=', at.scope)
    .where('key', '=', at.key)
    .execute();
}

/** Changes the end of a request's hold on its key, unless a response has been stored with the key. */
export async function moveHold(db: Connection, at: KeyAddress, held_until: Date): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({ held_until })
    .where('merchant_id', '=', at.merchant_id)
    .where('mode', '=', at.mode)
    .where('scope', '=', at.scope)
    .where('key', '=', at.key)
    .where('answer', 'is', null)
    .execute();
}

/** Deletes a key that was created at or before `until`. */
export async function deleteIdempotencyKey(tx: Connection, at: KeyAddress, until: Date): Promise<void> {
  await tx
    .deleteFrom('idempotency_keys')
    .where('merchant_id', '=', at.merchant_id)
    .where('mode', '=', at.mode)
    .where('scope', '=', at.scope)
    .where('key', '=', at.key)
    .where('created_at', '<=', until)
    .execute();
}

/** Deletes the oldest keys, up to a limit. @returns how many were deleted */
export async function deleteOldKeys(db: Connection, until: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from idempotency_keys
    where ctid = any (array(
      select ctid from idempotency_keys where created_at <= ${until} order by created_at limit ${limit}
    ))`.execute(db);
  return Number(numAffectedRows);
}
