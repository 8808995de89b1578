import Type, { type Static } from 'typebox';

/** A merchant's balance in one currency. */
export const BalanceObject = Type.Object({
  currency: Type.String({ description: 'ISO 4217 code.' }),
  available: Type.Number({
    description:
      'Major unit: the amount that can be paid out. Refunds reduce it as soon as they are created. Below zero when a ' +
      'payout or refund that had failed was paid after all, and its money was spent meanwhile.',
  }),
  payouts_in_flight: Type.Number({
    description: 'Major unit: reserved for payouts whose outcome is not known yet.',
  }),
  held: Type.Number({
    description:
      'Major unit: money that is not part of `available`: unexpected money until you accept it, refund it or mark it ' +
      'as settled, and duplicates until they are refunded, marked as settled, or settle their payment after all.',
  }),
});
export type BalanceObject = Static<typeof BalanceObject>;
