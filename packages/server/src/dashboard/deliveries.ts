import {
  DeliveryPage,
  DeliveryQuery,
  DeliveryReport,
  listOwnDeliveries,
  ResentObject,
  resendOwnDelivery,
  showOwnDelivery,
} from '@guichet/core/events';
import type { MerchantOperation } from './operation.ts';

const tag = 'Deliveries';

/** Operations on deliveries to webhook endpoints. */
export const delivery_operations: readonly MerchantOperation[] = [
  {
    access: 'merchant',
    method: 'GET',
    path: '/deliveries',
    id: 'listDeliveries',
    tag,
    scope: 'developers:read',
    summary: 'Deliveries, newest event first',
    query: DeliveryQuery,
    errors: ['endpoint_not_found'],
    success: { status: 200, message: 'The deliveries.', data: DeliveryPage },
    handle: async ({ ctx, actor, query }) => ({ data: await listOwnDeliveries(ctx, actor, query) }),
  },
  {
    access: 'merchant',
    method: 'GET',
    path: '/deliveries/{id}',
    id: 'showDelivery',
    tag,
    scope: 'developers:read',
    summary: 'A delivery with its attempts',
    errors: ['delivery_not_found'],
    success: { status: 200, message: 'The delivery.', data: DeliveryReport },
    handle: async ({ ctx, actor, params: { id = '' } }) => ({ data: await showOwnDelivery(ctx, actor, id) }),
  },
  {
    access: 'merchant',
    method: 'POST',
    path: '/deliveries/{id}/resend',
    id: 'resendDelivery',
    tag,
    scope: 'developers:write',
    summary: 'Send one delivery again',
    errors: ['delivery_not_found', 'endpoint_not_found', 'conflict'],
    success: { status: 200, message: 'Scheduled.', data: ResentObject },
    handle: async ({ ctx, actor, params: { id = '' } }) => ({
      data: await resendOwnDelivery(ctx, actor, id),
    }),
  },
];
