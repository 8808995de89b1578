import { type Insertable, type Selectable, sql } from 'kysely';
import type { Connection } from '../../platform/database/connect.ts';
import {
  columnsOf,
  inOrderOf,
  keysOf,
  ofMerchant,
  recordsOf,
} from '../../platform/database/records/queries.ts';
import type { CallbackTable } from '../../platform/database/tables/operators.ts';
import { forMany } from '../../platform/groups/for-many.ts';

export type Callback = Selectable<CallbackTable>;
/** The key of a stored callback. */
export type CallbackKey = Pick<Callback, 'merchant_id' | 'account_id' | 'id'>;
export type NewCallback = Omit<Insertable<CallbackTable>, 'copies'>;

/**
 * Stores a callback. Concurrent calls may share a statement, in which every callback is different: copies of the
 * same callback are stored one after another.
 *
 * @returns the id of the stored callback: that of the earlier one if this is a copy
 */
export function insertCallback(tx: Connection, row: NewCallback): Promise<string> {
  return insertOne(tx, row);
}

const insertOne = forMany<NewCallback, string>('write', async (tx, callbacks) => {
  const rows = callbacks.map((one) => ({ ...one, digest: `\\x${one.digest.toString('hex')}` }));
  const columns = sql.join(columnsOf(rows[0] ?? {}).map((column) => sql.ref(column)));
  const { rows: stored } = await sql<{ id: string; digest: Buffer }>`
    insert into callbacks (${columns})
    select ${columns} from ${recordsOf('callbacks', rows)} as callback
    order by digest
    on conflict (digest, merchant_id, account_id) do update set
      copies = callbacks.copies + 1,
      -- The contents of a stranger's callback were deleted, and it may be proven now.
      body = excluded.body, headers_sealed = excluded.headers_sealed, url = excluded.url
    returning id, digest`.execute(tx);
  const byDigest = new Map(stored.map(({ id, digest }) => [digest.toString('hex'), id]));
  return callbacks.map(({ digest }) => {
    const id = byDigest.get(digest.toString('hex'));
    if (id === undefined) throw new Error('a callback was not stored');
    return id;
  });
});

export function findCallback(db: Connection, key: CallbackKey): Promise<Callback | undefined> {
  return findOne(db, key);
}

const findOne = forMany<CallbackKey, Callback | undefined>('read', async (db, keys) => {
  const { rows } = await sql<Callback>`
    select callback.* from ${keysOf(keys, 'merchant_id text, account_id text, id text')}
    cross join lateral (
      select * from callbacks
      where merchant_id = wanted.merchant_id and account_id = wanted.account_id and id = wanted.id
        ${ofMerchant(db, 'merchant_id', keys)}
      limit 1
    ) as callback`.execute(db);
  return inOrderOf(keys, rows);
});

/** Finds a callback by its id alone, for the command line. */
export function findCallbackById(db: Connection, id: string): Promise<Callback | undefined> {
  return db.selectFrom('callbacks').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Lists callbacks, newest first. */
export function listCallbacks(
  db: Connection,
  { account_id, with_problem, limit }: { account_id: string; with_problem: boolean; limit: number },
): Promise<Callback[]> {
  return db
    .selectFrom('callbacks')
    .selectAll()
    .where('account_id', '=', account_id)
    .$if(with_problem, (query) => query.where('problem', 'is not', null))
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Reduces a callback to its arrival, size and hash; its contents are deleted. */
export async function dropContents(
  db: Connection,
  key: CallbackKey,
  left: Pick<Callback, 'url' | 'headers_sealed'>,
): Promise<void> {
  await db
    .updateTable('callbacks')
    .set({ ...left, body: '' })
    .where('merchant_id', '=', key.merchant_id)
    .where('account_id', '=', key.account_id)
    .where('id', '=', key.id)
    .execute();
}

/** The result of processing a callback: its time, and the problem if any. */
export interface Taking {
  /** null until it is processed. */
  readonly processed_at: Date | null;
  /** The reason why the callback changed nothing, or less than it reports; null when it was applied. */
  readonly problem: string | null;
}

/** Records the result of processing a callback. One that was processed before keeps its problem until it is again. */
export function noteTaking(db: Connection, key: CallbackKey, taking: Taking): Promise<void> {
  const { merchant_id, account_id, id } = key;
  return noteOne(db, { merchant_id, account_id, id, ...taking });
}

const noteOne = forMany<CallbackKey & Taking, void>('write', async (db, takings) => {
  const keys = takings.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const columns = 'merchant_id text, account_id text, id text, processed_at timestamptz, problem text';
  await sql`
    with wanted as materialized (select * from ${keysOf(keys, columns)})
    update callbacks as callback set
      processed_at = coalesce(wanted.processed_at, callback.processed_at),
      problem = case when wanted.processed_at is null and callback.processed_at is not null
        then callback.problem else wanted.problem end
    from wanted
    where callback.id = any (array(select id from wanted))
      and callback.merchant_id = wanted.merchant_id and callback.account_id = wanted.account_id
      and callback.id = wanted.id ${ofMerchant(db, 'callback.merchant_id', keys)}`.execute(db);
  return takings.map(() => undefined);
});

/** Deletes the oldest callbacks, up to a limit. @returns how many were deleted */
export async function deleteCallbacksBefore(db: Connection, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from callbacks
    where ctid = any (array(
      select ctid from callbacks where received_at < ${before} order by received_at limit ${limit}
    ))`.execute(db);
  return Number(numAffectedRows);
}

type Sent = 'attempts' | 'payouts' | 'refunds';

export const everywhere: readonly Sent[] = ['attempts', 'payouts', 'refunds'];

/** Finds our references for a provider reference of an account: two if the provider used its reference twice. */
export async function findReferencesByProvider(
  db: Connection,
  account_id: string,
  { provider_reference, tables }: { readonly provider_reference: string; readonly tables: readonly Sent[] },
): Promise<readonly string[]> {
  const found = tables.map(
    (table) => sql`select reference from ${sql.table(table)}
      where account_id = ${account_id} and provider_reference = ${provider_reference}`,
  );
  const { rows } = await sql<{ reference: string }>`${sql.join(found, sql` union all `)} limit 2`.execute(db);
  return rows.map(({ reference }) => reference);
}

/** Saves the provider's own reference if none is known yet. */
export async function noteProviderReference(
  db: Connection,
  table: Sent,
  { merchant_id, id }: { merchant_id: string; id: string },
  provider_reference: string,
): Promise<void> {
  await sql`
    update ${sql.table(table)} set provider_reference = ${provider_reference}
    where merchant_id = ${merchant_id} and id = ${id} and provider_reference is null`.execute(db);
}

/** Saves the receipt of an attempt if none is known yet. */
export async function setReceipt(
  db: Connection,
  { merchant_id, id }: { merchant_id: string; id: string },
  receipt: string,
): Promise<void> {
  await db
    .updateTable('attempts')
    .set({ receipt })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .where('receipt', 'is', null)
    .execute();
}
