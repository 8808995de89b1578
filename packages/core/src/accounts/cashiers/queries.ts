import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Connection } from '../../platform/database/connect.ts';
import type { CashierTable } from '../../platform/database/tables/counter.ts';

export type Cashier = Selectable<CashierTable>;
type Key = Pick<Cashier, 'merchant_id' | 'id'>;

/** Inserts a cashier. @returns false if another cashier has the name, in whatever letter case */
export async function insertCashier(db: Connection, cashier: Insertable<CashierTable>): Promise<boolean> {
  const inserted = await db
    .insertInto('cashiers')
    .values(cashier)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Lists a merchant's cashiers by name, without the removed ones. */
export function listCashierRows(db: Connection, merchant_id: string): Promise<Cashier[]> {
  return db
    .selectFrom('cashiers')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('status', '=', 'active')
    .orderBy(({ fn }) => fn<string>('lower', ['name']))
    .orderBy('id')
    .execute();
}

/** Finds a cashier, also a removed one. */
export function findCashier(db: Connection, { merchant_id, id }: Key): Promise<Cashier | undefined> {
  return db
    .selectFrom('cashiers')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Finds a cashier like {@link findCashier}, and locks them until the transaction ends. */
export function lockCashier(tx: Connection, { merchant_id, id }: Key): Promise<Cashier | undefined> {
  return tx
    .selectFrom('cashiers')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Updates a cashier who has not been removed. @returns undefined if there is no such cashier */
export function updateCashier(
  db: Connection,
  { merchant_id, id }: Key,
  changes: Updateable<CashierTable>,
): Promise<Cashier | undefined> {
  return db
    .updateTable('cashiers')
    .set(changes)
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .where('status', '=', 'active')
    .returningAll()
    .executeTakeFirst();
}

/** When a further PIN may be tried. */
export interface Patience {
  readonly failures_max: number;
  /** From this number of failures, tries are only allowed after a pause. */
  readonly patient_from: number;
  /** The last failure must not be later. */
  readonly failed_before: Date;
  /** Unless it is later than this: then the clock was set back, and the pause would last until it catches up. */
  readonly failed_after: Date;
}

/**
 * Counts an attempt before the PIN is compared, so that concurrent attempts cannot exceed the limit.
 *
 * @returns the cashier, with the attempt counted as a failure; undefined if none is allowed now
 */
export function countPinAttempt(
  db: Connection,
  { merchant_id, id }: Key,
  at: Date,
  { failures_max, patient_from, failed_before, failed_after }: Patience,
): Promise<Cashier | undefined> {
  return db
    .updateTable('cashiers')
    .set(({ eb }) => ({ failures: eb('failures', '+', 1), failed_at: at }))
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .where('status', '=', 'active')
    .where('failures', '<', failures_max)
    .where(({ eb, or }) =>
      or([
        eb('failures', '<', patient_from),
        eb('failed_at', '<=', failed_before),
        eb('failed_at', '>', failed_after),
      ]),
    )
    .returningAll()
    .executeTakeFirst();
}
