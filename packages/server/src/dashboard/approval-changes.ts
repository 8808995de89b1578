import {
  ApprovalChangeList,
  ChangeDecision,
  DecidedChange,
  decideChange,
  listApprovalChanges,
} from '@guichet/core/accounts';
import type { MerchantOperation } from './operation.ts';

const tag = 'Payouts';

/** Operations that weaken the approval rule and so need approval themselves. */
export const approval_change_operations: readonly MerchantOperation[] = [
  {
    access: 'merchant',
    method: 'GET',
    path: '/approval-changes',
    id: 'listApprovalChanges',
    tag,
    scope: 'payouts:approve',
    summary: 'Weaker rules and new approvers that wait for a second person, and those of the last days',
    errors: [],
    success: { status: 200, message: 'Changes found.', data: ApprovalChangeList },
    handle: async ({ ctx, actor }) => ({ data: await listApprovalChanges(ctx, actor) }),
  },
  {
    access: 'merchant',
    method: 'POST',
    path: '/approval-changes/{id}/decision',
    id: 'decideApprovalChange',
    tag,
    scope: 'payouts:approve',
    summary: 'Approve or refuse a weaker rule, or another approver',
    needs_proof: 'always',
    body: ChangeDecision,
    errors: ['not_found', 'conflict'],
    success: { status: 200, message: 'Decided.', data: DecidedChange },
    handle: async ({ ctx, actor, params, body }) => ({
      data: await decideChange(ctx, actor, { id: params.id ?? '', body }),
    }),
  },
];
