import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Connection } from '../../platform/database/connect.ts';
import type { CallbackTable } from '../../platform/database/tables/operators.ts';

export type Callback = Selectable<CallbackTable>;
/** The key of a callback in our own code. */
export type CallbackKey = Pick<Callback, 'merchant_id' | 'account_id' | 'id'>;

/** @returns the id of the stored callback: an earlier one, if this is a copy of it */
export async function insertCallback(
  tx: Connection,
  row: Insertable<CallbackTable>,
): Promise<{ id: string }> {
  return tx
    .insertInto('callbacks')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['merchant_id', 'account_id', 'digest']).doUpdateSet(({ ref }) => ({
        copies: sql<number>`callbacks.copies + 1`,
        // A callback treated as a stranger's was not stored, and may be proven now.
        body: ref('excluded.body'),
        headers_sealed: ref('excluded.headers_sealed'),
        url: ref('excluded.url'),
      })),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
}

export function findCallback(db: Connection, key: CallbackKey): Promise<Callback | undefined> {
  return db
    .selectFrom('callbacks')
    .selectAll()
    .where('merchant_id', '=', key.merchant_id)
    .where('account_id', '=', key.account_id)
    .where('id', '=', key.id)
    .executeTakeFirst();
}

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

export async function updateCallback(
  db: Connection,
  key: CallbackKey,
  facts: Updateable<CallbackTable>,
): Promise<void> {
  await db
    .updateTable('callbacks')
    .set(facts)
    .where('merchant_id', '=', key.merchant_id)
    .where('account_id', '=', key.account_id)
    .where('id', '=', key.id)
    .execute();
}

/** Deletes the oldest callbacks, up to a limit. @returns how many were deleted */
export async function deleteCallbacksBefore(db: Connection, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from callbacks
    where ctid = any (array(
      select ctid from callbacks where received_at < ${before} order by received_at limit ${limit}
    ))`.execute(db);
  return Number(numAffectedRows);
}

/** Finds our references for an account's provider reference: two if the provider used it twice. */
export async function findReferencesByProvider(
  db: Connection,
  account_id: string,
  provider_reference: string,
): Promise<readonly string[]> {
  const { rows } = await sql<{ reference: string }>`
    select reference from attempts
    where account_id = ${account_id} and provider_reference = ${provider_reference}
    union all select reference from payouts
    where account_id = ${account_id} and provider_reference = ${provider_reference}
    union all select reference from refunds
    where account_id = ${account_id} and provider_reference = ${provider_reference}
    limit 2`.execute(db);
  return rows.map(({ reference }) => reference);
}

/** Saves the provider's own reference if none is known yet. */
export async function noteProviderReference(
  db: Connection,
  table: 'attempts' | 'payouts' | 'refunds',
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
