import { type Selectable, sql, type Updateable } from 'kysely';
import type { Mode } from '../platform/database/columns.ts';
import type { Connection } from '../platform/database/connect.ts';
import type { PaymentTable, PaymentTransitionTable } from '../platform/database/tables/payments.ts';

export type Payment = Selectable<PaymentTable>;
export type PaymentTransition = Selectable<PaymentTransitionTable>;

/** Finds a payment by merchant and mode as well: another merchant's payment does not exist. */
export function findPayment(
  db: Connection,
  key: { merchant_id: string; mode: Mode; id: string },
): Promise<Payment | undefined> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('merchant_id', '=', key.merchant_id)
    .where('id', '=', key.id)
    .where('mode', 'is not distinct from', key.mode)
    .executeTakeFirst();
}

/** Finds a payment by its id alone, for the command line. */
export function findPaymentById(db: Connection, id: string): Promise<Payment | undefined> {
  return db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst();
}

/** @throws NoResultError (kysely) for an unknown id, which callers never have */
export function getPayment(db: Connection, merchant_id: string, id: string): Promise<Payment> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/**
 * Locks the payment until the transaction ends. Everything that changes a payment, its attempts or its
 * session starts here.
 */
export function lockPayment(tx: Connection, merchant_id: string, id: string): Promise<Payment> {
  return tx
    .selectFrom('payments')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/**
 * Changes a payment's status with the row of its history.
 *
 * @returns the updated payment, undefined when its status was no longer `from_status`
 */
export function changePaymentStatus(
  tx: Connection,
  { merchant_id, id }: Pick<Payment, 'merchant_id' | 'id'>,
  transition: Omit<PaymentTransition, 'merchant_id' | 'payment_id' | 'sequence'>,
  facts: Updateable<PaymentTable>,
): Promise<Payment | undefined> {
  const { from_status, event, to_status, attempt_id, created_at } = transition;
  return tx
    .with('changed', (with_) =>
      with_
        .updateTable('payments')
        .set((column) => ({ ...facts, status: to_status, sequence: column('sequence', '+', 1) }))
        .where('merchant_id', '=', merchant_id)
        .where('id', '=', id)
        .where('status', 'is not distinct from', from_status)
        .returningAll(),
    )
    .with('noted', (with_) =>
      with_
        .insertInto('payment_transitions')
        .columns([
          'merchant_id',
          'payment_id',
          'sequence',
          'from_status',
          'event',
          'to_status',
          'attempt_id',
          'created_at',
        ])
        .expression((select) =>
          select
            .selectFrom('changed')
            .select(({ val }) => [
              'merchant_id',
              'id',
              'sequence',
              val(from_status).as('from_status'),
              val(event).as('event'),
              val(to_status).as('to_status'),
              val(attempt_id).as('attempt_id'),
              val(created_at).as('created_at'),
            ]),
        ),
    )
    .selectFrom('changed')
    .selectAll()
    .executeTakeFirst();
}

/** Records money received for a payment whose status does not change. The caller has locked it. */
export async function noteReceived(
  tx: Connection,
  { merchant_id, id }: Pick<Payment, 'merchant_id' | 'id'>,
  received: Pick<Payment, 'received_minor' | 'received_currency'>,
): Promise<void> {
  await tx
    .updateTable('payments')
    .set(received)
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .execute();
}

/** Saves the e-mail address that the customer gave, null for none. No effect once an attempt has begun. */
export async function saveEmail(
  tx: Connection,
  { merchant_id, payment_id }: { readonly merchant_id: string; readonly payment_id: string },
  email: string | null,
): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ customer_email: email })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', payment_id)
    .where('status', 'in', ['pending', 'failed'])
    .where('customer_email', 'is distinct from', email)
    .execute();
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

/**
 * Sums the refunds of a payment in minor units of its currency, without those of money that was never part of it, or
 * came in another currency.
 */
export async function sumRefunded(
  db: Connection,
  { merchant_id, id, currency }: { merchant_id: string; id: string; currency: string },
): Promise<bigint> {
  const { sum } = await db
    .selectFrom('refunds')
    .select(sql<bigint>`coalesce(sum(amount_minor), 0)::bigint`.as('sum'))
    .where('merchant_id', '=', merchant_id)
    .where('payment_id', '=', id)
    .where('currency', '=', currency)
    .where('status', '=', 'success')
    .where('source', '=', 'balance')
    .executeTakeFirstOrThrow();
  return sum;
}
