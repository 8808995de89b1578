import { limits } from '@guichet/kernel/limits';
import { refuses_null } from '@guichet/kernel/nulls';
import Type, { type Static } from 'typebox';
import { Nullable, Reversal, TransferFailure, transferHead } from '../schemas.ts';

/** The fields that staff fill in for a refund. */
export const RefundInput = Type.Object(
  {
    payment_id: Type.String(),
    /** The attempt to refund; the one that paid the payment if omitted. */
    attempt_id: Type.Optional(Type.String()),
    /** In major units, out of the amount charged to the customer; if omitted, the whole remainder. */
    amount: Type.Optional(Type.Number(refuses_null)),
    /** Sent to the operator if it accepts a text. */
    reason: Type.Optional(Type.String({ minLength: 1, maxLength: limits.description_length_max })),
  },
  { additionalProperties: false },
);
export type RefundInput = Static<typeof RefundInput>;

/** A refund as contained in events. */
export const RefundObject = Type.Object({
  ...transferHead('refund', {
    id: 'Identifier of the refund, `ref_...`.',
    status:
      '`pending`: reserved, not yet sent. `processing`: sent, outcome not known yet. `success`: the customer has the ' +
      'money. `failed`: the money is back at its source; in rare cases the operator pays later anyway, and ' +
      'the refund becomes `success`. `reversed`: the customer had the money, and the operator has reversed the refund; ' +
      'the money is back at its source.',
    amount: 'Major unit: the amount that the customer gets.',
  }),
  payment_id: Type.String({ description: 'The refunded payment, `pay_...`.' }),
  duplicate: Type.Boolean({
    description: 'Whether it refunds a duplicate: the payment itself stays paid.',
  }),
  source: Type.Enum(['balance', 'duplicates', 'suspense'], {
    description:
      'The source of the money. `balance`: your balance, with the fee. `duplicates`: a duplicate payment. ' +
      '`suspense`: an amount other than requested, or money that arrived too late.',
  }),
  reason: Nullable(Type.String({ description: 'As written by staff.' })),
  failure: TransferFailure,
  reversal: Reversal,
  reference: Type.String({ description: 'Short reference, easy to read out.' }),
  livemode: Type.Boolean({ description: 'False for a refund in test mode.' }),
  created_at: Type.String({ description: 'ISO 8601 with numeric offset.' }),
  refunded_at: Nullable(Type.String({ description: 'ISO 8601 with numeric offset.' })),
});
export type RefundObject = Static<typeof RefundObject>;
