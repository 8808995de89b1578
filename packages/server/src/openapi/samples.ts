/**
 * Example data in test mode: a small shop's order of 25 000 F CFA, paid with MTN MoMo at a fee of 1.5 percent. All
 * examples of the document use it, so that they are consistent.
 */
const token = 'gv8WhCfV0lqJ3mXbE7nR2tYpKz4sUa6oD1iHcQwLxNk';
const payment_id = 'pay_01M7YPXXY0T1MR8HDB61M1VE28';
const reference = 'DB61M-1VE28';
const payout_id = 'po_01M7YSA1QW8Z2C4N6K9VJ3TB5D';
const payment_link_id = 'plk_01M7YQC4T2N8F6W0H3D9K5VRJA';
const customer_id = 'cus_01M7YPXXY1B6R0E5PQ7HTA2MKS';
const shop = 'https://shop.example';
const expires_at = '2026-11-21T09:57:50.330+00:00';
const created_at = '2026-11-21T09:27:50.330+00:00';
const paid_at = '2026-11-21T09:28:14.902+00:00';

export const base_url = 'http://localhost:3000/api';

/** Values of path parameters, keyed by the path up to and including the parameter. */
export const path_values: Readonly<Record<string, string>> = {
  '/checkout/{token}': token,
  '/payments/{id}': payment_id,
  '/payment_links/{id}': payment_link_id,
  '/receipts/{reference}': reference,
  '/payouts/{id}': payout_id,
  '/customers/{id}': customer_id,
};

export const collected = {
  object: 'receipt_collection',
  payment_id,
  reference,
  amount: 25_375,
  currency: 'XOF',
  collected_at: paid_at,
  collected_by: 'key_01M7YP0VJ5N0QZC0T4S1D9R7XB',
};

const checkout_url = `http://localhost:3000/pay/${token}`;

export const initialize_input = {
  amount: 25_000,
  currency: 'XOF',
  return_url: `${shop}/thanks`,
  cancel_url: `${shop}/cart`,
  customer_phone: '+2250548151600',
  description: 'Pagne wax, 6 yards',
  metadata: { order: 'A-1001' },
};

export const initialized = { checkout_url, session_token: token, expires_at };

const offers = [
  {
    code: 'mtn_ci',
    name: 'MTN MoMo',
    country: 'CI',
    flow: 'ussd_push',
    fee_percent: 1.5,
    fee: 375,
    total: 25_375,
    min_amount: null,
    max_amount: null,
    code_first: null,
    available: true,
  },
  {
    code: 'orange_ci',
    name: 'Orange Money',
    country: 'CI',
    flow: 'redirect',
    fee_percent: 0,
    fee: 0,
    total: 25_000,
    min_amount: null,
    max_amount: null,
    code_first: null,
    available: true,
  },
];

const waiting_payment = {
  id: payment_id,
  status: 'pending',
  operator: null,
  failure: null,
  retryable: false,
  action: null,
  respond_by: null,
};

const prompted_payment = {
  ...waiting_payment,
  status: 'processing',
  operator: 'mtn_ci',
  action: { kind: 'prompt', dial: '*133#' },
  respond_by: '2026-11-21T09:32:58.114+00:00',
};

export const session = {
  session_token: token,
  object: 'checkout_session',
  status: 'active',
  amount: 25_000,
  currency: 'XOF',
  description: 'Pagne wax, 6 yards',
  template: 'default',
  expires_at,
  livemode: false,
  customer_phone: '+2250548151600',
  customer_email: null,
  merchant: { name: 'Boutique Aya', branding: { primary_color: '#0F7A4D' } },
  operators: offers,
  payment: waiting_payment,
};
export const pay_input = { operator: 'mtn_ci', phone: '+2250548151600' };
export const paying_session = { ...session, payment: prompted_payment };
export const cancelled_session = {
  ...session,
  status: 'cancelled',
  payment: { ...waiting_payment, status: 'cancelled' },
};
export const session_status = {
  status: 'completed',
  payment: { ...waiting_payment, status: 'success', operator: 'mtn_ci' },
};

export const payment_input = {
  amount: 25_000,
  currency: 'XOF',
  return_url: `${shop}/thanks`,
  cancel_url: `${shop}/cart`,
  description: 'Pagne wax, 6 yards',
  customer: { first_name: 'Aya', last_name: 'Koné', phone: '+2250548151600' },
  operator: 'mtn_ci',
  metadata: { order: 'A-1001' },
};

const customer_of_payment = {
  id: customer_id,
  email: null,
  first_name: 'Aya',
  last_name: 'Koné',
  phone: '+2250548151600',
  country: 'CI',
};

const nothing_received = { received_amount: null, received_currency: null };

export const payment = {
  id: payment_id,
  object: 'payment',
  status: 'success',
  amount: 25_000,
  currency: 'XOF',
  fee: 375,
  charged_amount: 25_375,
  refunded_amount: 0,
  received_amount: 25_375,
  received_currency: 'XOF',
  operator: 'mtn_ci',
  description: 'Pagne wax, 6 yards',
  customer: customer_of_payment,
  metadata: { order: 'A-1001' },
  payment_link: null,
  failure: null,
  reversal: null,
  retryable: false,
  late: false,
  reference: 'DB61M-1VE28',
  checkout: { session_token: token, expires_at },
  return_url: `${shop}/thanks`,
  cancel_url: `${shop}/cart`,
  livemode: false,
  created_at,
  paid_at,
};
export const created_payment = {
  ...payment,
  ...nothing_received,
  status: 'pending',
  paid_at: null,
  checkout_url,
  session_token: token,
  expires_at,
};
const failure = {
  code: 'insufficient_funds',
  message: 'The customer does not have enough money in the wallet.',
  operator_code: 'NOT_ENOUGH_FUNDS',
};
const reversal = { operator_code: 'reversed', reversed_at: '2026-11-22T08:15:02.406+00:00' };
const reversed_payment = { ...payment, status: 'reversed', reversal };
const failed_payment = {
  ...payment,
  ...nothing_received,
  ...{ status: 'failed', paid_at: null, failure, retryable: true },
};
const duplicate = {
  attempt_id: 'att_01M7YQ0KJ3V8H5N2R6WC0KD4XJ',
  operator: 'wave_ci',
  amount: 25_375,
  currency: 'XOF',
  paid_at,
};

/** A school's trip for up to forty pupils, each paid by their family. */
export const payment_link_input = {
  title: 'School trip to Grand-Bassam',
  description: 'Saturday 12 December: bus, lunch and the museum.',
  amount: 15_000,
  currency: 'XOF',
  max_payments: 40,
  expires_at: '2026-12-10T18:00:00.000+00:00',
  fields: [
    { label: 'Name of the pupil', key: 'pupil', type: 'text' },
    { label: 'Class', key: 'class', type: 'choice', options: ['CM1', 'CM2'] },
  ],
  thank_you: 'The bus leaves at 7:00 in front of the school.',
  metadata: { trip: 'bassam-2026' },
};
export const payment_link = {
  id: payment_link_id,
  object: 'payment_link',
  url: 'http://localhost:3000/l/7KQ2M9XD',
  status: 'active',
  unavailable: null,
  title: payment_link_input.title,
  description: payment_link_input.description,
  amount: 15_000,
  currency: 'XOF',
  min_amount: null,
  max_amount: null,
  suggested_amounts: [],
  max_payments: 40,
  in_parts: false,
  deposit: null,
  donation: false,
  expires_at: payment_link_input.expires_at,
  fields: [
    { key: 'pupil', label: 'Name of the pupil', type: 'text', required: true, options: [] },
    { key: 'class', label: 'Class', type: 'choice', required: true, options: ['CM1', 'CM2'] },
  ],
  template: null,
  thank_you: payment_link_input.thank_you,
  return_url: null,
  metadata: payment_link_input.metadata,
  customer: { phone: null, email: null },
  payments: 12,
  paid_amount: 180_000,
  due_amount: null,
  livemode: false,
  created_at: '2026-11-21T09:40:02.718+00:00',
  updated_at: '2026-11-21T09:40:02.718+00:00',
};
export const created_payment_link = { ...payment_link, payments: 0, paid_amount: 0 };

export const payout_input = {
  amount: 15_000,
  currency: 'XOF',
  operator: 'mtn_ci',
  recipient: { phone: '+2250548151600', first_name: 'Awa', last_name: 'Diallo' },
  description: 'Refund of deposit A-0987',
};
export const payout = {
  id: payout_id,
  object: 'payout',
  status: 'success',
  amount: 15_000,
  currency: 'XOF',
  operator: 'mtn_ci',
  recipient: payout_input.recipient,
  description: payout_input.description,
  failure: null,
  reversal: null,
  needs_approval: false,
  reference: '9VJ3T-B5D00',
  livemode: false,
  created_at: '2026-11-21T10:09:12.004+00:00',
  paid_at: '2026-11-21T10:09:13.377+00:00',
};
export const created_payout = { ...payout, status: 'processing', paid_at: null };
const returned_payout = { ...payout, status: 'reversed', reversal };
const failed_payout = { ...payout, status: 'failed', paid_at: null, failure };

const refund = {
  id: 'ref_01M7YTQ3V8H5N2R6WC0KD4XJEA',
  object: 'refund',
  status: 'success',
  amount: 25_375,
  currency: 'XOF',
  payment_id,
  duplicate: false,
  source: 'balance',
  reason: 'Sold out',
  failure: null,
  reversal: null,
  reference: 'C0KD4-XJEA0',
  livemode: false,
  created_at: '2026-11-21T11:02:40.118+00:00',
  refunded_at: '2026-11-21T11:02:41.730+00:00',
};
const reversed_refund = { ...refund, status: 'reversed', reversal };
const failed_refund = { ...refund, status: 'failed', refunded_at: null, failure };

const endpoint = {
  id: 'whe_01M7YNB4C9Q2S7V1X8Z3D6FHKT',
  object: 'webhook_endpoint',
  url: `${shop}/webhook`,
  description: 'Order service',
  events: null,
  livemode: false,
  enabled: true,
  disabled_reason: null,
  disabled_at: null,
  created_at: '2026-11-21T09:00:11.527+00:00',
};
const disabled_endpoint = {
  ...endpoint,
  enabled: false,
  disabled_reason: 'failing',
  disabled_at: '2026-11-27T14:21:09.240+00:00',
};

export const customer = {
  id: customer_id,
  object: 'customer',
  email: null,
  first_name: 'Aya',
  last_name: 'Koné',
  phone: '+2250548151600',
  country: 'CI',
  livemode: false,
  created_at,
};

export const operator = {
  code: 'mtn_ci',
  name: 'MTN MoMo',
  country: 'CI',
  currencies: ['XOF'],
  flow: 'ussd_push',
  collect: true,
  payout: true,
  min_amount: null,
  max_amount: null,
  fee_percent: 1.5,
  availability: { attempts: 128, success_rate: 0.9297, median_seconds: 17.5, available: true },
};

export const balance = { currency: 'XOF', available: 975_000, payouts_in_flight: 15_000, held: 0 };

function makeEvent<Name extends string, Data>(name: Name, data: Data) {
  return {
    id: 'evt_01M7YPY1PYD22CQPHY9GT5XKRF',
    event: name,
    created_at: '2026-11-21T09:28:14.921+00:00',
    livemode: false,
    sequence: 1,
    data,
  };
}

const unpaid = {
  ...payment,
  ...nothing_received,
  paid_at: null,
  operator: null,
  fee: null,
  charged_amount: null,
};

/** Example webhooks by event name. */
export const events = {
  'payment.successful': makeEvent('payment.successful', payment),
  'payment.failed': makeEvent('payment.failed', failed_payment),
  'payment.cancelled': makeEvent('payment.cancelled', { ...unpaid, status: 'cancelled' }),
  'payment.expired': makeEvent('payment.expired', { ...unpaid, status: 'expired' }),
  'payment.reversed': makeEvent('payment.reversed', reversed_payment),
  'payment.duplicate': makeEvent('payment.duplicate', { ...payment, duplicate }),
  'payout.successful': makeEvent('payout.successful', payout),
  'payout.failed': makeEvent('payout.failed', failed_payout),
  'payout.returned': makeEvent('payout.returned', returned_payout),
  'refund.successful': makeEvent('refund.successful', refund),
  'refund.failed': makeEvent('refund.failed', failed_refund),
  'refund.reversed': makeEvent('refund.reversed', reversed_refund),
  'webhook_endpoint.disabled': makeEvent('webhook_endpoint.disabled', disabled_endpoint),
  'webhook_endpoint.test': makeEvent('webhook_endpoint.test', endpoint),
};

/** A list with a single page. */
export function lastPage<Item>(...items: readonly Item[]) {
  return { items, next_cursor: null };
}
