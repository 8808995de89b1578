import type { Selectable, Updateable } from 'kysely';
import type { Connection } from '../database/connect.ts';
import type { Mode, PaymentStatus, PaymentTable, PaymentTransitionTable } from '../database/schema.ts';

export type Payment = Selectable<PaymentTable>;
export type PaymentTransition = Selectable<PaymentTransitionTable>;

/** Merchant and mode are part of every look-up: another's payment does not exist. */
export function findPayment(
  db: Connection,
  key: { merchant_id: string; mode: Mode; id: string },
): Promise<Payment | undefined> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('merchant_id', '=', key.merchant_id)
    .where('id', '=', key.id)
    .where('mode', '=', key.mode)
    .executeTakeFirst();
}

/** For staff who hold an id but not the merchant (command line). */
export function findPaymentById(db: Connection, id: string): Promise<Payment | undefined> {
  return db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst();
}

/** @throws NoResultError (kysely): the caller holds an id that we gave ourselves */
export function getPayment(db: Connection, merchant_id: string, id: string): Promise<Payment> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Holds the payment until the transaction ends. Everything that changes a payment, its attempts or its session starts here. */
export function lockPayment(tx: Connection, merchant_id: string, id: string): Promise<Payment> {
  return tx
    .selectFrom('payments')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** @returns the changed payment, undefined when its status was no longer `from`. */
export function updatePaymentStatus(
  tx: Connection,
  payment: Payment,
  change: { from: PaymentStatus; to: PaymentStatus; facts: Updateable<PaymentTable> },
): Promise<Payment | undefined> {
  return tx
    .updateTable('payments')
    .set((column) => ({ ...change.facts, status: change.to, sequence: column('sequence', '+', 1) }))
    .where('merchant_id', '=', payment.merchant_id)
    .where('id', '=', payment.id)
    .where('status', '=', change.from)
    .returningAll()
    .executeTakeFirst();
}

export async function insertPaymentTransition(tx: Connection, row: PaymentTransition): Promise<void> {
  await tx.insertInto('payment_transitions').values(row).execute();
}

export function listPaymentTransitions(
  db: Connection,
  merchant_id: string,
  payment_id: string,
): Promise<PaymentTransition[]> {
  return db
    .selectFrom('payment_transitions')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('payment_id', '=', payment_id)
    .orderBy('sequence')
    .execute();
}
