import { listRequests, RequestPage, RequestQuery } from '@guichet/core/platform';
import type { MerchantOperation } from './operation.ts';

const tag = 'Request log';

/** Operations on the log of API requests. */
export const request_operations: readonly MerchantOperation[] = [
  {
    access: 'merchant',
    method: 'GET',
    path: '/requests',
    id: 'listRequests',
    tag,
    scope: 'developers:read',
    summary: 'Requests to the API within a week, newest first',
    query: RequestQuery,
    errors: [],
    success: { status: 200, message: 'The requests.', data: RequestPage },
    handle: async ({ ctx, actor, query }) => ({ data: await listRequests(ctx, actor, query) }),
  },
];
