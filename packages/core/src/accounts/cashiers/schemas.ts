import Type, { type Static } from 'typebox';
import { CounterName } from '../tills/schemas.ts';

/** A cashier as the merchant's staff see them. */
export const CashierObject = Type.Object({
  id: Type.String(),
  name: Type.String(),
  locked: Type.Boolean({ description: 'True after ten wrong PINs: the cashier needs a new PIN.' }),
  created_at: Type.String(),
});
export type CashierObject = Static<typeof CashierObject>;

export const CashierList = Type.Object({ items: Type.Array(CashierObject) });

/** A cashier with a new PIN, which is shown once. */
export const CashierWithPin = Type.Object({
  cashier: CashierObject,
  pin: Type.String({ description: 'Six digits.' }),
});
export type CashierWithPin = Static<typeof CashierWithPin>;

/** Body of the request that adds a cashier. */
export const CashierInput = Type.Object({ name: CounterName }, { additionalProperties: false });
