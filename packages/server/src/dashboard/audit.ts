import { AuditFilter, AuditPage, AuditQuery, browseAudit, exportAudit } from '@guichet/core/accounts';
import type { MerchantDownload, MerchantOperation } from './operation.ts';

const tag = 'Audit log';

/** Every change by anyone. */
export const audit_operations: readonly (MerchantOperation | MerchantDownload)[] = [
  {
    access: 'merchant',
    method: 'GET',
    path: '/audit',
    id: 'browseAudit',
    tag,
    scope: 'audit:read',
    summary: 'Changes, newest first',
    query: AuditQuery,
    errors: [],
    success: { status: 200, message: 'Changes.', data: AuditPage },
    handle: async ({ ctx, actor, query }) => ({ data: await browseAudit(ctx, actor, query) }),
  },
  {
    access: 'merchant_download',
    method: 'GET',
    path: '/audit/export',
    id: 'exportAudit',
    tag,
    scope: 'audit:read',
    summary: 'Changes as CSV',
    needs_proof: 'always',
    query: AuditFilter,
    errors: [],
    content_type: 'text/csv; charset=utf-8',
    handle: async ({ ctx, actor, query }) => ({
      file_name: `audit-log-${actor.merchant_id}.csv`,
      content: exportAudit(ctx, actor, query),
    }),
  },
];
