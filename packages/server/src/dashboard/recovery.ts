import { OpeningInput, openService, RecoveryNotice, showRecoveryNotice } from '@guichet/core/operations';
import { withActor, withBody } from './handle.ts';
import { merchantOperations } from './list-operations.ts';

/** Operations on a service that was restored. */
export const recovery_operations = merchantOperations('Recovery', {
  showRecovery: {
    route: 'GET /recovery',
    scope: 'payments:read',
    summary: 'Whether the service is recovering, and what was found for the merchant',
    errors: [],
    success: { status: 200, message: 'The state of the service.', data: RecoveryNotice },
    handle: withActor(showRecoveryNotice),
  },
  openService: {
    route: 'POST /recovery/open',
    scope: 'recovery:open',
    summary: 'Resume payments: customers can pay, and requests unknown to operators are sent',
    needs_proof: 'always',
    body: OpeningInput,
    errors: ['conflict'],
    success: { status: 200, message: 'Opened.', data: RecoveryNotice },
    handle: withBody(openService),
  },
});
