import { country_form, currency_form } from '@guichet/kernel/forms';
import Type, { type Static, type TSchema } from 'typebox';

const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** An operator that a merchant can use, with its data from the catalogue. */
export const OperatorObject = Type.Object(
  {
    code: Type.String({
      description: 'Operator code, for example `mtn_ci`, as used in payments and payouts.',
    }),
    name: Type.String({ description: 'Name that customers know.' }),
    country: Type.String({
      description:
        'ISO 3166-1 alpha-2 of its customers’ numbers. `ZZ`: the sandbox’s stand-in, which takes any number.',
    }),
    currencies: Type.Array(Type.String(), {
      description: 'ISO 4217 codes that you can use it for, the usual one first.',
    }),
    flow: Type.Enum(['ussd_push', 'otp', 'redirect', 'qr'], {
      description: 'How its customers usually approve a payment.',
    }),
    collect: Type.Literal(true, { description: 'Customers can pay with it.' }),
    payout: Type.Boolean({
      description: 'Money can be sent to its customers: in `currency` if you ask for one, else in any.',
    }),
    min_amount: Nullable(
      Type.Number({
        description:
          'Smallest total it accepts, fees included, major unit; null if unknown, or if you do not ask for one of ' +
          'several `currencies` and it differs between them.',
      }),
    ),
    max_amount: Nullable(
      Type.Number({
        description: 'Largest total it accepts, fees included, major unit; null like `min_amount`.',
      }),
    ),
    fee_percent: Type.Number({ description: 'Percentage that the customer pays on top of the amount.' }),
    availability: Type.Object(
      {
        attempts: Type.Integer({
          description:
            'Attempts that have an outcome, or should have one by now. Attempts that still wait for the customer are not counted.',
        }),
        success_rate: Nullable(
          Type.Number({ description: 'Share of them that were paid, from 0 to 1; null when fewer than 5.' }),
        ),
        median_seconds: Nullable(
          Type.Number({
            description: 'Median time from asking the customer to the outcome; null when fewer than 5.',
          }),
        ),
        available: Type.Boolean({
          description:
            'False while the operator does not respond: paying with it is refused with `operator_unavailable`.',
        }),
      },
      { description: 'Results of your payments with it in the last 15 minutes.' },
    ),
  },
  { description: 'A wallet that your customers can pay with.' },
);
export type OperatorObject = Static<typeof OperatorObject>;

/** The query parameters of GET /v1/operators. */
export const OperatorQuery = Type.Object(
  {
    country: Type.Optional(
      Type.String({
        description: 'Only those of this country: ISO 3166-1 alpha-2, in any letter case.',
        examples: ['CI'],
        ...country_form,
      }),
    ),
    currency: Type.Optional(
      Type.String({
        description: 'Only those that you can use for this currency: ISO 4217, in capitals.',
        examples: ['XOF'],
        ...currency_form,
      }),
    ),
  },
  { additionalProperties: false },
);

export const OperatorPage = Type.Object({
  items: Type.Array(OperatorObject),
  next_cursor: Type.Null({ description: 'Always null: this list has one page.' }),
});
export type OperatorPage = Static<typeof OperatorPage>;
