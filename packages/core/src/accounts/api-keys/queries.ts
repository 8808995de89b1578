import { type Insertable, type Selectable, sql } from 'kysely';
import type { Mode } from '../../platform/database/columns.ts';
import type { Connection } from '../../platform/database/connect.ts';
import type { ApiKeyTable } from '../../platform/database/tables/merchants.ts';

type Key = Pick<Selectable<ApiKeyTable>, 'merchant_id' | 'id' | 'mode' | 'revoked_at'>;

/** An API key without its hash, as staff see it. */
export type ListedKey = Omit<Selectable<ApiKeyTable>, 'hash' | 'made_by'> & {
  /** Whether it has expired by the database's clock. */
  readonly has_expired: boolean;
};

export interface KeyOwner extends Key, Pick<Selectable<ApiKeyTable>, 'scopes' | 'addresses'> {
  /** Whether it has expired by the database's clock. */
  readonly has_expired: boolean;
  /** The merchant's own limit in requests a second, null for the service's setting. */
  readonly rate_limit_per_second: number | null;
}

/** Whether a key has expired, by the database's clock: a process's clock may be wrong. */
const is_over = sql<boolean>`coalesce(api_keys.expires_at <= now(), false)`;
const has_expired = is_over.as('has_expired');

/** Whether a moment has passed, by the database's clock. */
export async function isOver(db: Connection, at: Date): Promise<boolean> {
  const { rows } = await sql<{ is_over: boolean }>`select ${at}::timestamptz <= now() as is_over`.execute(db);
  return rows[0]?.is_over ?? true;
}

export async function insertKey(db: Connection, key: Insertable<ApiKeyTable>): Promise<void> {
  await db.insertInto('api_keys').values(key).execute();
}

/** Lists a merchant's keys in a mode: working ones first, then the newest. */
export function listKeysOf(db: Connection, merchant_id: string, mode: Mode): Promise<ListedKey[]> {
  return selectListed(db, merchant_id, mode)
    .orderBy('revoked_at', (order) => order.desc().nullsFirst())
    .orderBy('id', 'desc')
    .execute();
}

export function findListedKey(
  db: Connection,
  { merchant_id, mode, id }: Pick<ListedKey, 'merchant_id' | 'mode' | 'id'>,
): Promise<ListedKey | undefined> {
  return selectListed(db, merchant_id, mode).where('id', '=', id).executeTakeFirst();
}

/**
 * Finds who created a key (null for the command line), and the key's name.
 *
 * @throws NoResultError (kysely) if the key does not exist; callers pass only keys that exist
 */
export function findKeyMaker(
  db: Connection,
  { merchant_id, id }: Pick<Key, 'merchant_id' | 'id'>,
): Promise<Pick<Selectable<ApiKeyTable>, 'made_by' | 'name' | 'last_four'> | undefined> {
  return db
    .selectFrom('api_keys')
    .select(['made_by', 'name', 'last_four'])
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .executeTakeFirst();
}

function selectListed(db: Connection, merchant_id: string, mode: Mode) {
  return db
    .selectFrom('api_keys')
    .select(['merchant_id', 'id', 'mode', 'last_four', 'name', 'scopes', 'addresses', 'expires_at'])
    .select(['made_by_name', 'last_used_at', 'created_at', 'revoked_at', has_expired])
    .where('merchant_id', '=', merchant_id)
    .where('mode', '=', mode);
}

/** Finds a key by its hash, including revoked keys, whose error differs from that of unknown keys. */
export function findKeyByHash(db: Connection, hash: Buffer): Promise<KeyOwner | undefined> {
  return db
    .selectFrom('api_keys')
    .innerJoin('merchants', 'merchants.id', 'api_keys.merchant_id')
    .select([
      'api_keys.merchant_id',
      'api_keys.id',
      'api_keys.mode',
      'api_keys.revoked_at',
      'api_keys.scopes',
      'api_keys.addresses',
      has_expired,
      'merchants.rate_limit_per_second',
    ])
    .where('api_keys.hash', '=', hash)
    .executeTakeFirst();
}

/** Revokes a key. @returns the key, revoked now or before; undefined when it does not exist */
export function setRevoked(db: Connection, id: string, at: Date): Promise<Key | undefined> {
  return db
    .updateTable('api_keys')
    .set((column) => ({ revoked_at: column.fn.coalesce('revoked_at', column.val(at)) }))
    .where('id', '=', id)
    .returning(['merchant_id', 'id', 'mode', 'revoked_at'])
    .executeTakeFirst();
}

/** @returns the ids of those keys that are revoked, expired or deleted */
export async function listEndedKeys(db: Connection, ids: readonly string[]): Promise<string[]> {
  const valid = await db
    .selectFrom('api_keys')
    .select('id')
    .where('id', 'in', ids)
    .where('revoked_at', 'is', null)
    .where(sql<boolean>`not ${is_over}`)
    .execute();
  const kept = new Set(valid.map(({ id }) => id));
  return ids.filter((id) => !kept.has(id));
}
