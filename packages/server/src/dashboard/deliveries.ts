import {
  DeliveryPage,
  DeliveryQuery,
  DeliveryReport,
  listOwnDeliveries,
  ResentObject,
  resendOwnDelivery,
  showOwnDelivery,
} from '@guichet/core/events';
import { withPath, withQuery } from './handle.ts';
import { merchantOperations } from './list-operations.ts';

/** Operations on deliveries to webhook endpoints. */
export const delivery_operations = merchantOperations('Deliveries', {
  listDeliveries: {
    route: 'GET /deliveries',
    scope: 'developers:read',
    summary: 'Deliveries, newest event first',
    query: DeliveryQuery,
    errors: ['endpoint_not_found'],
    success: { status: 200, message: 'The deliveries.', data: DeliveryPage },
    handle: withQuery(listOwnDeliveries),
  },
  showDelivery: {
    route: 'GET /deliveries/{id}',
    scope: 'developers:read',
    summary: 'A delivery with its attempts',
    errors: ['delivery_not_found'],
    success: { status: 200, message: 'The delivery.', data: DeliveryReport },
    handle: withPath('id', showOwnDelivery),
  },
  resendDelivery: {
    route: 'POST /deliveries/{id}/resend',
    scope: 'developers:write',
    summary: 'Send one delivery again',
    errors: ['delivery_not_found', 'endpoint_not_found', 'conflict'],
    success: { status: 200, message: 'Scheduled.', data: ResentObject },
    handle: withPath('id', resendOwnDelivery),
  },
});
