import { limits } from '@guichet/kernel/limits';
import { refuses_null } from '@guichet/kernel/nulls';
import Type, { type Static } from 'typebox';
import { Nullable, Reversal, TransferFailure, transferHead } from '../schemas.ts';

/** The fields that staff fill in for a refund. */
export const RefundInput = Type.Object(
  {
    payment_id: Type.String(),
    /** The try whose money goes back; the one that paid the payment when left out. */
    attempt_id: Type.Optional(Type.String()),
    /** Major unit, of what the customer was charged; all that is left when left out. */
    amount: Type.Optional(Type.Number(refuses_null)),
    /** Sent along where the operator takes a text. */
    reason: Type.Optional(Type.String({ minLength: 1, maxLength: limits.description_length_max })),
  },
  { additionalProperties: false },
);
export type RefundInput = Static<typeof RefundInput>;

/** Refund, as events carry it. */
export const RefundObject = Type.Object({
  ...transferHead('refund', {
    id: 'Identifier of the refund, `ref_...`.',
    status:
      '`pending`: reserved, not yet sent. `processing`: sent, its end is not known. `success`: the customer has the ' +
      'money. `failed`: the money is back where it came from; in rare cases the operator pays later all the same, and ' +
      'the refund becomes `success`. `reversed`: the customer had the money, and the operator has moved it back; it is ' +
      'where it came from.',
    amount: 'Major unit: what the customer gets.',
  }),
  payment_id: Type.String({ description: 'The payment that it gives back, `pay_...`.' }),
  duplicate: Type.Boolean({
    description:
      'It gives back money that came a second time for the same payment: the payment itself stays paid.',
  }),
  source: Type.Enum(['balance', 'duplicates', 'suspense'], {
    description:
      'Where the money comes from. `balance`: yours, with the fee. `duplicates`: money that came a second time. ' +
      '`suspense`: another amount than was asked for, or money that came too late.',
  }),
  reason: Nullable(Type.String({ description: 'As staff wrote it.' })),
  failure: TransferFailure,
  reversal: Reversal,
  reference: Type.String({ description: 'Short reference, to read out.' }),
  livemode: Type.Boolean({ description: 'False for what was paid in test mode.' }),
  created_at: Type.String({ description: 'ISO 8601 with numeric offset.' }),
  refunded_at: Nullable(Type.String({ description: 'ISO 8601 with numeric offset.' })),
});
export type RefundObject = Static<typeof RefundObject>;
