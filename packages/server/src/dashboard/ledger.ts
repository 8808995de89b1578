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
import type { MerchantOperation } from './operation.ts';

const tag = 'Ledger';

/** Operations on what people record in the books. */
export const ledger_operations: readonly MerchantOperation[] = [
  {
    access: 'merchant',
    method: 'GET',
    path: '/ledger/holdings',
    id: 'listHoldings',
    tag,
    scope: 'balances:read',
    summary: 'What providers hold, beside the books, as last compared',
    errors: [],
    success: { status: 200, message: 'Holdings found.', data: HoldingList },
    handle: async ({ ctx, actor }) => ({ data: await listHoldings(ctx, actor) }),
  },
  {
    access: 'merchant',
    method: 'GET',
    path: '/ledger/movements',
    id: 'listMovements',
    tag,
    scope: 'balances:read',
    summary: 'Recorded movements, newest first',
    query: MovementQuery,
    errors: ['invalid_fields'],
    success: { status: 200, message: 'Movements found.', data: MovementPage },
    handle: async ({ ctx, actor, query }) => ({ data: await browseMovements(ctx, actor, query) }),
  },
  {
    access: 'merchant',
    method: 'POST',
    path: '/ledger/movements',
    id: 'recordMovement',
    tag,
    scope: 'ledger:record',
    summary: 'Record money that moved outside of payments, payouts and refunds',
    needs_proof: 'live',
    body: MovementInput,
    errors: ['insufficient_balance', 'conflict'],
    success: { status: 201, message: 'Movement recorded.', data: MovementObject },
    handle: async ({ ctx, actor, body }) => {
      const { value, replayed } = await recordMovement(ctx, actor, body);
      return { data: value, replayed };
    },
  },
  {
    access: 'merchant',
    method: 'POST',
    path: '/ledger/movements/{id}/decision',
    id: 'decideMovement',
    tag,
    scope: 'ledger:record',
    summary: 'Approve or refuse a movement awaiting approval',
    needs_proof: 'live',
    body: MovementDecision,
    errors: ['not_found', 'conflict', 'insufficient_balance'],
    success: { status: 200, message: 'Decided.', data: StaffMovement },
    handle: async ({ ctx, actor, params, body }) => ({
      data: await decideOnMovement(ctx, actor, { id: params.id ?? '', body }),
    }),
  },
  {
    access: 'merchant',
    method: 'POST',
    path: '/ledger/movements/{id}/correction',
    id: 'correctMovement',
    tag,
    scope: 'ledger:record',
    summary: 'Take back a movement by booking its opposite',
    needs_proof: 'live',
    body: CorrectionInput,
    errors: ['not_found', 'conflict'],
    success: { status: 201, message: 'Correction recorded.', data: MovementObject },
    handle: async ({ ctx, actor, params, body }) => {
      const { value, replayed } = await correctMovement(ctx, actor, { id: params.id ?? '', body });
      return { data: value, replayed };
    },
  },
];
