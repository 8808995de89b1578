import type { InsertCheckout } from '@guichet/core/payments';
import type { Context } from '@guichet/core/platform';
import {
  CreatedPayment,
  makeCreatePayment,
  PaymentInput,
  PaymentObject,
  retrievePayment,
  verifyPayment,
} from '@guichet/core/serving';
import { answerOf, type Operation } from './operation.ts';

/** Operations on single payments; listings are in the dashboard. */
export function paymentOperations(ctx: Context, insert: InsertCheckout): readonly Operation[] {
  const createPayment = makeCreatePayment(ctx, insert);
  return [
    {
      access: 'key',
      method: 'POST',
      path: '/payments',
      scope: 'payments:write',
      id: 'createPayment',
      tag: 'Payments',
      summary: 'Create a payment',
      description:
        'Creates a payment with its checkout session. Send the customer to `checkout_url`. With `operator` and ' +
        '`customer.phone` given, the page opens on the confirmation step.',
      body: PaymentInput,
      errors: ['idempotency_key_reused'],
      success: { status: 201, message: 'Payment created.', data: CreatedPayment },
      handle: async ({ caller, body, once }) => answerOf(await createPayment(caller, body, once)),
    },
    {
      access: 'key',
      method: 'GET',
      path: '/payments/{id}',
      scope: 'payments:read',
      id: 'retrievePayment',
      tag: 'Payments',
      summary: 'Retrieve a payment',
      errors: ['payment_not_found'],
      success: { status: 200, message: 'Payment found.', data: PaymentObject },
      handle: async ({ caller, params }) => ({ data: await retrievePayment(ctx, caller, params.id ?? '') }),
    },
    {
      access: 'key',
      method: 'GET',
      path: '/payments/{id}/verify',
      scope: 'payments:read',
      id: 'verifyPayment',
      tag: 'Payments',
      summary: 'Verify a payment',
      description:
        'Returns the payment. If it is processing, a status inquiry is sent to the operator first, which takes ' +
        'at most 5 seconds. Call it when the customer returns: the redirect alone is not proof of payment.',
      errors: ['payment_not_found'],
      success: { status: 200, message: 'Payment verified.', data: PaymentObject },
      handle: async ({ caller, params }) => ({ data: await verifyPayment(ctx, caller, params.id ?? '') }),
    },
  ];
}
