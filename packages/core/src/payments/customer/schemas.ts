import { country_form } from '@guichet/kernel/forms';
import Type, { type Static, type TSchema } from 'typebox';
import { Cursor, Limit, Page } from '../../platform/lists/page.ts';

const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** A customer (interface section "Customer"; the other fields are from design section 7). */
export const CustomerObject = Type.Object(
  {
    id: Type.String({ description: 'Identifier of the customer, `cus_...`.' }),
    object: Type.Literal('customer'),
    email: Nullable(Type.String({ description: 'The first address provided.' })),
    first_name: Nullable(Type.String()),
    last_name: Nullable(Type.String()),
    phone: Nullable(Type.String({ description: 'E.164, for example `+2250700000000`.' })),
    country: Nullable(
      Type.String({ description: 'Country of the phone number, ISO 3166-1 alpha-2, for example `CI`.' }),
    ),
    livemode: Type.Boolean({ description: 'False for objects created with a test key.' }),
    created_at: Type.String({ description: 'ISO 8601 with numeric offset.' }),
  },
  { description: 'A payer, identified by a phone number, or by an e-mail address given without a number.' },
);
export type CustomerObject = Static<typeof CustomerObject>;

/** Query of GET /v1/customers (interface section of that name). */
export const CustomerQuery = Type.Object(
  {
    country: Type.Optional(
      Type.String({
        description:
          'Only customers whose phone number is from this country: ISO 3166-1 alpha-2, in upper or lower case.',
        examples: ['CI'],
        ...country_form,
      }),
    ),
    limit: Type.Optional(Limit),
    cursor: Type.Optional(Cursor('customer')),
  },
  { additionalProperties: false },
);

export const CustomerPage = Page(
  CustomerObject,
  'Pass it as `cursor` to get the next page; null on the last page.',
);
export type CustomerPage = Static<typeof CustomerPage>;
