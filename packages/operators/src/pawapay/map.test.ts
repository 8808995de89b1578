import { asCurrency } from '@guichet/kernel/currencies';
import { describe, expect, test } from 'vitest';
import type { CollectRequest, RefundRequest } from '../contract.ts';
import {
  amountText,
  customerMessage,
  depositOf,
  outcomeOf,
  outcomeOfInitiation,
  payoutOf,
  reasonOf,
  refundOf,
} from './map.ts';
import { findPlace, type Place } from './operators.ts';
import type { Initiation, WireTransaction } from './wire.ts';

const reference = '2f6c0e4a-8d0e-4a58-9d0e-3a2f6c1b7e11';
const xof = asCurrency('XOF');
const writing = { old_benin_numbers: false };

function placeOf(operator: string): Place {
  const place = findPlace(operator);
  if (!place) throw new Error(`no place ${operator}`);
  return place;
}

const request: CollectRequest = {
  reference,
  operator: 'mtn_bj',
  phone: '+2290197000001',
  money: { amount_minor: 1_500n, currency: xof },
  description: 'Commande n° 481, été',
  otp: '367025',
  page_url: 'https://pay.example/pay/token',
  return_url: 'https://pay.example/pay/token?returned=1',
  session_expires_at: new Date(0),
};

describe('requests to pawaPay', () => {
  const order = { amount: '1500', currency: 'XOF', customerMessage: 'Commande n 481 ete' };
  const partyOf = (provider: string, phoneNumber = '2290197000001') => ({
    type: 'MMO',
    accountDetails: { phoneNumber, provider },
  });

  test.each([
    ['mtn_bj', 'MTN_MOMO_BEN', {}],
    ['orange_bf', 'ORANGE_BFA', { preAuthorisationCode: '367025' }],
    ['wave_ci', 'WAVE_CIV', { successfulUrl: request.return_url, failedUrl: request.return_url }],
  ])('have the documented fields for a deposit from %s', (operator, provider, more) => {
    expect(depositOf({ ...request, operator }, placeOf(operator), writing)).toEqual({
      depositId: reference,
      ...order,
      payer: partyOf(provider),
      ...more,
    });
  });

  test('omit authorization fields and names for a payout', () => {
    const payout = { ...request, operator: 'wave_ci', first_name: 'Awa', last_name: 'Toure' };
    expect(payoutOf(payout, placeOf('wave_ci'), writing)).toEqual({
      payoutId: reference,
      ...order,
      recipient: partyOf('WAVE_CIV'),
    });
  });

  test('contain the deposit and the amount for a refund', () => {
    const refund: RefundRequest = {
      ...request,
      reference: 'b',
      money: { amount_minor: 400n, currency: xof },
      collection: { reference, provider_reference: null, money: request.money },
    };
    expect(refundOf(refund)).toEqual({ refundId: 'b', depositId: reference, amount: '400', currency: 'XOF' });
  });

  test('use 8-digit numbers for Benin if the account requires them', () => {
    const old = { old_benin_numbers: true };
    const { payer } = depositOf(request, placeOf('mtn_bj'), old) as { payer: unknown };
    expect(payer).toEqual(partyOf('MTN_MOMO_BEN', '22997000001'));
  });
});

describe('amounts are sent without trailing zeros', () => {
  test.each([
    ['XOF', 1_500n, '1500'],
    ['XOF', 0n, '0'],
    ['GHS', 1_250n, '12.5'],
    ['GHS', 1_200n, '12'],
    ['GHS', 100_000n, '1000'],
    ['GHS', 1_205n, '12.05'],
    ['GHS', 5n, '0.05'],
  ])('%s %d becomes %s', (currency, amount_minor, text) => {
    const written = amountText({ amount_minor, currency: asCurrency(currency) });
    expect(written).toBe(text);
    expect(written).toMatch(/^([0]|([1-9][0-9]{0,17}))([.][0-9]{0,3}[1-9])?$/);
  });
});

describe('the message is 4 to 22 letters, digits and spaces', () => {
  test.each([
    ['Order 481', 'Order 481'],
    ['', 'Payment'],
    ['abc', 'Payment'],
    ['!!! ???', 'Payment'],
    ['Facture n°12/2026 — août', 'Facture n 12 2026 aout'],
    ['A description of more than 22', 'A description of more'],
    ['Ünïcödé ñame', 'Unicode name'],
    ['注文 481 番', 'Payment'],
  ])('%j becomes %j', (description, message) => {
    expect(customerMessage(description)).toBe(message);
    expect(customerMessage(description)).toMatch(/^[A-Za-z0-9 ]{4,22}$/);
  });
});

describe('failure codes', () => {
  test.each([
    ['PAYMENT_NOT_APPROVED', 'payer_cancelled'],
    ['INSUFFICIENT_BALANCE', 'insufficient_funds'],
    ['PAYMENT_IN_PROGRESS', 'other'],
    ['PAYER_NOT_FOUND', 'not_registered'],
    ['PAYER_LIMIT_REACHED', 'limit_exceeded'],
    ['TRANSACTION_ALREADY_IN_PROCESS', 'other'],
    ['RECIPIENT_NOT_FOUND', 'not_registered'],
    ['RECIPIENT_LIMIT_REACHED', 'limit_exceeded'],
    ['MANUALLY_CANCELLED', 'other'],
    ['PAWAPAY_WALLET_OUT_OF_FUNDS', 'insufficient_funds'],
    ['WALLET_LIMIT_REACHED', 'limit_exceeded'],
    ['UNSPECIFIED_FAILURE', 'other'],
    ['UNKNOWN_ERROR', 'other'],
    ['AMOUNT_OUT_OF_BOUNDS', 'limit_exceeded'],
    ['INVALID_AMOUNT', 'other'],
    ['INVALID_PHONE_NUMBER', 'not_registered'],
    ['INVALID_CURRENCY', 'other'],
    ['INVALID_PROVIDER', 'other'],
    ['PROVIDER_TEMPORARILY_UNAVAILABLE', 'operator_down'],
    ['NOT_FOUND', 'other'],
    ['INVALID_STATE', 'other'],
    ['AMOUNT_TOO_LARGE', 'limit_exceeded'],
    ['DEPOSIT_ALREADY_REFUNDED', 'other'],
    ['REFUND_IN_PROGRESS', 'other'],
    ['A_CODE_FROM_THE_FUTURE', 'other'],
    ['constructor', 'other'],
  ])('%s maps to %s', (code, reason) => {
    expect(reasonOf(code)).toBe(reason);
    const refused = { reference, status: 'REJECTED', next_step: null, failure_code: code };
    expect(outcomeOfInitiation(200, refused, { direction: 'payout', reference })).toEqual({
      kind: 'failed',
      reason,
      operator_code: code,
      reached_customer: false,
    });
    const failed = transactionOf({ status: 'FAILED', failure_code: code });
    // The request was accepted first, so the customer may have been asked.
    expect(outcomeOf(failed)).toEqual({ kind: 'failed', reason, operator_code: code });
  });

  test.each([
    [401, 'NO_AUTHENTICATION', 'operator_down'],
    [401, 'AUTHENTICATION_ERROR', 'operator_down'],
    [403, 'AUTHENTICATION_ERROR', 'operator_down'],
    [403, 'AUTHORISATION_ERROR', 'operator_down'],
    [403, 'HTTP_SIGNATURE_ERROR', 'operator_down'],
    [401, 'HTTP_SIGNATURE_ERROR', 'operator_down'],
    [403, 'DEPOSITS_NOT_ALLOWED', 'operator_down'],
    [403, 'PAYOUTS_NOT_ALLOWED', 'operator_down'],
    [403, 'REFUNDS_NOT_ALLOWED', 'operator_down'],
    [400, 'INVALID_INPUT', 'other'],
    [400, 'MISSING_PARAMETER', 'other'],
    [400, 'UNSUPPORTED_PARAMETER', 'other'],
    [400, 'INVALID_PARAMETER', 'other'],
    [400, 'DUPLICATE_METADATA_FIELD', 'other'],
  ])('HTTP %d with %s means a refusal before the customer was asked', (status, failure_code, reason) => {
    const answer = { reference: null, status: null, next_step: null, failure_code };
    expect(outcomeOfInitiation(status, answer, { direction: 'collect', reference })).toEqual({
      kind: 'failed',
      reason,
      operator_code: failure_code,
      reached_customer: false,
    });
  });
});

describe('inconclusive responses', () => {
  const unreadable = { kind: 'unknown', cause: 'unreadable' };
  const accepted: Initiation = { reference, status: 'ACCEPTED', next_step: null, failure_code: null };
  test.each<[string, number, Partial<Initiation>]>([
    ['an unknown status', 200, { status: 'ARCHIVED' }],
    ['200 with an error inside', 200, { status: null, failure_code: 'UNKNOWN_ERROR' }],
    ['a different reference', 200, { reference: 'b', status: 'REJECTED' }],
    ['no reference', 200, { reference: null }],
    ['400 with a code that is not documented', 400, { failure_code: 'NEW' }],
    ['400 with the server’s own error', 400, { failure_code: 'UNKNOWN_ERROR' }],
    ['403 without a code', 403, {}],
    ['429', 429, { failure_code: 'INVALID_INPUT' }],
    ['202', 202, {}],
  ])('%s leaves the outcome unknown', (_, status, more) => {
    const answer = { ...accepted, ...more };
    expect(outcomeOfInitiation(status, answer, { direction: 'collect', reference })).toEqual(unreadable);
  });

  test.each<[string, Partial<WireTransaction>]>([
    ['an undocumented status', { status: 'ARCHIVED' }],
    ['no amount', { amount: null }],
    ['an invalid amount', { amount: '15,00' }],
    ['decimals that the currency does not have', { amount: '1500.50' }],
    ['a negative amount', { amount: '-1500' }],
    ['an invalid currency', { currency: 'XYZ' }],
    ['no currency', { currency: null }],
  ])('%s leaves a completed transaction’s outcome unknown', (_, more) => {
    expect(outcomeOf(transactionOf({ status: 'COMPLETED', ...more }))).toEqual(unreadable);
  });
});

describe('statuses', () => {
  test.each([
    ['1500.00', 1_500n],
    ['1500', 1_500n],
    [1500, 1_500n],
    ['1501.00', 1_501n],
  ])('COMPLETED with %j settles that amount', (amount, amount_minor) => {
    const money = { amount_minor, currency: xof };
    expect(outcomeOf(transactionOf({ status: 'COMPLETED', amount }))).toEqual({ kind: 'settled', money });
  });

  test.each<[string, Partial<WireTransaction>, unknown]>([
    ['ACCEPTED', {}, { kind: 'prompt' }],
    ['PROCESSING', {}, { kind: 'prompt' }],
    ['SUBMITTED', {}, { kind: 'prompt' }],
    ['PROCESSING', { provider: 'MTN_MOMO_CIV' }, { kind: 'prompt', dial: '*133#' }],
    ['PROCESSING', { provider: 'ORANGE_CIV' }, { kind: 'prompt', dial: '#120#' }],
    ['PROCESSING', { provider: 'ORANGE_SEN' }, { kind: 'prompt', dial: '#144#' }],
    ['PROCESSING', { provider: 'FREE_SEN' }, { kind: 'prompt', dial: '#150#' }],
    ['PROCESSING', { provider: 'MOOV_BFA' }, { kind: 'prompt', dial: '*555*6#' }],
    ['PROCESSING', { provider: 'ORANGE_BFA' }, null],
    ['PROCESSING', { provider: 'NEW_CIV' }, { kind: 'prompt' }],
    ['PROCESSING', { provider: 'WAVE_CIV' }, null],
    [
      'PROCESSING',
      { provider: 'WAVE_CIV', authorization_url: 'https://pay.wave.com/c/1' },
      { kind: 'redirect', url: 'https://pay.wave.com/c/1' },
    ],
    ['PROCESSING', { provider: 'WAVE_CIV', authorization_url: 'javascript:alert(1)' }, null],
    ['IN_RECONCILIATION', {}, null],
    ['PROCESSING', { direction: 'payout' }, null],
    ['ENQUEUED', { direction: 'payout' }, null],
    ['ENQUEUED', { direction: 'refund' }, null],
  ])('%s %j is pending', (status, more, action) => {
    expect(outcomeOf(transactionOf({ status, ...more }))).toEqual({ kind: 'pending', action });
  });

  test('FAILED without a failure code uses the status as operator code', () => {
    const failed = { kind: 'failed', reason: 'other', operator_code: 'FAILED' };
    expect(outcomeOf(transactionOf({ status: 'FAILED', failure_code: null }))).toEqual(failed);
  });

  test.each(['ACCEPTED', 'DUPLICATE_IGNORED'])('a response with status %s is pending', (status) => {
    const answer = { reference, status, next_step: 'FINAL_STATUS', failure_code: null };
    const asked = { direction: 'collect', reference, place: placeOf('mtn_ci') } as const;
    const pending = { kind: 'pending', action: { kind: 'prompt', dial: '*133#' } };
    expect(outcomeOfInitiation(200, answer, asked)).toEqual(pending);
  });
});

function transactionOf(more: Partial<WireTransaction>): WireTransaction {
  return {
    direction: 'collect',
    reference,
    status: 'PROCESSING',
    amount: '1500.00',
    currency: 'XOF',
    provider: 'MTN_MOMO_BEN',
    provider_transaction: null,
    failure_code: null,
    authorization_url: null,
    ...more,
  };
}
