import { currency_form, decimals_form, not_blank, phone_form, url_form } from '@guichet/kernel/forms';
import { limits } from '@guichet/kernel/limits';
import { refuses_null } from '@guichet/kernel/nulls';
import Type, { type Static, type TSchema } from 'typebox';
import { PaymentObject } from '../schemas.ts';
import { email_form, email_or_empty_form, metadata_form, otp_form } from './forms.ts';

/** Body of POST /v1/checkout/initialize (interface section of that name). */
export const InitializeInput = Type.Object(
  {
    amount: Type.Number({
      minimum: limits.amount_min,
      maximum: limits.amount_max,
      description: 'Major unit of the currency, not cents, with at most the decimals the currency has.',
    }),
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

/** Checkout session as returned by initialization (interface section "Checkout session"). */
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
          Type.String({ description: 'Code to dial if no prompt appears, for example `*133#`.' }),
        ),
      },
      { description: 'Approve the prompt on the phone.' },
    ),
    Type.Object(
      {
        kind: Type.Literal('otp'),
        problem: Type.Optional(
          Type.Literal('wrong_otp', {
            description: 'The previous code was wrong; another can be submitted.',
          }),
        ),
      },
      {
        description: 'Submit the one-time code from the operator: pay again with the same fields and `otp`.',
      },
    ),
    Type.Object(
      {
        kind: Type.Literal('redirect'),
        url: Type.String({ description: 'Address of the operator’s own page.' }),
      },
      { description: 'Approve on the operator’s own page, which then returns to the hosted page.' },
    ),
    Type.Null(),
  ],
  {
    description:
      'The action that the customer has to take now; null if there is none: nothing has been sent yet, the ' +
      'outcome is known, or the operator has not responded yet. While `status` is `processing`, wait, and ' +
      'never offer to pay again.',
  },
);

const CheckoutPayment = Type.Object(
  {
    id: Type.String({ description: 'Identifier of the payment, `pay_...`. A session has exactly one.' }),
    status: Type.Enum(['pending', 'processing', 'success', 'failed', 'cancelled', 'expired', 'reversed'], {
      description:
        '`pending`: nothing has been sent yet. `processing`: in progress with an operator. `success`: paid. ' +
        '`failed`: the last attempt definitely failed. `cancelled`, `expired`: nothing was paid. `reversed`: it ' +
        'was paid, and the operator has since returned the money.',
    }),
    operator: Nullable(
      Type.String({
        description:
          'Operator of the last attempt; before the first attempt, the one chosen by the merchant.',
      }),
    ),
    failure: PaymentObject.properties.failure,
    retryable: Type.Boolean({
      description: 'True when the payment failed and the customer may pay again, with any operator.',
    }),
    action: Action,
    respond_by: Nullable(
      Type.String({
        description:
          'Time until which the operator waits for the customer, ISO 8601 with numeric offset; null if not ' +
          'known. The payment does not end at this time, only when the operator reports its outcome.',
      }),
    ),
  },
  { description: 'The current state of the payment.' },
);

/** The data of the server-sent events of a session (design section 7). */
export const CheckoutStatus = Type.Object({
  status: Type.Enum(['active', 'completed', 'cancelled', 'expired'], {
    description: '`completed`: paid. `expired`: 30 minutes have passed; create a new session.',
  }),
  payment: CheckoutPayment,
});
export type CheckoutStatus = Static<typeof CheckoutStatus>;

const OfferedOperator = Type.Object({
  code: Type.String({ description: 'Operator code to pay with, for example `mtn_ci`.' }),
  name: Type.String({ description: 'Name that customers know.' }),
  country: Type.String({
    description:
      'Country of its customers’ numbers, ISO 3166-1 alpha-2. `ZZ`: the sandbox, which accepts any number.',
  }),
  flow: Type.Enum(['ussd_push', 'otp', 'redirect', 'qr'], {
    description:
      'How it usually asks its customers to approve. The action actually required is in `payment.action`.',
  }),
  fee_percent: Type.Number({ description: 'Percentage that is added to the amount.' }),
  fee: Type.Number({ description: 'Major unit of the currency.' }),
  total: Type.Number({
    description: '`amount` + `fee`, major unit: the total that the customer is charged.',
  }),
  min_amount: Nullable(Type.Number({ description: 'Smallest total that the operator accepts, major unit.' })),
  max_amount: Nullable(Type.Number({ description: 'Largest total that the operator accepts, major unit.' })),
  code_first: Nullable(
    Type.Object(
      {
        dial: Type.String({
          description:
            'Code that the customer dials to get it, with the total, for example `*144*4*6*25375#`.',
        }),
      },
      {
        description:
          'The customer generates a one-time code before paying: send it as `otp`. null if none is needed.',
      },
    ),
  ),
  available: Type.Boolean({
    description:
      'False while the operator does not respond: paying with it is refused with `operator_unavailable`.',
  }),
});

/** Checkout session as returned by the calls that get, pay and cancel it (design section 7). */
export const CheckoutObject = Type.Object({
  session_token: Type.String({ description: 'Token of the session. Anyone who has it can pay and cancel.' }),
  object: Type.Literal('checkout_session'),
  status: CheckoutStatus.properties.status,
  amount: Type.Number({ description: 'Major unit of the currency, without fees.' }),
  currency: Type.String({ description: 'ISO 4217 code.' }),
  description: Nullable(
    Type.String({ description: 'Description of the purchase, as the merchant wrote it.' }),
  ),
  template: Type.Enum(['default', 'abidjan', 'cotonou'], { description: 'Appearance of the hosted page.' }),
  expires_at: Type.String({
    description: 'When the session ends: 30 minutes after creation, ISO 8601 with numeric offset.',
  }),
  livemode: Type.Boolean({ description: 'False for objects created with a test key.' }),
  customer_phone: Nullable(Type.String({ description: 'E.164, for pre-filling the form.' })),
  customer_email: Nullable(Type.String({ description: 'E-mail address of the customer.' })),
  merchant: Type.Object(
    {
      name: Type.String({ description: 'Name of the merchant.' }),
      branding: Type.Object({
        primary_color: Nullable(
          Type.String({ description: '`#RRGGBB`; null when no colour is configured.' }),
        ),
      }),
    },
    { description: 'The merchant to be paid.' },
  ),
  operators: Type.Array(OfferedOperator, {
    description: 'The operators on offer for this amount.',
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
      description: 'Number of the wallet, from the operator’s country: in international or local format.',
    }),
    customer_email: Type.Optional(
      Type.String({
        maxLength: limits.email_length_max,
        ...email_or_empty_form,
        description:
          'E-mail address, if the customer entered one other than the session’s; empty to remove it. Stored ' +
          'with the payment.',
      }),
    ),
    total: Type.Optional(
      Type.Number({
        // JSON writes NaN as null. If null counted as absent, such a total would not be compared.
        ...refuses_null,
        description:
          'The total that you showed the customer, in the major unit. If the operator’s fee has changed since, ' +
          'nothing is sent and the response is 409 `conflict`.',
      }),
    ),
    otp: Type.Optional(
      Type.String({
        ...otp_form,
        description:
          'One-time code: in the first call if the customer gets the code before paying, or in a second call ' +
          'with the same operator and phone when `payment.action.kind` is `otp`. Never stored.',
      }),
    ),
  },
  { additionalProperties: false },
);

/** Body of POST /v1/checkout/{token}/cancel: empty. */
export const CancelInput = Type.Object({}, { additionalProperties: false });
