import { type Selectable, sql, type Updateable } from 'kysely';
import type { Mode } from '../platform/database/columns.ts';
import type { Connection } from '../platform/database/connect.ts';
import { columnsOf, inOrderOf, keysOf, ofMerchant, recordsOf } from '../platform/database/records/queries.ts';
import type {
  PaymentTable,
  PaymentTransitionTable,
  SessionStatus,
} from '../platform/database/tables/payments.ts';
import { Apart, forMany, isShared } from '../platform/groups/for-many.ts';

export type Payment = Selectable<PaymentTable>;
export type PaymentTransition = Selectable<PaymentTransitionTable>;

/** Finds a payment by merchant, mode and id: another merchant's payment is not found. */
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

/** A payment with the related data that merchants see. */
export interface WholePayment extends Payment {
  readonly session_status: SessionStatus;
  readonly session_expires_at: Date;
  /** The refunded amount, in minor units of its currency, computed like {@link sumRefunded}. */
  readonly refunded_minor: bigint;
}

/** Finds a payment with its session's end and the sum of its refunds, like {@link findPayment}. */
export const findWholePayment = forMany<
  { readonly merchant_id: string; readonly mode: Mode; readonly id: string },
  WholePayment | undefined
>('read', async (db, keys) => {
  const { rows } = await sql<WholePayment>`
    select payment.*, session.status as session_status, session.expires_at as session_expires_at,
      -- Only a paid payment can have refunds.
      case when payment.status in ('success', 'reversed') then coalesce((
        select sum(refund.amount_minor) from refunds as refund
        where refund.merchant_id = payment.merchant_id and refund.payment_id = payment.id
          and refund.currency = payment.currency and refund.status = 'success' and refund.source = 'balance'
          ${ofMerchant(db, 'refund.merchant_id', keys)}
      ), 0) else 0 end::bigint as refunded_minor
    from ${keysOf(keys, 'merchant_id text, mode text, id text')}
    cross join lateral (
      select * from payments
      where merchant_id = wanted.merchant_id and id = wanted.id and mode is not distinct from wanted.mode
        ${ofMerchant(db, 'merchant_id', keys)}
      limit 1
    ) as payment
    join lateral (
      select status, expires_at from checkout_sessions
      where token = payment.session_token and merchant_id is not distinct from payment.merchant_id
        ${ofMerchant(db, 'merchant_id', keys)}
      limit 1
    ) as session on true`.execute(db);
  const found = new Map(rows.map((row) => [nameOf(row), row]));
  return keys.map((key) => found.get(nameOf(key)));
});

const nameOf = ({ merchant_id, mode, id }: { merchant_id: string; mode: Mode; id: string }): string =>
  `${merchant_id} ${mode} ${id}`;

/** Finds a payment by its id alone, for the command line. */
export function findPaymentById(db: Connection, id: string): Promise<Payment | undefined> {
  return db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst();
}

/** @throws NoResultError (kysely) for an unknown id, which callers never pass */
export function getPayment(db: Connection, merchant_id: string, id: string): Promise<Payment> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/**
 * Locks the payment until the transaction ends. Every change to a payment, its attempts or its session starts here.
 *
 * @throws Apart in a group, when another transaction has locked it
 * @throws Error for an unknown id, which callers never pass
 */
export async function lockPayment(tx: Connection, merchant_id: string, id: string): Promise<Payment> {
  const payment = await lockFree(tx, { merchant_id, id, waits: !isShared(tx) });
  if (payment) return payment;
  if (isShared(tx)) throw new Apart(`payment ${id} is locked`);
  throw new Error(`payment ${id} is gone`);
}

const lockFree = forMany<{ merchant_id: string; id: string; readonly waits: boolean }, Payment | undefined>(
  'read',
  async (tx, keys) => {
    const waits = keys.every((key) => key.waits);
    const { rows } = await sql<Payment>`
    select payment.*
    from (select * from ${keysOf(keys, 'merchant_id text, id text')} order by merchant_id, id) as wanted
    cross join lateral (
      select * from payments
      where merchant_id = wanted.merchant_id and id = wanted.id ${ofMerchant(tx, 'merchant_id', keys)}
      limit 1 for update ${sql.raw(waits ? '' : 'skip locked')}
    ) as payment`.execute(tx);
    return inOrderOf(keys, rows);
  },
);

/** A change of a payment's status, with the row of its history. */
interface StatusChange {
  readonly transition: Omit<PaymentTransition, 'sequence'>;
  readonly facts: Updateable<PaymentTable>;
}

/**
 * Changes a payment's status and inserts the row of its history.
 *
 * @returns the updated payment, undefined when its status was no longer `from_status`
 */
export function changePaymentStatus(
  tx: Connection,
  { merchant_id, id: payment_id }: Pick<Payment, 'merchant_id' | 'id'>,
  transition: Omit<PaymentTransition, 'merchant_id' | 'payment_id' | 'sequence'>,
  facts: Updateable<PaymentTable>,
): Promise<Payment | undefined> {
  return changeStatus(tx, { transition: { ...transition, merchant_id, payment_id }, facts });
}

const changeStatus = forMany<StatusChange, Payment | undefined>('write', async (tx, changes) => {
  const changed: Payment[] = [];
  for (const alike of Map.groupBy(changes, ({ facts }) => columnsOf(facts).join()).values()) {
    changed.push(...(await changeAlike(tx, alike)));
  }
  return inOrderOf(
    changes.map(({ transition }) => ({ merchant_id: transition.merchant_id, id: transition.payment_id })),
    changed,
  );
});

async function changeAlike(tx: Connection, changes: readonly StatusChange[]): Promise<readonly Payment[]> {
  const columns = columnsOf(changes[0]?.facts ?? {});
  const set = columns.map((column) => sql`, ${sql.ref(column)} = facts.${sql.ref(column)}`);
  const linked = columns.includes('customer_id')
    ? sql`, linked as (
      insert into customer_payments (customer_id, merchant_id, payment_id)
      select customer_id, merchant_id, id from changed where customer_id is not null
      on conflict do nothing
    )`
    : sql``;
  const ids = changes.map(({ transition }) => transition.payment_id);
  const ofOwner = (column: string) =>
    ofMerchant(
      tx,
      column,
      changes.map(({ transition }) => transition),
    );
  // The customer before this statement. Another member of the group may have moved the payment since it was read.
  const former = columns.includes('customer_id')
    ? {
        join: sql`join payments as former on former.merchant_id = step.merchant_id and former.id = step.payment_id
          and former.id = any (${ids}::text[]) ${ofOwner('former.merchant_id')}`,
        column: sql`former.customer_id`,
      }
    : { join: sql``, column: sql`payment.customer_id` };
  const { rows } = await sql<Payment & { former_customer_id: string | null }>`
    with step as materialized (
      select * from ${recordsOf(
        'payment_transitions',
        changes.map(({ transition }) => transition),
      )}
    ), facts as materialized (
      select * from ${recordsOf(
        'payments',
        changes.map(({ transition: { merchant_id, payment_id: id }, facts }) => ({
          ...facts,
          merchant_id,
          id,
        })),
      )}
    ), changed as (
      update payments as payment
      set status = step.to_status, sequence = payment.sequence + 1${sql.join(set, sql``)}
      from step join facts on facts.merchant_id = step.merchant_id and facts.id = step.payment_id ${former.join}
      where payment.merchant_id = step.merchant_id and payment.id = step.payment_id
        and payment.id = any (${ids}::text[])
        and payment.status = step.from_status
        ${ofOwner('payment.merchant_id')}
      returning payment.*, ${former.column} as former_customer_id
    ), noted as (
      insert into payment_transitions (
        merchant_id, payment_id, sequence, from_status, event, to_status, attempt_id, created_at
      )
      select changed.merchant_id, changed.id, changed.sequence, step.from_status, step.event, step.to_status,
        step.attempt_id, step.created_at
      from changed join step on step.merchant_id = changed.merchant_id and step.payment_id = changed.id
    )${linked}
    select * from changed`.execute(tx);
  const changed: Payment[] = [];
  for (const row of rows) changed.push(await unlinkFormer(tx, row));
  return changed;
}

/** Removes a payment from the list of the customer to whom it belonged before it changed. */
async function unlinkFormer(
  tx: Connection,
  { former_customer_id, ...payment }: Payment & { readonly former_customer_id: string | null },
): Promise<Payment> {
  if (former_customer_id === null || former_customer_id === payment.customer_id) return payment;
  await tx
    .deleteFrom('customer_payments')
    .where('customer_id', '=', former_customer_id)
    .where('merchant_id', '=', payment.merchant_id)
    .where('payment_id', '=', payment.id)
    .execute();
  return payment;
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

/** Saves the customer's e-mail address, null for none, if the payment is still `pending` or `failed`. */
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
 * Sums the refunds of a payment in minor units of its currency, excluding refunds of money that was never part of
 * it or that arrived in a different currency.
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
