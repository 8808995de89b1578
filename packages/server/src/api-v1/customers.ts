import type { Context } from '@guichet/core/platform';
import {
  CustomerObject,
  CustomerPage,
  CustomerQuery,
  listCustomers,
  retrieveCustomer,
} from '@guichet/core/serving';
import type { Operation } from './operation.ts';

/** Operations on customers, who are created by payments. */
export function customerOperations(ctx: Context): readonly Operation[] {
  return [
    {
      access: 'key',
      method: 'GET',
      path: '/customers',
      scope: 'customers:read',
      id: 'listCustomers',
      tag: 'Customers',
      summary: 'List customers',
      description:
        'Newest first. Payments and checkout sessions create customers: one per phone number, or per e-mail address ' +
        'if no number is known. If a payment has the number of one customer and the e-mail address of another ' +
        'without a number, the second is merged into the first. New customers do not shift the pages that you ' +
        'have yet to read.',
      query: CustomerQuery,
      errors: ['invalid_fields'],
      success: { status: 200, message: 'Customers found.', data: CustomerPage },
      handle: async ({ caller, query }) => ({ data: await listCustomers(ctx, caller, query) }),
    },
    {
      access: 'key',
      method: 'GET',
      path: '/customers/{id}',
      scope: 'customers:read',
      id: 'retrieveCustomer',
      tag: 'Customers',
      summary: 'Retrieve a customer',
      errors: ['customer_not_found'],
      success: { status: 200, message: 'Customer found.', data: CustomerObject },
      handle: async ({ caller, params }) => ({ data: await retrieveCustomer(ctx, caller, params.id ?? '') }),
    },
  ];
}
