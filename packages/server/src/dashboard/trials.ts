import { startTrial, TrialInput, TrialObject } from '@guichet/core/payments';
import { listTrialOptions, TrialOptions } from '@guichet/core/reads';
import { answerOf } from '../api-v1/operation.ts';
import { withActor } from './handle.ts';
import { merchantOperations } from './list-operations.ts';

/** Operations on trials: payments that members of staff make themselves. */
export const trial_operations = merchantOperations('Trials', {
  listTrialOptions: {
    route: 'GET /trial-options',
    scope: 'payment_links:read',
    summary: 'Currencies, usual amounts, and the numbers to try in test mode',
    errors: [],
    success: { status: 200, message: 'Options.', data: TrialOptions },
    handle: withActor(listTrialOptions),
  },
  startTrial: {
    route: 'POST /trials',
    scope: 'payment_links:write',
    summary: 'Start a payment to make oneself: of play money in test mode',
    body: TrialInput,
    errors: ['idempotency_key_reused', 'idempotency_key_in_use'],
    success: { status: 201, message: 'Trial started.', data: TrialObject },
    handle: async ({ ctx, actor, body, once }) => answerOf(await startTrial(ctx, actor, body, once)),
  },
});
