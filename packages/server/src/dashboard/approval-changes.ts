import {
  ApprovalChangeList,
  ChangeDecision,
  DecidedChange,
  decideChange,
  listApprovalChanges,
} from '@guichet/core/accounts';
import { withActor, withPathAndBody } from './handle.ts';
import { merchantOperations } from './list-operations.ts';

/** Operations on changes that weaken the approval rule, and so need approval themselves. */
export const approval_change_operations = merchantOperations('Payouts', {
  listApprovalChanges: {
    route: 'GET /approval-changes',
    scope: 'payouts:approve',
    summary: 'Weaker rules and new approvers awaiting a second person, and those of the last few days',
    errors: [],
    success: { status: 200, message: 'Changes found.', data: ApprovalChangeList },
    handle: withActor(listApprovalChanges),
  },
  decideApprovalChange: {
    route: 'POST /approval-changes/{id}/decision',
    scope: 'payouts:approve',
    summary: 'Approve or refuse a weaker rule or a new approver',
    needs_proof: 'always',
    body: ChangeDecision,
    errors: ['not_found', 'conflict'],
    success: { status: 200, message: 'Decided.', data: DecidedChange },
    handle: withPathAndBody('id', decideChange),
  },
});
