import {
  decideOnHeld,
  HeldApproval,
  HeldDecisionObject,
  ResolutionInput,
  ResolutionObject,
  resolvePayment,
} from '@guichet/core/operations';
import {
  browsePayments,
  exportPayments,
  listPaymentChoices,
  PaymentChoices,
  PaymentDetail,
  PaymentFilter,
  PaymentPage,
  PaymentQuery,
  showPaymentDetail,
} from '@guichet/core/reads';
import { RefundObject, RefundRequest, requestRefund } from '@guichet/core/transfers';
import { answerOf } from '../api-v1/operation.ts';
import { withPath, withPathAndBody, withQuery } from './handle.ts';
import { merchantOperations } from './list-operations.ts';

/** Operations on payments, their refunds, and resolutions of those that need review. */
export const payment_operations = merchantOperations('Payments', {
  browsePayments: {
    route: 'GET /payments',
    scope: 'payments:read',
    summary: 'Payments, newest first',
    query: PaymentQuery,
    errors: [],
    success: { status: 200, message: 'Payments.', data: PaymentPage },
    handle: withQuery(browsePayments),
  },
  listPaymentChoices: {
    route: 'GET /payment-choices',
    scope: 'payments:read',
    summary: 'Values by which payments can be filtered',
    errors: [],
    success: { status: 200, message: 'Choices.', data: PaymentChoices },
    handle: async ({ actor }) => ({ data: listPaymentChoices(actor) }),
  },
  exportPayments: {
    access: 'merchant_download',
    route: 'GET /payments/export',
    scope: 'payments:read',
    summary: 'Payments as CSV',
    needs_proof: 'live',
    query: PaymentFilter,
    errors: [],
    content_type: 'text/csv; charset=utf-8',
    handle: async ({ ctx, actor, query }) => ({
      file_name: `payments-${actor.mode}-${ctx.clock.now().toISOString().slice(0, 10)}.csv`,
      content: exportPayments(ctx, actor, query),
    }),
  },
  showPayment: {
    route: 'GET /payments/{id}',
    scope: 'payments:read',
    summary: 'Everything known about a payment',
    errors: ['payment_not_found'],
    success: { status: 200, message: 'Payment.', data: PaymentDetail },
    handle: withPath('id', showPaymentDetail),
  },
  refundPayment: {
    route: 'POST /payments/{id}/refunds',
    scope: 'payments:refund',
    summary: 'Refund a payment, in whole or in part',
    needs_proof: 'live',
    body: RefundRequest,
    errors: [
      'payment_not_found',
      'conflict',
      'insufficient_balance',
      'idempotency_key_reused',
      'idempotency_key_in_use',
    ],
    success: { status: 201, message: 'Refund created.', data: RefundObject },
    handle: async ({ ctx, actor, params, body, once }) =>
      answerOf(await requestRefund(ctx, actor, { payment_id: params.id ?? '', body }, once)),
  },
  resolvePayment: {
    route: 'POST /payments/{id}/resolutions',
    scope: 'payments:resolve',
    summary: 'Record the outcome of a payment that needs review',
    needs_proof: 'live',
    body: ResolutionInput,
    errors: ['payment_not_found', 'conflict'],
    success: { status: 201, message: 'Recorded.', data: ResolutionObject },
    handle: withPathAndBody('id', resolvePayment),
  },
  decideOnHeld: {
    route: 'POST /held-decisions/{id}/approval',
    scope: 'payments:resolve',
    summary: 'Approve or refuse a decision about a payment’s money',
    needs_proof: 'live',
    body: HeldApproval,
    errors: ['not_found', 'conflict'],
    success: { status: 200, message: 'Decided.', data: HeldDecisionObject },
    handle: withPathAndBody('id', decideOnHeld),
  },
});
