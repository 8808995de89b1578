import { currency_form, decimals_form, phone_form } from '@guichet/kernel/forms';
import { limits } from '@guichet/kernel/limits';
import Type, { type Static } from 'typebox';
import { Nullable, Reversal, TransferFailure, transferHead } from '../schemas.ts';

const Name = Type.String({ maxLength: limits.name_length_max });

/** Body of POST /v1/payouts (interface section "Operations of the client library"). */
export const PayoutInput = Type.Object(
  {
    amount: Type.Number({
      minimum: limits.amount_min,
      maximum: limits.amount_max,
      description:
        'Major unit of the currency, not cents, with at most the decimals the currency has. Taken from the balance.',
      examples: [25000],
    }),
    currency: Type.String({ description: 'ISO 4217 code.', examples: ['XOF'], ...currency_form }),
    operator: Type.String({
      description: 'Operator code of the recipient’s wallet.',
      examples: ['mtn_ci'],
    }),
    recipient: Type.Object(
      {
        phone: Type.String({
          description: 'International format; a number of the operator’s country.',
          examples: ['+2250504030201'],
          ...phone_form,
        }),
        first_name: Type.Optional(Name),
        last_name: Type.Optional(Name),
      },
      { additionalProperties: false, description: 'The recipient of the money.' },
    ),
    description: Type.Optional(
      Type.String({
        maxLength: limits.description_length_max,
        description: 'Sent to the operator if it accepts a text.',
      }),
    ),
  },
  { additionalProperties: false, ...decimals_form },
);
export type PayoutInput = Static<typeof PayoutInput>;

/** Payout (design section 7). */
export const PayoutObject = Type.Object({
  ...transferHead('payout', {
    id: 'Identifier of the payout, `po_...`.',
    status:
      '`pending`: reserved, not yet sent. `processing`: sent, outcome not known yet. `success`: the recipient has the ' +
      'money. `failed`: the money is back in the balance; in rare cases the operator pays later anyway, and ' +
      'the payout becomes `success`. `reversed`: it was paid, and the operator has reversed it; the money is in the ' +
      'balance again.',
    amount: 'Major unit: the amount that the recipient gets.',
  }),
  operator: Type.String({ description: 'Operator code, for example `mtn_ci`.' }),
  recipient: Type.Object({
    phone: Type.String({ description: 'E.164.' }),
    first_name: Nullable(Type.String()),
    last_name: Nullable(Type.String()),
  }),
  description: Nullable(Type.String()),
  failure: TransferFailure,
  reversal: Reversal,
  needs_approval: Type.Boolean({
    description:
      'True if it exceeds the amount that one person may pay out alone. While `pending`, it awaits a second person in ' +
      'the dashboard: if approved, it is sent; if refused, it is `failed` with the code `payer_cancelled`.',
  }),
  reference: Type.String({ description: 'Short reference, easy to read out.' }),
  livemode: Type.Boolean({ description: 'False for a payout made with a test key.' }),
  created_at: Type.String({ description: 'ISO 8601 with numeric offset.' }),
  paid_at: Nullable(Type.String({ description: 'ISO 8601 with numeric offset.' })),
});
export type PayoutObject = Static<typeof PayoutObject>;
