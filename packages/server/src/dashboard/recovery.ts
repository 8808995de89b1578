import { OpeningInput, openService, RecoveryNotice, showRecoveryNotice } from '@guichet/core/operations';
import type { MerchantOperation } from './operation.ts';

const tag = 'Recovery';

/** Operations on a service that was restored. */
export const recovery_operations: readonly MerchantOperation[] = [
  {
    access: 'merchant',
    method: 'GET',
    path: '/recovery',
    id: 'showRecovery',
    tag,
    scope: 'payments:read',
    summary: 'Whether the service is recovering, and what of yours was found',
    errors: [],
    success: { status: 200, message: 'How the service stands.', data: RecoveryNotice },
    handle: async ({ ctx, actor }) => ({ data: await showRecoveryNotice(ctx, actor) }),
  },
  {
    access: 'merchant',
    method: 'POST',
    path: '/recovery/open',
    id: 'openService',
    tag,
    scope: 'recovery:open',
    summary: 'Open the service: customers can pay, and what no operator knows is sent',
    needs_proof: 'always',
    body: OpeningInput,
    errors: ['conflict'],
    success: { status: 200, message: 'Opened.', data: RecoveryNotice },
    handle: async ({ ctx, actor, body }) => ({ data: await openService(ctx, actor, body) }),
  },
];
