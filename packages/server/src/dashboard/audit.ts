import { AuditFilter, AuditPage, AuditQuery, browseAudit, exportAudit } from '@guichet/core/accounts';
import { withQuery } from './handle.ts';
import { merchantOperations } from './list-operations.ts';

/** Operations on the audit log: every change by anyone. */
export const audit_operations = merchantOperations('Audit log', {
  browseAudit: {
    route: 'GET /audit',
    scope: 'audit:read',
    summary: 'Changes, newest first',
    covers_both_modes: true,
    query: AuditQuery,
    errors: [],
    success: { status: 200, message: 'Changes.', data: AuditPage },
    handle: withQuery(browseAudit),
  },
  exportAudit: {
    access: 'merchant_download',
    route: 'GET /audit/export',
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
});
