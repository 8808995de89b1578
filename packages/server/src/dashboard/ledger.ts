import {
  browseMovements,
  CorrectionInput,
  correctMovement,
  decideOnMovement,
  HoldingList,
  listHoldings,
  MovementDecision,
  MovementInput,
  MovementObject,
  MovementPage,
  MovementQuery,
  recordMovement,
  StaffMovement,
} from '@guichet/core/operations';
import { answerOf } from '../api-v1/operation.ts';
import { withActor, withPathAndBody, withQuery } from './handle.ts';
import { merchantOperations } from './list-operations.ts';

/** Operations on the movements that people record in the books. */
export const ledger_operations = merchantOperations('Ledger', {
  listHoldings: {
    route: 'GET /ledger/holdings',
    scope: 'balances:read',
    summary: 'Balances held by providers and in the books, as last compared',
    errors: [],
    success: { status: 200, message: 'Holdings found.', data: HoldingList },
    handle: withActor(listHoldings),
  },
  listMovements: {
    route: 'GET /ledger/movements',
    scope: 'balances:read',
    summary: 'Recorded movements, newest first',
    query: MovementQuery,
    errors: ['invalid_fields'],
    success: { status: 200, message: 'Movements found.', data: MovementPage },
    handle: withQuery(browseMovements),
  },
  recordMovement: {
    route: 'POST /ledger/movements',
    scope: 'ledger:record',
    summary: 'Record money that moved outside of payments, payouts and refunds',
    needs_proof: 'live',
    body: MovementInput,
    errors: ['insufficient_balance', 'conflict'],
    success: { status: 201, message: 'Movement recorded.', data: MovementObject },
    handle: async ({ ctx, actor, body }) => answerOf(await recordMovement(ctx, actor, body)),
  },
  decideMovement: {
    route: 'POST /ledger/movements/{id}/decision',
    scope: 'ledger:record',
    summary: 'Approve or refuse a movement awaiting approval',
    needs_proof: 'live',
    body: MovementDecision,
    errors: ['not_found', 'conflict', 'insufficient_balance'],
    success: { status: 200, message: 'Decided.', data: StaffMovement },
    handle: withPathAndBody('id', decideOnMovement),
  },
  correctMovement: {
    route: 'POST /ledger/movements/{id}/correction',
    scope: 'ledger:record',
    summary: 'Reverse a movement by booking its opposite',
    needs_proof: 'live',
    body: CorrectionInput,
    errors: ['not_found', 'conflict'],
    success: { status: 201, message: 'Correction recorded.', data: MovementObject },
    handle: async ({ ctx, actor, params, body }) =>
      answerOf(await correctMovement(ctx, actor, { id: params.id ?? '', body })),
  },
});
