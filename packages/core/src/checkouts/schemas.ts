import { isCurrency } from '@guichet/kernel/currencies';
import { limits } from '@guichet/kernel/limits';
import { moneyFromMajor } from '@guichet/kernel/money';
import { parsePhone } from '@guichet/kernel/phone';
import { urlProblem } from '@guichet/kernel/url';
import type { Rules } from '@guichet/kernel/validation';
import Type, { type Static, type TSchema } from 'typebox';
import type { Mode } from '../database/schema.ts';
import { metadataProblem } from './metadata.ts';

/** Body of POST /v1/checkout/initialize (interface section of that name). */
export const InitializeInput = Type.Object(
  {
    amount: Type.Number({ minimum: limits.amount_min, maximum: limits.amount_max }),
    currency: Type.String(),
    return_url: Type.String({ maxLength: limits.url_length_max }),
    cancel_url: Type.Optional(Type.String({ maxLength: limits.url_length_max })),
    customer_phone: Type.Optional(Type.String()),
    customer_email: Type.Optional(Type.String({ maxLength: limits.email_length_max })),
    description: Type.Optional(Type.String({ maxLength: limits.description_length_max })),
    metadata: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    template: Type.Optional(Type.Enum(['default', 'abidjan', 'cotonou'])),
  },
  { additionalProperties: false },
);
export type InitializeInput = Static<typeof InitializeInput>;

const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** Checkout session as initialization returns it (interface section "Checkout session"). */
export const InitializedCheckout = Type.Object({
  checkout_url: Type.String(),
  session_token: Type.String(),
  expires_at: Type.String(),
});

/** Checkout session as the look-up returns it (design section 7). */
export const CheckoutObject = Type.Object({
  session_token: Type.String(),
  object: Type.Literal('checkout_session'),
  status: Type.Enum(['active', 'completed', 'cancelled', 'expired']),
  amount: Type.Number(),
  currency: Type.String(),
  description: Nullable(Type.String()),
  template: Type.Enum(['default', 'abidjan', 'cotonou']),
  expires_at: Type.String(),
  livemode: Type.Boolean(),
  customer_phone: Nullable(Type.String()),
  customer_email: Nullable(Type.String()),
  merchant: Type.Object({
    name: Type.String(),
    branding: Type.Object({ primary_color: Nullable(Type.String()) }),
  }),
  operators: Type.Array(
    Type.Object({
      code: Type.String(),
      name: Type.String(),
      country: Type.String(),
      flow: Type.Enum(['ussd_push', 'otp', 'redirect', 'qr']),
      fee_percent: Type.Number(),
      fee: Type.Number(),
      total: Type.Number(),
      min_amount: Nullable(Type.Number()),
      max_amount: Nullable(Type.Number()),
    }),
  ),
  payment: Type.Object({ id: Type.String(), status: Type.String() }),
});

/** What the schema cannot say. */
export function initializeRules(mode: Mode): Rules<InitializeInput> {
  const url = (text: string) => urlProblem(text, { https_only: mode === 'live' });
  return {
    amount: (amount, { currency }) => amountProblem(amount, currency),
    currency: (code) =>
      isCurrency(code) ? undefined : 'must be an ISO 4217 code in capitals, for example XOF',
    return_url: url,
    cancel_url: url,
    customer_phone: (text) =>
      /^(\+|00)/.test(text.trim()) && parsePhone(text)
        ? undefined
        : 'must be a phone number that exists, in international format, for example +2250700000000',
    customer_email: (text) =>
      /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? undefined : 'must be an e-mail address',
    metadata: metadataProblem,
  };
}

function amountProblem(amount: number, currency: string | undefined): string | undefined {
  if (currency === undefined || !isCurrency(currency)) return undefined;
  const read = moneyFromMajor(amount, currency);
  if ('money' in read) return undefined;
  if (read.problem.kind === 'not_finite') return 'must be a number';
  const { allowed } = read.problem;
  return allowed === 0
    ? `must be a whole number: ${currency} has no decimals`
    : `must have at most ${allowed} decimals: ${currency} has no smaller unit`;
}
