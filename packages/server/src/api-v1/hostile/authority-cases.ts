import type { ErrorCode } from '@guichet/kernel/errors';
import type { Json } from '../../testing/api.ts';
import type { Owner } from './make-world.ts';

/** How an operation is tried with what is another's. */
export type AuthorityCase =
  /** Makes something for whoever calls. */
  | { readonly kind: 'make'; readonly body: (owner: Owner) => Json; readonly status_live?: number }
  /** Shows one object, to its owner only. */
  | { readonly kind: 'object'; readonly place: string; readonly not_found: ErrorCode }
  /** Shows what the caller has. */
  | {
      readonly kind: 'list';
      /** What the list of that owner shows, and no other. */
      readonly shows: (owner: Owner) => string;
      /** Nothing brings any about in live mode yet. */
      readonly is_empty_live?: true;
      /** The query parameter that says where the list goes on. */
      readonly from?: string;
    }
  /** Tells the caller what happens, from a place on. */
  | { readonly kind: 'stream'; readonly shows: (owner: Owner) => string; readonly from: string }
  /** Public: the token in the address is all that it takes, and all that it opens. */
  | { readonly kind: 'token'; readonly body?: Json };

const phone = '+2250548151622';
const money = { amount: 100, currency: 'XOF' };
const return_url = 'https://shop.example/thanks';

/** By the id of the operation. An operation without a case fails the test. */
export const authority_cases: Readonly<Record<string, AuthorityCase>> = {
  initializeCheckout: {
    kind: 'make',
    body: ({ marker }) => ({ ...money, return_url, description: marker, customer_phone: phone }),
  },
  retrieveCheckout: { kind: 'token' },
  payCheckout: { kind: 'token', body: { operator: 'mtn_ci', phone } },
  cancelCheckout: { kind: 'token', body: {} },
  watchCheckout: { kind: 'token' },
  createPayment: {
    kind: 'make',
    // The same number and address for all: each merchant and mode has a customer of its own.
    body: ({ marker }) => ({
      ...money,
      return_url,
      customer: { phone, email: 'buyer@shop.example', last_name: marker },
    }),
  },
  retrievePayment: { kind: 'object', place: '/payments/{id}', not_found: 'payment_not_found' },
  verifyPayment: { kind: 'object', place: '/payments/{id}', not_found: 'payment_not_found' },
  createPayout: {
    kind: 'make',
    body: ({ marker }) => ({ ...money, operator: 'mtn_ci', recipient: { phone, last_name: marker } }),
    // What others have in their balances cannot be spent.
    status_live: 422,
  },
  retrievePayout: { kind: 'object', place: '/payouts/{id}', not_found: 'payout_not_found' },
  verifyPayout: { kind: 'object', place: '/payouts/{id}', not_found: 'payout_not_found' },
  listCustomers: { kind: 'list', shows: ({ marker }) => marker, from: 'cursor' },
  retrieveCustomer: { kind: 'object', place: '/customers/{id}', not_found: 'customer_not_found' },
  listOperators: {
    kind: 'list',
    shows: ({ fee_percent }) => `"fee_percent":${fee_percent}`,
    is_empty_live: true,
  },
  listBalances: { kind: 'list', shows: ({ currency }) => `"${currency}"`, is_empty_live: true },
  listEvents: { kind: 'list', shows: ({ marker }) => marker, from: 'after' },
  streamEvents: { kind: 'stream', shows: ({ marker }) => marker, from: 'after' },
};
