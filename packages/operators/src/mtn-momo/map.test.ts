import { asCurrency } from '@guichet/kernel/currencies';
import type { Outcome } from '@guichet/kernel/outcome';
import { describe, expect, it } from 'vitest';
import type { CollectRequest, Direction } from '../contract.ts';
import {
  mapCreated,
  mapLookup,
  mapReason,
  mapTransaction,
  never_received_after_ms,
  readExternalId,
  writeExternalId,
  writeMessage,
  writeOrder,
} from './map.ts';

const xof = asCurrency('XOF');
const ghs = asCurrency('GHS');
const eur = asCurrency('EUR');
const reference = '0f3b6b1e-4d0f-4a53-9d3b-0d3a6c1f2e10';
const request: CollectRequest = {
  reference,
  operator: 'mtn_ci',
  phone: '+2250548151600',
  money: { amount_minor: 1_500n, currency: xof },
  description: "L'été à Abidjan",
  otp: null,
  page_url: 'https://pay.example.com/pay/x',
  return_url: 'https://pay.example.com/pay/x?returned=1',
  session_expires_at: new Date(0),
};

/** Describes an outcome in a few words. */
function tell(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'settled':
      return `settled ${outcome.money.amount_minor} ${outcome.money.currency}`;
    case 'reversed':
      return `reversed ${outcome.operator_code}`;
    case 'failed':
      return `failed ${outcome.reason} ${outcome.operator_code}${outcome.reached_customer === false ? ' before' : ''}`;
    case 'pending':
      return `pending ${outcome.action?.kind ?? 'quietly'}`;
    case 'unknown':
      return `unknown ${outcome.cause}`;
  }
}

describe('a request', () => {
  const plain = { currency: 'XOF', externalId: reference.replaceAll('-', '') };
  const texts = { payerMessage: 'L ete a Abidjan', payeeNote: 'L ete a Abidjan' };
  const party = { partyIdType: 'MSISDN', partyId: '2250548151600' };

  it('contains the payer, the payee or the refunded payment', () => {
    expect(writeOrder('collect', request, undefined)).toEqual({
      ...plain,
      ...texts,
      amount: '1500',
      payer: party,
    });
    const payout = { ...request, first_name: null, last_name: null };
    expect(writeOrder('payout', payout, undefined)).toEqual({
      ...plain,
      ...texts,
      amount: '1500',
      payee: party,
    });
    const collection = { reference: 'of the payment', provider_reference: null, money: request.money };
    expect(writeOrder('refund', { ...request, collection }, undefined)).toEqual({
      ...plain,
      ...texts,
      amount: '1500',
      referenceIdToRefund: 'of the payment',
    });
  });

  it('has the decimals of its currency, and the sandbox’s currency in the sandbox', () => {
    const money = { amount_minor: 1_250n, currency: ghs };
    expect(writeOrder('collect', { ...request, money }, undefined)).toMatchObject({
      amount: '12.50',
      currency: 'GHS',
    });
    expect(writeOrder('collect', request, eur)).toMatchObject({ amount: '1500', currency: 'EUR' });
  });

  it.each([
    ["it's <b>50%</b> off!", 'it s b 50 b off'],
    ['Commande n° 481 – reçu', 'Commande n 481 recu'],
    ['   ', 'Payment'],
    ['订单', 'Payment'],
    ['x'.repeat(300), 'x'.repeat(160)],
    [`${'x'.repeat(159)} y`, 'x'.repeat(159)],
  ])('contains the description %j as %j', (description, message) => {
    expect(writeMessage(description)).toBe(message);
  });

  it('can be identified by its externalId', () => {
    expect(readExternalId(writeExternalId(reference))).toBe(reference);
    expect([null, 'pay_01', ''].map(readExternalId)).toEqual([null, null, null]);
  });
});

describe('the response to a creating call', () => {
  const body = (code: string) => JSON.stringify({ code, message: code });
  it.each<[number, string, Direction, string]>([
    [202, '', 'collect', 'pending prompt'],
    [202, '', 'payout', 'pending quietly'],
    [202, '<html></html>', 'refund', 'pending quietly'],
    [409, body('RESOURCE_ALREADY_EXIST'), 'collect', 'pending prompt'],
    [200, '<html></html>', 'collect', 'unknown unreadable'],
    [200, '{"status":"FAILED","reason":"EXPIRED"}', 'collect', 'unknown unreadable'],
    [201, '', 'collect', 'unknown unreadable'],
    [302, '', 'collect', 'unknown unreadable'],
    [400, '', 'collect', 'failed other HTTP_400 before'],
    [400, '<html></html>', 'collect', 'failed other HTTP_400 before'],
    [400, body('VALIDATION_ERROR'), 'collect', 'failed other VALIDATION_ERROR before'],
    [
      401,
      body('ACCESS_DENIED_DUE_TO_INVALID_SUBSCRIPTION_KEY'),
      'collect',
      'failed operator_down ACCESS_DENIED_DUE_TO_INVALID_SUBSCRIPTION_KEY before',
    ],
    [403, body('FORBIDDEN_IP'), 'payout', 'failed operator_down FORBIDDEN_IP before'],
    [404, '{"statusCode":404,"message":"Resource not found"}', 'collect', 'unknown unreadable'],
    [404, body('RESOURCE_NOT_FOUND'), 'refund', 'failed other RESOURCE_NOT_FOUND before'],
    [408, '', 'collect', 'unknown unreadable'],
    [429, '<html></html>', 'collect', 'unknown unreadable'],
    [500, '<html></html>', 'collect', 'unknown server_error'],
    [500, body('NOT_ALLOWED'), 'collect', 'failed operator_down NOT_ALLOWED before'],
    [
      500,
      body('NOT_ALLOWED_TARGET_ENVIRONMENT'),
      'collect',
      'failed operator_down NOT_ALLOWED_TARGET_ENVIRONMENT before',
    ],
    [
      500,
      body('INVALID_CALLBACK_URL_HOST'),
      'collect',
      'failed operator_down INVALID_CALLBACK_URL_HOST before',
    ],
    [500, body('INVALID_CURRENCY'), 'collect', 'failed operator_down INVALID_CURRENCY before'],
    [500, body('PAYER_NOT_FOUND'), 'collect', 'failed not_registered PAYER_NOT_FOUND before'],
    [500, body('PAYEE_NOT_FOUND'), 'payout', 'failed not_registered PAYEE_NOT_FOUND before'],
    [500, body('INTERNAL_PROCESSING_ERROR'), 'collect', 'unknown server_error'],
    [400, body('INTERNAL_PROCESSING_ERROR'), 'collect', 'unknown unreadable'],
    [500, body('COULD_NOT_PERFORM_TRANSACTION'), 'collect', 'unknown server_error'],
    [500, body('FROM_THE_FUTURE'), 'collect', 'unknown server_error'],
    [503, body('SERVICE_UNAVAILABLE'), 'collect', 'unknown server_error'],
    [200, body('NOT_ALLOWED'), 'collect', 'unknown unreadable'],
  ])('of %d %s to %s means: %s', (status, text, direction, expected) => {
    expect(tell(mapCreated({ kind: 'reply', status, headers: {}, text }, direction))).toBe(expected);
  });
});

describe('a status', () => {
  const wire = {
    amount: '1500',
    currency: 'XOF',
    external_id: null,
    financial_transaction_id: null,
    reason: null,
  };
  const asked = { direction: 'collect', currency: xof } as const;
  it.each([
    ['PENDING', {}, 'pending prompt'],
    ['CREATED', {}, 'pending prompt'],
    ['ONGOING', {}, 'pending prompt'],
    ['DELAYED', {}, 'pending prompt'],
    ['SUCCESSFUL', {}, 'settled 1500 XOF'],
    ['SUCCESSFUL', { amount: '1500.00' }, 'settled 1500 XOF'],
    ['SUCCESSFUL', { amount: '1501' }, 'settled 1501 XOF'],
    ['SUCCESSFUL', { amount: '15.00', currency: 'GHS' }, 'settled 1500 GHS'],
    ['SUCCESSFUL', { amount: null }, 'unknown unreadable'],
    ['SUCCESSFUL', { amount: '1500.5' }, 'unknown unreadable'],
    ['SUCCESSFUL', { amount: '1,500' }, 'unknown unreadable'],
    ['SUCCESSFUL', { amount: '1e3' }, 'unknown unreadable'],
    ['SUCCESSFUL', { currency: 'FCFA' }, 'unknown unreadable'],
    ['SUCCESSFUL', { currency: null }, 'unknown unreadable'],
    ['FAILED', { reason: 'EXPIRED' }, 'failed payer_timeout EXPIRED'],
    ['FAILED', {}, 'failed other FAILED'],
    ['FAILED', { reason: 'FROM_THE_FUTURE' }, 'failed other FROM_THE_FUTURE'],
    ['REJECTED', {}, 'failed payer_cancelled REJECTED'],
    ['TIMEOUT', {}, 'failed payer_timeout TIMEOUT'],
    ['FROM_THE_FUTURE', {}, 'unknown unreadable'],
    ['successful', {}, 'unknown unreadable'],
  ])('of %s with %j means: %s', (status, changes, expected) => {
    expect(tell(mapTransaction({ ...wire, ...changes, status }, asked, undefined))).toBe(expected);
  });

  it('in the sandbox is reported in the requested currency', () => {
    const settled = { ...wire, status: 'SUCCESSFUL', currency: 'EUR' };
    expect(tell(mapTransaction(settled, asked, eur))).toBe('settled 1500 XOF');
    expect(tell(mapTransaction(settled, asked, undefined))).toBe('settled 150000 EUR');
  });
});

it.each([
  ['PAYER_NOT_FOUND', 'not_registered', 'other'],
  ['PAYEE_NOT_FOUND', 'other', 'not_registered'],
  ['NOT_ENOUGH_FUNDS', 'insufficient_funds', 'insufficient_funds'],
  ['LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED', 'insufficient_funds', 'insufficient_funds'],
  ['PAYER_LIMIT_REACHED', 'limit_exceeded', 'limit_exceeded'],
  ['PAYEE_LIMIT_REACHED', 'limit_exceeded', 'limit_exceeded'],
  ['PAYEE_NOT_ALLOWED_TO_RECEIVE', 'limit_exceeded', 'limit_exceeded'],
  ['APPROVAL_REJECTED', 'payer_cancelled', 'payer_cancelled'],
  ['PAYMENT_NOT_APPROVED', 'payer_cancelled', 'payer_cancelled'],
  ['TRANSACTION_CANCELED', 'payer_cancelled', 'payer_cancelled'],
  ['EXPIRED', 'payer_timeout', 'other'],
  ['COULD_NOT_PERFORM_TRANSACTION', 'payer_timeout', 'other'],
  ['SENDER_ACCOUNT_NOT_ACTIVE', 'account_blocked', 'account_blocked'],
  ['SERVICE_UNAVAILABLE', 'operator_down', 'operator_down'],
  ['NOT_ALLOWED', 'operator_down', 'operator_down'],
  ['NOT_ALLOWED_TARGET_ENVIRONMENT', 'operator_down', 'operator_down'],
  ['INVALID_CALLBACK_URL_HOST', 'operator_down', 'operator_down'],
  ['INVALID_CURRENCY', 'operator_down', 'operator_down'],
  ['ACCESS_DENIED_DUE_TO_INVALID_SUBSCRIPTION_KEY', 'operator_down', 'operator_down'],
  ['INTERNAL_PROCESSING_ERROR', 'other', 'other'],
  ['TRANSACTION_NOT_FOUND', 'other', 'other'],
  ['VALIDATION_ERROR', 'other', 'other'],
  ['TRANSFER_TYPE_UNKNOWN', 'other', 'other'],
  ['FROM_THE_FUTURE', 'other', 'other'],
  ['constructor', 'other', 'other'],
])('%s means %s for a payer and %s for a recipient', (code, collect, payout) => {
  expect([mapReason(code, 'collect'), mapReason(code, 'payout')]).toEqual([collect, payout]);
});

describe('the response to an inquiry', () => {
  const created_at = new Date('2026-03-01T10:00:00Z');
  const look = (status: number, text: string, after_ms = 0): string => {
    const asked = { direction: 'collect', money: request.money, created_at } as const;
    const now = new Date(created_at.getTime() + after_ms);
    const { outcome } = mapLookup({ kind: 'reply', status, headers: {}, text }, asked, now, undefined);
    return tell(outcome);
  };
  const gone = '{"code":"RESOURCE_NOT_FOUND","message":"Requested resource was not found."}';
  it.each([
    [404, gone, 0, 'unknown not_found'],
    [404, gone, never_received_after_ms - 1, 'unknown not_found'],
    [404, gone, never_received_after_ms, 'failed operator_down never_received'],
    [404, '{"statusCode":404,"message":"Resource not found"}', never_received_after_ms, 'unknown unreadable'],
    [404, '<html></html>', never_received_after_ms, 'unknown unreadable'],
    [500, gone, never_received_after_ms, 'unknown server_error'],
    [200, gone, never_received_after_ms, 'unknown unreadable'],
    [401, '', never_received_after_ms, 'unknown unreadable'],
    [500, '{"code":"NOT_ALLOWED"}', 0, 'unknown server_error'],
    [500, '{"status":"FAILED","reason":"EXPIRED"}', 0, 'unknown server_error'],
    [200, '{"status":"FAILED","reason":"EXPIRED"}', 0, 'failed payer_timeout EXPIRED'],
  ])('of %d %s after %d ms means: %s', (status, text, after_ms, expected) => {
    expect(look(status, text, after_ms)).toBe(expected);
  });

  it('contains MTN’s id of the transaction', () => {
    const text =
      '{"status":"SUCCESSFUL","amount":"1500","currency":"XOF","financialTransactionId":"1843920112"}';
    const reply = { kind: 'reply', status: 200, headers: {}, text } as const;
    const asked = { direction: 'collect', money: request.money, created_at } as const;
    expect(mapLookup(reply, asked, created_at, undefined)).toEqual({
      outcome: { kind: 'settled', money: request.money },
      provider_reference: '1843920112',
    });
  });
});
