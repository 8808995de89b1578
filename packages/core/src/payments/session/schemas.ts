import { currency_form, decimals_form, not_blank, phone_form, url_form } from '@guichet/kernel/forms';
import { limits } from '@guichet/kernel/limits';
import Type, { type Static, type TSchema } from 'typebox';
import { PaymentObject } from '../schemas.ts';
import { email_form, email_or_empty_form, metadata_form, otp_form } from './forms.ts';

/** Body of POST /v1/checkout/initialize (interface section of that name). */
export const InitializeInput = Type.Object(
  {
    amount: Type.Number({ minimum: limits.amount_min, maximum: limits.amount_max }),
    currency: Type.String(currency_form),
    return_url: Type.String({ maxLength: limits.url_length_max, ...url_form }),
    cancel_url: Type.Optional(Type.String({ maxLength: limits.url_length_max, ...url_form })),
    customer_phone: Type.Optional(Type.String(phone_form)),
    customer_email: Type.Optional(Type.String({ maxLength: limits.email_length_max, ...email_form })),
    description: Type.Optional(Type.String({ maxLength: limits.description_length_max })),
    metadata: Type.Optional(Type.Record(Type.String(), Type.Unknown(), metadata_form)),
    template: Type.Optional(Type.Enum(['default', 'abidjan', 'cotonou'])),
  },
  { additionalProperties: false, ...decimals_form },
);
export type InitializeInput = Static<typeof InitializeInput>;

const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** Checkout session as initialization returns it (interface section "Checkout session"). */
export const InitializedCheckout = Type.Object({
  checkout_url: Type.String(),
  session_token: Type.String(),
  expires_at: Type.String(),
});

const Action = Type.Union(
  [
    Type.Object(
      {
        kind: Type.Literal('prompt'),
        dial: Type.Optional(
          Type.String({ description: 'What to dial when no prompt shows, for example `*133#`.' }),
        ),
      },
      { description: 'Approve the prompt on the phone.' },
    ),
    Type.Object(
      {
        kind: Type.Literal('otp'),
        problem: Type.Optional(
          Type.Literal('wrong_otp', { description: 'The code before was wrong; another may be tried.' }),
        ),
      },
      { description: 'Give the one-time code of the operator: pay again with the same fields and `otp`.' },
    ),
    Type.Object(
      {
        kind: Type.Literal('redirect'),
        url: Type.String({ description: 'Address of the operator’s own page.' }),
      },
      { description: 'Approve on the operator’s own page, which leads back to the hosted page.' },
    ),
    Type.Null(),
  ],
  {
    description:
      'What the customer has to do now. null when there is nothing: nothing was sent yet, the result is known, or ' +
      'the operator is still being asked. While `status` is `processing`, wait, and never offer to pay again.',
  },
);

const CheckoutPayment = Type.Object(
  {
    id: Type.String({ description: 'Identifier of the payment, `pay_...`. A session has exactly one.' }),
    status: Type.Enum(['pending', 'processing', 'success', 'failed', 'cancelled', 'expired', 'reversed'], {
      description:
        '`pending`: nothing was sent yet. `processing`: an operator is at work. `success`: paid. `failed`: the last ' +
        'try definitely failed. `cancelled`, `expired`: nothing was paid. `reversed`: it was paid, and the operator has ' +
        'moved the money back since.',
    }),
    operator: Nullable(
      Type.String({
        description: 'Operator of the last try; before the first, the one chosen by the merchant.',
      }),
    ),
    failure: PaymentObject.properties.failure,
    retryable: Type.Boolean({
      description: 'True when it failed and the customer may pay again, with the same operator or another.',
    }),
    action: Action,
    respond_by: Nullable(
      Type.String({
        description:
          'Until when the operator waits for the customer, ISO 8601 with numeric offset; null where that is not ' +
          'known. Only the operator’s word ends a payment, not this time.',
      }),
    ),
  },
  { description: 'How the payment stands.' },
);

/** The data of a session's events (design section 7). */
export const CheckoutStatus = Type.Object({
  status: Type.Enum(['active', 'completed', 'cancelled', 'expired'], {
    description: '`completed`: paid. `expired`: 30 minutes have passed; create a new session.',
  }),
  payment: CheckoutPayment,
});
export type CheckoutStatus = Static<typeof CheckoutStatus>;

const OfferedOperator = Type.Object({
  code: Type.String({ description: 'Operator code, for example `mtn_ci`: what to pay with.' }),
  name: Type.String({ description: 'Name that customers know.' }),
  country: Type.String({
    description:
      'ISO 3166-1 alpha-2 of its customers’ numbers. `ZZ`: the sandbox’s stand-in, which takes any number.',
  }),
  flow: Type.Enum(['ussd_push', 'otp', 'redirect', 'qr'], {
    description:
      'How it usually asks its customer to approve. What it really asks for is in `payment.action`.',
  }),
  fee_percent: Type.Number({ description: 'Percentage that is added to the amount.' }),
  fee: Type.Number({ description: 'Major unit of the currency.' }),
  total: Type.Number({ description: '`amount` + `fee`, major unit: what the customer is charged.' }),
  min_amount: Nullable(Type.Number({ description: 'Least total the operator takes, major unit.' })),
  max_amount: Nullable(Type.Number({ description: 'Greatest total the operator takes, major unit.' })),
  code_first: Nullable(
    Type.Object(
      {
        dial: Type.String({
          description: 'What the customer dials for it, with the total, for example `*144*4*6*25375#`.',
        }),
      },
      {
        description:
          'The customer makes a one-time code before paying: pay with it as `otp`. null where none is needed.',
      },
    ),
  ),
  available: Type.Boolean({
    description:
      'False while the operator does not answer: paying with it is refused with `operator_unavailable`.',
  }),
});

/** A checkout session as session lookup, pay and cancel return it (design section 7). */
export const CheckoutObject = Type.Object({
  session_token: Type.String({ description: 'Token of the session. Whoever has it can pay and cancel.' }),
  object: Type.Literal('checkout_session'),
  status: CheckoutStatus.properties.status,
  amount: Type.Number({ description: 'Major unit of the currency, without fees.' }),
  currency: Type.String({ description: 'ISO 4217 code.' }),
  description: Nullable(Type.String({ description: 'What is paid for, as the merchant wrote it.' })),
  template: Type.Enum(['default', 'abidjan', 'cotonou'], { description: 'Look of the hosted page.' }),
  expires_at: Type.String({
    description: 'When the session ends: 30 minutes after creation, ISO 8601 with numeric offset.',
  }),
  livemode: Type.Boolean({ description: 'False for what was made with a test key.' }),
  customer_phone: Nullable(Type.String({ description: 'E.164, to fill in before the customer types.' })),
  customer_email: Nullable(Type.String({ description: 'E-mail address of the customer.' })),
  merchant: Type.Object(
    {
      name: Type.String({ description: 'Name of the shop.' }),
      branding: Type.Object({
        primary_color: Nullable(
          Type.String({ description: '`#RRGGBB`; null when no colour is configured.' }),
        ),
      }),
    },
    { description: 'Who is paid.' },
  ),
  operators: Type.Array(OfferedOperator, {
    description: 'The ways to pay that are on offer for this amount.',
  }),
  payment: CheckoutPayment,
});
export type CheckoutObject = Static<typeof CheckoutObject>;

/** Body of POST /v1/checkout/{token}/pay (design section 7). */
export const PayInput = Type.Object(
  {
    operator: Type.String({
      minLength: 1,
      description: 'Code of an operator on offer in this session, for example `mtn_ci`.',
    }),
    phone: Type.String({
      minLength: 1,
      ...not_blank,
      description:
        'Number of the wallet, of the operator’s country: international format, or as people there write it.',
    }),
    customer_email: Type.Optional(
      Type.String({
        maxLength: limits.email_length_max,
        ...email_or_empty_form,
        description:
          'E-mail address, where the customer gave another one than the session’s; empty to remove it. Kept with the ' +
          'payment.',
      }),
    ),
    otp: Type.Optional(
      Type.String({
        ...otp_form,
        description:
          'One-time code: with the first call where the operator gives codes beforehand, or with a second call, same ' +
          'operator and phone, when `payment.action.kind` is `otp`. Never stored.',
      }),
    ),
  },
  { additionalProperties: false },
);

/** Body of POST /v1/checkout/{token}/cancel: empty. */
export const CancelInput = Type.Object({}, { additionalProperties: false });
