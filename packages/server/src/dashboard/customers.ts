import {
  browseCustomers,
  CustomerPaymentsQuery,
  CustomerSearchQuery,
  listCustomerPayments,
  showCustomer,
} from '@guichet/core/customers/browse';
import { CustomerObject, CustomerPage } from '@guichet/core/customers/schemas';
import { PaymentPage } from '@guichet/core/payments/search/schemas';
import type { MerchantOperation } from './operation.ts';

const tag = 'Customers';

/** Customers, and what each has paid. */
export const customer_operations: readonly MerchantOperation[] = [
  {
    access: 'merchant',
    method: 'GET',
    path: '/customers',
    id: 'browseCustomers',
    tag,
    scope: 'customers:read',
    summary: 'Customers, newest first',
    query: CustomerSearchQuery,
    errors: [],
    success: { status: 200, message: 'Customers.', data: CustomerPage },
    handle: async ({ ctx, actor, query }) => ({ data: await browseCustomers(ctx, actor, query) }),
  },
  {
    access: 'merchant',
    method: 'GET',
    path: '/customers/{id}',
    id: 'showCustomer',
    tag,
    scope: 'customers:read',
    summary: 'A customer',
    errors: ['customer_not_found'],
    success: { status: 200, message: 'Customer.', data: CustomerObject },
    handle: async ({ ctx, actor, params }) => ({ data: await showCustomer(ctx, actor, params.id ?? '') }),
  },
  {
    access: 'merchant',
    method: 'GET',
    path: '/customers/{id}/payments',
    id: 'listCustomerPayments',
    tag,
    scope: 'payments:read',
    summary: 'A customer’s payments, newest first',
    query: CustomerPaymentsQuery,
    errors: ['customer_not_found'],
    success: { status: 200, message: 'Payments.', data: PaymentPage },
    handle: async ({ ctx, actor, params, query }) => ({
      data: await listCustomerPayments(ctx, actor, params.id ?? '', query),
    }),
  },
];
