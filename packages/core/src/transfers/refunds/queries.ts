import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Connection } from '../../platform/database/connect.ts';
import type {
  RefundStatus,
  RefundTable,
  RefundTransitionTable,
} from '../../platform/database/tables/refunds.ts';

/** With what its attempt says: whether the money came a second time. */
export type Refund = Selectable<RefundTable> & { readonly duplicate: boolean };
/** What names a refund to our own code. */
export type RefundKey = Pick<Refund, 'merchant_id' | 'id'>;

function selectRefunds(db: Connection) {
  return db
    .selectFrom('refunds')
    .innerJoin('attempts', (join) =>
      join
        .onRef('attempts.merchant_id', '=', 'refunds.merchant_id')
        .onRef('attempts.id', '=', 'refunds.attempt_id'),
    )
    .selectAll('refunds')
    .select('attempts.duplicate');
}

export async function insertRefund(tx: Connection, refund: Insertable<RefundTable>): Promise<void> {
  await tx.insertInto('refunds').values(refund).execute();
}

/** For staff who hold an id but not the merchant (command line). */
export function findRefundById(db: Connection, id: string): Promise<Refund | undefined> {
  return selectRefunds(db).where('refunds.id', '=', id).executeTakeFirst();
}

/** Of whichever merchant: the reference is all that a callback carries. */
export function findRefundByReference(db: Connection, reference: string): Promise<Refund | undefined> {
  return selectRefunds(db).where('refunds.reference', '=', reference).executeTakeFirst();
}

/** The refund while its end is not known; undefined before it is sent and afterwards. */
export function findProcessingRefund(db: Connection, key: RefundKey): Promise<Refund | undefined> {
  return selectRefunds(db)
    .where('refunds.merchant_id', '=', key.merchant_id)
    .where('refunds.id', '=', key.id)
    .where('refunds.status', '=', 'processing')
    .executeTakeFirst();
}

/** Oldest first. */
export function listRefunds(db: Connection, merchant_id: string, payment_id: string): Promise<Refund[]> {
  return selectRefunds(db)
    .where('refunds.merchant_id', '=', merchant_id)
    .where('refunds.payment_id', '=', payment_id)
    .orderBy('refunds.id')
    .execute();
}

/**
 * Holds the refund until the transaction ends. Everything that changes a refund starts here.
 *
 * @throws NoResultError (kysely): the caller holds an id that we gave ourselves
 */
export function lockRefund(tx: Connection, key: RefundKey): Promise<Refund> {
  return selectRefunds(tx)
    .where('refunds.merchant_id', '=', key.merchant_id)
    .where('refunds.id', '=', key.id)
    .forUpdate('refunds')
    .executeTakeFirstOrThrow();
}

/**
 * What was given back of an attempt's money, or is on its way: all that did not fail. The caller holds the payment.
 *
 * @returns sums, and the id of the refund that is still open
 */
export function sumReturned(
  tx: Connection,
  { merchant_id, attempt_id }: Pick<Refund, 'merchant_id' | 'attempt_id'>,
): Promise<{ returned_minor: bigint; returned_fee_minor: bigint; open_id: string | null }> {
  return tx
    .selectFrom('refunds')
    .select([
      sql<bigint>`coalesce(sum(amount_minor), 0)::bigint`.as('returned_minor'),
      sql<bigint>`coalesce(sum(fee_minor), 0)::bigint`.as('returned_fee_minor'),
      sql<string | null>`min(id) filter (where status in ('pending', 'processing'))`.as('open_id'),
    ])
    .where('merchant_id', '=', merchant_id)
    .where('attempt_id', '=', attempt_id)
    .where('status', '<>', 'failed')
    .executeTakeFirstOrThrow();
}

/** @returns the changed refund, undefined when its status was no longer `from`. */
export async function updateRefundStatus(
  tx: Connection,
  refund: Pick<Refund, 'merchant_id' | 'id' | 'duplicate'>,
  change: { from: RefundStatus; to: RefundStatus; facts: Updateable<RefundTable> },
): Promise<Refund | undefined> {
  const changed = await tx
    .updateTable('refunds')
    .set((column) => ({ ...change.facts, status: change.to, sequence: column('sequence', '+', 1) }))
    .where('merchant_id', '=', refund.merchant_id)
    .where('id', '=', refund.id)
    .where('status', '=', change.from)
    .returningAll()
    .executeTakeFirst();
  return changed && { ...changed, duplicate: refund.duplicate };
}

/** Records facts; the status stays as it is. */
export async function updateRefundFacts(
  db: Connection,
  refund: RefundKey,
  facts: Omit<Updateable<RefundTable>, 'status' | 'sequence'>,
): Promise<void> {
  await db
    .updateTable('refunds')
    .set(facts)
    .where('merchant_id', '=', refund.merchant_id)
    .where('id', '=', refund.id)
    .execute();
}

export async function insertRefundTransition(
  tx: Connection,
  row: Insertable<RefundTransitionTable>,
): Promise<void> {
  await tx.insertInto('refund_transitions').values(row).execute();
}

/** In the order in which they happened. */
export function listRefundTransitions(
  db: Connection,
  refund: RefundKey,
): Promise<Selectable<RefundTransitionTable>[]> {
  return db
    .selectFrom('refund_transitions')
    .selectAll()
    .where('merchant_id', '=', refund.merchant_id)
    .where('refund_id', '=', refund.id)
    .orderBy('sequence')
    .execute();
}

/**
 * Takes the right to ask the operator about a refund: nobody else may while it is asked, nor for a while after.
 *
 * @param claim.until when asking is over at the latest
 * @param claim.not_since the operator may be asked again when it was last asked before this
 * @param claim.also_failed ask also when it has failed: operators do say no first and yes later
 * @returns the refund with its look-ups counted up, undefined when someone else is asking or asked a moment ago, or
 *   when there is nothing to ask
 */
export function claimRefundLookUp(
  db: Connection,
  key: RefundKey,
  claim: { until: Date; not_since: Date; also_failed?: boolean },
): Promise<Refund | undefined> {
  return db
    .updateTable('refunds')
    .from('attempts')
    .set((column) => ({ looked_up_at: claim.until, look_ups: column('refunds.look_ups', '+', 1) }))
    .whereRef('attempts.merchant_id', '=', 'refunds.merchant_id')
    .whereRef('attempts.id', '=', 'refunds.attempt_id')
    .where('refunds.merchant_id', '=', key.merchant_id)
    .where('refunds.id', '=', key.id)
    .where('refunds.status', 'in', claim.also_failed ? ['processing', 'failed'] : ['processing'])
    .where((where) =>
      where.or([
        where('refunds.looked_up_at', 'is', null),
        where('refunds.looked_up_at', '<', claim.not_since),
      ]),
    )
    .returningAll('refunds')
    .returning('attempts.duplicate')
    .executeTakeFirst();
}
