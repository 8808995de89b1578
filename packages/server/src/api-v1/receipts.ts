import type { Context } from '@guichet/core/platform';
import { CollectionObject, collectReceipt } from '@guichet/core/serving';
import { answerOf, type Operation } from './operation.ts';

/** Operations on the receipts of paid payments. */
export function receiptOperations(ctx: Context): readonly Operation[] {
  return [
    {
      access: 'key',
      method: 'POST',
      path: '/receipts/{reference}/collection',
      scope: 'receipts:collect',
      id: 'collectReceipt',
      tag: 'Receipts',
      summary: 'Mark a receipt as collected',
      description:
        'Records, once, that the goods of a paid payment were handed over, so that a copy of its receipt gets ' +
        'nothing. The response is 409 `already_collected` with the time if it was recorded before, and 409 ' +
        '`conflict` if the payment was refunded in full or taken back by the operator.',
      errors: [
        'receipt_not_found',
        'already_collected',
        'conflict',
        'recovering',
        'idempotency_key_reused',
        'idempotency_key_in_use',
      ],
      success: { status: 201, message: 'Recorded.', data: CollectionObject },
      handle: async ({ caller, params, once }) =>
        answerOf(await collectReceipt(ctx, caller, params.reference ?? '', once)),
    },
  ];
}
