import type { ErrorCode } from '@guichet/kernel/errors';
import type { Json } from '../../testing/api.ts';
import type { Owner } from './make-world.ts';

/** The way in which the test attempts an operation on another owner's objects. */
export type AuthorityCase =
  /** Creates something for the caller. */
  | { readonly kind: 'make'; readonly body: (owner: Owner) => Json; readonly status_live?: number }
  /** Returns one object, only to its owner; with a body, changes it. */
  | { readonly kind: 'object'; readonly place: string; readonly not_found: ErrorCode; readonly body?: Json }
  /** Acts on the receipt of a payment, named by its reference, only for its owner. */
  | { readonly kind: 'receipt'; readonly not_found: ErrorCode }
  /** Lists what the caller owns. */
  | {
      readonly kind: 'list';
      /** Text that only this owner's list contains. */
      readonly shows: (owner: Owner) => string;
      /** True if the list is empty in live mode. */
      readonly is_empty_live?: true;
      /** Query parameter of the cursor. */
      readonly from?: string;
    }
  /** Streams events to the caller, starting after a cursor. */
  | { readonly kind: 'stream'; readonly shows: (owner: Owner) => string; readonly from: string }
  /** Public: the token in the URL is the only credential, and gives access only to its own session. */
  | { readonly kind: 'token'; readonly body?: Json };

const phone = '+2250548151622';
const money = { amount: 100, currency: 'XOF' };
const return_url = 'https://shop.example/thanks';

/** Cases by operation id. An operation without one fails the test. */
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
    // All owners use the same phone number and e-mail address, because each merchant and mode has its own
    // customers.
    body: ({ marker }) => ({
      ...money,
      return_url,
      customer: { phone, email: 'buyer@shop.example', last_name: marker },
    }),
  },
  retrievePayment: { kind: 'object', place: '/payments/{id}', not_found: 'payment_not_found' },
  verifyPayment: { kind: 'object', place: '/payments/{id}', not_found: 'payment_not_found' },
  createPaymentLink: {
    kind: 'make',
    body: ({ marker }) => ({ ...money, title: marker }),
  },
  listPaymentLinks: { kind: 'list', shows: ({ marker }) => marker, from: 'cursor' },
  retrievePaymentLink: { kind: 'object', place: '/payment_links/{id}', not_found: 'payment_link_not_found' },
  updatePaymentLink: {
    kind: 'object',
    place: '/payment_links/{id}',
    not_found: 'payment_link_not_found',
    // Ended links too may be changed like this.
    body: { donation: true },
  },
  collectReceipt: { kind: 'receipt', not_found: 'receipt_not_found' },
  createPayout: {
    kind: 'make',
    body: ({ marker }) => ({ ...money, operator: 'mtn_ci', recipient: { phone, last_name: marker } }),
    // In live mode the owner has no balance, and cannot spend the balances of other owners.
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
