import { listCustomers } from '@guichet/core/payments/customer/list';
import { retrieveCustomer } from '@guichet/core/payments/customer/retrieve';
import { CustomerObject, CustomerPage, CustomerQuery } from '@guichet/core/payments/customer/schemas';
import type { Context } from '@guichet/core/platform/context';
import type { Operation } from './operation.ts';

/** Customers, as payments have made them known. */
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
        'Newest first. Customers are made by payments and checkout sessions: a phone number is one customer, and so is ' +
        'an e-mail address that comes without one. When a payment brings a number and an address that were two ' +
        'customers, they become one: the number’s. Pages do not move while new customers come.',
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
