import Type, { type Static } from 'typebox';

/** A merchant's balance in one currency. */
export const BalanceObject = Type.Object({
  currency: Type.String({ description: 'ISO 4217 code.' }),
  available: Type.Number({
    description:
      'Major unit: what can be paid out. Refunds take from it as soon as they are made. Below zero when a payout or ' +
      'refund that had failed was made after all, and its money was spent meanwhile.',
  }),
  payouts_in_flight: Type.Number({
    description: 'Major unit: reserved for payouts whose end is not known yet.',
  }),
  held: Type.Number({
    description:
      'Major unit: unexpected money and duplicates, which are not yours until you accept them, and leave when they are ' +
      'refunded. Not part of `available`.',
  }),
});
export type BalanceObject = Static<typeof BalanceObject>;
