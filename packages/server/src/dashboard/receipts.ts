import { CollectionObject, collectReceipt } from '@guichet/core/operations';
import { answerOf } from '../api-v1/operation.ts';
import { merchantOperations } from './list-operations.ts';

/** Operations on the receipts of paid payments. */
export const receipt_operations = merchantOperations('Receipts', {
  collectReceipt: {
    route: 'POST /receipts/{reference}/collection',
    scope: 'receipts:collect',
    summary: 'Record that the goods of a paid payment were handed over',
    errors: [
      'receipt_not_found',
      'already_collected',
      'conflict',
      'recovering',
      'idempotency_key_reused',
      'idempotency_key_in_use',
    ],
    success: { status: 201, message: 'Recorded.', data: CollectionObject },
    handle: async ({ ctx, actor, params, once }) =>
      answerOf(await collectReceipt(ctx, actor, params.reference ?? '', once)),
  },
});
