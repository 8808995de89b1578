import type { Outcome } from '@guichet/kernel/outcome';
import { makeSecret } from '@guichet/kernel/secret';
import { describe, expect, test } from 'vitest';
import type { LookupRequest } from '../contract.ts';
import type { HttpResult } from '../http/contract.ts';
import { commandOf, readPayment as readBurkina } from './burkina/map.ts';
import {
  paymentOf,
  readLookup as readCameroon,
  readInit as readCameroonInit,
  readPay,
} from './cameroon/map.ts';
import { orderIdOf } from './order-id.ts';
import * as sonatel from './sonatel/map.ts';
import { collectOf, lookupOf } from './test-support.ts';
import * as webPayment from './web-payment/map.ts';

const now = new Date('2026-03-01T10:00:00Z');
const later = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000);
const request = collectOf('web-payment', now);
const { reference, money } = request;
const settled: Outcome = { kind: 'settled', money };
const pending: Outcome = { kind: 'pending', action: null };
const unknown = (cause: Extract<Outcome, { kind: 'unknown' }>['cause']): Outcome => ({
  kind: 'unknown',
  cause,
});
const failed = (reason: string, operator_code: string, rest: object = {}) => ({
  kind: 'failed',
  reason,
  operator_code,
  ...rest,
});
const nobody = { reached_customer: false };

const reply = (status: number, body: unknown): HttpResult => ({
  kind: 'reply',
  status,
  headers: {},
  text: typeof body === 'string' ? body : JSON.stringify(body),
});
const timeout: HttpResult = { kind: 'lost', cause: 'timeout' };
const broken: HttpResult = { kind: 'lost', cause: 'unreachable' };
const refused: HttpResult = { kind: 'not_sent', cause: 'ECONNREFUSED' };
const html = '<html><h1>502</h1></html>';
const sent = (result: HttpResult) => ({ sent: true, result });

describe('web-payment', () => {
  const page = { pay_token: 'v1', payment_url: 'https://webpayment.orange-money.com/x' };
  test.each<[string, HttpResult, unknown]>([
    ['a page', reply(201, page), { kind: 'pending', action: { kind: 'redirect', url: page.payment_url } }],
    ['the order is known', reply(400, { code: 1204 }), pending],
    ['a refusal', reply(400, { code: 22 }), failed('other', '22', nobody)],
    ['a token that is refused twice', reply(401, { code: 42 }), failed('operator_down', '42', nobody)],
    ['too many requests', reply(429, html), failed('operator_down', 'http_429', nobody)],
    ['a broken server', reply(500, html), failed('operator_down', 'http_500', nobody)],
    ['a page of a proxy', reply(200, html), failed('operator_down', 'http_200', nobody)],
    ['200 with an error inside', reply(200, { code: 60 }), failed('operator_down', '60', nobody)],
    ['no connection', refused, failed('operator_down', 'ECONNREFUSED', nobody)],
    ['a lost response', broken, failed('operator_down', 'unreachable', nobody)],
    ['no response in time', timeout, failed('operator_down', 'timeout', nobody)],
  ])('the response to requesting a page is mapped to its outcome: %s', (_, result, outcome) => {
    expect(webPayment.readInit(sent(result)).outcome).toEqual(outcome);
  });
  test('without an access token nothing was requested', () => {
    expect(webPayment.readInit({ sent: false, result: reply(401, {}) }).outcome).toEqual(
      failed('operator_down', 'no_token_http_401', nobody),
    );
  });

  const question = lookupOf(request, now);
  test.each<[string, HttpResult, unknown]>([
    ['INITIATED', reply(201, { status: 'INITIATED' }), pending],
    ['PENDING', reply(201, { status: 'PENDING' }), pending],
    ['SUCCESS', reply(201, { status: 'SUCCESS', order_id: orderIdOf(reference) }), settled],
    ['SUCCESS with 200', reply(200, { status: 'SUCCESS' }), settled],
    ['FAILED', reply(201, { status: 'FAILED' }), failed('other', 'FAILED')],
    ['EXPIRED', reply(201, { status: 'EXPIRED' }), failed('payer_timeout', 'EXPIRED')],
    ['a status that is not documented', reply(201, { status: 'FROZEN' }), unknown('unreadable')],
    ['in lowercase', reply(201, { status: 'success' }), unknown('unreadable')],
    ['a different order', reply(201, { status: 'SUCCESS', order_id: 'PAY-1' }), unknown('unreadable')],
    ['an error', reply(404, { code: 60 }), unknown('unreadable')],
    ['an error that looks like a success', reply(500, { status: 'SUCCESS' }), unknown('server_error')],
    ['a page of a proxy', reply(200, html), unknown('unreadable')],
    ['no connection', refused, unknown('unreachable')],
    ['no response', timeout, unknown('timeout')],
  ])('the response to an inquiry is mapped to its outcome: %s', (_, result, outcome) => {
    expect(webPayment.readLookup(sent(result), question)).toEqual(outcome);
  });

  test.each<[number, unknown]>([
    [0, unknown('not_found')],
    [14, unknown('not_found')],
    [15, failed('operator_down', 'never_received')],
  ])('a page request whose response was lost fails after 15 minutes: %d min later', (minutes, outcome) => {
    expect(webPayment.withoutToken(question, later(minutes))).toEqual(outcome);
    const restored = { ...question, is_restored: true };
    expect(webPayment.withoutToken(restored, later(minutes))).toEqual(unknown('not_found'));
  });
});

describe('sonatel', () => {
  test.each<[string, HttpResult, unknown]>([
    [
      'a QR code',
      reply(200, { qrId: '1', shortLink: 'https://l.example' }),
      { kind: 'pending', action: { kind: 'redirect', url: 'https://l.example' } },
    ],
    ['a QR code without a link', reply(200, { qrId: '1' }), failed('operator_down', 'http_200', nobody)],
    ['a refusal', reply(400, { code: '4099' }), failed('other', '4099', nobody)],
    ['wrong credentials', reply(401, { code: 10 }), failed('operator_down', '10', nobody)],
    ['a broken server', reply(500, { code: 1 }), failed('operator_down', '1', nobody)],
    ['a lost response', broken, failed('operator_down', 'unreachable', nobody)],
    ['no permission', reply(403, { code: '4099' }), failed('operator_down', '4099', nobody)],
  ])('the response to requesting a QR code is mapped to its outcome: %s', (_, result, outcome) => {
    expect(sonatel.readQr(sent(result))).toEqual(outcome);
  });

  test.each<[string, HttpResult, unknown]>([
    ['SUCCESS', reply(200, { transactionId: 'C1', status: 'SUCCESS' }), settled],
    ['PENDING', reply(200, { transactionId: 'C1', status: 'PENDING' }), pending],
    ['FAILED', reply(200, { transactionId: 'C1', status: 'FAILED' }), failed('other', 'FAILED')],
    ['2000', reply(400, { code: 2000 }), failed('not_registered', '2000')],
    ['2001', reply(400, { code: '2001' }), failed('not_registered', '2001')],
    ['2013', reply(400, { code: '2013' }), failed('account_blocked', '2013')],
    ['2020', reply(400, { code: '2020' }), failed('insufficient_funds', '2020')],
    ['2021', reply(400, { code: '2021' }), failed('insufficient_funds', '2021')],
    ['2022', reply(400, { code: '2022' }), failed('insufficient_funds', '2022')],
    ['2041', reply(400, { code: '2041' }), failed('other', '2041')],
    ['4003', reply(400, { code: '4003' }), failed('other', '4003')],
    ['4099', reply(400, { code: '4099' }), failed('other', '4099')],
    ['a code that is not documented', reply(400, { code: '7777' }), failed('other', '7777')],
    ['a code named like a property', reply(400, { code: 'constructor' }), failed('other', 'constructor')],
    ['10', reply(401, { code: '10' }), failed('operator_down', '10', nobody)],
    ['429', reply(429, html), failed('operator_down', 'http_429', nobody)],
    ...['1', '2', '5', '50', '51'].map((code): [string, HttpResult, unknown] => [
      `${code}, an internal error`,
      reply(400, { code }),
      unknown('unreadable'),
    ]),
    ['a refusal without a code', reply(400, html), unknown('unreadable')],
    ['a code with 500', reply(500, { code: '2020' }), unknown('server_error')],
    ['a page of a proxy', reply(200, html), unknown('unreadable')],
    ['no connection', refused, failed('operator_down', 'not_sent', nobody)],
    ['a lost response', broken, unknown('unreachable')],
  ])('the response to a payout is mapped to its outcome: %s', (_, result, outcome) => {
    expect(sonatel.readCashIn(result, money).outcome).toEqual(outcome);
  });

  test.each<[string, object, unknown]>([
    ['PRE_INITIATED', {}, pending],
    ['INITIATED', {}, pending],
    ['PENDING', {}, pending],
    ['ACCEPTED', {}, pending],
    ['SUCCESS', {}, settled],
    ['SUCCESS', { amount: { value: 1500, unit: 'XOF' } }, settled],
    ['SUCCESS', { amount: { value: '1500.00', unit: 'XOF' } }, settled],
    ['SUCCESS', { amount: { value: 1501 } }, { kind: 'settled', money: { ...money, amount_minor: 1501n } }],
    ['SUCCESS', { amount: { value: 1500.5 } }, unknown('unreadable')],
    ['SUCCESS', { amount: { value: 'much' } }, unknown('unreadable')],
    ['SUCCESS', { amount: { value: 1500, unit: 'EUR' } }, unknown('unreadable')],
    ['CANCELLED', {}, failed('payer_cancelled', 'CANCELLED')],
    ['REJECTED', {}, failed('other', 'REJECTED')],
    ['FAILED', { code: 2020 }, failed('insufficient_funds', '2020')],
    ['FAILED', { code: '4004' }, failed('payer_timeout', '4004')],
    ['FROZEN', {}, unknown('unreadable')],
  ])('a transaction that is %s %j is mapped to its outcome', (status, rest, outcome) => {
    expect(sonatel.outcomeOf({ status, ...rest }, money)).toEqual(outcome);
  });

  const one = (status: string, of: string | null = orderIdOf(reference)) => ({
    transactionId: status,
    status,
    reference: of,
  });
  test.each<[string, readonly ReturnType<typeof one>[], string | null | undefined]>([
    ['none', [], null],
    ['a different one', [one('SUCCESS', 'x')], null],
    ['one', [one('FAILED')], 'FAILED'],
    ['a paid one among others', [one('FAILED'), one('SUCCESS'), one('PENDING')], 'SUCCESS'],
    ['one in progress among others', [one('CANCELLED'), one('PENDING'), one('FAILED')], 'PENDING'],
    ['one without a reference', [one('SUCCESS', null)], undefined],
    ['ours among ones without a reference', [one('SUCCESS', null), one('FAILED')], 'FAILED'],
  ])('the most conclusive transaction is picked: %s', (_, list, expected) => {
    const picked = sonatel.pickTransaction(list, reference);
    expect(picked ? picked.transactionId : picked).toBe(expected);
  });

  const settings = {
    variant: 'sonatel',
    client_id: 'c',
    client_secret: makeSecret('s'),
    merchant_code: '123456',
    shop_name: 'Boutique',
  } as const;
  const until = sonatel.qrReferenceOf(now, 900);
  const day = 24 * 60;
  test.each<[string, Partial<LookupRequest>, number, object, unknown]>([
    ['a QR code that can be paid', { provider_reference: until }, 5, {}, pending],
    ['an expired QR code', { provider_reference: until }, 60, {}, pending],
    ['... a day later', { provider_reference: until }, day + 15, {}, failed('payer_timeout', 'qr_expired')],
    [
      '... by setting',
      { provider_reference: until },
      30,
      { unpaid_final_after_s: 900 },
      failed('payer_timeout', 'qr_expired'),
    ],
    ['... a moment before', { provider_reference: until }, 29, { unpaid_final_after_s: 900 }, pending],
    ['no known QR code', {}, 14, {}, unknown('not_found')],
    ['... later', {}, 15, {}, failed('operator_down', 'never_received')],
    // A request may be sent 30 seconds after it was recorded.
    ['... of a restored database', { is_restored: true }, day + 15.4, {}, unknown('not_found')],
    ['... a day later', { is_restored: true }, day + 15.5, {}, failed('operator_down', 'never_received')],
    ['a payout', { direction: 'payout' }, day + 0.4, {}, unknown('not_found')],
    ['... a day later', { direction: 'payout' }, day + 0.5, {}, failed('operator_down', 'never_received')],
  ])('a search without a result is mapped to its outcome: %s', (_, rest, minutes, more, outcome) => {
    const question = lookupOf(request, now, rest);
    expect(sonatel.notFound(question, { ...settings, ...more }, later(minutes))).toEqual(outcome);
  });

  test.each<[number, object, number]>([
    [30, {}, 900],
    [10, {}, 600],
    [0, {}, 60],
    [30, { qr_validity_s: 300 }, 300],
  ])('a session with %d min left and %j gets a QR code valid for %d s', (minutes, more, expected) => {
    const asked = { ...request, session_expires_at: later(minutes) };
    expect(sonatel.validityOf(asked, { ...settings, ...more }, now)).toBe(expected);
  });
});

describe('cameroon', () => {
  const said = (data: object, message = 'ok') => reply(200, { message, data: { payToken: 'MP1', ...data } });
  const prompt: Outcome = { kind: 'pending', action: { kind: 'prompt', dial: '#150*50#' } };
  test.each<[string, HttpResult, unknown]>([
    ['a token', said({}), { pay_token: 'MP1' }],
    ['no token', reply(200, { data: {} }), failed('operator_down', 'no_pay_token_http_200', nobody)],
    ['a broken server', reply(500, html), failed('operator_down', 'no_pay_token_http_500', nobody)],
    ['a lost response', broken, failed('operator_down', 'no_pay_token_unreachable', nobody)],
  ])('the response to requesting a payment token is read: %s', (_, result, outcome) => {
    expect(readCameroonInit(sent(result))).toEqual(outcome);
  });

  test.each<[string, HttpResult, unknown]>([
    ['PENDING', said({ inittxnstatus: '200', status: 'PENDING' }), prompt],
    ['PENDING, by number', said({ inittxnstatus: 200, status: 'PENDING' }), prompt],
    ['PENDING alone', said({ status: 'PENDING' }), prompt],
    ['SUCCESSFULL', said({ inittxnstatus: '200', status: 'SUCCESSFULL' }), settled],
    ['not started', said({ inittxnstatus: '600', status: null }), failed('other', '600', nobody)],
    [
      'not started: insufficient funds',
      said({ inittxnstatus: '600', inittxnmessage: '60019 :: solde' }),
      failed('insufficient_funds', '60019', nobody),
    ],
    ['a refusal', reply(400, { message: 'bad' }), failed('other', 'http_400')],
    [
      'a refusal: insufficient funds',
      reply(417, { message: '60019 :: x' }),
      failed('insufficient_funds', '60019'),
    ],
    ['401', reply(401, {}), failed('operator_down', 'http_401', nobody)],
    ['429', reply(429, html), failed('operator_down', 'http_429', nobody)],
    ['a refusal of unknown origin', reply(404, html), unknown('unreadable')],
    ['a broken server', reply(500, { message: 'x' }), unknown('server_error')],
    ['a page of a proxy', reply(200, html), unknown('unreadable')],
    ['a truncated response', reply(200, '{"data":{"status":"SUCC'), unknown('unreadable')],
    ['no connection', refused, failed('operator_down', 'not_sent', nobody)],
    ['a lost response', broken, unknown('unreachable')],
  ])('the response to a payment is mapped to its outcome: %s', (_, result, outcome) => {
    expect(readPay(sent(result), money, true)).toEqual(outcome);
  });
  test('a payout requires no action', () => {
    expect(readPay(sent(said({ status: 'PENDING' })), money, false)).toEqual(pending);
  });

  test.each<[string, HttpResult, unknown]>([
    ['PENDING', said({ status: 'PENDING' }), pending],
    ['SUCCESSFULL', said({ status: 'SUCCESSFULL' }), settled],
    ['SUCCESSFUL', said({ status: 'SUCCESSFUL' }), settled],
    [
      'SUCCESSFULL of 1501',
      said({ status: 'SUCCESSFULL', amount: 1501 }),
      { kind: 'settled', money: { ...money, amount_minor: 1501n } },
    ],
    ['SUCCESSFULL of "1500"', said({ status: 'SUCCESSFULL', amount: '1500' }), settled],
    [
      'SUCCESSFULL with an invalid amount',
      said({ status: 'SUCCESSFULL', amount: {} }),
      unknown('unreadable'),
    ],
    ['FAILED', said({ status: 'FAILED' }), failed('other', 'FAILED')],
    [
      'FAILED: insufficient funds',
      said({ status: 'FAILED' }, '60019 :: solde'),
      failed('insufficient_funds', '60019'),
    ],
    ['CANCELLED', said({ status: 'CANCELLED' }), failed('payer_cancelled', 'CANCELLED')],
    ['EXPIRED', said({ status: 'EXPIRED' }), failed('payer_timeout', 'EXPIRED')],
    ['a status that is not documented', said({ status: 'FAILLED' }), unknown('unreadable')],
    ['no status', said({}), unknown('unreadable')],
    ['not found', reply(404, { message: 'payToken not found' }), unknown('unreadable')],
    ['no connection', refused, unknown('unreachable')],
  ])('the response to an inquiry is mapped to its outcome: %s', (_, result, outcome) => {
    expect(readCameroon(sent(result), money)).toEqual(outcome);
  });

  test('requests have local numbers, and amounts as text', () => {
    const settings = {
      variant: 'cameroon',
      client_id: 'c',
      client_secret: makeSecret('s'),
      api_username: 'u',
      api_password: makeSecret('p'),
      channel_msisdn: '690000001',
      pin: makeSecret('2468'),
    } as const;
    const asked = { ...collectOf('cameroon', now), description: 'x'.repeat(200) };
    const urls = { pay_token: 'MP1', notification_url: 'https://pay.example.com/c/1?token=2' };
    expect(paymentOf(asked, settings, urls)).toEqual({
      notifUrl: 'https://pay.example.com/c/1?token=2',
      channelUserMsisdn: '690000001',
      amount: '1500',
      subscriberMsisdn: '690000100',
      pin: '2468',
      orderId: orderIdOf(asked.reference),
      description: 'x'.repeat(125),
      payToken: 'MP1',
    });
  });
});

describe('burkina', () => {
  const xml = (status: string, transID = 'OM1') =>
    `<status>${status}</status><message>m</message><transID>${transID}</transID>`;
  test.each<[string, HttpResult, unknown]>([
    ['200', reply(200, xml('200')), settled],
    ['08', reply(200, xml('08')), failed('wrong_otp', '08')],
    ['OTPINV', reply(200, xml('OTPINV')), failed('wrong_otp', 'OTPINV')],
    ['990422', reply(200, xml('990422')), failed('other', '990422')],
    ['a code that is not documented', reply(200, xml('00042')), failed('other', '00042')],
    ['a code named like a property', reply(200, xml('constructor')), failed('other', 'constructor')],
    ['a code with 400', reply(400, xml('990422')), failed('other', '990422')],
    ['a code like a server error', reply(200, xml('500')), unknown('server_error')],
    ['paid, with 500', reply(500, xml('200')), unknown('server_error')],
    ['JSON', reply(200, { status: '200' }), unknown('unreadable')],
    ['a page of a proxy', reply(200, html), unknown('unreadable')],
    ['a refusal of unknown origin', reply(403, html), unknown('unreadable')],
    ['an empty response', reply(200, ''), unknown('unreadable')],
    ['too many requests', reply(429, html), failed('operator_down', 'http_429', nobody)],
    ['no connection', refused, failed('operator_down', 'not_sent', nobody)],
    ['a lost response', broken, unknown('unreachable')],
    ['no response in time', timeout, unknown('timeout')],
  ])('the response to a payment is mapped to its outcome: %s', (_, result, outcome) => {
    expect(readBurkina(result, money).outcome).toEqual(outcome);
  });

  test('nothing in the request can become markup', () => {
    const settings = {
      variant: 'burkina',
      merchant_msisdn: '70000002',
      api_username: 'u<&>',
      api_password: makeSecret('"p\''),
    } as const;
    const command = commandOf(collectOf('burkina', now), '1</otp><otp>2', settings);
    expect(command).toContain('<api_username>u&#60;&#38;&#62;</api_username>');
    expect(command).toContain('<otp>1&#60;/otp&#62;&#60;otp&#62;2</otp>');
    expect(command).toContain('<customer_msisdn>70000100</customer_msisdn>');
    expect(command).toContain('<amount>1500</amount>');
  });
});
