import type { Connection } from '../database/connect.ts';
import type { ApiKeyTable } from '../database/tables/merchants.ts';

type Key = Pick<ApiKeyTable, 'merchant_id' | 'id' | 'mode' | 'revoked_at'>;

export interface KeyOwner extends Key {
  /** The merchant's own limit, null for the setting of the service. */
  readonly rate_limit_per_second: number | null;
}

export async function insertKey(db: Connection, key: ApiKeyTable): Promise<void> {
  await db.insertInto('api_keys').values(key).execute();
}

/** The key of a hash, revoked ones too: they are refused in other words than keys that never were. */
export function findKeyByHash(db: Connection, hash: Buffer): Promise<KeyOwner | undefined> {
  return db
    .selectFrom('api_keys')
    .innerJoin('merchants', 'merchants.id', 'api_keys.merchant_id')
    .select([
      'api_keys.merchant_id',
      'api_keys.id',
      'api_keys.mode',
      'api_keys.revoked_at',
      'merchants.rate_limit_per_second',
    ])
    .where('api_keys.hash', '=', hash)
    .executeTakeFirst();
}

/** @returns the key, revoked now or before; undefined when there is none. */
export function setRevoked(db: Connection, id: string, at: Date): Promise<Key | undefined> {
  return db
    .updateTable('api_keys')
    .set((column) => ({ revoked_at: column.fn.coalesce('revoked_at', column.val(at)) }))
    .where('id', '=', id)
    .returning(['merchant_id', 'id', 'mode', 'revoked_at'])
    .executeTakeFirst();
}

/** @returns those of the keys that are revoked, or gone. */
export async function listRevokedKeys(db: Connection, ids: readonly string[]): Promise<string[]> {
  const valid = await db
    .selectFrom('api_keys')
    .select('id')
    .where('id', 'in', ids)
    .where('revoked_at', 'is', null)
    .execute();
  const kept = new Set(valid.map(({ id }) => id));
  return ids.filter((id) => !kept.has(id));
}
