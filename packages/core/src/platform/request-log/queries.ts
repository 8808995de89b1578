import { type Selectable, sql } from 'kysely';
import type { Mode } from '../database/columns.ts';
import type { Connection } from '../database/connect.ts';
import type { ApiRequestTable } from '../database/tables/merchants.ts';

export type ApiRequest = Selectable<ApiRequestTable>;

/** The use of a key is recorded at most once a minute. */
const used_again_ms = 60_000;

export async function insertRequests(db: Connection, requests: readonly ApiRequest[]): Promise<void> {
  await db
    .insertInto('api_requests')
    .values([...requests])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Records the use of keys, unless it was recorded within the last minute. */
export async function touchKeys(
  db: Connection,
  keys: readonly Pick<ApiRequest, 'merchant_id' | 'key_id'>[],
  at: Date,
): Promise<void> {
  const merchant_ids = keys.map(({ merchant_id }) => merchant_id);
  const key_ids = keys.map(({ key_id }) => key_id);
  await sql`
    update api_keys set last_used_at = ${at}
    from unnest(${merchant_ids}::text[], ${key_ids}::text[]) as used (merchant_id, key_id)
    where api_keys.merchant_id = used.merchant_id and api_keys.id = used.key_id
      and (last_used_at is null or last_used_at < ${new Date(at.getTime() - used_again_ms)})`.execute(db);
}

/** The constant is part of the statement's text, so that the planner can use the partial index. */
const isRefused = sql<boolean>`status >= 400`;

/** Lists requests, newest first. */
export function listRequestRows(
  db: Connection,
  page: {
    readonly merchant_id: string;
    readonly mode: Mode;
    readonly refused: boolean | null;
    readonly key_id: string | null;
    readonly method: string | null;
    readonly status: number | null;
    /** A prefix. */
    readonly path: string | null;
    readonly id: string | null;
    readonly before: string | null;
    readonly limit: number;
  },
): Promise<ApiRequest[]> {
  const { refused, key_id, method, status, path, id, before } = page;
  return db
    .selectFrom('api_requests')
    .selectAll()
    .where('merchant_id', '=', page.merchant_id)
    .where('mode', '=', page.mode)
    .$if(refused !== null, (query) => query.where(refused ? isRefused : sql<boolean>`status < 400`))
    .$if(key_id !== null, (query) => query.where('key_id', '=', key_id ?? ''))
    .$if(method !== null, (query) => query.where('method', '=', method ?? ''))
    .$if(status !== null, (query) => query.where('status', '=', status ?? 0))
    .$if(status !== null && status >= 400, (query) => query.where(isRefused))
    .$if(path !== null, (query) => query.where(sql<boolean>`starts_with(path, ${path})`))
    .$if(id !== null, (query) => query.where('id', '=', id ?? ''))
    .$if(before !== null, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute();
}

/** @returns the number of deleted requests, at most `limit` */
export async function deleteOldRequests(db: Connection, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from api_requests where ctid = any(array(
      select ctid from api_requests where created_at < ${before} limit ${limit}
    ))`.execute(db);
  return Number(numAffectedRows ?? 0);
}
