import { GoLiveObject, showGoLive } from '@guichet/core/reads';
import { withActor } from './handle.ts';
import { merchantOperations } from './list-operations.ts';

/** Operations on the way to live payments. */
export const go_live_operations = merchantOperations('Going live', {
  showGoLive: {
    route: 'GET /go-live',
    scope: 'settings:read',
    summary: 'Providers, accounts, and what has been proven with each',
    errors: [],
    success: { status: 200, message: 'The way to live payments.', data: GoLiveObject },
    handle: withActor(showGoLive),
  },
});
