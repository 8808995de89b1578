import { asCurrency } from '@guichet/kernel/currencies';
import { expect, test } from 'vitest';
import type { HttpResult } from '../http/contract.ts';
import {
  mapNotFound,
  mapPayout,
  mapReason,
  mapRefusal,
  mapSession,
  readMoney,
  writePayout,
  writeSession,
} from './map.ts';
import { setting } from './test-support.ts';
import type { Payout, Session } from './wire.ts';

const url = 'https://pay.wave.com/c/cos-1?a=1500&c=XOF';
const money = { amount_minor: 1500n, currency: asCurrency('XOF') };
const session: Session = {
  id: 'cos-1',
  checkout_status: 'open',
  payment_status: 'processing',
  amount: '1500',
  currency: 'XOF',
  client_reference: null,
  wave_launch_url: url,
  transaction_id: null,
  last_error: null,
  when_created: null,
};
const redirect = { kind: 'pending', action: { kind: 'redirect', url } };
const waiting = { kind: 'pending', action: null };
const unreadable = { kind: 'unknown', cause: 'unreadable' };

test.each<[string, Partial<Session>, unknown]>([
  ['waiting', {}, redirect],
  ['open, with a failed attempt', { last_error: 'insufficient-funds' }, redirect],
  ['open, with a cancelled attempt', { payment_status: 'cancelled' }, redirect],
  ['paid', { checkout_status: 'complete', payment_status: 'succeeded' }, { kind: 'settled', money }],
  [
    'paid, amount as a number',
    { checkout_status: 'complete', payment_status: 'succeeded', amount: 1500 },
    { kind: 'settled', money },
  ],
  [
    'paid, amount with a fraction',
    { checkout_status: 'complete', payment_status: 'succeeded', amount: '15.5' },
    unreadable,
  ],
  ['paid, no amount', { checkout_status: 'complete', payment_status: 'succeeded', amount: null }, unreadable],
  [
    'paid, unknown currency',
    { checkout_status: 'complete', payment_status: 'succeeded', currency: 'ZZZ' },
    unreadable,
  ],
  [
    'expired',
    { checkout_status: 'expired', payment_status: 'cancelled' },
    { kind: 'failed', reason: 'payer_timeout', operator_code: 'expired' },
  ],
  [
    'expired after an attempt',
    { checkout_status: 'expired', payment_status: 'cancelled', last_error: 'blocked-account' },
    { kind: 'failed', reason: 'account_blocked', operator_code: 'blocked-account' },
  ],
  ['expired while an attempt is in progress', { checkout_status: 'expired' }, waiting],
  ['complete, not yet succeeded', { checkout_status: 'complete' }, waiting],
  ['open, succeeded', { payment_status: 'succeeded' }, redirect],
  ['in an unknown state', { checkout_status: 'paused' }, waiting],
  ['open, without an address', { wave_launch_url: null }, waiting],
  ['open, with an invalid address', { wave_launch_url: 'javascript:alert(1)' }, waiting],
])('a link that is %s maps to the expected outcome', (_, change, outcome) => {
  expect(mapSession({ ...session, ...change })).toEqual(outcome);
});

const payout: Payout = {
  id: 'pt-1',
  status: 'processing',
  receive_amount: '1500',
  currency: 'XOF',
  client_reference: null,
  error_code: null,
};

test.each<[string, Partial<Payout>, unknown]>([
  ['processing', {}, waiting],
  ['in an unknown state', { status: 'held' }, waiting],
  ['succeeded', { status: 'succeeded' }, { kind: 'settled', money }],
  ['succeeded, no amount', { status: 'succeeded', receive_amount: undefined }, unreadable],
  ['reversed', { status: 'reversed' }, { kind: 'reversed', operator_code: 'reversed', money }],
  [
    'reversed, no amount',
    { status: 'reversed', receive_amount: undefined },
    { kind: 'reversed', operator_code: 'reversed', money: null },
  ],
  [
    'failed',
    { status: 'failed', error_code: 'recipient-limit-exceeded' },
    { kind: 'failed', reason: 'limit_exceeded', operator_code: 'recipient-limit-exceeded' },
  ],
])('a payout that is %s maps to the expected outcome', (_, change, outcome) => {
  expect(mapPayout({ ...payout, ...change })).toEqual(outcome);
});

const reply = (status: number, body: unknown): HttpResult => ({
  kind: 'reply',
  status,
  headers: {},
  text: typeof body === 'string' ? body : JSON.stringify(body),
});
const page = '<html><h1>Sorry</h1></html>';
const refused = (reason: string, operator_code: string) => ({
  kind: 'failed',
  reason,
  operator_code,
  reached_customer: false,
});

test.each<[string, HttpResult, unknown]>([
  ['400', reply(400, { code: 'insufficient-funds' }), refused('insufficient_funds', 'insufficient-funds')],
  ['401', reply(401, { code: 'api-key-revoked' }), refused('operator_down', 'api-key-revoked')],
  ['401 with an unknown code', reply(401, { code: 'new' }), refused('operator_down', 'new')],
  ['403', reply(403, { code: 'disabled-wallet' }), refused('operator_down', 'disabled-wallet')],
  ['404', reply(404, { code: 'not-found' }), refused('other', 'not-found')],
  ['422', reply(422, { code: 'request-validation-error' }), refused('other', 'request-validation-error')],
  ['422 of a key that was used', reply(422, { code: 'idempotency-mismatch' }), unreadable],
  ['409, not documented', reply(409, { code: 'conflict' }), unreadable],
  ['429', reply(429, { code: 'too-many-requests' }), unreadable],
  ['500', reply(500, { code: 'internal-server-error' }), { kind: 'unknown', cause: 'server_error' }],
  ['503', reply(503, { code: 'service-unavailable' }), { kind: 'unknown', cause: 'server_error' }],
  ["a proxy's 403", reply(403, page), unreadable],
  ['200 with an error inside', reply(200, { code: 'insufficient-funds' }), unreadable],
  ['200 with a page', reply(200, page), unreadable],
  ['a timeout', { kind: 'lost', cause: 'timeout' }, { kind: 'unknown', cause: 'timeout' }],
  ['a refused connection', { kind: 'not_sent', cause: 'ECONNREFUSED' }, refused('operator_down', 'not_sent')],
])('a request for money with the response %s maps to the expected outcome', (_, result, outcome) => {
  expect(mapRefusal(result)).toEqual(outcome);
});

test.each([
  ['insufficient-funds', 'insufficient_funds'],
  ['kyb-limits-exceeded', 'limit_exceeded'],
  ['recipient-account-inactive', 'not_registered'],
  ['unauthorized-wallet', 'operator_down'],
  ['payer-mobile-mismatch', 'other'],
  ['cross-border-payment-not-allowed', 'other'],
  ['customer-age-restricted', 'other'],
  ['payment-failure', 'other'],
  ['a-word-from-the-future', 'other'],
  ['constructor', 'other'],
])('%s maps to %s', (code, reason) => {
  expect(mapReason(code)).toBe(reason);
});

test('a reference that is not found fails after 15 minutes', () => {
  const created_at = new Date('2026-01-02T10:00:00Z');
  const after = (seconds: number) =>
    mapNotFound({ created_at }, new Date(created_at.getTime() + seconds * 1000));
  expect(after(899)).toEqual({ kind: 'unknown', cause: 'not_found' });
  expect(after(900)).toMatchObject({ kind: 'failed', operator_code: 'never_received' });
});

test('amounts are sent as strings in the major unit', () => {
  const request = {
    reference: 'r',
    operator: 'wave_gm',
    phone: setting.phone,
    money: { amount_minor: 1250n, currency: asCurrency('GMD') },
    description: 'Order 481',
    first_name: 'Awa',
    last_name: null,
  };
  expect(writePayout(request)).toEqual({
    currency: 'GMD',
    receive_amount: '12.50',
    mobile: setting.phone,
    name: 'Awa',
    payment_reason: 'Order 481',
    client_reference: 'r',
  });
  const collection = {
    ...request,
    otp: null,
    page_url: 'https://p',
    return_url: 'https://p?returned=1',
    session_expires_at: new Date(),
  };
  expect(writeSession(collection, false)).not.toHaveProperty('restrict_payer_mobile');
  expect(writeSession(collection, true)).toMatchObject({
    restrict_payer_mobile: setting.phone,
    amount: '12.50',
  });
  // Without a number, whoever opens the link can pay.
  expect(writeSession({ ...collection, phone: '' }, true)).not.toHaveProperty('restrict_payer_mobile');
  expect(readMoney('12.5', 'GMD')).toEqual(request.money);
  expect(readMoney('12.505', 'GMD')).toBeUndefined();
});
