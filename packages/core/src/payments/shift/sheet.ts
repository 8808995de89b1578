import { timestampText } from '@guichet/kernel/clock';
import { asCurrency } from '@guichet/kernel/currencies';
import { majorNumber } from '@guichet/kernel/money';
import { findOperator } from '@guichet/operators/catalogue';
import type { Context } from '../../platform/context.ts';
import { type NamedShift, type OperatorTotal, sumShifts } from './queries.ts';
import type { ShiftSheet } from './schemas.ts';

/** Presents a shift with its totals at the moment. */
export async function sheetOf(ctx: Pick<Context, 'db'>, shift: NamedShift): Promise<ShiftSheet> {
  return present(shift, await sumShifts(ctx.db, shift.merchant_id, [shift.id]));
}

/** Presents shifts of one merchant with their totals, all from one statement. */
export async function sheetsOf(
  ctx: Pick<Context, 'db'>,
  merchant_id: string,
  shifts: readonly NamedShift[],
): Promise<ShiftSheet[]> {
  const totals = await sumShifts(
    ctx.db,
    merchant_id,
    shifts.map(({ id }) => id),
  );
  return shifts.map((shift) =>
    present(
      shift,
      totals.filter(({ shift_id }) => shift_id === shift.id),
    ),
  );
}

function present(shift: NamedShift, totals: readonly OperatorTotal[]): ShiftSheet {
  const { id, till_id, till_name, cashier_id, cashier_name, currency, opened_at, closed_at } = shift;
  const major = (amount_minor: bigint): number =>
    majorNumber({ amount_minor, currency: asCurrency(currency) });
  const count = (read: (total: OperatorTotal) => number): number =>
    totals.reduce((counted, total) => counted + read(total), 0);
  const sum = (read: (total: OperatorTotal) => bigint): number =>
    major(totals.reduce((summed, total) => summed + read(total), 0n));
  return {
    id,
    till: { id: till_id, name: till_name },
    cashier: { id: cashier_id, name: cashier_name },
    currency,
    opened_at: timestampText(opened_at),
    closed_at: closed_at && timestampText(closed_at),
    payments: count(({ paid }) => paid),
    amount: sum(({ paid_minor }) => paid_minor),
    open_payments: count(({ open }) => open),
    open_amount: sum(({ open_minor }) => open_minor),
    refunded_amount: sum(({ refunded_minor }) => refunded_minor),
    reversed_payments: count(({ reversed }) => reversed),
    reversed_amount: sum(({ reversed_minor }) => reversed_minor),
    different_payments: count(({ different }) => different),
    operators: totals.map((total) => ({
      operator: total.operator && (findOperator(total.operator)?.name ?? total.operator),
      payments: total.paid,
      amount: major(total.paid_minor),
      open_payments: total.open,
      open_amount: major(total.open_minor),
      refunded_amount: major(total.refunded_minor),
      reversed_payments: total.reversed,
      reversed_amount: major(total.reversed_minor),
    })),
  };
}
