import { failureReasons } from '@guichet/kernel/outcome';
import Type, { type TSchema } from 'typebox';
import type { TransferNoun } from './transfer.ts';

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** The reason for the failure of a payout or a refund. */
export const TransferFailure = Nullable(
  Type.Object(
    {
      code: Type.Enum([...failureReasons]),
      message: Type.String({ description: 'For the merchant, in English.' }),
      operator_code: Nullable(Type.String({ description: "The operator's own code." })),
    },
    { description: 'Why it failed; null unless `status` is `failed`.' },
  ),
);

/** The operator's reversal of a payout or refund whose money had moved. */
export const Reversal = Nullable(
  Type.Object(
    {
      operator_code: Nullable(
        Type.String({ description: "The operator's own code; null when a person recorded the reversal." }),
      ),
      reversed_at: Type.String({ description: 'ISO 8601 with numeric offset.' }),
    },
    { description: 'The reversal of the money by the operator; null unless `status` is `reversed`.' },
  ),
);

/**
 * The first fields of payout and refund objects. The parameters are the descriptions that differ between the two.
 */
export const transferHead = <Noun extends TransferNoun>(
  noun: Noun,
  { id, status, amount }: Readonly<Record<'id' | 'status' | 'amount', string>>,
) => ({
  id: Type.String({ description: id }),
  object: Type.Literal(noun),
  status: Type.Enum(['pending', 'processing', 'success', 'failed', 'reversed'], { description: status }),
  amount: Type.Number({ description: amount }),
  currency: Type.String({ description: 'ISO 4217 code.' }),
});
