import type { InsertCheckout } from '@guichet/core/payments';
import type { Context } from '@guichet/core/platform';
import { InitializedCheckout, InitializeInput, makeInitialize } from '@guichet/core/serving';
import type { Operation } from './operation.ts';

/** Operations on checkout sessions for a merchant's server. */
export function checkoutOperations(ctx: Context, insert: InsertCheckout): readonly Operation[] {
  const initialize = makeInitialize(ctx, insert);
  return [
    {
      access: 'key',
      method: 'POST',
      path: '/checkout/initialize',
      scope: 'payments:write',
      id: 'initializeCheckout',
      tag: 'Checkout',
      summary: 'Create a checkout session',
      description:
        'Creates a session of 30 minutes with one payment, and responds once both are on disk. Send the customer to ' +
        '`checkout_url`.',
      body: InitializeInput,
      errors: ['idempotency_key_reused'],
      success: { status: 201, message: 'Checkout session created.', data: InitializedCheckout },
      handle: async ({ caller, body, once }) => {
        const { value, replayed } = await initialize(caller, body, once);
        return { data: value, replayed };
      },
    },
  ];
}
