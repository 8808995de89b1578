import type { Connection } from '../database/connect.ts';
import type { ApiKeyTable } from '../database/schema.ts';

export type KeyOwner = Pick<ApiKeyTable, 'merchant_id' | 'id' | 'mode' | 'revoked_at'>;

export async function insertKey(db: Connection, key: ApiKeyTable): Promise<void> {
  await db.insertInto('api_keys').values(key).execute();
}

/** The key of a hash, revoked ones too: they are refused in other words than keys that never were. */
export function findKeyByHash(db: Connection, hash: Buffer): Promise<KeyOwner | undefined> {
  return db
    .selectFrom('api_keys')
    .select(['merchant_id', 'id', 'mode', 'revoked_at'])
    .where('hash', '=', hash)
    .executeTakeFirst();
}

/** @returns the key, revoked now or before; undefined when there is none. */
export function setRevoked(db: Connection, id: string, at: Date): Promise<KeyOwner | undefined> {
  return db
    .updateTable('api_keys')
    .set((column) => ({ revoked_at: column.fn.coalesce('revoked_at', column.val(at)) }))
    .where('id', '=', id)
    .returning(['merchant_id', 'id', 'mode', 'revoked_at'])
    .executeTakeFirst();
}
