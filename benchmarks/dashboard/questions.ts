import { quiet_endpoint } from './rest/queries.ts';
import type { Sample } from './samples/queries.ts';

/**
 * A query to the dashboard's API. The path is relative to a merchant and mode, and each sample has its own search
 * terms.
 */
export interface Question {
  readonly name: string;
  path(sample: Sample): string;
}

const day_ms = 24 * 60 * 60 * 1000;

function list(path: string, query: Readonly<Record<string, string>>): string {
  return `${path}?${new URLSearchParams(query)}`;
}

/** The time a number of days before a sample. */
function before({ created_at }: Sample, days: number): string {
  return new Date(created_at.getTime() - days * day_ms).toISOString();
}

function ask(path: string, named: Readonly<Record<string, (sample: Sample) => Record<string, string>>>) {
  const noun = path.slice(1);
  return Object.entries(named).map(
    ([name, query]): Question => ({ name: `${noun}: ${name}`, path: (sample) => list(path, query(sample)) }),
  );
}

const text = (pick: (sample: Sample) => string) => (sample: Sample) => ({ text: pick(sample) });

const payments = ask('/payments', {
  newest: () => ({}),
  'newest, 100 at once': () => ({ limit: '100' }),
  'deep page': ({ payment_id }) => ({ cursor: payment_id }),
  success: () => ({ status: 'success' }),
  failed: () => ({ status: 'failed' }),
  'failed, deep page': ({ payment_id }) => ({ status: 'failed', cursor: payment_id }),
  'cancelled, of which there are none in the newer half': () => ({ status: 'cancelled' }),
  'processing, some far back': () => ({ status: 'processing' }),
  'processing, far back': ({ payment_id }) => ({ status: 'processing', cursor: payment_id }),
  pending: () => ({ status: 'pending' }),
  'expired and cancelled, deep page': ({ payment_id }) => ({
    status: 'expired,cancelled',
    cursor: payment_id,
  }),
  'needs review': () => ({ needs_review: 'true' }),
  'most used operator': () => ({ operator: 'mtn_ci' }),
  'operator with one in fifty': () => ({ operator: 'orange_sn' }),
  'operator that was used long ago': () => ({ operator: 'mtn_bj' }),
  'operator without any': () => ({ operator: 'mpesa_ke' }),
  'country of one in twenty': () => ({ country: 'SN' }),
  'country without payments': () => ({ country: 'KE' }),
  'currency of one in a hundred': () => ({ currency: 'GHS' }),
  'amounts, usual': () => ({ currency: 'XOF', amount_min: '1000', amount_max: '5000' }),
  'amounts, rare': () => ({ currency: 'XOF', amount_min: '54900' }),
  'amounts with nothing': () => ({ currency: 'XOF', amount_min: '900000000' }),
  'a day far back': (sample) => ({ since: before(sample, 1), until: before(sample, 0) }),
  'cancelled, a week far back': (sample) => ({
    status: 'cancelled',
    since: before(sample, 7),
    until: before(sample, 0),
  }),
  'status, country and old dates': (sample) => ({
    status: 'failed',
    country: 'SN',
    until: before(sample, 0),
  }),
  'failed, operator, amounts with nothing': () => ({
    ...{ status: 'failed', operator: 'wave_ci', currency: 'XOF', amount_min: '900000000' },
  }),
  'operator and status that never occur together': () => ({ operator: 'mtn_ci', status: 'expired' }),
  'text: phone': text(({ phone }) => phone),
  'text: phone as people write it': text(({ phone }) => phone.slice(4).replace(/(..)(?=.)/g, '$1 ')),
  'text: beginning of a phone': text(({ phone }) => phone.slice(0, 11)),
  'text: beginning of all phones': text(({ phone }) => phone.slice(0, 6)),
  'text: e-mail': text(({ email }) => email),
  'text: beginning of all e-mails': text(() => 'client'),
  'text: first name of one in ten': text(() => 'Fatou'),
  'text: last name that no customer has': text(() => 'Zuckermann'),
  'text: id': text(({ payment_id }) => payment_id),
  'text: beginning of an id': text(({ payment_id }) => payment_id.slice(0, 12)),
  'text: short reference': text(({ payment_id }) => payment_id.slice(-10)),
  'text: order number': text(({ order }) => order),
  'text: value that almost all have': text(() => 'web'),
  'text: value that almost all have, deep page': ({ payment_id }) => ({ text: 'web', cursor: payment_id }),
  'text: value that almost all have, failed': () => ({ text: 'web', status: 'failed' }),
  'text: value that almost all have, a day far back': (sample) => ({
    ...{ text: 'web', since: before(sample, 1), until: before(sample, 0) },
  }),
  'text: value of one in five hundred': text(() => 'kiosk'),
  'text: value of one in five thousand': text(({ customer_number }) => `SKU-${customer_number % 5000}`),
  'text: attempt': text(({ attempt_id }) => attempt_id),
  'text: amount that many have': text(({ amount }) => amount),
  'text: amount that many have, as people write it': text(
    ({ amount }) => `${amount.slice(0, -3)} ${amount.slice(-3)} F CFA`,
  ),
  'text: amount that many have, deep page': ({ amount, payment_id }) => ({
    text: amount,
    cursor: payment_id,
  }),
  'text: amount that nothing has': text(() => '54,321'),
  'text: words of a description': text(({ description }) => description),
  'text: word of all descriptions': text(() => 'order'),
  'text: word of all descriptions, deep page': ({ payment_id }) => ({ text: 'order', cursor: payment_id }),
  'text: word of all descriptions, with a word of none': text(() => 'order kente'),
  'text: beginning of a reference': text(({ payment_id }) => payment_id.slice(-10, -5)),
  'text: end of a reference': text(({ payment_id }) => payment_id.slice(-5)),
  "text: the operator's reference": text(({ provider_reference }) => provider_reference),
  "text: beginning of the operator's reference": text(({ provider_reference }) =>
    provider_reference.slice(0, -2),
  ),
  'text: no match': text(({ order }) => `${order}-x`),
  'text: digits that nothing has': text(({ customer_number }) => `99${customer_number}77`),
});

const payouts = ask('/payouts', {
  newest: () => ({}),
  'deep page': ({ payout_id }) => ({ cursor: payout_id }),
  waiting: () => ({ state: 'waiting' }),
  stuck: () => ({ state: 'stuck' }),
  processing: () => ({ state: 'processing' }),
  pending: () => ({ state: 'pending' }),
  failed: () => ({ state: 'failed' }),
  'success, deep page': ({ payout_id }) => ({ state: 'success', cursor: payout_id }),
  operator: () => ({ operator: 'wave_ci' }),
  'operator without any': () => ({ operator: 'mtn_bj' }),
  'operator, failed, old dates': (sample) => ({
    operator: 'moov_ci',
    state: 'failed',
    until: before(sample, 0),
  }),
  'currency without any': () => ({ currency: 'GHS' }),
  'a day far back': (sample) => ({ since: before(sample, 1), until: before(sample, 0) }),
  'text: id': text(({ payout_id }) => payout_id),
  'text: short reference': text(({ payout_id }) => `${payout_id.slice(-10, -5)}-${payout_id.slice(-5)}`),
  'text: phone': text(({ payout_phone }) => payout_phone),
  'text: name of one in ten': text(() => 'Fatou'),
  'text: rare name': text(() => 'Sékongo'),
  'text: whole name': text(() => 'Moussa Bamba'),
  'text: description': text(({ created_at }) => `Salary ${created_at.toISOString().slice(0, 7)}`),
  "text: the operator's reference": text(({ payout_reference }) => payout_reference),
  'text: no match': text(({ order }) => `${order}-x`),
  'text: no match, two letters': text(() => 'qx'),
});

const customers: readonly Question[] = [
  ...ask('/customers', {
    newest: () => ({}),
    'deep page': ({ customer_id }) => ({ cursor: customer_id }),
    country: () => ({ country: 'SN' }),
    'country without customers': () => ({ country: 'KE' }),
    'text: phone': text(({ phone }) => phone),
    'text: beginning of all phones': text(({ phone }) => phone.slice(0, 6)),
    'text: e-mail': text(({ email }) => email),
    'text: first name of one in ten': text(() => 'Fatou'),
    'text: no match': text(() => 'Zuckermann'),
  }),
  { name: 'customers: one', path: ({ customer_id }) => `/customers/${customer_id}` },
  { name: 'customers: payments of one', path: ({ customer_id }) => `/customers/${customer_id}/payments` },
];

const money: readonly Question[] = [
  ...['7', '30', '90'].map(
    (days): Question => ({ name: `overview: ${days} days`, path: () => `/overview?days=${days}` }),
  ),
  { name: 'overview: needs', path: () => '/overview/needs' },
  { name: 'overview: steps', path: () => '/overview/steps' },
  { name: 'balances', path: () => '/balances' },
  ...ask('/balances/XOF/statement', {
    'this month': () => ({ since: new Date(Date.now() - 30 * day_ms).toISOString() }),
    'a month far back': (sample) => ({ since: before(sample, 30), until: before(sample, 0) }),
    'a whole year': () => ({ since: new Date(Date.now() - 365 * day_ms).toISOString() }),
    'a day far back': (sample) => ({ since: before(sample, 1), until: before(sample, 0) }),
  }),
];

const developers: readonly Question[] = [
  ...ask('/audit', {
    newest: () => ({}),
    'by one person': () => ({ author: 'stf_3' }),
    'by an unknown person': () => ({ author: 'stf_none' }),
    'of one kind, used long ago': () => ({ object_type: 'invitation' }),
    'of one action, rare': () => ({ action: 'deleted' }),
    'a kind and an action that never occur together': () => ({ object_type: 'api_key', action: 'deleted' }),
    'a day far back': (sample) => ({ since: before(sample, 1), until: before(sample, 0) }),
  }),
  ...ask('/events', {
    newest: () => ({}),
    'deep page': ({ event_id }) => ({ cursor: event_id }),
    'of one type': () => ({ event: 'payment.failed' }),
    'of a type that is old': () => ({ event: 'payment.cancelled' }),
    'of a type that never occurred': () => ({ event: 'refund.failed' }),
    'of one payment': ({ payment_id }) => ({ object_id: payment_id }),
  }),
  { name: 'events: one', path: ({ event_id }) => `/events/${event_id}` },
  ...ask('/deliveries', {
    newest: () => ({}),
    failed: () => ({ status: 'failed' }),
    'waiting, of which there are none': () => ({ status: 'waiting' }),
    'of an endpoint without deliveries': () => ({ endpoint_id: quiet_endpoint }),
    'of a type that never occurred': () => ({ event: 'refund.failed' }),
    'of a day far back': (sample) => ({ since: before(sample, 1), until: before(sample, 0) }),
  }),
  { name: 'webhooks: all', path: () => '/webhooks' },
  { name: 'webhooks: one without deliveries', path: () => `/webhooks/${quiet_endpoint}` },
  ...ask('/requests', {
    newest: () => ({}),
    refused: () => ({ result: 'refused' }),
    'of a key without any': () => ({ key_id: 'key_none' }),
    'refused, of one method': () => ({ result: 'refused', method: 'GET' }),
  }),
  { name: 'payment: all details', path: ({ payment_id }) => `/payments/${payment_id}` },
  { name: 'payout: all details', path: ({ payout_id }) => `/payouts/${payout_id}` },
];

/** The queries that people make, each named after the reason why it is hard to execute quickly. */
export const questions: readonly Question[] = [
  ...payments,
  ...payouts,
  ...customers,
  ...money,
  ...developers,
];
