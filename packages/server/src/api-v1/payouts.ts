import type { Context } from '@guichet/core/platform';
import { createPayout, PayoutInput, PayoutObject, retrievePayout, verifyPayout } from '@guichet/core/serving';
import { answerOf, type Operation } from './operation.ts';

/** Operations on single payouts; listings are in the dashboard. */
export function payoutOperations(ctx: Context): readonly Operation[] {
  return [
    {
      access: 'key',
      method: 'POST',
      path: '/payouts',
      scope: 'payouts:write',
      id: 'createPayout',
      tag: 'Payouts',
      summary: 'Create a payout',
      description:
        'Sends money to a recipient’s wallet. The amount is reserved from the balance at once and returned to it if the ' +
        'payout fails; `payout.successful` or `payout.failed` reports the outcome. Send an `Idempotency-Key` so that a ' +
        'request repeated after a lost response pays only once.',
      body: PayoutInput,
      errors: ['insufficient_balance', 'idempotency_key_reused', 'idempotency_key_in_use'],
      success: { status: 201, message: 'Payout created.', data: PayoutObject },
      handle: async ({ caller, body, once }) => answerOf(await createPayout(ctx, caller, body, once)),
    },
    {
      access: 'key',
      method: 'GET',
      path: '/payouts/{id}',
      scope: 'payouts:read',
      id: 'retrievePayout',
      tag: 'Payouts',
      summary: 'Retrieve a payout',
      errors: ['payout_not_found'],
      success: { status: 200, message: 'Payout found.', data: PayoutObject },
      handle: async ({ caller, params }) => ({ data: await retrievePayout(ctx, caller, params.id ?? '') }),
    },
    {
      access: 'key',
      method: 'GET',
      path: '/payouts/{id}/verify',
      scope: 'payouts:read',
      id: 'verifyPayout',
      tag: 'Payouts',
      summary: 'Verify a payout',
      description:
        'Returns the payout. If it is processing, a status inquiry is sent to the operator first, which takes ' +
        'at most 5 seconds.',
      errors: ['payout_not_found'],
      success: { status: 200, message: 'Payout verified.', data: PayoutObject },
      handle: async ({ caller, params }) => ({ data: await verifyPayout(ctx, caller, params.id ?? '') }),
    },
  ];
}
