import Type, { type Static } from 'typebox';
import { Cursor, Limit, Page } from '../../platform/lists/page.ts';

const Nullable = Type.Union([Type.String(), Type.Null()]);

/** The money taken during a shift with one operator. Amounts in major units, without fees. */
const OperatorTotal = Type.Object({
  operator: Nullable,
  payments: Type.Integer(),
  amount: Type.Number(),
  open_payments: Type.Integer(),
  open_amount: Type.Number(),
  refunded_amount: Type.Number(),
  reversed_payments: Type.Integer(),
  reversed_amount: Type.Number(),
});

/** A shift with its totals at the moment. */
export const ShiftSheet = Type.Object({
  id: Type.String(),
  till: Type.Object({ id: Type.String(), name: Type.String() }),
  cashier: Type.Object({ id: Type.String(), name: Type.String() }),
  currency: Type.String(),
  opened_at: Type.String(),
  closed_at: Nullable,
  payments: Type.Integer({ description: 'Paid payments.' }),
  amount: Type.Number({ description: 'Their amount in the major unit, without fees.' }),
  open_payments: Type.Integer({ description: 'Payments whose outcome is not known yet.' }),
  open_amount: Type.Number(),
  refunded_amount: Type.Number(),
  reversed_payments: Type.Integer(),
  reversed_amount: Type.Number(),
  different_payments: Type.Integer({
    description: 'Payments for which another amount arrived than was asked.',
  }),
  operators: Type.Array(OperatorTotal),
});
export type ShiftSheet = Static<typeof ShiftSheet>;

export const ShiftPage = Page(ShiftSheet, 'Cursor of the next page; null on the last.');
export type ShiftPage = Static<typeof ShiftPage>;

/** Query of the list of shifts. */
export const ShiftQuery = Type.Object({
  cursor: Type.Optional(Cursor('shift')),
  limit: Type.Optional(Limit),
});
