import { failureReasons } from '@guichet/kernel/outcome';
import Type, { type Static, type TSchema } from 'typebox';

const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** Payment (interface section "Payment"; the other fields are of design section 7). */
export const PaymentObject = Type.Object({
  id: Type.String(),
  object: Type.Literal('payment'),
  status: Type.Enum(['pending', 'processing', 'success', 'failed', 'cancelled', 'expired']),
  amount: Type.Number({ description: 'Major unit of the currency, without fees.' }),
  currency: Type.String(),
  fee: Nullable(Type.Number({ description: 'Known once an operator was picked.' })),
  charged_amount: Nullable(Type.Number({ description: 'amount + fee: what the customer pays.' })),
  refunded_amount: Type.Number(),
  operator: Nullable(Type.String()),
  description: Nullable(Type.String()),
  customer: Type.Object({
    id: Nullable(Type.String()),
    email: Nullable(Type.String()),
    first_name: Nullable(Type.String()),
    last_name: Nullable(Type.String()),
    phone: Nullable(Type.String()),
    country: Nullable(Type.String()),
  }),
  metadata: Nullable(Type.Record(Type.String(), Type.Unknown())),
  failure: Nullable(
    Type.Object({
      code: Type.Enum([...failureReasons]),
      message: Type.String(),
      operator_code: Nullable(Type.String()),
    }),
  ),
  retryable: Type.Boolean({ description: 'The customer may still try again on the page.' }),
  late: Type.Boolean({ description: 'The money came after the session had ended.' }),
  reference: Type.String(),
  checkout: Type.Object({ session_token: Type.String(), expires_at: Type.String() }),
  return_url: Type.String(),
  cancel_url: Nullable(Type.String()),
  livemode: Type.Boolean(),
  created_at: Type.String(),
  paid_at: Nullable(Type.String()),
});
export type PaymentObject = Static<typeof PaymentObject>;
