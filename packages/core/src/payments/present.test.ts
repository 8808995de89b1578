import { asCurrency } from '@guichet/kernel/currencies';
import { type FailureReason, failureReasons } from '@guichet/kernel/outcome';
import { Compile } from 'typebox/compile';
import { describe, expect, it } from 'vitest';
import { failure_sentences, isFailureReason } from '../operator-calls/failures/sentences.ts';
import type { PaymentStatus, SessionStatus } from '../platform/database/tables/payments.ts';
import { presentPayment } from './present.ts';
import type { Payment } from './queries.ts';
import { referenceOf } from './reference.ts';
import { PaymentObject } from './schemas.ts';
import type { Session } from './session/queries.ts';

const now = new Date('2040-03-01T10:00:00Z');

const payment: Payment = {
  merchant_id: 'mer_1',
  id: 'pay_01JD0Z5T8QABCDEFGHJKMNPQRS',
  mode: 'test',
  status: 'success',
  sequence: 2,
  currency: 'XOF',
  amount_minor: 5000n,
  fee_minor: 100n,
  charged_minor: 5100n,
  operator: 'mtn_ci',
  description: 'Order 7',
  metadata: { order: 7 },
  payment_link_id: null,
  shift_id: null,
  customer_id: null,
  customer_is_payer: false,
  key_hash: null,
  customer_phone: '+2250504030200',
  customer_email: 'ama@example.com',
  customer_first_name: null,
  customer_last_name: null,
  return_url: 'https://shop.example/thanks',
  cancel_url: null,
  session_token: 'token',
  failure_reason: null,
  failure_operator_code: null,
  received_minor: null,
  received_currency: null,
  late: false,
  reversal_code: null,
  reversed_at: null,
  created_at: new Date('2040-03-01T09:50:00Z'),
  paid_at: new Date('2040-03-01T09:55:00.5Z'),
};
const session: Session = {
  merchant_id: 'mer_1',
  token: 'token',
  mode: 'test',
  payment_id: payment.id,
  status: 'active',
  template: null,
  chosen_operator: null,
  chosen_phone: null,
  chosen_fee_percent: null,
  created_at: payment.created_at,
  expires_at: new Date('2040-03-01T10:20:00Z'),
  ended_at: null,
};
const present = (changes: Partial<Payment> = {}, end: Partial<Session> = {}) =>
  presentPayment({ ...payment, ...changes }, { ...session, session_token: 'token', ...end }, now);

describe('a payment as merchants see it', () => {
  it('has these fields and no others', () => {
    expect(present()).toEqual({
      id: 'pay_01JD0Z5T8QABCDEFGHJKMNPQRS',
      object: 'payment',
      status: 'success',
      amount: 5000,
      currency: 'XOF',
      fee: 100,
      charged_amount: 5100,
      refunded_amount: 0,
      received_amount: 5100,
      received_currency: 'XOF',
      operator: 'mtn_ci',
      description: 'Order 7',
      customer: {
        id: null,
        email: 'ama@example.com',
        first_name: null,
        last_name: null,
        phone: '+2250504030200',
        country: 'CI',
      },
      metadata: { order: 7 },
      payment_link: null,
      failure: null,
      reversal: null,
      retryable: false,
      late: false,
      reference: 'GHJKM-NPQRS',
      checkout: { session_token: 'token', expires_at: '2040-03-01T10:20:00.000+00:00' },
      return_url: 'https://shop.example/thanks',
      cancel_url: null,
      livemode: false,
      created_at: '2040-03-01T09:50:00.000+00:00',
      paid_at: '2040-03-01T09:55:00.500+00:00',
    });
  });

  it.each<[string, bigint, bigint, number, number, number]>([
    ['XOF', 10_000_000n, 150_000n, 10_000_000, 150_000, 10_150_000],
    ['GHS', 1205n, 3n, 12.05, 0.03, 12.08],
    ['GHS', 435n, 29n, 4.35, 0.29, 4.64],
    ['GHS', 999_999_999n, 1n, 9_999_999.99, 0.01, 10_000_000],
    ['TND', 1_234n, 5n, 1.234, 0.005, 1.239],
    ['CLF', 10_001n, 1n, 1.0001, 0.0001, 1.0002],
  ])(
    'shows amounts exactly in %s, for %d and %d minor units',
    (currency, amount_minor, fee_minor, amount, fee, total) => {
      const money = {
        currency: asCurrency(currency),
        amount_minor,
        fee_minor,
        charged_minor: amount_minor + fee_minor,
      };
      expect(present(money)).toMatchObject({ amount, fee, charged_amount: total });
    },
  );

  it('has null for unknown values, and 0 for no fee', () => {
    const untouched = {
      status: 'pending',
      fee_minor: null,
      charged_minor: null,
      operator: null,
      paid_at: null,
    } as const;
    expect(present({ ...untouched, customer_phone: null })).toMatchObject({
      fee: null,
      charged_amount: null,
      operator: null,
      paid_at: null,
      customer: { phone: null, country: null },
    });
    expect(present({ fee_minor: 0n, charged_minor: 5000n })).toMatchObject({ fee: 0, charged_amount: 5000 });
  });

  it('shows whether it was late, and its mode', () => {
    expect(present({ late: true, mode: 'live' })).toMatchObject({ late: true, livemode: true });
  });
});

describe('a failure', () => {
  const failed = { status: 'failed', paid_at: null, failure_operator_code: 'E07' } as const;

  it.each(failureReasons)('of reason %s has a sentence, and the operator’s own code', (reason) => {
    const { failure } = present({ ...failed, failure_reason: reason });
    expect(failure).toEqual({
      code: reason,
      message: failure_sentences.en.payment[reason],
      operator_code: 'E07',
    });
    expect(failure?.message).toMatch(/^(The|This) .+\.$/);
  });

  it.each(['gone_with_an_old_version', 'constructor', '__proto__'])(
    'of reason %s is reported as other',
    (reason) => {
      expect(isFailureReason(reason)).toBe(false);
      expect(present({ ...failed, failure_reason: reason }).failure?.code).toBe<FailureReason>('other');
    },
  );

  it.each<PaymentStatus>(['pending', 'processing', 'success', 'cancelled', 'expired'])(
    'is not shown for a payment that is %s, even if it failed once',
    (status) => {
      expect(present({ status, failure_reason: 'wrong_pin' }).failure).toBeNull();
    },
  );
});

describe('retryable', () => {
  const later = new Date(now.getTime() + 1);
  it.each<[PaymentStatus, SessionStatus, Date, boolean]>([
    ['failed', 'active', later, true],
    ['failed', 'active', now, false],
    ['failed', 'expired', later, false],
    ['failed', 'cancelled', later, false],
    ['failed', 'completed', later, false],
    ['pending', 'active', later, false],
    ['processing', 'active', later, false],
    ['success', 'active', later, false],
    ['cancelled', 'cancelled', later, false],
    ['expired', 'expired', now, false],
  ])(
    'for a payment that is %s in a session that is %s until %s is %s',
    (status, ended, expires_at, expected) => {
      expect(present({ status }, { status: ended, expires_at }).retryable).toBe(expected);
    },
  );
});

describe('the schema of the API', () => {
  const validator = Compile(PaymentObject);
  it.each<[string, Partial<Payment>]>([
    ['paid', {}],
    ['pending', { status: 'pending', fee_minor: null, charged_minor: null, operator: null, paid_at: null }],
    ['failed', { status: 'failed', failure_reason: 'wrong_pin', failure_operator_code: null, paid_at: null }],
    [
      'with nothing optional',
      { description: null, metadata: null, customer_phone: null, customer_email: null },
    ],
  ])('matches a payment that is %s', (_, changes) => {
    expect([...validator.Errors(present(changes))]).toEqual([]);
  });
});

describe('referenceOf', () => {
  it('returns the end of the id in two halves that can be read out', () => {
    expect(referenceOf('pay_01JD0Z5T8QABCDEFGHJKMNPQRS')).toBe('GHJKM-NPQRS');
  });
});
