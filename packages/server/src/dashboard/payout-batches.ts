import { browseBatches } from '@guichet/core/transfers/payouts/batches/browse';
import { confirmBatch } from '@guichet/core/transfers/payouts/batches/confirm';
import { decideBatch, discardBatch } from '@guichet/core/transfers/payouts/batches/decide';
import { showBatch } from '@guichet/core/transfers/payouts/batches/detail';
import { exportFindings, exportLines, writeTemplate } from '@guichet/core/transfers/payouts/batches/export';
import { batch_limits } from '@guichet/core/transfers/payouts/batches/limits';
import {
  BatchConfirmation,
  BatchQuery,
  LanguageQuery,
  PayoutBatchDetail,
  PayoutBatchPage,
  UploadQuery,
} from '@guichet/core/transfers/payouts/batches/schemas';
import { uploadBatch } from '@guichet/core/transfers/payouts/batches/upload';
import { Decision } from '@guichet/core/transfers/payouts/orders/decide';
import type { MerchantDownload, MerchantOperation, MerchantUpload } from './operation.ts';

const tag = 'Payouts in bulk';
const csv = 'text/csv; charset=utf-8';

/** Payouts by the file: checked line by line, then all of them or none. */
export const payout_batch_operations: readonly (MerchantOperation | MerchantDownload | MerchantUpload)[] = [
  {
    access: 'merchant_upload',
    method: 'POST',
    path: '/payout-batches',
    id: 'uploadPayoutBatch',
    tag,
    scope: 'payouts:create',
    summary: 'Have a CSV file of payouts checked; nothing is paid out',
    query: UploadQuery,
    content_types: ['text/csv', 'application/octet-stream'],
    content_bytes_max: batch_limits.file_bytes_max,
    errors: ['invalid_fields'],
    success: { status: 201, message: 'File checked.', data: PayoutBatchDetail },
    handle: async ({ ctx, actor, query, content }) => ({
      data: await uploadBatch(ctx, actor, query, content),
    }),
  },
  {
    access: 'merchant',
    method: 'GET',
    path: '/payout-batches',
    id: 'listPayoutBatches',
    tag,
    scope: 'payouts:read',
    summary: 'Files of payouts, newest first',
    query: BatchQuery,
    errors: ['invalid_fields'],
    success: { status: 200, message: 'Files found.', data: PayoutBatchPage },
    handle: async ({ ctx, actor, query }) => ({ data: await browseBatches(ctx, actor, query) }),
  },
  {
    access: 'merchant',
    method: 'GET',
    path: '/payout-batches/{id}',
    id: 'showPayoutBatch',
    tag,
    scope: 'payouts:read',
    summary: 'Everything about a file of payouts',
    errors: ['not_found'],
    success: { status: 200, message: 'File found.', data: PayoutBatchDetail },
    handle: async ({ ctx, actor, params }) => ({ data: await showBatch(ctx, actor, params.id ?? '') }),
  },
  {
    access: 'merchant_download',
    method: 'GET',
    path: '/payout-batches/{id}/findings.csv',
    id: 'exportPayoutBatchFindings',
    tag,
    scope: 'payouts:read',
    summary: 'All that was found in a file, as CSV',
    needs_proof: 'live',
    query: LanguageQuery,
    errors: ['invalid_fields', 'not_found'],
    content_type: csv,
    handle: async ({ ctx, actor, params, query }) => ({
      file_name: 'findings.csv',
      content: await exportFindings(ctx, actor, params.id ?? '', query),
    }),
  },
  {
    access: 'merchant_download',
    method: 'GET',
    path: '/payout-batches/{id}/lines.csv',
    id: 'exportPayoutBatchLines',
    tag,
    scope: 'payouts:read',
    summary: 'The lines of a file with what became of each, as CSV',
    needs_proof: 'live',
    errors: ['not_found'],
    content_type: csv,
    handle: async ({ ctx, actor, params }) => ({
      file_name: 'payouts-of-file.csv',
      content: await exportLines(ctx, actor, params.id ?? ''),
    }),
  },
  {
    access: 'merchant_download',
    method: 'GET',
    path: '/payout-template.csv',
    id: 'downloadPayoutTemplate',
    tag,
    scope: 'payouts:read',
    summary: 'A file with the columns and two examples',
    query: LanguageQuery,
    errors: ['invalid_fields'],
    content_type: csv,
    handle: async ({ actor, query }) => ({
      file_name: 'payouts.csv',
      content: writeTemplate(actor, query),
    }),
  },
  {
    access: 'merchant',
    method: 'POST',
    path: '/payout-batches/{id}/confirmation',
    id: 'confirmPayoutBatch',
    tag,
    scope: 'payouts:create',
    summary: 'Make every line a payout, all of them or none',
    needs_proof: 'live',
    body: BatchConfirmation,
    errors: ['not_found', 'conflict', 'insufficient_balance'],
    success: { status: 200, message: 'Confirmed.', data: PayoutBatchDetail },
    handle: async ({ ctx, actor, params, body }) => ({
      data: await confirmBatch(ctx, actor, params.id ?? '', body),
    }),
  },
  {
    access: 'merchant',
    method: 'POST',
    path: '/payout-batches/{id}/decision',
    id: 'decidePayoutBatch',
    tag,
    scope: 'payouts:create',
    summary: 'Approve or refuse the payouts awaiting approval',
    needs_proof: 'live',
    body: Decision,
    errors: ['not_found', 'conflict'],
    success: { status: 200, message: 'Decided.', data: PayoutBatchDetail },
    handle: async ({ ctx, actor, params, body }) => ({
      data: await decideBatch(ctx, actor, params.id ?? '', body),
    }),
  },
  {
    access: 'merchant',
    method: 'DELETE',
    path: '/payout-batches/{id}',
    id: 'discardPayoutBatch',
    tag,
    scope: 'payouts:create',
    summary: 'Put a file away that is not to be paid out',
    errors: ['not_found', 'conflict'],
    success: { status: 200, message: 'Discarded.', data: PayoutBatchDetail },
    handle: async ({ ctx, actor, params }) => ({ data: await discardBatch(ctx, actor, params.id ?? '') }),
  },
];
