import { documented } from '@guichet/kernel/documented';
import { country_form, currency_form, decimal_form, moment_form } from '@guichet/kernel/forms';
import { limits } from '@guichet/kernel/limits';
import Type, { type Static } from 'typebox';
import { PaymentObject } from '../../../payments/schemas.ts';
import { Cursor, Limit, SearchedPage } from '../../../platform/lists/page.ts';
import { operator_form } from '../../../routing/forms.ts';

export const payment_statuses = [
  'pending',
  'processing',
  'success',
  'failed',
  'cancelled',
  'expired',
  'reversed',
] as const;

const one_status = `(?:${payment_statuses.join('|')})`;

/** The reasons why a payment needs attention. */
export const attention_kinds = ['true', 'unknown', 'duplicate', 'refund', 'slow'] as const;
export type Attention = (typeof attention_kinds)[number];

const filters = {
  status: Type.Optional(
    Type.String({
      maxLength: 100,
      ...documented({ pattern: `^${one_status}(?:,${one_status})*$` }),
      description: `One or several, separated by commas: ${payment_statuses.join(', ')}.`,
    }),
  ),
  needs_review: Type.Optional(
    Type.Enum([...attention_kinds], {
      description:
        'Only payments that need review: all, those with an unknown outcome, those that were paid twice, or those ' +
        'with a refund that needs review. `slow`: those without an outcome for over an hour.',
    }),
  ),
  operator: Type.Optional(
    Type.String({ maxLength: 40, description: 'Operator code: `mtn_ci`.', ...operator_form }),
  ),
  country: Type.Optional(
    Type.String({
      maxLength: 2,
      ...country_form,
      description: 'Country of the operator, or of the number if no operator was chosen: `CI`.',
    }),
  ),
  currency: Type.Optional(Type.String({ maxLength: 3, description: 'ISO 4217.', ...currency_form })),
  amount_min: Type.Optional(
    Type.String({ maxLength: 20, description: 'Major unit, at least; needs `currency`.', ...decimal_form }),
  ),
  amount_max: Type.Optional(
    Type.String({ maxLength: 20, description: 'Major unit, at most; needs `currency`.', ...decimal_form }),
  ),
  since: Type.Optional(
    Type.String({ maxLength: 40, description: 'Created at or after this time, ISO 8601.', ...moment_form }),
  ),
  until: Type.Optional(
    Type.String({ maxLength: 40, description: 'Created before this time, ISO 8601.', ...moment_form }),
  ),
  payment_link: Type.Optional(
    Type.String({ maxLength: 40, description: 'Only payments through the payment link with this id.' }),
  ),
  shift: Type.Optional(
    Type.String({ maxLength: 40, description: 'Only payments that a cashier took during this shift.' }),
  ),
  text: Type.Optional(
    Type.String({
      maxLength: limits.email_length_max,
      description:
        'A phone number, e-mail address or name, or its beginning; a reference, its beginning or its end; an id; words of the ' +
        'description; an amount as people write it, with or without its currency; a value of the metadata; the ' +
        'operator’s own reference or receipt number, or its beginning.',
    }),
  ),
};

/** The filters of payments. */
export const PaymentFilter = Type.Object(filters, { additionalProperties: false });
export type PaymentFilter = Static<typeof PaymentFilter>;

export const PaymentQuery = Type.Object(
  {
    ...filters,
    cursor: Type.Optional(Cursor('payment')),
    limit: Type.Optional(Limit),
  },
  { additionalProperties: false },
);

const { properties } = PaymentObject;
const Nullable = Type.Union([Type.String(), Type.Null()]);

/** An operator's name and country. */
export const OperatorName = Type.Object({
  code: Type.String(),
  name: Type.String(),
  country: Type.String({ description: 'ISO 3166-1 alpha-2; ZZ for the sandbox’s stand-in.' }),
});

/** A payment in a list. */
export const PaymentSummary = Type.Object({
  id: properties.id,
  reference: properties.reference,
  status: properties.status,
  amount: properties.amount,
  currency: properties.currency,
  refunded_amount: properties.refunded_amount,
  operator: Type.Union([OperatorName, Type.Null()]),
  description: properties.description,
  customer: Type.Object({
    id: Nullable,
    name: Nullable,
    phone: Nullable,
    email: Nullable,
  }),
  needs_review: Type.Boolean(),
  late: properties.late,
  created_at: properties.created_at,
  paid_at: properties.paid_at,
});
export type PaymentSummary = Static<typeof PaymentSummary>;

export const PaymentPage = SearchedPage(
  PaymentSummary,
  'Cursor of the next page; null when there are no more payments.',
);
export type PaymentPage = Static<typeof PaymentPage>;
