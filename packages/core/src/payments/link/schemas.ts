import {
  any_text,
  currency_form,
  decimals_form,
  moment_form,
  not_blank,
  phone_form,
  url_form,
} from '@guichet/kernel/forms';
import { limits } from '@guichet/kernel/limits';
import Type, { type Static, type TSchema } from 'typebox';
import { Cursor, Limit, Page } from '../../platform/lists/page.ts';
import { email_form, metadata_form } from '../session/forms.ts';

const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** The longest texts of a link: its page must stay small. */
export const link_limits = {
  title_length_max: 120,
  description_length_max: 1_000,
  thank_you_length_max: 160,
  suggestions_max: 6,
  fields_max: 10,
  options_max: 30,
  label_length_max: 80,
  answer_length_max: 200,
  metadata_bytes_max: 4 * 1024,
  payments_max: 1_000_000,
} as const;

const Label = Type.String({ minLength: 1, maxLength: link_limits.label_length_max, ...not_blank });
const Amount = (description: string) =>
  Type.Number({ minimum: limits.amount_min, maximum: limits.amount_max, description });

const field_properties = {
  label: Type.String({
    minLength: 1,
    maxLength: link_limits.label_length_max,
    description: 'What the customer is asked for, for example "Name of the pupil".',
    ...not_blank,
  }),
  type: Type.Enum(['text', 'number', 'phone', 'email', 'choice']),
};

const FieldInput = Type.Object(
  {
    ...field_properties,
    key: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: link_limits.label_length_max,
        description: 'The key of the answer in the metadata of the payment; the label when omitted.',
        ...not_blank,
      }),
    ),
    required: Type.Optional(Type.Boolean({ default: true, description: 'Whether an answer is needed.' })),
    options: Type.Optional(
      Type.Array(Label, {
        minItems: 1,
        maxItems: link_limits.options_max,
        description: 'The answers to choose from, for the type `choice`.',
      }),
    ),
  },
  { additionalProperties: false },
);

/** Body of POST /v1/payment_links. */
export const PaymentLinkInput = Type.Object(
  {
    title: Type.String({
      minLength: 1,
      maxLength: link_limits.title_length_max,
      description:
        'What the payment is for. Shown on the page, on the receipt, and where the link is shared.',
      ...not_blank,
    }),
    description: Type.Optional(
      Type.String({
        maxLength: link_limits.description_length_max,
        description: 'More about it.',
        ...any_text,
      }),
    ),
    amount: Type.Optional(
      Amount('Major unit of the currency. The customer chooses the amount when it is omitted.'),
    ),
    currency: Type.String({ description: 'ISO 4217 code. It cannot be changed.', ...currency_form }),
    min_amount: Type.Optional(
      Amount('The smallest amount that the customer may choose; with `in_parts`, the smallest part.'),
    ),
    max_amount: Type.Optional(Amount('The largest amount that the customer may choose.')),
    suggested_amounts: Type.Optional(
      Type.Array(Amount('Major unit.'), {
        maxItems: link_limits.suggestions_max,
        description: 'Amounts that the page offers when the customer chooses the amount.',
      }),
    ),
    max_payments: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: link_limits.payments_max,
        description:
          'How often the link can be paid: 1 for one use, the stock of what is sold; any number when omitted. A ' +
          'payment in progress counts, so that nothing is sold twice.',
      }),
    ),
    in_parts: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'A bill of `amount` that one customer pays in several payments, until nothing is due.',
      }),
    ),
    deposit: Type.Optional(Amount('The smallest first payment, with `in_parts`.')),
    donation: Type.Optional(
      Type.Boolean({ default: false, description: 'The page says "Give" instead of "Pay".' }),
    ),
    expires_at: Type.Optional(
      Type.String({ description: 'When the link ends, ISO 8601 with offset.', ...moment_form }),
    ),
    fields: Type.Optional(
      Type.Array(FieldInput, {
        maxItems: link_limits.fields_max,
        description: 'What the customer fills in. The answers are in the metadata of the payment.',
      }),
    ),
    template: Type.Optional(
      Type.Enum(['default', 'abidjan', 'cotonou'], {
        description: "Appearance of the payment page; the account's default when omitted.",
      }),
    ),
    thank_you: Type.Optional(
      Type.String({
        maxLength: link_limits.thank_you_length_max,
        description: 'Shown on the receipt.',
        ...any_text,
      }),
    ),
    return_url: Type.Optional(
      Type.String({
        maxLength: limits.url_length_max,
        ...url_form,
        description: 'Where the customer goes after paying; to the receipt when omitted.',
      }),
    ),
    metadata: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'Your own data, copied to each payment: at most 4 KB.',
        ...metadata_form,
      }),
    ),
    customer: Type.Optional(
      Type.Object(
        {
          phone: Type.Optional(Type.String({ description: 'International format.', ...phone_form })),
          email: Type.Optional(Type.String({ maxLength: limits.email_length_max, ...email_form })),
        },
        {
          additionalProperties: false,
          description: 'The one person who is asked to pay. Pre-filled on the payment page.',
        },
      ),
    ),
  },
  { additionalProperties: false, ...decimals_form },
);
export type PaymentLinkInput = Static<typeof PaymentLinkInput>;

const Status = Type.Enum(['active', 'paused', 'ended'], {
  description: 'A paused link can be resumed, an ended one cannot.',
});

const given = PaymentLinkInput.properties;
const person = given.customer.properties;

/** A field of an update that null removes. In the other fields null means the same as an absent field. */
const Removable = <T extends TSchema>(schema: T, told: TSchema = schema) =>
  Type.Optional(
    Type.Union([schema, Type.Null()], {
      ...('description' in told && { description: String(told.description) }),
    }),
  );

/** Body of POST /v1/payment_links/{id}. */
export const PaymentLinkChanges = Type.Object(
  {
    status: Type.Optional(Status),
    title: Type.Optional(given.title),
    description: Removable(given.description),
    amount: Removable(given.amount),
    min_amount: Removable(given.min_amount),
    max_amount: Removable(given.max_amount),
    suggested_amounts: given.suggested_amounts,
    max_payments: Removable(given.max_payments),
    in_parts: given.in_parts,
    deposit: Removable(given.deposit),
    donation: given.donation,
    expires_at: Removable(given.expires_at),
    fields: given.fields,
    template: Removable(given.template),
    thank_you: Removable(given.thank_you),
    return_url: Removable(given.return_url),
    metadata: Removable(given.metadata),
    customer: Removable(
      Type.Object(
        { phone: Removable(person.phone), email: Removable(person.email) },
        { additionalProperties: false },
      ),
      given.customer,
    ),
  },
  { additionalProperties: false },
);
export type PaymentLinkChanges = Static<typeof PaymentLinkChanges>;

const major = 'Major unit of the currency.';

/** A payment link (issue "payment links", docs/reference/payment-links.md). */
export const PaymentLinkObject = Type.Object(
  {
    id: Type.String({ description: 'Identifier of the payment link, `plk_...`.' }),
    object: Type.Literal('payment_link'),
    url: Type.String({ description: 'The address to share.' }),
    status: Status,
    unavailable: Nullable(
      Type.Enum(['paused', 'ended', 'expired', 'sold_out', 'paid'], {
        description: 'Why it cannot be paid now; null if it can.',
      }),
    ),
    title: Type.String(),
    description: Nullable(Type.String()),
    amount: Nullable(Type.Number({ description: `${major} Null: the customer chooses it.` })),
    currency: Type.String({ description: 'ISO 4217 code.' }),
    min_amount: Nullable(Type.Number({ description: major })),
    max_amount: Nullable(Type.Number({ description: major })),
    suggested_amounts: Type.Array(Type.Number()),
    max_payments: Nullable(Type.Integer({ description: 'How often it can be paid; null: any number.' })),
    in_parts: Type.Boolean({ description: 'A bill that is paid in several payments.' }),
    deposit: Nullable(Type.Number({ description: 'The smallest first payment of a bill. Major unit.' })),
    donation: Type.Boolean(),
    expires_at: Nullable(Type.String({ description: 'ISO 8601 with numeric offset.' })),
    fields: Type.Array(
      Type.Object({
        key: Type.String({ description: 'The key of the answer in the metadata of the payment.' }),
        ...field_properties,
        required: Type.Boolean(),
        options: Type.Array(Type.String()),
      }),
    ),
    template: Nullable(Type.Enum(['default', 'abidjan', 'cotonou'])),
    thank_you: Nullable(Type.String()),
    return_url: Nullable(Type.String()),
    metadata: Nullable(Type.Record(Type.String({ pattern: '^[\\s\\S]*$' }), Type.Unknown())),
    customer: Type.Object({
      phone: Nullable(Type.String({ description: 'E.164.' })),
      email: Nullable(Type.String()),
    }),
    payments: Type.Integer({ description: 'The number of successful payments.' }),
    paid_amount: Type.Number({ description: `The sum of the successful payments, without fees. ${major}` }),
    due_amount: Nullable(Type.Number({ description: `What is left of a bill. ${major}` })),
    livemode: Type.Boolean({ description: 'False for objects created with a test key.' }),
    created_at: Type.String({ description: 'ISO 8601 with numeric offset.' }),
    updated_at: Type.String({ description: 'ISO 8601 with numeric offset.' }),
  },
  { description: 'A lasting request for money: each opening creates a payment with its checkout session.' },
);
export type PaymentLinkObject = Static<typeof PaymentLinkObject>;

/** Query of GET /v1/payment_links. */
export const PaymentLinkQuery = Type.Object(
  {
    status: Type.Optional(
      Type.Enum(['active', 'paused', 'ended'], { description: 'Only links with this status.' }),
    ),
    limit: Type.Optional(Limit),
    cursor: Type.Optional(Cursor('payment_link')),
  },
  { additionalProperties: false },
);

export const PaymentLinkPage = Page(
  PaymentLinkObject,
  'Pass it as `cursor` to get the next page; null on the last page.',
);
export type PaymentLinkPage = Static<typeof PaymentLinkPage>;
