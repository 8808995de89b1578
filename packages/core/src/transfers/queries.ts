import { type Insertable, type Selectable, sql } from 'kysely';
import type { Claim } from '../operator-calls/ask.ts';
import { notInquired } from '../operator-calls/queries.ts';
import type { Mode } from '../platform/database/columns.ts';
import type { Connection } from '../platform/database/connect.ts';
import type { TransferStatus, TransferTransitionTable } from '../platform/database/tables/transfers.ts';
import type { Transfer, TransferFacts, TransferKey, TransferKind, TransferNoun } from './transfer.ts';

const tableOf = (noun: TransferNoun) => `${noun}s` as const;
const historyOf = (noun: TransferNoun) => `${noun}_transitions` as const;

/** Selects the transfers of a kind, with all their columns. */
export function selectTransfers<Row extends Transfer>(
  db: Connection,
  { noun, columns }: Pick<TransferKind<Row>, 'noun' | 'columns'>,
) {
  return db.selectFrom(tableOf(noun)).selectAll().select(columns).$castTo<Row>();
}

/** Finds a transfer of a merchant in one mode; those of other merchants or of the other mode are not found. */
export function findTransfer<Row extends Transfer>(
  db: Connection,
  kind: TransferKind<Row>,
  { merchant_id, mode, id }: TransferKey & { readonly mode: Mode },
): Promise<Row | undefined> {
  return selectTransfers<Row>(db, kind)
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .where('mode', '=', mode)
    .executeTakeFirst();
}

/** Finds a transfer by its id alone, for instance for the command line. */
export function findTransferById<Row extends Transfer>(
  db: Connection,
  kind: TransferKind<Row>,
  id: string,
): Promise<Row | undefined> {
  return selectTransfers<Row>(db, kind).where('id', '=', id).executeTakeFirst();
}

/** Finds a transfer of any merchant by our reference, which is all that a callback carries. */
export function findTransferByReference<Row extends Transfer>(
  db: Connection,
  kind: TransferKind<Row>,
  reference: string,
): Promise<Row | undefined> {
  return selectTransfers<Row>(db, kind).where('reference', '=', reference).executeTakeFirst();
}

/** Finds a transfer whose status is `processing`; undefined if it was not sent yet or has ended. */
export function findProcessingTransfer<Row extends Transfer>(
  db: Connection,
  kind: TransferKind<Row>,
  { merchant_id, id }: TransferKey,
): Promise<Row | undefined> {
  return selectTransfers<Row>(db, kind)
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .where('status', 'is not distinct from', 'processing')
    .executeTakeFirst();
}

/**
 * Locks the transfer until the transaction ends. Every change of a transfer starts here.
 *
 * @throws NoResultError (kysely) for an unknown id, which is a bug: callers pass ids that we issued
 */
export function lockTransfer<Row extends Transfer>(
  tx: Connection,
  kind: TransferKind<Row>,
  { merchant_id, id }: TransferKey,
): Promise<Row> {
  return selectTransfers<Row>(tx, kind)
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Locks transfers of one merchant, as {@link lockTransfer} locks one, in the order of their ids. */
export function lockTransfers<Row extends Transfer>(
  tx: Connection,
  kind: TransferKind<Row>,
  merchant_id: string,
  ids: readonly string[],
): Promise<Row[]> {
  return selectTransfers<Row>(tx, kind)
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Passes any number of ids as a single parameter. */
const anyOf = (ids: readonly string[]) => sql<string>`any (${[...ids]}::text[])`;

/**
 * Changes the status of transfers of one merchant, and writes a row of history for each.
 *
 * @returns the changed transfers, in no order; those whose status was no longer `from` are left out
 */
export function updateStatuses<Row extends Transfer>(
  tx: Connection,
  { noun, columns }: TransferKind<Row>,
  { merchant_id, ids }: { readonly merchant_id: string; readonly ids: readonly string[] },
  { from, to, facts }: { from: TransferStatus; to: TransferStatus; facts: TransferFacts },
  history: Pick<Insertable<TransferTransitionTable>, 'event' | 'via' | 'raw' | 'created_at'>,
): Promise<Row[]> {
  const { event, via, raw, created_at } = history;
  return tx
    .with('changed', (part) =>
      part
        .updateTable(tableOf(noun))
        .set({ ...facts, status: to })
        .set('sequence', sql<number>`sequence + 1`)
        .where('merchant_id', '=', merchant_id)
        .where('id', '=', anyOf(ids))
        .where('status', 'is not distinct from', from)
        .returningAll()
        .returning(columns),
    )
    .with('noted', (part) =>
      part
        .insertInto(historyOf(noun) as 'payout_transitions')
        .columns([
          ...(['merchant_id', `${noun}_id` as 'payout_id', 'sequence'] as const),
          ...(['from_status', 'event', 'to_status', 'via', 'raw', 'created_at'] as const),
        ])
        .expression((from_) =>
          from_
            .selectFrom('changed')
            .select([
              'merchant_id',
              'id',
              'sequence',
              sql<string>`${from}::text`.as('from_status'),
              sql<string>`${event}::text`.as('event'),
              sql<string>`${to}::text`.as('to_status'),
              sql<string>`${via}::text`.as('via'),
              sql<string>`${raw}::jsonb`.as('raw'),
              sql<Date>`${created_at}::timestamptz`.as('created_at'),
            ]),
        ),
    )
    .selectFrom('changed')
    .selectAll()
    .$castTo<Row>()
    .execute();
}

/**
 * Flags a transfer for review if it is still processing. A transfer that has ended in the meantime needs no review.
 */
export async function markForReview(
  db: Connection,
  { noun }: Pick<TransferKind, 'noun'>,
  { merchant_id, id }: TransferKey,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable(tableOf(noun))
    .set({ needs_review: true })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .where('status', 'is not distinct from', 'processing')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Updates columns of a transfer other than its status. */
export async function updateFacts(
  db: Connection,
  { noun }: Pick<TransferKind, 'noun'>,
  { merchant_id, id }: TransferKey,
  facts: TransferFacts,
): Promise<void> {
  await db
    .updateTable(tableOf(noun))
    .set(facts)
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .execute();
}

/** Lists the history of a transfer, oldest first. */
export function listTransitions(
  db: Connection,
  { noun }: Pick<TransferKind, 'noun'>,
  { merchant_id, id }: TransferKey,
): Promise<Selectable<TransferTransitionTable>[]> {
  return db
    .selectFrom(historyOf(noun))
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where(`${noun}_id`, '=', id)
    .orderBy('sequence')
    .execute();
}

/**
 * Claims the right to inquire about a transfer: while the claim lasts, and for a moment afterwards, nobody else can
 * inquire about the same transfer.
 *
 * @param claim.until the time by which the inquiry will have ended
 * @param claim.not_since an inquiry is due when the last one was before this time
 * @param claim.also_pending include a transfer not recorded as sent
 * @param claim.also_ended include a transfer that has ended: operators sometimes refuse first and pay later, or
 * reverse a success
 * @returns the transfer with its number of inquiries incremented; undefined if an inquiry is in progress or was
 * made a moment ago, or if there is nothing to inquire about
 */
export function claimInquiry<Row extends Transfer>(
  db: Connection,
  { noun, columns }: TransferKind<Row>,
  { merchant_id, id }: TransferKey,
  claim: Claim & { also_ended: boolean; also_pending: boolean },
): Promise<Row | undefined> {
  const statuses = [
    'processing',
    ...(claim.also_ended ? (['failed', 'success', 'reversed'] as const) : []),
    ...(claim.also_pending ? (['pending'] as const) : []),
  ] as const;
  return (
    db
      .updateTable(tableOf(noun))
      .set({ inquired_at: claim.until, inquiries: sql<number>`inquiries + 1` })
      .where('merchant_id', '=', merchant_id)
      .where('id', '=', id)
      // The row is to be found by its id. Written this way, the condition keeps PostgreSQL from using an index of
      // open transfers instead, even if it expects only a few of them.
      .where((where) => where.or(statuses.map((status) => where('status', 'is not distinct from', status))))
      .where(notInquired(claim.not_since, claim.not_after))
      .returningAll()
      .returning(columns)
      .$castTo<Row>()
      .executeTakeFirst()
  );
}
