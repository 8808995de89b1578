import { eraseCustomer, exportCustomer } from '@guichet/core/operations';
import { CustomerObject, CustomerPage } from '@guichet/core/payments';
import {
  browseCustomers,
  CustomerPaymentsQuery,
  CustomerSearchQuery,
  listCustomerPayments,
  PaymentPage,
  showCustomer,
} from '@guichet/core/reads';
import Type from 'typebox';
import { withPath, withQuery } from './handle.ts';
import { merchantOperations } from './list-operations.ts';

const Texts = Type.Array(Type.String());
/** The data held about a person, as the command line exports it. */
const PersonalDataObject = Type.Object({
  merchant_id: Type.String(),
  exported_at: Type.String({ description: 'ISO 8601 with numeric offset.' }),
  person: Type.Object({ phones: Texts, emails: Texts, names: Texts }),
  held: Type.Record(Type.String(), Type.Array(Type.Record(Type.String(), Type.Unknown())), {
    description: 'Rows by table; amounts in minor units, as texts.',
  }),
});
const ErasedObject = Type.Object({
  erased: Type.Record(Type.String(), Type.Integer(), { description: 'Number of rows by table.' }),
});

/** Operations on customers and their payments. */
export const customer_operations = merchantOperations('Customers', {
  browseCustomers: {
    route: 'GET /customers',
    scope: 'customers:read',
    summary: 'Customers, newest first',
    query: CustomerSearchQuery,
    errors: [],
    success: { status: 200, message: 'Customers.', data: CustomerPage },
    handle: withQuery(browseCustomers),
  },
  showCustomer: {
    route: 'GET /customers/{id}',
    scope: 'customers:read',
    summary: 'A customer',
    errors: ['customer_not_found'],
    success: { status: 200, message: 'Customer.', data: CustomerObject },
    handle: withPath('id', showCustomer),
  },
  listCustomerPayments: {
    route: 'GET /customers/{id}/payments',
    scope: 'payments:read',
    summary: 'A customer’s payments, newest first',
    query: CustomerPaymentsQuery,
    errors: ['customer_not_found'],
    success: { status: 200, message: 'Payments.', data: PaymentPage },
    handle: async ({ ctx, actor, params: { id = '' }, query }) => ({
      data: await listCustomerPayments(ctx, actor, { id, query }),
    }),
  },
  exportCustomer: {
    route: 'GET /customers/{id}/personal-data',
    scope: 'customers:export',
    needs_proof: 'always',
    summary: 'All data held about a customer, in both modes',
    errors: ['customer_not_found'],
    success: { status: 200, message: 'Personal data.', data: PersonalDataObject },
    handle: withPath('id', exportCustomer),
  },
  eraseCustomer: {
    route: 'DELETE /customers/{id}/personal-data',
    scope: 'customers:erase',
    needs_proof: 'always',
    summary: 'Permanently erase what identifies a customer; amounts, states and references stay',
    errors: ['customer_not_found', 'conflict'],
    success: { status: 200, message: 'Erased.', data: ErasedObject },
    handle: withPath('id', eraseCustomer),
  },
});
