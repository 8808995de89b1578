import { type Insertable, type Selectable, sql } from 'kysely';
import { chunksOf } from '../../../platform/database/chunks.ts';
import type { Mode } from '../../../platform/database/columns.ts';
import type { Connection } from '../../../platform/database/connect.ts';
import type {
  PayoutBatchLineTable,
  PayoutBatchTable,
} from '../../../platform/database/tables/payout-batches.ts';
import type { PayoutOrderTable } from '../../../platform/database/tables/payout-orders.ts';
import type { PayoutTable } from '../../../platform/database/tables/payouts.ts';
import type { PayoutState } from '../orders/schemas.ts';
import type { Finding } from './findings.ts';

export type Batch = Selectable<PayoutBatchTable>;
export type BatchLine = Selectable<PayoutBatchLineTable>;
export interface BatchKey {
  readonly merchant_id: string;
  readonly mode: Mode;
  readonly id: string;
}

/** Writes an upload with its findings, and its lines if it is valid. */
export async function insertBatch(
  tx: Connection,
  batch: Insertable<PayoutBatchTable>,
  lines: readonly Omit<BatchLine, 'merchant_id' | 'batch_id'>[],
  findings: readonly Finding[],
): Promise<void> {
  const { merchant_id, id: batch_id } = batch;
  await tx.insertInto('payout_batches').values(batch).execute();
  for (const rows of chunksOf(lines)) {
    await tx
      .insertInto('payout_batch_lines')
      .values(rows.map((row) => ({ ...row, merchant_id, batch_id })))
      .execute();
  }
  let number = 0;
  for (const rows of chunksOf(findings)) {
    await tx
      .insertInto('payout_batch_findings')
      .values(
        rows.map(({ details, ...row }) => {
          number += 1;
          return { ...row, merchant_id, batch_id, number, details: JSON.stringify(details) };
        }),
      )
      .execute();
  }
}

/** Finds a batch of a merchant in a mode; batches of another merchant or of the other mode are not found. */
export function findBatch(db: Connection, key: BatchKey): Promise<Batch | undefined> {
  return selectBatch(db, key).executeTakeFirst();
}

/** Locks the batch until the transaction ends, so that decisions are serialized. */
export function lockBatch(tx: Connection, key: BatchKey): Promise<Batch | undefined> {
  return selectBatch(tx, key).forUpdate().executeTakeFirst();
}

function selectBatch(db: Connection, { merchant_id, mode, id }: BatchKey) {
  return db
    .selectFrom('payout_batches')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('mode', '=', mode)
    .where('id', '=', id);
}

/** Lists batches, newest first: ids are in chronological order. */
export function listBatches(
  db: Connection,
  { merchant_id, mode, cursor, limit }: Omit<BatchKey, 'id'> & { cursor?: string | undefined; limit: number },
): Promise<Batch[]> {
  return db
    .selectFrom('payout_batches')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('mode', '=', mode)
    .$if(cursor !== undefined, (query) => query.where('id', '<', cursor ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Ends a batch that awaits confirmation. The caller has locked it. */
export async function endBatch(
  tx: Connection,
  { merchant_id, id }: BatchKey,
  end: Pick<Batch, 'ended_by' | 'ended_by_name' | 'ended_at'> & { status: 'confirmed' | 'discarded' },
): Promise<void> {
  await tx
    .updateTable('payout_batches')
    .set(end)
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .execute();
}

/**
 * Finds another batch with the same content: preferably the last one confirmed since the given time, otherwise the
 * last one uploaded since that time but before this batch.
 */
export async function findSameBatch(db: Connection, batch: Batch, since: Date): Promise<Batch | undefined> {
  const { merchant_id, mode, id, file_hash } = batch;
  const { rows } = await sql<Batch>`
    select * from payout_batches
    where merchant_id = ${merchant_id} and mode = ${mode} and file_hash = ${file_hash} and id <> ${id}
      and coalesce(ended_at, created_at) >= ${since} and (status = 'confirmed' or (status = 'checked' and id < ${id}))
    order by status = 'confirmed' desc, ended_at desc, id desc
    limit 1`.execute(db);
  return rows[0];
}

/** Counts the confirmed batches with the same content as this one. */
export async function countConfirmed(
  db: Connection,
  { merchant_id, mode, file_hash }: Pick<Batch, 'merchant_id' | 'mode' | 'file_hash'>,
): Promise<number> {
  const { count } = await db
    .selectFrom('payout_batches')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('merchant_id', '=', merchant_id)
    .where('mode', '=', mode)
    .where('file_hash', '=', file_hash)
    .where('status', '=', 'confirmed')
    .executeTakeFirstOrThrow();
  return count;
}

export interface LineSum {
  readonly batch_id: string;
  readonly currency: string;
  readonly operator: string;
  readonly payouts: number;
  readonly amount_minor: bigint;
}

/** Sums the lines of batches, by currency and operator. */
export async function sumLines(
  db: Connection,
  merchant_id: string,
  batch_ids: readonly string[],
): Promise<LineSum[]> {
  const { rows } = await sql<LineSum>`
    select batch_id, currency, operator, count(*)::int as payouts, sum(amount_minor)::bigint as amount_minor
    from payout_batch_lines
    where merchant_id = ${merchant_id} and batch_id = any (${[...batch_ids]}::text[])
    group by batch_id, currency, operator
    order by batch_id, currency, operator`.execute(db);
  return rows;
}

export interface StateCount {
  readonly batch_id: string;
  readonly state: PayoutState;
  readonly payouts: number;
}

/** Counts the payouts of batches by state. */
export async function countStates(
  db: Connection,
  merchant_id: string,
  batch_ids: readonly string[],
): Promise<StateCount[]> {
  const { rows } = await sql<StateCount>`
    select made.batch_id, count(*)::int as payouts,
      case
        when payout.needs_review then 'stuck'
        when payout.status = 'pending' and made.approval = 'waiting' then 'waiting'
        else payout.status
      end as state
    from payout_orders as made
    join payouts as payout on payout.merchant_id = made.merchant_id and payout.id = made.payout_id
    where made.merchant_id = ${merchant_id} and made.batch_id = any (${[...batch_ids]}::text[])
    group by 1, 3`.execute(db);
  return rows;
}

/** Lists findings in their order, errors before warnings. */
export async function listFindings(
  db: Connection,
  { merchant_id, id }: BatchKey,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<Finding[]> {
  const { rows } = await sql<Finding>`
    select is_error, line, field, code, details from payout_batch_findings
    where merchant_id = ${merchant_id} and batch_id = ${id}
    order by is_error desc, number
    limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** A line with its payout; the payout's columns are null before the file is confirmed. */
export type PaidLine = BatchLine &
  (
    | (Pick<PayoutTable, 'failure_operator_code' | 'paid_at'> & {
        readonly payout_id: string;
        readonly state: PayoutState;
        readonly failure_reason: string | null;
      })
    | Readonly<Record<'payout_id' | 'state' | 'failure_reason' | 'failure_operator_code' | 'paid_at', null>>
  );

/** Lists lines in their order. @param after the number of the last line read */
export async function listLines(
  db: Connection,
  { merchant_id, id }: BatchKey,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<PaidLine[]> {
  const { rows } = await sql<PaidLine>`
    select asked.*, payout.id as payout_id, payout.failure_reason, payout.failure_operator_code, payout.paid_at,
      case
        when payout.needs_review then 'stuck'
        when payout.status = 'pending' and made.approval = 'waiting' then 'waiting'
        else payout.status
      end as state
    from payout_batch_lines as asked
    left join payout_orders as made
      on made.merchant_id = asked.merchant_id and made.batch_id = asked.batch_id and made.batch_line = asked.line
    left join payouts as payout on payout.merchant_id = made.merchant_id and payout.id = made.payout_id
    where asked.merchant_id = ${merchant_id} and asked.batch_id = ${id} and asked.line > ${after}
    order by asked.line
    limit ${limit}`.execute(db);
  return rows;
}

/** Writes payouts with their authors; the caller books the money and adds the jobs. */
export async function insertPayouts(
  tx: Connection,
  payouts: readonly Insertable<PayoutTable>[],
  orders: readonly Insertable<PayoutOrderTable>[],
): Promise<void> {
  for (const rows of chunksOf(payouts)) await tx.insertInto('payouts').values(rows).execute();
  for (const rows of chunksOf(orders)) await tx.insertInto('payout_orders').values(rows).execute();
}

/** Lists the ids of the payouts of a batch that await approval, in the order of the file. */
export async function listWaiting(db: Connection, { merchant_id, id }: BatchKey): Promise<string[]> {
  const rows = await db
    .selectFrom('payout_orders as made')
    .innerJoin('payouts as payout', (join) =>
      join
        .onRef('payout.merchant_id', '=', 'made.merchant_id')
        .onRef('payout.id', '=', 'made.payout_id')
        .on('payout.status', '=', 'pending'),
    )
    .select('made.payout_id')
    .where('made.merchant_id', '=', merchant_id)
    .where('made.batch_id', '=', id)
    .where('made.approval', '=', 'waiting')
    .orderBy('made.batch_line')
    .execute();
  return rows.map(({ payout_id }) => payout_id);
}

/** Deletes batches that were never confirmed. @returns how many were deleted, at most `limit` */
export async function deleteUnconfirmed(db: Connection, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from payout_batches where (merchant_id, id) in (
      select merchant_id, id from payout_batches
      where status <> 'confirmed' and created_at < ${before}
      limit ${limit} for update skip locked
    )
    returning id`.execute(db);
  return rows.length;
}
