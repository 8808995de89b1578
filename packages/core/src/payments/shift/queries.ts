import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Mode } from '../../platform/database/columns.ts';
import type { Connection } from '../../platform/database/connect.ts';
import type { ShiftTable } from '../../platform/database/tables/counter.ts';
import type { AttemptStatus, PaymentStatus } from '../../platform/database/tables/payments.ts';

export type Shift = Selectable<ShiftTable>;

/** A shift with the names of its till and its cashier. */
export interface NamedShift extends Shift {
  readonly till_name: string;
  readonly currency: string;
  readonly cashier_name: string;
  readonly cashier_status: 'active' | 'removed';
}

const named = sql`
  select shift.*, till.name as till_name, till.currency, cashier.name as cashier_name,
    cashier.status as cashier_status
  from shifts as shift
  join tills as till on till.merchant_id = shift.merchant_id and till.id = shift.till_id
  join cashiers as cashier on cashier.merchant_id = shift.merchant_id and cashier.id = shift.cashier_id`;

export async function insertShift(tx: Connection, shift: Insertable<ShiftTable>): Promise<void> {
  await tx.insertInto('shifts').values(shift).execute();
}

/** Updates a shift unless it is closed. @returns undefined if it is */
export function updateShift(
  tx: Connection,
  { merchant_id, id }: Pick<Shift, 'merchant_id' | 'id'>,
  changes: Updateable<ShiftTable>,
): Promise<Shift | undefined> {
  return tx
    .updateTable('shifts')
    .set(changes)
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Finds the open shift of a till. */
export async function findOpenShift(
  db: Connection,
  { merchant_id, till_id }: Pick<Shift, 'merchant_id' | 'till_id'>,
): Promise<NamedShift | undefined> {
  const { rows } = await sql<NamedShift>`${named}
    where shift.merchant_id = ${merchant_id} and shift.till_id = ${till_id} and shift.closed_at is null`.execute(
    db,
  );
  return rows[0];
}

/** Finds a shift of a merchant, in whatever mode. */
export async function findShift(
  db: Connection,
  { merchant_id, id }: Pick<Shift, 'merchant_id' | 'id'>,
): Promise<NamedShift | undefined> {
  const { rows } = await sql<NamedShift>`${named}
    where shift.merchant_id = ${merchant_id} and shift.id = ${id}`.execute(db);
  return rows[0];
}

/** Lists a merchant's shifts, newest first. */
export async function listShiftRows(
  db: Connection,
  { merchant_id, mode }: { readonly merchant_id: string; readonly mode: Mode },
  { before, limit }: { readonly before: string | null; readonly limit: number },
): Promise<NamedShift[]> {
  const { rows } = await sql<NamedShift>`${named}
    where shift.merchant_id = ${merchant_id} and shift.mode = ${mode}
      ${before === null ? sql`` : sql`and shift.id < ${before}`}
    order by shift.id desc limit ${limit}`.execute(db);
  return rows;
}

/** A payment of a shift, as the till lists it. */
export interface ShiftPayment {
  readonly id: string;
  readonly mode: Mode;
  readonly status: PaymentStatus;
  readonly session_token: string;
  readonly amount_minor: bigint;
  readonly charged_minor: bigint | null;
  readonly currency: string;
  /** The amount that arrived, if it was another one; null if it was as asked. */
  readonly received_minor: bigint | null;
  readonly received_currency: string | null;
  /** The status of the newest attempt, while the payment is in progress. */
  readonly attempt_status: AttemptStatus | null;
  readonly description: string | null;
  readonly operator: string | null;
  readonly customer_phone: string | null;
  readonly customer_first_name: string | null;
  readonly late: boolean;
  readonly created_at: Date;
}

/** Lists the payments of a shift, newest first. @param id only this one */
export async function listShiftPayments(
  db: Connection,
  { merchant_id, id: shift_id }: Pick<Shift, 'merchant_id' | 'id'>,
  { limit, id = null }: { readonly limit: number; readonly id?: string | null },
): Promise<ShiftPayment[]> {
  const { rows } = await sql<ShiftPayment>`
    select id, mode, status, session_token, amount_minor, charged_minor, currency, received_minor, received_currency,
      description, operator, customer_phone, customer_first_name, late, created_at,
      case when status = 'processing' then (
        select attempts.status from attempts
        where attempts.payment_id = payments.id and attempts.merchant_id = ${merchant_id}
        order by attempts.id desc limit 1
      ) end as attempt_status
    from payments
    where shift_id = ${shift_id} and merchant_id = ${merchant_id} ${id === null ? sql`` : sql`and id = ${id}`}
    order by id desc limit ${limit}`.execute(db);
  return rows;
}

/** The payments of a shift with one operator, in numbers. Amounts in minor units, without fees. */
export interface OperatorTotal {
  readonly shift_id: string;
  readonly operator: string | null;
  readonly paid: number;
  readonly paid_minor: bigint;
  /** Payments whose outcome is not known yet. */
  readonly open: number;
  readonly open_minor: bigint;
  /** Payments for which another amount arrived than was asked. */
  readonly different: number;
  readonly refunded_minor: bigint;
  readonly reversed: number;
  readonly reversed_minor: bigint;
}

/** Sums up the payments of shifts of a merchant, by shift and operator. */
export async function sumShifts(
  db: Connection,
  merchant_id: string,
  ids: readonly string[],
): Promise<OperatorTotal[]> {
  const { rows } = await sql<OperatorTotal>`
    select shift_id, operator,
      count(*) filter (where status = 'success')::integer as paid,
      coalesce(sum(amount_minor) filter (where status = 'success'), 0)::bigint as paid_minor,
      count(*) filter (where status = 'processing')::integer as open,
      coalesce(sum(amount_minor) filter (where status = 'processing'), 0)::bigint as open_minor,
      count(*) filter (where received_minor is not null)::integer as different,
      coalesce(sum(refunded_minor), 0)::bigint as refunded_minor,
      count(*) filter (where status = 'reversed')::integer as reversed,
      coalesce(sum(amount_minor) filter (where status = 'reversed'), 0)::bigint as reversed_minor
    from payments
    left join lateral (
      select sum(refunds.amount_minor) as refunded_minor from refunds
      where refunds.payment_id = payments.id and refunds.merchant_id = ${merchant_id}
        and refunds.status = 'success' and refunds.source = 'balance'
    ) as refunded on payments.status in ('success', 'reversed')
    where shift_id = any (${[...ids]}::text[]) and payments.merchant_id = ${merchant_id}
      and payments.status in ('processing', 'success', 'reversed')
    group by shift_id, operator
    order by shift_id, operator`.execute(db);
  return rows;
}
