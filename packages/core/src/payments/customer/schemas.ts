import { country_form } from '@guichet/kernel/forms';
import Type, { type Static, type TSchema } from 'typebox';
import { Cursor, Limit, Page } from '../../platform/lists/page.ts';

const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** A customer (interface section "Customer"; the other fields are from design section 7). */
export const CustomerObject = Type.Object(
  {
    id: Type.String({ description: 'Identifier of the customer, `cus_...`.' }),
    object: Type.Literal('customer'),
    email: Nullable(Type.String({ description: 'The first address that was given.' })),
    first_name: Nullable(Type.String()),
    last_name: Nullable(Type.String()),
    phone: Nullable(Type.String({ description: 'E.164, for example `+2250700000000`.' })),
    country: Nullable(
      Type.String({ description: 'ISO 3166-1 alpha-2, of the phone number, for example `CI`.' }),
    ),
    livemode: Type.Boolean({ description: 'False for what was made with a test key.' }),
    created_at: Type.String({ description: 'ISO 8601 with numeric offset.' }),
  },
  { description: 'Someone who pays: one phone number, or an e-mail address that came without one.' },
);
export type CustomerObject = Static<typeof CustomerObject>;

/** Query of GET /v1/customers (interface section of that name). */
export const CustomerQuery = Type.Object(
  {
    country: Type.Optional(
      Type.String({
        description:
          'Only customers whose phone number is of this country: ISO 3166-1 alpha-2, in any letter case.',
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
  'Give it as `cursor` to get the next page; null on the last one.',
);
export type CustomerPage = Static<typeof CustomerPage>;
