import { type Selectable, sql } from 'kysely';
import type { Mode } from '../database/columns.ts';
import type { Connection } from '../database/connect.ts';
import type { ApiRequestTable } from '../database/tables/merchants.ts';
import { type Walk, walkRows } from '../lists/queries.ts';

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
const isRefused = sql`status >= 400`;

/** The filters of the request log; null ones are not applied. */
export interface RequestSelection {
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
}

/** Lists requests, newest first. Refused requests, and those of a key, have an index of their own. */
export function listRequestRows(db: Connection, page: RequestSelection): Promise<Walk<ApiRequest>> {
  const { merchant_id, mode, refused, key_id, method, status, path, id, before } = page;
  const are_refused = refused === true || (status !== null && status >= 400);
  const ofKey = key_id === null ? [] : [sql`key_id = ${key_id}`];
  const indexed = [
    // Not `mode = `, so that the order is not also that of the key, which holds the requests of all merchants.
    sql`merchant_id = ${merchant_id} and mode = any (array[${mode}]::text[])`,
    ...(are_refused ? [isRefused] : ofKey),
    ...(id === null ? [] : [sql`id = ${id}`]),
    ...(before === null ? [] : [sql`id < ${before}`]),
  ];
  const others = [
    ...(are_refused ? ofKey : []),
    ...(refused === false ? [sql`status < 400`] : []),
    ...(method === null ? [] : [sql`method = ${method}`]),
    ...(status === null ? [] : [sql`status = ${status}`]),
    ...(path === null ? [] : [sql`starts_with(path, ${path})`]),
  ];
  const source = sql`select * from api_requests where ${sql.join(indexed, sql` and `)} order by mode desc, id desc`;
  return walkRows(db, source, others, page.limit);
}

/** @returns the number of deleted requests, at most `limit` */
export async function deleteOldRequests(db: Connection, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from api_requests where ctid = any(array(
      select ctid from api_requests where created_at < ${before} limit ${limit}
    ))`.execute(db);
  return Number(numAffectedRows ?? 0);
}
