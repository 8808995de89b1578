import { listRequests, RequestPage, RequestQuery } from '@guichet/core/platform';
import { withQuery } from './handle.ts';
import { merchantOperations } from './list-operations.ts';

/** Operations on the log of API requests. */
export const request_operations = merchantOperations('Request log', {
  listRequests: {
    route: 'GET /requests',
    scope: 'developers:read',
    summary: 'Requests to the API within a week, newest first',
    query: RequestQuery,
    errors: [],
    success: { status: 200, message: 'The requests.', data: RequestPage },
    handle: withQuery(listRequests),
  },
});
