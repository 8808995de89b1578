import * as samples from './samples.ts';

/** Example request and response of an operation. */
interface OperationExample {
  readonly body?: unknown;
  /** Values by parameter name. */
  readonly query?: Readonly<Record<string, string | number>>;
  /** The `data` of the envelope or, for a stream, the `data` of an event. */
  readonly data: unknown;
}

/** Examples by operation id. An operation without one fails the tests. */
export const operation_examples: Readonly<Record<string, OperationExample>> = {
  initializeCheckout: { body: samples.initialize_input, data: samples.initialized },
  retrieveCheckout: { data: samples.session },
  payCheckout: { body: samples.pay_input, data: samples.paying_session },
  cancelCheckout: { data: samples.cancelled_session },
  watchCheckout: { data: samples.session_status },
  createPayment: { body: samples.payment_input, data: samples.created_payment },
  retrievePayment: { data: samples.payment },
  verifyPayment: { data: samples.payment },
  createPaymentLink: { body: samples.payment_link_input, data: samples.created_payment_link },
  listPaymentLinks: {
    query: { status: 'active', limit: 25 },
    data: samples.lastPage(samples.payment_link),
  },
  retrievePaymentLink: { data: samples.payment_link },
  updatePaymentLink: {
    body: { status: 'paused' },
    data: { ...samples.payment_link, status: 'paused', unavailable: 'paused' },
  },
  collectReceipt: { data: samples.collected },
  createPayout: { body: samples.payout_input, data: samples.created_payout },
  retrievePayout: { data: samples.payout },
  verifyPayout: { data: samples.payout },
  listCustomers: { query: { country: 'CI', limit: 25 }, data: samples.lastPage(samples.customer) },
  retrieveCustomer: { data: samples.customer },
  listOperators: { query: { country: 'CI' }, data: samples.lastPage(samples.operator) },
  listBalances: { data: samples.lastPage(samples.balance) },
  listEvents: {
    query: { after: 'evt_01M7YNZ3D2K6G9W1X4T8RVBSQH' },
    data: samples.lastPage(samples.events['payment.successful']),
  },
  streamEvents: {
    query: { after: 'evt_01M7YNZ3D2K6G9W1X4T8RVBSQH' },
    data: samples.events['payment.successful'],
  },
};
