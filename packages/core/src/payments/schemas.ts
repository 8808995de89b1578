import { currency_form, decimals_form, phone_form, url_form } from '@guichet/kernel/forms';
import { limits } from '@guichet/kernel/limits';
import { failureReasons } from '@guichet/kernel/outcome';
import Type, { type Static, type TSchema } from 'typebox';
import { refund_reasons } from '../operator-calls/failures/sentences.ts';
import { email_form, metadata_form } from './session/forms.ts';

const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

const Name = Type.String({ maxLength: limits.name_length_max });

/** Body of POST /v1/payments (interface section "Operations of the client library"). */
export const PaymentInput = Type.Object(
  {
    amount: Type.Number({
      minimum: limits.amount_min,
      maximum: limits.amount_max,
      description: 'Major unit of the currency, not cents, with at most the decimals the currency has.',
    }),
    currency: Type.String({ description: 'ISO 4217 code.', ...currency_form }),
    return_url: Type.String({
      maxLength: limits.url_length_max,
      ...url_form,
      description: 'Where the customer goes after paying. https only in live mode.',
    }),
    cancel_url: Type.Optional(
      Type.String({
        maxLength: limits.url_length_max,
        ...url_form,
        description: 'Where the customer goes after giving up. https only in live mode.',
      }),
    ),
    description: Type.Optional(
      Type.String({ maxLength: limits.description_length_max, description: 'Shown on the payment page.' }),
    ),
    customer: Type.Optional(
      Type.Object(
        {
          email: Type.Optional(
            Type.String({
              maxLength: limits.email_length_max,
              description: 'Pre-filled on the page.',
              ...email_form,
            }),
          ),
          first_name: Type.Optional(Name),
          last_name: Type.Optional(Name),
          phone: Type.Optional(
            Type.String({ description: 'International format. Pre-filled on the page.', ...phone_form }),
          ),
        },
        { additionalProperties: false, description: 'Details of the payer, as far as you know them.' },
      ),
    ),
    operator: Type.Optional(
      Type.String({
        description:
          'Operator code, for example `mtn_ci`. With `customer.phone` the page opens on the confirmation step.',
      }),
    ),
    metadata: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'Your own data, returned with the payment: at most 50 keys and 16 KB.',
        ...metadata_form,
      }),
    ),
    template: Type.Optional(
      Type.Enum(['default', 'abidjan', 'cotonou'], {
        description: "Appearance of the page; the account's default when omitted.",
      }),
    ),
  },
  { additionalProperties: false, ...decimals_form },
);
export type PaymentInput = Static<typeof PaymentInput>;

/**
 * The pattern of a plain string stops at line breaks: keys that contain one would be omitted from the
 * response.
 */
const AnyKey = Type.String({ pattern: '^[\\s\\S]*$' });

const payment_properties = {
  id: Type.String({ description: 'Identifier of the payment, `pay_...`.' }),
  object: Type.Literal('payment'),
  status: Type.Enum(['pending', 'processing', 'success', 'failed', 'cancelled', 'expired', 'reversed'], {
    description:
      '`success` means that the payment is confirmed. `reversed`: it was confirmed, and the operator has since ' +
      'returned the money to the customer.',
  }),
  amount: Type.Number({ description: 'Major unit of the currency, without fees.' }),
  currency: Type.String({ description: 'ISO 4217 code.' }),
  fee: Nullable(Type.Number({ description: 'Major unit. Known once an operator has been chosen.' })),
  charged_amount: Nullable(
    Type.Number({ description: '`amount` + `fee`: the total that the customer pays.' }),
  ),
  refunded_amount: Type.Number({
    description:
      'Major unit: the part of `charged_amount` that has been refunded. Refunds of duplicates are not included.',
  }),
  received_amount: Nullable(
    Type.Number({
      description:
        'Major unit of `received_currency`: the amount that the operator has taken. It differs from ' +
        '`charged_amount` if the customer paid less or more. With `status` `processing`, the merchant still has ' +
        'to decide on it; with `failed`, it is refunded to the customer. Null while no money has arrived.',
    }),
  ),
  received_currency: Nullable(
    Type.String({ description: 'ISO 4217 code; almost always `currency`. Null while no money has arrived.' }),
  ),
  operator: Nullable(
    Type.String({ description: 'Operator code of the latest attempt, for example `mtn_ci`.' }),
  ),
  description: Nullable(Type.String()),
  customer: Type.Object({
    id: Nullable(Type.String({ description: 'Identifier of the customer, `cus_...`.' })),
    email: Nullable(Type.String()),
    first_name: Nullable(Type.String()),
    last_name: Nullable(Type.String()),
    phone: Nullable(Type.String({ description: 'E.164.' })),
    country: Nullable(Type.String({ description: 'Country of the phone number, ISO 3166-1 alpha-2.' })),
  }),
  metadata: Nullable(Type.Record(AnyKey, Type.Unknown())),
  payment_link: Nullable(
    Type.String({
      description: 'Identifier of the payment link that was paid, `plk_...`; null without one.',
    }),
  ),
  failure: Nullable(
    Type.Object(
      {
        code: Type.Enum([...failureReasons, ...refund_reasons]),
        message: Type.String({ description: 'For the merchant, in English.' }),
        operator_code: Nullable(Type.String({ description: "The operator's own code." })),
      },
      { description: 'The reason for the failure; null unless `status` is `failed`.' },
    ),
  ),
  reversal: Nullable(
    Type.Object(
      {
        operator_code: Nullable(
          Type.String({ description: "The operator's own code; null when a person recorded the reversal." }),
        ),
        reversed_at: Type.String({ description: 'ISO 8601 with numeric offset.' }),
      },
      { description: 'The reversal by the operator; null unless `status` is `reversed`.' },
    ),
  ),
  retryable: Type.Boolean({ description: 'The customer may still try again on the page.' }),
  late: Type.Boolean({ description: 'The money arrived after the session had ended.' }),
  reference: Type.String({ description: 'Short reference, as the customer sees it.' }),
  checkout: Type.Object({
    session_token: Type.String(),
    expires_at: Type.String({ description: 'ISO 8601 with numeric offset.' }),
  }),
  return_url: Type.String(),
  cancel_url: Nullable(Type.String()),
  livemode: Type.Boolean({ description: 'False for objects created with a test key.' }),
  created_at: Type.String({ description: 'ISO 8601 with numeric offset.' }),
  paid_at: Nullable(Type.String({ description: 'ISO 8601 with numeric offset.' })),
};

/** A payment (interface section "Payment"; the other fields are from design section 7). */
export const PaymentObject = Type.Object(payment_properties);
export type PaymentObject = Static<typeof PaymentObject>;

/** A payment that has been paid a second time, as it appears in `payment.duplicate`. */
export const DuplicatePayment = Type.Object({
  ...payment_properties,
  duplicate: Type.Object(
    {
      attempt_id: Type.String({ description: 'Identifier of the second attempt, `att_...`.' }),
      operator: Type.String({ description: 'Operator code.' }),
      amount: Type.Number({ description: 'Major unit: the amount received the second time.' }),
      currency: Type.String({ description: 'ISO 4217 code.' }),
      paid_at: Type.String({ description: 'ISO 8601 with numeric offset.' }),
    },
    {
      description:
        'The money received the second time. It is not part of your balance: refund it. If the operator ' +
        'reverses the first payment before that, this money pays instead, and `payment.successful` follows ' +
        '`payment.reversed`.',
    },
  ),
});
export type DuplicatePayment = Static<typeof DuplicatePayment>;

/** A payment as returned on creation, with the URL to send the customer to. */
export const CreatedPayment = Type.Object({
  ...payment_properties,
  checkout_url: Type.String({ description: 'Send the customer to this URL.' }),
  session_token: Type.String({ description: 'Token of the checkout session.' }),
  expires_at: Type.String({ description: 'When the session ends: 30 minutes after creation.' }),
});
export type CreatedPayment = Static<typeof CreatedPayment>;
