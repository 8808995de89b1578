import Type, { type Static, type TSchema } from 'typebox';

const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** The record that the goods of a payment were handed over. */
export const CollectionObject = Type.Object({
  object: Type.Literal('receipt_collection'),
  payment_id: Type.String(),
  reference: Type.String({ description: 'The reference on the receipt.' }),
  amount: Type.Number({ description: 'Major unit: the paid amount, with the fee.' }),
  currency: Type.String({ description: 'ISO 4217 code.' }),
  collected_at: Type.String({ description: 'ISO 8601, UTC.' }),
  collected_by: Type.String({ description: 'The name of the person, or the id of the API key.' }),
});
export type CollectionObject = Static<typeof CollectionObject>;

/** The verdict on a receipt's code. */
export const ReceiptVerdict = Type.Object({
  genuine: Type.Boolean({ description: 'False unless this service signed exactly this code.' }),
  receipt: Nullable(
    Type.Object({
      reference: Type.String(),
      merchant_name: Type.String(),
      amount: Type.String({ description: 'Major unit, when the code was made.' }),
      currency: Type.String(),
      paid_at: Type.String(),
      livemode: Type.Boolean(),
    }),
  ),
  state: Nullable(
    Type.Enum(['paid', 'partly_refunded', 'refunded', 'reversed', 'unknown'], {
      description:
        '`reversed`: the operator took the money back. `unknown`: the code is genuine, but the payment is not in ' +
        'the database, for instance after an older backup was restored.',
    }),
  ),
  refunded_amount: Nullable(Type.String({ description: 'Major unit.' })),
  collected_at: Nullable(Type.String({ description: 'The time when the goods were handed over.' })),
});
export type ReceiptVerdict = Static<typeof ReceiptVerdict>;
